// @ts-check
/** What is due and overdue of promotions, for the pit and for inspectors. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { dueLine, duePage } from "./staff-promotions.js";

/** @typedef {import("./staff-promotions.d.ts").PrizeDue} PrizeDue */
/** @typedef {import("./staff.d.ts").Duty} Duty */

/** The duties of those who see what is due. @type {Duty[]} */
const SEE = ["promotions", "handle-money", "read-everything", "disable"];

export class DueList {
  root = html("section", { class: "prize-dues", "aria-label": "Promotions: due" });
  #sees;
  #opens;
  #within;

  /**
   * @param {Duty[]} duties  of the person
   * @param {number} [within]  milliseconds: what is due later is not shown
   */
  constructor(duties, within = Infinity) {
    this.#sees = duties.some((duty) => SEE.includes(duty));
    this.#opens = duties.some((duty) => duty !== "disable" && SEE.includes(duty));
    this.#within = within;
  }

  async refresh() {
    if (!this.#sees) return;
    const found = /** @type {PrizeDue[]} */ (await ask("GET", "/promotions/due"));
    const soon = found.filter(({ by, overdue }) => overdue || by < Date.now() + this.#within);
    const lines = soon.map((due) => {
      const line = dueLine(due);
      const name = `Promotion ${due.promotion}${due.title ? `, ${due.title}` : ""}`;
      line.prepend(this.#opens ? html("a", { href: duePage(due) }, name) : name, ": ");
      return line;
    });
    this.root.replaceChildren(
      ...(lines.length ? [html("h3", {}, "Promotions: due and overdue"), html("ul", { class: "dues" }, ...lines)] : []),
    );
  }
}

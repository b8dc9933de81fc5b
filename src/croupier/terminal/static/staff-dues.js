// @ts-check
/** What is due and overdue of promotions, and tickets that are withheld, for the pit and for inspectors. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask, serverNow } from "./staff-api.js";
import { dueLine, duePage } from "./staff-promotions.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").PrizeDue} PrizeDue */
/** @typedef {import("./staff-cage.d.ts").TicketView} TicketView */
/** @typedef {import("./staff-cage.d.ts").Withholding} Withholding */
/** @typedef {import("./staff.d.ts").Duty} Duty */

/** The duties of those who see withheld tickets. @type {Duty[]} */
const SEE_TICKETS = ["handle-money", "read-everything", "disable"];
/** The duties of those who see what is due. @type {Duty[]} */
const SEE = ["promotions", "handle-money", "read-everything", "disable"];

export class DueList {
  root = html("section", { class: "prize-dues", "aria-label": "Due and overdue" });
  #sees;
  #seesTickets;
  #opens;
  #within;

  /**
   * @param {Duty[]} duties  of the person
   * @param {number} [within]  milliseconds: what is due later is not shown
   */
  constructor(duties, within = Infinity) {
    this.#sees = duties.some((duty) => SEE.includes(duty));
    this.#seesTickets = duties.some((duty) => SEE_TICKETS.includes(duty));
    this.#opens = duties.some((duty) => duty !== "disable" && SEE.includes(duty));
    this.#within = within;
  }

  async refresh() {
    const [prizes, tickets] = await Promise.all([this.#prizes(), this.#tickets()]);
    this.root.replaceChildren(
      ...(tickets.length ? [html("h3", {}, "Withheld tickets"), html("ul", { class: "dues" }, ...tickets)] : []),
      ...(prizes.length
        ? [html("h3", {}, "Promotions: due and overdue"), html("ul", { class: "dues" }, ...prizes)]
        : []),
    );
  }

  async #prizes() {
    if (!this.#sees) return [];
    const found = /** @type {PrizeDue[]} */ (await ask("GET", "/promotions/due"));
    const soon = found.filter(({ by, overdue }) => overdue || by < serverNow() + this.#within);
    return soon.map((due) => {
      const line = dueLine(due);
      const name = `Promotion ${due.promotion}${due.title ? `, ${due.title}` : ""}`;
      line.prepend(this.#opens ? html("a", { href: duePage(due) }, name) : name, ": ");
      return line;
    });
  }

  async #tickets() {
    if (!this.#seesTickets) return [];
    const found = /** @type {TicketView[]} */ (await ask("GET", "/cage/unpayable"));
    return found.flatMap(({ serial, amount, by, why, withholding }) =>
      withholding
        ? [
          html(
            "li",
            { "data-testid": "withheld-ticket" },
            `Ticket ${serial}, ${dollars(amount)}, ${
              stopped(`withheld ${moment(withholding.since)} by ${by}: ${why}`)
            } `,
            html("span", { class: withholding.told ? "" : "until overdue" }, noticeWords(withholding)),
            withholding.review ? ` ${stopped(`Reviewed by ${withholding.review}`)}` : "",
          ),
        ]
        : []
    );
  }
}

/** A sentence that ends in what a person has typed, perhaps with a full stop. @param {string} words */
export function stopped(words) {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** The notice to the inspector, which is due from the beginning. @param {Withholding} withholding */
export function noticeWords({ since, told, told_at }) {
  if (told && told_at) return stopped(`The inspector was told ${moment(told_at)} by ${told}`);
  const minutes = Math.floor(Math.max(0, serverNow() - since) / 60_000);
  return `Tell the inspector at once${minutes ? `: overdue by ${minutes} min` : ""}.`;
}

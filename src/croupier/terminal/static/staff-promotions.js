// @ts-check
/** Promotions: how far each has come, what is wrong with its terms, and what is due or overdue. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { Listing } from "./staff-listing.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").PromotionView} PromotionView */
/** @typedef {import("./staff-promotions.d.ts").PrizeDue} PrizeDue */

const NONE = "No promotion was drafted yet. They are drafted over the API.";

export class PromotionsPage {
  #rows = html("tbody");
  #none = html("p", { class: "hint" });
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, failed) {
    const heads = ["Promotion", "Stage", "Entries", "Draw", "Due"].map((words) => html("th", { scope: "col" }, words));
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Promotions")),
      html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...heads)), this.#rows),
      this.#none,
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
  }

  close() {
    this.#listing.close();
  }

  async #refresh() {
    const found = /** @type {PromotionView[]} */ (await ask("GET", "/promotions"));
    this.#rows.replaceChildren(...found.map(row));
    this.#none.textContent = found.length ? "" : NONE;
  }
}

/** @param {PromotionView} promotion */
function row({ number, rules, stage, postponed, terms, faults, entries, dues, opened }) {
  const name = `${number}: ${terms.title || "without a title"}`;
  const title = opened ? html("a", { href: `/promotions/${number}` }, name) : name;
  const state = postponed ? `${stage}, postponed` : stage;
  return html(
    "tr",
    { "data-promotion": String(number) },
    html("th", { scope: "row" }, title, html("p", { class: "hint" }, rules)),
    html("td", {}, state),
    html("td", {}, String(entries)),
    html("td", {}, terms.drawn ? moment(terms.drawn) : ""),
    html("td", {}, html("ul", {}, ...dues.map(due), ...(stage === "draft" ? faults.map(fault) : []))),
  );
}

/** @param {PrizeDue} due */
function due({ clause, by, overdue, sentence }) {
  const when = overdue ? `overdue since ${moment(by)}` : `until ${moment(by)}`;
  return html("li", { class: overdue ? "until overdue" : "until" }, `${sentence} (${clause}), ${when}`);
}

/** @param {{ clause: string, place: string, sentence: string }} fault */
function fault({ clause, place, sentence }) {
  return html("li", {}, `${place}: ${sentence} (${clause})`);
}

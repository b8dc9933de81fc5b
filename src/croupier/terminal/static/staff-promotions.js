// @ts-check
/** Promotions: how far each has come, what is wrong with its terms, and what is due or overdue. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { Listing } from "./staff-listing.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").PromotionView} PromotionView */
/** @typedef {import("./staff-promotions.d.ts").PrizeDue} PrizeDue */
/** @typedef {import("./staff-promotions.d.ts").TermsFault} TermsFault */

export class PromotionsPage {
  #rows = html("tbody");
  #none = html("p", { class: "hint" });
  #over = html("button", { type: "button", "data-testid": "over" }, "Show promotions that are over");
  /** Those that are over, as far as they were asked for. @type {PromotionView[]} */
  #past = [];
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {import("./staff.d.ts").Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    const heads = ["Promotion", "Stage", "Entries", "Draw", "Due"].map((words) => html("th", { scope: "col" }, words));
    const add = html("a", { class: "button", href: "#promotions/new" }, "New promotion");
    const data = html("a", { class: "button", href: "#promotions/private-data" }, "Private data");
    root.replaceChildren(
      html(
        "div",
        { class: "page-head" },
        html("h2", {}, "Promotions"),
        html("div", { class: "keys" }, data, ...(me.duties.includes("promotions") ? [add] : [])),
      ),
      html("table", { class: "tickets promotions" }, html("thead", {}, html("tr", {}, ...heads)), this.#rows),
      this.#none,
      html("div", { class: "keys" }, this.#over),
    );
    const listing = this.#listing = new Listing(() => this.#refresh(), failed);
    const over = /** @type {HTMLButtonElement} */ (this.#over);
    over.addEventListener("click", async () => {
      over.disabled = true; // a second touch would bring the same ones again
      if (!await listing.attempt(() => this.#more())) over.disabled = false;
    });
  }

  close() {
    this.#listing.close();
  }

  async #refresh() {
    const found = /** @type {PromotionView[]} */ (await ask("GET", "/promotions"));
    this.#rows.replaceChildren(...[...found, ...this.#past].map(row));
    this.#none.textContent = found.length ? "" : "No promotion is being prepared or held.";
  }

  /** Those that are over, some at a time, the newest first. */
  async #more() {
    const before = this.#past.at(-1)?.number ?? 0;
    const found = /** @type {PromotionView[]} */ (await ask("GET", `/promotions?over=1&before=${before}`));
    this.#past.push(...found);
    this.#rows.append(...found.map(row));
    this.#over.textContent = found.length ? "Show older ones" : "There are no more";
    /** @type {HTMLButtonElement} */ (this.#over).disabled = !found.length;
  }
}

/** @param {PromotionView} promotion */
function row(promotion) {
  const { number, document, terms, faults, entries, dues, stage } = promotion;
  const title = html("a", { href: `#promotions/${number}` }, named(promotion));
  const wrong = stage === "draft" ? wrongTerms(faults) : [];
  return html(
    "tr",
    { "data-promotion": String(number) },
    html("th", { scope: "row" }, title, html("p", { class: "hint" }, document)),
    html("td", {}, stageOf(promotion)),
    html("td", { "data-head": "Entries" }, String(entries)),
    html("td", { "data-head": "Draw" }, ...(terms.drawn ? [moment(terms.drawn)] : [])),
    html("td", {}, html("ul", { class: "dues" }, ...dues.map(dueLine), ...wrong.map((words) => html("li", {}, words)))),
  );
}

/** @param {PromotionView} promotion */
export function named({ number, terms }) {
  return `${number}: ${terms.title || "without a title"}`;
}

/** @param {PromotionView} promotion */
export function stageOf({ stage, postponed }) {
  return postponed ? `${stage}, postponed` : stage;
}

/** @param {PrizeDue} due */
export function dueLine({ clause, by, overdue, sentence }) {
  const when = overdue ? `overdue since ${moment(by)}` : `until ${moment(by)}`;
  return html(
    "li",
    { class: overdue ? "until overdue" : "until" },
    `${sentence} `,
    html("small", {}, `(${clause}), ${when}`),
  );
}

/** Where what is due is done, by its kind; elsewhere with the terms. @type {Record<string, string>} */
const DONE_AT = { draw: "/draw", inspector: "/draw", notice: "/claims", reasons: "/claims", advice: "/claims" };

/**
 * The page where something that is due is done.
 * @param {PrizeDue} due
 */
export function duePage({ promotion, kind }) {
  return `#promotions/${promotion}${DONE_AT[kind] ?? ""}`;
}

/** @param {TermsFault[]} faults */
export function wrongTerms(faults) {
  const { length } = faults.filter(({ warning }) => !warning);
  return length ? [`${length} ${length === 1 ? "thing is" : "things are"} missing or forbidden in the terms.`] : [];
}

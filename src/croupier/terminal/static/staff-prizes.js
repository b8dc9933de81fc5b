// @ts-check
/** Winners and claims: who has won what, how they were told, what they are owed, and whoever was refused. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { LivePage } from "./staff-live.js";
import { PrizeOrders } from "./staff-prize-orders.js";
import { allPromotions, lists, promotionTabs } from "./staff-promotion.js";
import { named, stageOf } from "./staff-promotions.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").PrizeAction} PrizeAction */
/** @typedef {import("./staff-promotions.d.ts").PrizeWin} PrizeWin */
/** @typedef {import("./staff-promotions.d.ts").PromotionView} PromotionView */

/** What has become of a prize. @type {Record<string, string>} */
const STATES = {
  won: "waits for its winner",
  claimed: "was claimed",
  paid: "was paid or handed over",
  free: "was refused to its winner",
  lapsed: "is not owed any more",
};
/** Promotions at these stages have neither winners nor claims. */
const BEFORE = ["draft", "lodged"];

export class PrizesPage {
  #number;
  /** @type {PrizeOrders} */
  #orders;
  #page;

  /**
   * @param {HTMLElement} root
   * @param {number} number  of a promotion; 0 for all of them, at the cage
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, number, failed) {
    this.#number = number;
    const inside = html("div", {}, ...(number ? [allPromotions()] : []));
    const head = html("div", { class: "page-head" }, html("h2", {}, "Prizes"));
    root.replaceChildren(html("div", { class: "promotion" }, ...(number ? [] : [head, cageTabs("prizes")]), inside));
    this.#orders = new PrizeOrders(failed, () => this.#page.refresh());
    this.#page = new LivePage(inside, () => this.#read(), (found) => this.#draw(found), failed);
  }

  close() {
    this.#page.close();
  }

  /** The promotions that have begun, each with what can be done. */
  async #read() {
    const path = `/promotions${this.#number ? `/${this.#number}` : ""}`;
    const found = /** @type {PromotionView[]} */ ([await ask("GET", path)].flat());
    const begun = found.filter(({ stage }) => this.#number || !BEFORE.includes(stage));
    return Promise.all(begun.map(async (view) => {
      const actions = /** @type {PrizeAction[]} */ (await ask("GET", `/promotions/${view.number}/actions`));
      return { view, actions: actions.filter(({ part }) => part === "claims") };
    }));
  }

  /** @param {{ view: PromotionView, actions: PrizeAction[] }[]} found */
  #draw(found) {
    const over = html("p", { class: "hint" }, "Claims to prizes of promotions that are over: see ", promotions(), ".");
    const none = html("p", {}, "No promotion has winners or claims now.");
    return [
      ...(found.length ? found.flatMap(({ view, actions }) => this.#promotion(view, actions)) : [none]),
      ...(this.#number ? [] : [over]),
    ];
  }

  /**
   * @param {PromotionView} view
   * @param {PrizeAction[]} actions
   */
  #promotion(view, actions) {
    const heading = html(
      "div",
      { class: "page-head" },
      html(this.#number ? "h2" : "h3", {}, named(view)),
      html("p", { class: "stage" }, stageOf(view)),
    );
    const others = actions.filter(({ values }) => !view.wins.some(({ prize }) => prize === values.prize));
    return [
      heading,
      ...(this.#number ? [promotionTabs(this.#number, "/claims")] : []),
      ...lists(view),
      html("ul", { class: "cards" }, ...view.wins.map((win) => this.#win(view, win, actions))),
      ...view.refused.map(refusal),
      ...view.disputes.map(dispute),
      ...this.#orders.keys(others),
    ];
  }

  /**
   * @param {PromotionView} view
   * @param {PrizeWin} win
   * @param {PrizeAction[]} actions
   */
  #win({ terms }, win, actions) {
    const { prize, entry, person, state, owed, attempts, tell_by, claim_by } = win;
    // Once the winner has claimed the prize, or lost it, neither time runs any more.
    const times = state === "won" ? ` To be told until ${moment(tell_by)}, claimed until ${moment(claim_by)}.` : "";
    const { title = "", value = 0 } = terms.prizes?.[prize - 1] ?? {};
    const who = html("dl", { class: "facts", "data-testid": "who" });
    const show = html("button", { type: "button", class: "small" }, "Show who has won");
    show.addEventListener("click", () => this.#page.attempt(() => this.#who(person, who)));
    const told = attempts.map(({ at, method, reached }) =>
      html("li", {}, `${moment(at)}: ${method}, ${reached ? "the winner knows" : "not reached"}`)
    );
    return html(
      "li",
      { "data-prize": String(prize) },
      html("h4", {}, `Prize ${prize}: ${title}`),
      html("p", {}, `Worth ${dollars(value)}. It ${STATES[state]}.`),
      ...(owed ? [html("p", { class: "amount" }, `${dollars(owed)} owed`)] : []),
      html("p", { class: "hint" }, `Entry ${entry}, person ${person}.${times}`),
      html("ul", { class: "attempts" }, ...told),
      show,
      who,
      ...this.#orders.keys(actions.filter(({ values }) => values.prize === prize)),
    );
  }

  /**
   * The name and the address of a person. That somebody has looked is on record.
   * @param {number} person
   * @param {HTMLElement} list
   */
  async #who(person, list) {
    const { data } = /** @type {{ data: Record<string, string> }} */ (await ask("GET", `/claimants/${person}`));
    const rows = Object.entries(data).flatMap(([name, words]) => [html("dt", {}, name), html("dd", {}, words)]);
    const add = html("button", { type: "button", class: "small", "data-key": "add-details" }, "Add name, address …");
    add.addEventListener("click", () => this.#orders.askDetails(person, data));
    list.replaceChildren(...(rows.length ? [...rows, html("dd", {}, add)] : [html("dt", {}, "The data was erased")]));
  }
}

function promotions() {
  return html("a", { href: "#promotions/" }, "the list of promotions");
}

/**
 * @param {PromotionView["refused"][number]} claim
 * @param {number} at
 */
function refusal({ prize, person, why, at: when, told }, at) {
  const who = person ? `person ${person}` : "somebody of whom nothing is kept";
  const reasons = told ? `Told the reasons: ${told}.` : "Not told the reasons yet.";
  return html(
    "p",
    { "data-refusal": String(at + 1) },
    `Refusal ${at + 1}, ${moment(when)}: prize ${prize}, ${who}: ${why}. ${reasons}`,
  );
}

/**
 * @param {PromotionView["disputes"][number]} file
 * @param {number} at
 */
function dispute({ about, at: when, decision, satisfied, advised, prize }, at) {
  const kept = prize ? ` For the winner of prize ${prize}.` : "";
  const decided = decision ? `Decided: ${decision}.${kept}` : "Not decided yet.";
  const right = decision && !satisfied
    ? (advised ? ` Advised of the right to complain: ${advised}.` : " Not satisfied.")
    : "";
  return html(
    "p",
    { "data-dispute": String(at + 1) },
    `Dispute ${at + 1}, ${moment(when)}: ${about}. ${decided}${right}`,
  );
}

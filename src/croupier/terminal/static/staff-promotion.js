// @ts-check
/** One promotion on the page of the clerk: what is due, what can be done, and where its draw, its claims and its papers are. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { download, paperFile } from "./staff-export.js";
import { LivePage } from "./staff-live.js";
import { showSheet } from "./staff-dialog.js";
import { entrySlip, PrizeOrders } from "./staff-prize-orders.js";
import { dueLine, named, stageOf, wrongTerms } from "./staff-promotions.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").Earned} Earned */
/** @typedef {import("./staff-promotions.d.ts").EntryView} EntryView */
/** @typedef {import("./staff-promotions.d.ts").PrizeAction} PrizeAction */
/** @typedef {import("./staff-promotions.d.ts").PromotionView} PromotionView */

/** Milliseconds for an answer that reads the journal of the tables. */
const ON_JOURNAL = 120_000;

/** @type {[path: string, words: string][]} */
const TABS = [["", "Terms"], ["/draw", "Draw"], ["/claims", "Winners and claims"]];

/**
 * The pages of one promotion, as links at the head of each.
 * @param {number} number
 * @param {string} here
 */
export function promotionTabs(number, here) {
  const links = TABS.map(([path, words]) =>
    html("a", { href: `#promotions/${number}${path}`, ...(path === here ? { "aria-current": "page" } : {}) }, words)
  );
  return html("nav", { class: "cage-tabs", "aria-label": "Promotion" }, ...links);
}

/**
 * A promotion, and what this person may do with it.
 * @param {number} number
 * @returns {Promise<[PromotionView, PrizeAction[]]>}
 */
export function readPromotion(number) {
  return Promise.all([ask("GET", `/promotions/${number}`), ask("GET", `/promotions/${number}/actions`)]);
}

/**
 * Whether an order asks for the whole terms.
 * @param {PrizeAction} action
 */
export function asksTerms({ fields }) {
  return fields.some(({ kind }) => kind === "terms");
}

/**
 * A key that saves a file to print.
 * @param {string} words
 * @param {string} path
 * @param {(act: () => Promise<unknown>) => Promise<boolean>} attempt
 */
export function paperKey(words, path, attempt) {
  const key = html("button", { type: "button", class: "small", "data-key": words }, words);
  key.addEventListener("click", () =>
    attempt(async () => {
      const { name, content } = await paperFile(path);
      download(name, content);
    }));
  return key;
}

/** What a page shows before it has a promotion, and if there is none. */
export function allPromotions() {
  return html("p", {}, html("a", { href: "#promotions/" }, "All promotions"));
}

export class PromotionPage {
  /** @type {PrizeOrders} */
  #orders;
  #page;

  /**
   * @param {HTMLElement} root
   * @param {number} number
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, number, failed) {
    const inside = html("div", { class: "promotion" }, allPromotions());
    root.replaceChildren(inside);
    this.#orders = new PrizeOrders(failed, () => this.#page.refresh());
    this.#page = new LivePage(inside, () => readPromotion(number), (found) => this.#draw(found), failed);
  }

  close() {
    this.#page.close();
  }

  /**
   * What play has earned, as the journal has it. It is read when somebody asks: that takes a while.
   * @param {PromotionView} view
   * @param {PrizeAction[]} actions
   */
  #play({ number }, actions) {
    const list = html("ul", { "data-testid": "earned" });
    const key = (/** @type {string} */ words, /** @type {string} */ method) => {
      const button = html("button", { type: "button", "data-key": words }, words);
      button.addEventListener("click", () =>
        this.#page.attempt(async () => {
          const body = method === "POST" ? {} : undefined;
          const found = /** @type {Earned[]} */ (await ask(method, `/promotions/${number}/earned`, body, ON_JOURNAL));
          list.replaceChildren(
            ...(found.length ? found.map(earnedLine) : [html("li", {}, "No bet has earned one yet.")]),
          );
        }));
      return button;
    };
    const enters = actions.some(({ order }) => order === "EnterDraw");
    const keys = [key("Show them", "GET"), ...(enters ? [key("Enter what play has earned", "POST")] : [])];
    const title = "Entries from play";
    return html(
      "section",
      { "aria-label": title },
      html("h3", {}, title),
      html("div", { class: "keys" }, ...keys),
      list,
    );
  }

  /**
   * The entries, as far as they were asked for: each with its number, which its person gets on a slip.
   * @param {PromotionView} view
   * @param {PrizeAction[]} actions
   */
  #entries(view, actions) {
    const rows = html("ul", { "data-testid": "entries" });
    const withdraw = actions.find(({ order, why_not }) => order === "WithdrawEntry" && !why_not);
    const line = (/** @type {EntryView} */ { number, person, at, by, earned, why }) => {
      const slip = html("button", { type: "button", class: "small" }, "Slip");
      slip.addEventListener("click", () => showSheet("For the person who entered", entrySlip(view, number)));
      const out = html("button", { type: "button", class: "small" }, "Withdraw");
      out.addEventListener("click", () => withdraw && this.#orders.ask(withdraw, { number }));
      const words = `${moment(at, "medium")}, ${by}: person ${person}${earned ? `, ${earned}` : ""}`;
      const state = why ? [html("strong", {}, ` does not count: ${why} `)] : [slip, ...(withdraw ? [out] : [])];
      return html("li", { "data-entry": number }, html("code", {}, number), ` ${words} `, ...state);
    };
    const show = html("button", { type: "button", "data-key": "entries" }, "Show the entries");
    show.addEventListener("click", () =>
      this.#page.attempt(async () => {
        const path = `/promotions/${view.number}/entries?first=${rows.childElementCount}`;
        const found = /** @type {EntryView[]} */ (await ask("GET", path));
        rows.append(...found.map(line));
        show.textContent = found.length ? "Show more" : "There are no more";
      }));
    const title = "Entries";
    return html("section", { "aria-label": title }, html("h3", {}, title), html("div", { class: "keys" }, show), rows);
  }

  /**
   * @param {[PromotionView, PrizeAction[]]} found
   * @returns {(Node | string)[]}
   */
  #draw([view, actions]) {
    const here = actions.filter(({ part }) => part === "terms");
    const edit = here.find((action) => asksTerms(action) && !action.why_not);
    return [
      html("div", { class: "page-head" }, html("h2", {}, named(view)), html("p", { class: "stage" }, stageOf(view))),
      promotionTabs(view.number, ""),
      ...lists(view),
      ...facts(view),
      ...(view.terms.play ? [this.#play(view, actions)] : []),
      ...(view.opened && actions.length ? [this.#entries(view, actions)] : []),
      html(
        "div",
        { class: "keys" },
        paperKey("Lodgement on paper", `/promotions/${view.number}/paper`, (act) => this.#page.attempt(act)),
        ...(edit ? [html("a", { class: "button", href: `#promotions/${view.number}/terms` }, edit.title)] : []),
      ),
      ...this.#orders.keys(here.filter((action) => !asksTerms(action) || action.why_not)),
    ];
  }
}

/**
 * What is due, and what is wrong with terms that were not lodged.
 * @param {PromotionView} view
 */
export function lists({ dues, faults, stage }) {
  const wrong = stage === "draft" ? wrongTerms(faults) : [];
  return [
    ...(dues.length ? [html("ul", { class: "dues", "aria-label": "Due" }, ...dues.map(dueLine))] : []),
    ...wrong.map((words) => html("p", {}, words)),
  ];
}

/** @param {PromotionView} view */
function facts({ number, document, terms, lodged, opened, entries, refused, notices }) {
  /** @type {[string, string | HTMLElement][]} */
  const rows = [
    ["Document", document],
    ["Starts", terms.starts ? moment(terms.starts) : "not stated"],
    ["Entries close", terms.closes ? moment(terms.closes) : "not stated"],
    ["Drawn", terms.drawn ? moment(terms.drawn) : "not stated"],
    ...(terms.prizes ?? []).map((
      prize,
      at,
    ) => /** @type {[string, string]} */ ([`Prize ${at + 1}`, prizeWords(prize)])),
    ["Lodged", lodged ? `${moment(lodged.sent)}: ${lodged.proof}` : "no"],
    ["Entries", String(entries)],
    ...(opened
      ? /** @type {[string, HTMLElement][]} */ ([[
        "Public terms",
        html("a", { href: `/promotions/${number}` }, `/promotions/${number}`),
      ]])
      : []),
    ...(refused.length ? /** @type {[string, string][]} */ ([["Claims refused", String(refused.length)]]) : []),
    ...notices.map((
      { about, why, at, told },
    ) => /** @type {[string, string]} */ ([
      "For the inspector",
      `${moment(at)}: ${about}: ${why}. ${told ? `Told: ${told}` : "Not told yet"}`,
    ])),
  ];
  return [
    html("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)])),
  ];
}

/** @param {import("./staff-promotions.d.ts").Prize} prize */
function prizeWords({ title, kind, value }) {
  return `${title || kind}${value ? `, ${dollars(value)}` : ""}`;
}

/** @param {Earned} earned */
function earnedLine({ player, bet, at, entered }) {
  return html(
    "li",
    {},
    `${moment(at, "medium")}, ${player}: ${bet}${entered ? `, entry ${entered}` : ", not entered"}`,
  );
}

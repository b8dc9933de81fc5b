// @ts-check
/** One promotion on the page of the clerk: what is due, what can be done, and where its draw, its claims and its papers are. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { download, paperFile } from "./staff-export.js";
import { LivePage } from "./staff-live.js";
import { tell } from "./staff-dialog.js";
import { PrizeOrders } from "./staff-prize-orders.js";
import { showEntry } from "./staff-receipt-slip.js";
import { dueLine, named, stageOf, wrongTerms } from "./staff-promotions.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").Earned} Earned */
/** @typedef {import("./staff-promotions.d.ts").EntryView} EntryView */
/** @typedef {import("./staff-promotions.d.ts").PrizeAction} PrizeAction */
/** @typedef {import("./staff-promotions.d.ts").PromotionView} PromotionView */

/** Milliseconds for an answer that reads the journal of the tables. */
const ON_JOURNAL = 120_000;
/** The most entries of one answer. */
const TOGETHER = 200;

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
  #number;
  /** What play has earned, if somebody has asked. @type {Earned[] | null} */
  #earned = null;
  /** The entries that were asked for, whether these are all, and how many counted then. @type {{ rows: EntryView[], all: boolean, of: number }} */
  #entered = { rows: [], all: false, of: 0 };

  /**
   * @param {HTMLElement} root
   * @param {number} number
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, number, failed) {
    const inside = html("div", { class: "promotion" }, allPromotions());
    root.replaceChildren(inside);
    this.#number = number;
    this.#orders = new PrizeOrders(failed, () => this.#page.refresh());
    this.#page = new LivePage(inside, () => this.#read(), (found) => this.#draw(found), failed);
  }

  close() {
    this.#page.close();
  }

  /** Whether somebody has asked for the entries. */
  get #asked() {
    return this.#entered.all || this.#entered.rows.length > 0;
  }

  /** The promotion, and what was asked for of its entries: that is read again if others count now. */
  async #read() {
    const found = await readPromotion(this.#number), { rows, of } = this.#entered;
    if (this.#asked && found[0].entries !== of) await this.#readEntries(found[0], Math.max(1, rows.length));
    return { found, earned: this.#earned, entered: this.#entered };
  }

  /**
   * Read the entries from the first on, at least so many if there are.
   * @param {PromotionView} view
   * @param {number} least
   */
  async #readEntries({ entries }, least) {
    /** @type {EntryView[]} */
    const rows = [];
    let all = false;
    while (!all && rows.length < least) {
      const more = /** @type {EntryView[]} */ (await ask(
        "GET",
        `/promotions/${this.#number}/entries?first=${rows.length}`,
      ));
      rows.push(...more);
      all = more.length < TOGETHER;
    }
    this.#entered = { rows, all, of: entries };
  }

  /**
   * What play has earned, as the journal has it. It is read when somebody asks: that takes a while.
   * @param {PromotionView} view
   * @param {PrizeAction[]} actions
   */
  #play({ number }, actions) {
    const path = `/promotions/${number}/earned`;
    const key = (/** @type {string} */ words, /** @type {() => Promise<Earned[]>} */ asked) => {
      const button = html("button", { type: "button", "data-key": words }, words);
      button.addEventListener("click", () =>
        this.#page.attempt(async () => {
          this.#earned = await asked();
          await this.#page.refresh();
        }));
      return button;
    };
    const enter = async () => {
      const { entered, retracted, bets } = await ask("POST", path, {}, ON_JOURNAL);
      tell(`Entered: ${entered}. Retracted, because play does not earn them any more: ${retracted}.`);
      return bets;
    };
    const enters = actions.some(({ order }) => order === "EnterDraw");
    const keys = [
      key("Show them", () => ask("GET", path, undefined, ON_JOURNAL)),
      ...(enters ? [key("Enter what play has earned", enter)] : []),
    ];
    const bets = this.#earned ?? [];
    const lines = this.#earned && !bets.length ? [html("li", {}, "No bet has earned one yet.")] : bets.map(earnedLine);
    const list = html("ul", { "data-testid": "earned" }, ...lines);
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
    const withdraw = actions.find(({ order, why_not }) => order === "WithdrawEntry" && !why_not);
    const line = (/** @type {EntryView} */ { number, person, at, by, earned, why }) => {
      const slip = html("button", { type: "button", class: "small" }, "Slip");
      slip.addEventListener(
        "click",
        () => showEntry({ promotion: view.number, title: view.terms.title ?? "", number }),
      );
      const out = html("button", { type: "button", class: "small" }, "Withdraw");
      out.addEventListener("click", () => withdraw && this.#orders.ask(withdraw, { number }));
      const words = `${moment(at, "medium")}, ${by}: person ${person}${earned ? `, ${earned}` : ""}`;
      const state = why ? [html("strong", {}, ` does not count: ${why} `)] : [slip, ...(withdraw ? [out] : [])];
      return html("li", { "data-entry": number }, html("code", {}, number), ` ${words} `, ...state);
    };
    const { rows, all } = this.#entered;
    const show = html(
      "button",
      { type: "button", "data-key": "entries" },
      rows.length ? "Show more" : "Show the entries",
    );
    show.addEventListener("click", () =>
      this.#page.attempt(async () => {
        await this.#readEntries(view, rows.length + 1);
        await this.#page.refresh();
      }));
    const every = html("p", { class: "hint" }, rows.length ? "These are all entries." : "There is no entry.");
    const more = all ? every : html("div", { class: "keys" }, show);
    const title = "Entries", list = html("ul", { "data-testid": "entries" }, ...rows.map(line));
    return html(
      "section",
      { "aria-label": title },
      html("h3", {}, title),
      ...(rows.length ? [list, more] : [more, list]),
    );
  }

  /**
   * @param {{ found: [PromotionView, PrizeAction[]] }} read
   * @returns {(Node | string)[]}
   */
  #draw({ found: [view, actions] }) {
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
function earnedLine({ player, bet, at, entered, why }) {
  const words = `${moment(at, "medium")}, ${player}: ${bet}${entered ? `, entry ${entered}` : ", not entered"}`;
  return html("li", {}, words, ...(why ? [html("strong", {}, ` does not count: ${why}`)] : []));
}

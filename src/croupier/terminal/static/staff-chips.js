// @ts-check
/** Chips at the cage: they are sold and redeemed, fills and credits are confirmed, colour checks of closed tables are paid. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { askFor, close, closeSent, line, tell } from "./staff-dialog.js";
import { OwnDrawer } from "./staff-drawer.js";
import { Listing, LIVE } from "./staff-listing.js";
import { inWords, pieces, worth } from "./staff-pieces.js";
import { cashOf, offerReceipt } from "./staff-receipt-slip.js";
import { secondPerson } from "./staff-second.js";
import { moment } from "./zone.js";
import { sendOnce, wordsOf } from "./staff-unanswered.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-chips.d.ts").CountRoomView} CountRoomView */
/** @typedef {import("./staff-chips.d.ts").SlipView} SlipView */
/** @typedef {import("./staff-chips.d.ts").ChecksView} ChecksView */
/** @typedef {import("./staff-chips.d.ts").TableOrderDone} TableOrderDone */

export class ChipsPage {
  #slips = html("tbody");
  #checks = html("tbody");
  #drawn = "";
  /** @type {number[]} */
  #values = [];
  #pays;
  #failed;
  #listing;
  #drawer;
  /** The keys that a letter presses. @type {Record<string, HTMLButtonElement>} */
  #keys;
  #ending = new AbortController();

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#pays = me.duties.includes("handle-money");
    const key = (
      /** @type {Record<string, string>} */ more,
      /** @type {string} */ words,
    ) => /** @type {HTMLButtonElement} */ (html("button", { type: "button", ...more }, words));
    const sell = key({ class: "main", "aria-keyshortcuts": "s" }, "Sell chips (S)");
    sell.addEventListener("click", () => this.#trade("SellChips"));
    const redeem = key({ "aria-keyshortcuts": "r" }, "Redeem chips (R)");
    redeem.addEventListener("click", () => this.#trade("RedeemChips"));
    this.#keys = { s: sell, r: redeem };
    this.#drawer = new OwnDrawer(me, failed, [sell, redeem]);
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Chips"), ...(this.#pays ? [sell, redeem] : [])),
      cageTabs("chips"),
      this.#drawer.root,
      listed("Fills and credits that wait", ["Slip", "Table", "What", "Chips", "Requested", "Next step"], this.#slips),
      listed("Colour checks that are away", ["Table", "Colour", "Checks", "Worth", "Next step"], this.#checks),
    );
    this.#listing = new Listing(() => this.#refresh(), failed, { every: LIVE });
    addEventListener("keydown", (event) => this.#pressed(event), { signal: this.#ending.signal });
  }

  close() {
    this.#ending.abort();
    this.#listing.close();
    this.#drawer.close();
    close();
  }

  async #refresh() {
    const view = /** @type {CountRoomView} */ (await ask("GET", "/cage/count-room"));
    this.#values = view.chips;
    const now = JSON.stringify([view.slips, view.checks]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.#slips.replaceChildren(...rowsOf(view.slips.map((each) => this.#slip(each)), 6));
    this.#checks.replaceChildren(...rowsOf(view.checks.map((each) => this.#away(each)), 5));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const isTyping = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey;
    if (!this.#pays || isTyping || document.querySelector("dialog[open]")) return;
    if (!(event.key in this.#keys)) return;
    this.#keys[event.key].click();
    event.preventDefault();
  }

  /** @param {"SellChips" | "RedeemChips"} order */
  #trade(order) {
    const sells = order === "SellChips";
    const entries = [
      pieces("chips", this.#values, "chips"),
      ...(sells ? [] : [line("identified", "Identification that was seen, if you asked for it")]),
    ];
    askFor({ title: sells ? "Sell chips" : "Redeem chips", entries, key: sells ? "Sell" : "Pay" }, async (given) => {
      const chips = /** @type {Record<string, number>} */ (given.chips);
      const seen = given.identified ? { identified: given.identified } : {};
      const { receipt } = await giveAtCage({ type: order, chips, ...seen });
      closeSent();
      const amount = receipt ? cashOf(receipt) : dollars(worth(chips));
      tell(sells ? `Chips for ${amount} are sold: hand them over.` : `${amount} is paid for chips: hand it over.`);
      await this.#listing.refresh();
    }, this.#failed);
  }

  /** @param {SlipView} slip */
  #slip(slip) {
    const what = slip.is_fill ? "fill" : "credit";
    const order = slip.is_fill ? "SendFill" : "ReceiveCredit";
    const confirm = html(
      "button",
      { type: "button", class: "main", "data-testid": order },
      slip.is_fill ? "Send" : "Received",
    );
    confirm.addEventListener("click", () => this.#confirm(order, slip));
    const cancel = html("button", { type: "button", "data-testid": "CancelSlip" }, "Cancel");
    cancel.addEventListener("click", () => this.#cancel(slip));
    // The table alone says that the chips of a credit are back in its tray, and the cage that those of a fill came back.
    const open = slip.is_fill ? [confirm, cancel] : [confirm];
    const waits = slip.sent_by === null ? open : [`sent by ${slip.sent_by}; waits for the table`, cancel];
    return [
      String(slip.slip),
      slip.table,
      `${what} of ${dollars(slip.amount)}`,
      inWords(slip.chips),
      `${moment(slip.since)}, ${slip.by}`,
      this.#pays ? html("span", { class: "keys" }, ...waits) : "",
    ];
  }

  /**
   * @param {string} order
   * @param {SlipView} slip
   */
  #confirm(order, { table, slip, is_fill, amount, chips }) {
    const lead = `${inWords(chips)}: ${dollars(amount)}. ${
      is_fill ? "The table confirms it next." : "It is counted here."
    }`;
    const title = `${is_fill ? "Send fill" : "Receive credit"} ${slip} of ${table}`;
    askFor({ title, lead, key: "Confirm" }, async () => {
      await this.#give(table, { type: order, slip });
      tell(is_fill ? `Fill ${slip} is on its way to ${table}.` : `Credit ${slip} of ${table} is in the cage.`);
    }, this.#failed);
  }

  /** @param {SlipView} slip */
  #cancel({ table, slip, sent_by, chips, amount }) {
    const lead = sent_by === null ? "" : `Only with all chips back here: ${inWords(chips)}, ${dollars(amount)}.`;
    askFor(
      { title: `Cancel slip ${slip} of ${table}`, lead, entries: [line("why", "Reason")], key: "Cancel it" },
      async ({ why }) => {
        await this.#give(table, { type: "CancelSlip", slip, is_back: sent_by !== null, why });
        tell(`Slip ${slip} of ${table} is cancelled.`);
      },
      this.#failed,
    );
  }

  /** @param {ChecksView} away */
  #away(away) {
    const { table, colour, checks, value, is_closed } = away;
    const redeem = html("button", { type: "button", "data-testid": "RedeemColours" }, "Redeem");
    redeem.addEventListener("click", () => this.#redeem(away));
    const last = is_closed ? (this.#pays ? redeem : "") : "redeemed at the table, which is open";
    return [table, colour, `${checks} of ${dollars(value)}`, dollars(checks * value), last];
  }

  /** @param {ChecksView} away */
  #redeem({ table, colour, value }) {
    const entries = [line("checks", "How many checks"), secondPerson("A supervisor or a manager signs, too")];
    const lead = "Lay the checks before the person who signs: nobody counts them here later.";
    const asked = { title: `Redeem ${colour} checks of ${table}`, lead, entries, key: "Pay" };
    askFor(asked, async ({ checks, second }) => {
      const order = { type: "RedeemColours", colour, checks: Number(checks) };
      const { receipt } = await this.#give(table, order, { second });
      if (receipt) offerReceipt(receipt);
      const paid = receipt ? cashOf(receipt) : dollars(Number(checks) * value);
      tell(`${paid} is paid for colour checks of ${table}: hand it over.`);
    }, this.#failed);
  }

  /**
   * @param {string} table
   * @param {Record<string, unknown>} order
   * @param {Record<string, unknown>} [more]  that is sent with it
   * @returns {Promise<TableOrderDone>}
   */
  async #give(table, order, more = {}) {
    const path = `/cage/chips/${encodeURIComponent(table)}`;
    const done = await sendOnce(path, order, { order, ...more }, `${wordsOf(order)}, table ${table}`);
    closeSent();
    await this.#listing.refresh();
    return done;
  }
}

/**
 * A table under a heading.
 * @param {string} title
 * @param {string[]} heads
 * @param {HTMLElement} body
 */
export function listed(title, heads, body) {
  const cells = heads.map((words) => html("th", { scope: "col" }, words));
  const table = html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...cells)), body);
  return html("section", { "aria-label": title }, html("h3", {}, title), table);
}

/**
 * Rows of a table; one that says so if there is none.
 * @param {(string | Node)[][]} rows
 * @param {number} columns
 */
export function rowsOf(rows, columns) {
  if (!rows.length) return [html("tr", {}, html("td", { colspan: String(columns) }, "None."))];
  return rows.map((cells) => html("tr", {}, ...cells.map((each) => html("td", {}, each))));
}

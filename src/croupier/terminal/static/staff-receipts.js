// @ts-check
/** Receipts of the cage: each transaction at the counter by number, to print again, and to reverse if it was wrong. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { askFor, close, closeSent, reason, showSheet, tell } from "./staff-dialog.js";
import { Listing } from "./staff-listing.js";
import { cashOf, receiptSlip, roundedWords, subject } from "./staff-receipt-slip.js";
import { secondPerson } from "./staff-second.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-cage.d.ts").ReceiptView} ReceiptView */

const HEADS = ["Receipt", "Amount", "For", "When", "By", "Next step"];

export class ReceiptsPage {
  #rows = html("tbody");
  #newest = html("button", { type: "button", hidden: "" }, "Newest");
  #older = html("button", { type: "button" }, "Older");
  /** The number before which the list begins; 0 for the newest. */
  #before = 0;
  #pays;
  #failed;
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#pays = me.duties.includes("handle-money");
    this.#newest.addEventListener("click", () => this.#show(0));
    const heads = HEADS.map((words) => html("th", { scope: "col" }, words));
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Receipts")),
      cageTabs("receipts"),
      html(
        "section",
        { "aria-label": "Transactions at the counter" },
        html("p", { class: "hint" }, "A wrong transaction is reversed by another one, which two people sign."),
        html("table", { class: "tickets receipts" }, html("thead", {}, html("tr", {}, ...heads)), this.#rows),
        html("div", { class: "keys" }, this.#newest, this.#older),
      ),
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
  }

  close() {
    this.#listing.close();
    close();
  }

  /** @param {number} before */
  #show(before) {
    this.#before = before;
    return this.#listing.refresh();
  }

  async #refresh() {
    const receipts = /** @type {ReceiptView[]} */ (await ask("GET", `/cage/receipts?before=${this.#before}`));
    this.#rows.replaceChildren(...receipts.map((each) => this.#row(each)));
    this.#newest.hidden = !this.#before;
    const oldest = receipts.at(-1)?.number ?? 1;
    this.#older.hidden = oldest <= 1;
    this.#older.onclick = () => this.#show(oldest);
  }

  /** @param {ReceiptView} receipt */
  #row(receipt) {
    const { number, at, by, reversed_by, why_kept } = receipt;
    const print = html("button", { type: "button", "data-testid": `print-${number}` }, "Print a copy");
    print.addEventListener("click", () => showSheet(`Receipt ${number}`, receiptSlip(receipt, true)));
    const keys = [print];
    if (this.#pays && why_kept === null) {
      const reverse = html("button", { type: "button", "data-testid": `reverse-${number}` }, "Reverse");
      reverse.addEventListener("click", () => this.#reverse(receipt));
      keys.push(reverse);
    }
    const what = reversed_by ? `${subject(receipt)}: reversed by ${reversed_by}` : subject(receipt);
    const cells = [cashOf(receipt), what, moment(at), by ?? ""].map((each) => html("td", {}, each));
    return html(
      "tr",
      { "data-receipt": String(number) },
      html("th", { scope: "row" }, String(number)),
      ...cells,
      html("td", {}, html("div", { class: "keys" }, ...keys)),
    );
  }

  /** @param {ReceiptView} receipt */
  #reverse(receipt) {
    const { number } = receipt;
    const lead = `${subject(receipt)}. What was given comes back first: the cash, the chips or the ticket.`;
    const entries = [reason(), secondPerson()];
    const title = `Reverse transaction ${number}: ${cashOf(receipt)}`;
    askFor({ title, lead, entries, key: "Reverse" }, async ({ why, second }) => {
      const order = { type: "ReverseTransaction", reverses: number, why };
      const { receipt: made } = await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      tell(`Transaction ${number} is reversed by ${made?.number}.${roundedWords(made)}`);
      await this.#show(0);
    }, this.#failed);
  }
}

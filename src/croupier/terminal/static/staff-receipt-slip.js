// @ts-check
/** A receipt on paper, and the key that prints the last one. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { showSheet } from "./staff-dialog.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-cage.d.ts").ReceiptView} ReceiptView */

/** @type {Record<string, string>} */
const KINDS = {
  "deposit": "Deposit into an account",
  "withdrawal": "Withdrawal from an account",
  "ticket-sold": "Ticket sold",
  "ticket-paid": "Ticket paid",
  "chips-sold": "Chips sold",
  "chips-redeemed": "Chips redeemed",
  "transfer-in": "Transfer from an account to a terminal",
  "transfer-out": "Transfer from a terminal to an account",
  "reversal": "Reversal",
};

/**
 * What a transaction was for, on one line.
 * @param {ReceiptView} receipt
 */
export function subject({ kind, patron, serial, reverses, place }) {
  const about = [
    reverses ? `of transaction ${reverses}` : "",
    patron ? `patron ${patron}` : "",
    serial ? `ticket ${serial}` : "",
    place ?? "",
  ];
  return [KINDS[kind] ?? kind, ...about.filter(Boolean)].join(", ").replace("Reversal, of", "Reversal of");
}

/**
 * A receipt as it is handed over. It has no number by which money can be had.
 * @param {ReceiptView} receipt
 * @param {boolean} isCopy
 */
export function receiptSlip(receipt, isCopy) {
  const { operator, number, amount, at, by, place, chips, method, second, why } = receipt;
  const pieces = Object.entries(chips ?? {}).sort(([one], [other]) => Number(other) - Number(one));
  /** @type {[string, string][]} */
  const facts = [
    ["For", subject(receipt)],
    ["Place", place ?? "Cage"],
    ["Clerk", by ?? ""],
    ["Date and time", moment(at)],
    ["Paid in", method ?? ""],
    ["Chips", pieces.map(([value, count]) => `${count} x ${dollars(Number(value))}`).join(", ")],
    ["Reason", why ?? ""],
    ["Approved by", second ?? ""],
  ];
  return [
    html("p", { class: "slip-title" }, `${operator}: receipt ${number}${isCopy ? " (copy)" : ""}`),
    html("p", { class: "slip-amount", "data-testid": "receipt-amount" }, dollars(amount)),
    html(
      "dl",
      { class: "form-facts" },
      ...facts.filter(([, words]) => words).flatMap(([name, words]) => [html("dt", {}, name), html("dd", {}, words)]),
    ),
  ];
}

/**
 * Offer the receipt of what was done just now, beside the links of the cage.
 * @param {ReceiptView} receipt
 */
export function offerReceipt(receipt) {
  const tabs = document.querySelector("nav.cage-tabs");
  const key = html("button", { type: "button", "data-testid": "last-receipt" }, `Print receipt ${receipt.number}`);
  key.addEventListener("click", () => showSheet(`Receipt ${receipt.number}`, receiptSlip(receipt, false)));
  tabs?.querySelector("[data-testid=last-receipt]")?.remove();
  tabs?.append(key);
}

// @ts-check
/** A receipt or the slip of an entry on paper, and the key that prints the last one. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { showSheet, tellWith } from "./staff-dialog.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-cage.d.ts").ReceiptView} ReceiptView */
/** @typedef {{ promotion: number, title: string, number: string }} GivenEntry */

/** @type {Record<string, string>} */
const KINDS = {
  "deposit": "Deposit into an account",
  "withdrawal": "Withdrawal from an account",
  "ticket-sold": "Ticket sold",
  "ticket-paid": "Ticket paid",
  "void-ticket-paid": "Void ticket paid",
  "expired-ticket-paid": "Expired ticket paid",
  "chips-sold": "Chips sold",
  "chips-redeemed": "Chips redeemed",
  "colour-checks": "Colour checks redeemed",
  "transfer-in": "Transfer from an account to a terminal",
  "transfer-out": "Transfer from a terminal to an account",
  "prize-cash": "Prize paid in cash",
  "prize-voucher": "Prize in casino dollars",
  "reversal": "Reversal",
};

/**
 * What a transaction was for, on one line.
 * @param {ReceiptView} receipt
 */
export function subject({ kind, patron, serial, reverses, place, promotion, prize, voucher }) {
  const about = [
    reverses ? `of transaction ${reverses}` : "",
    patron ? `patron ${patron}` : "",
    serial ? `ticket ${serial}` : "",
    prize ? `prize ${prize} of promotion ${promotion}` : "",
    voucher ? `voucher ${voucher}` : "",
    place ?? "",
  ];
  return [KINDS[kind] ?? kind, ...about.filter(Boolean)].join(", ").replace("Reversal, of", "Reversal of");
}

/**
 * An amount, after the cash that is handed over for it if there is no coin for its last cents.
 * @param {number} amount
 * @param {number} inCash
 */
export function cashFor(amount, inCash) {
  return amount === inCash ? dollars(amount) : `${dollars(inCash)} for ${dollars(amount)}`;
}

/**
 * What a receipt is for, after the cash that was handed over or taken back for it.
 * @param {{ amount: number, rounding: number }} receipt
 */
export function cashOf({ amount, rounding }) {
  return cashFor(amount, amount + rounding);
}

/**
 * A sentence before a payment: what to hand over, if there is no coin for its last cents.
 * @param {{ amount: number, in_cash: number }} owed
 */
export function roundedCash({ amount, in_cash }) {
  return amount === in_cash ? "" : `In cash hand over ${cashFor(amount, in_cash)}: there is no smaller coin.`;
}

/**
 * A sentence after a transaction: what to hand over or to take back, if there is no coin for its last cents.
 * @param {ReceiptView | null | undefined} receipt
 */
export function roundedWords(receipt) {
  if (!receipt?.rounding) return "";
  return ` ${receipt.kind === "reversal" ? "Take back" : "Hand over"} ${cashOf(receipt)}.`;
}

/**
 * A receipt as it is handed over. It has no number by which money can be had.
 * @param {ReceiptView} receipt
 * @param {boolean} isCopy
 */
export function receiptSlip(receipt, isCopy) {
  const { operator, number, kind, amount, at, by, place, chips, method, second, why, rounding } = receipt;
  const pieces = Object.entries(chips ?? {}).sort(([one], [other]) => Number(other) - Number(one));
  /** @type {[string, string][]} */
  const facts = [
    ["For", subject(receipt)],
    ["Place", kind === "colour-checks" ? "Cage" : place ?? "Cage"],
    ["Clerk", by ?? ""],
    ["Date and time", moment(at)],
    ["Paid in", method ?? ""],
    [kind === "reversal" ? "Taken back in cash" : "Handed over in cash", rounding ? dollars(amount + rounding) : ""],
    ["Rounded up to coins", rounding ? dollars(rounding) : ""],
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
 * Offer the receipt of what was done just now, beside the links of the cage, or beside what another page says of it.
 * @param {ReceiptView} receipt
 */
export function offerReceipt(receipt) {
  const key = html("button", { type: "button", "data-testid": "last-receipt" }, `Print receipt ${receipt.number}`);
  key.addEventListener("click", () => showSheet(`Receipt ${receipt.number}`, receiptSlip(receipt, false)));
  offer(key);
}

/** @param {HTMLElement} key */
function offer(key) {
  const tabs = document.querySelector('nav.cage-tabs[aria-label="Cage"]');
  // Another page draws itself anew, and a key in it would be gone.
  if (!tabs) return tellWith(key);
  tabs.querySelector(`[data-testid=${key.dataset.testid}]`)?.remove();
  tabs.append(key);
}

/**
 * What a person gets who has entered a promotion: the number that the published list has.
 * @param {GivenEntry} entry
 */
function entrySlip({ promotion, title, number }) {
  return [
    html("p", {}, title),
    html("p", {}, "Your entry: ", html("output", { class: "digest", "data-testid": "entry" }, number)),
    html("p", {}, `Terms, list of entries and winners: /promotions/${promotion}`),
  ];
}

/** @param {GivenEntry} entry */
export function showEntry(entry) {
  showSheet("For the person who entered", entrySlip(entry));
}

/**
 * Offer the slip of an entry whose answer was lost.
 * @param {GivenEntry} entry
 */
export function offerEntry(entry) {
  const key = html("button", { type: "button", "data-testid": "last-entry" }, `Slip of entry ${entry.number}`);
  key.addEventListener("click", () => showEntry(entry));
  offer(key);
}

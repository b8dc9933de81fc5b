// @ts-check
/** Orders at the cage: each is carried out once, and has a receipt to print. */
import { offerReceipt } from "./staff-receipt-slip.js";
import { giveOnce } from "./staff-unanswered.js";

/** @typedef {import("./protocol.d.ts").PrintedTicket} PrintedTicket */
/** @typedef {import("./staff-cage.d.ts").TicketView} TicketView */
/** @typedef {import("./staff-cage.d.ts").IssuedCard} IssuedCard */
/** @typedef {import("./staff-cage.d.ts").IssuedVoucher} IssuedVoucher */
/** @typedef {import("./staff-cage.d.ts").ReceiptView} ReceiptView */
/** @typedef {import("./staff-chips.d.ts").CountDone} CountDone */
/** @typedef {{ ticket: TicketView | null, printed: PrintedTicket | null, card: IssuedCard | null, count: CountDone | null, voucher: IssuedVoucher | null, receipt: ReceiptView | null }} CageDone */

/**
 * @param {Record<string, unknown>} order
 * @param {{ login: unknown, password: unknown }} [second]
 * @param {Record<string, unknown>} [about]  what the order does not name, and its words do
 * @returns {Promise<CageDone>}
 */
export async function giveAtCage(order, second, about = {}) {
  const done = /** @type {CageDone} */ (await giveOnce(order, second ? { second } : {}, about));
  if (done.receipt) offerReceipt(done.receipt);
  return done;
}

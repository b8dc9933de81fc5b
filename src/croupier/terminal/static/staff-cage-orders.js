// @ts-check
/** Orders at the cage. One that was not answered is given again with the same id, and so is carried out once. */
import { newId } from "./link.js";
import { ask, Refused } from "./staff-api.js";
import { offerReceipt } from "./staff-receipt-slip.js";

/** @typedef {import("./protocol.d.ts").PrintedTicket} PrintedTicket */
/** @typedef {import("./staff-cage.d.ts").TicketView} TicketView */
/** @typedef {import("./staff-cage.d.ts").IssuedCard} IssuedCard */
/** @typedef {import("./staff-cage.d.ts").IssuedVoucher} IssuedVoucher */
/** @typedef {import("./staff-cage.d.ts").ReceiptView} ReceiptView */
/** @typedef {import("./staff-chips.d.ts").CountDone} CountDone */
/** @typedef {{ ticket: TicketView | null, printed: PrintedTicket | null, card: IssuedCard | null, count: CountDone | null, voucher: IssuedVoucher | null, receipt: ReceiptView | null }} CageDone */

export class CageOrders {
  /** The ids of orders that were given and not answered, by what they say. @type {Map<string, string>} */
  #unanswered = new Map();

  /**
   * @param {Record<string, unknown>} order
   * @param {{ login: unknown, password: unknown }} [second]
   * @returns {Promise<CageDone>}
   */
  async give(order, second) {
    const body = { order, ...(second ? { second } : {}) };
    const done = /** @type {CageDone} */ (await this.send("/cage/orders", JSON.stringify(order), body));
    if (done.receipt) offerReceipt(done.receipt);
    return done;
  }

  /**
   * Send something that has an id.
   * @param {string} path
   * @param {string} key  what it says, without secrets
   * @param {Record<string, unknown>} body
   */
  async send(path, key, body) {
    const id = this.#unanswered.get(key) ?? newId();
    this.#unanswered.set(key, id);
    try {
      const done = await ask("POST", path, { id, ...body });
      this.#unanswered.delete(key);
      return done;
    } catch (error) {
      // A server that fails may have carried it out before: only a refusal says that it was not.
      if (error instanceof Refused && error.status && error.status < 500) this.#unanswered.delete(key);
      throw error;
    }
  }
}

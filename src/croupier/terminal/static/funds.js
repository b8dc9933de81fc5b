// @ts-check
/** How money comes to the terminal: by its keys, its card reader, and the money devices for which the page may stand. */
import { byId, onPress } from "./dom.js";
import { listenToTickets } from "./ticket.js";

/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./types.d.ts").NewWish} NewWish */
/**
 * `ask` says what the table answers, `send` lets a sheet say it, and `credit` is what the table last told.
 * @typedef {object} Table
 * @property {(wish: NewWish) => Promise<Answered>} ask
 * @property {(wish: NewWish) => Promise<Answered>} send
 * @property {() => number | undefined} credit
 */

/** Milliseconds to wait for credit that the devices have heard of. */
const PATIENCE = 2000;

export class Funds {
  #ask;
  #status;
  #credit;
  /** The money devices, if this page stands for them. */
  #slots;

  /**
   * @param {import("./protocol.d.ts").TableInfo} info
   * @param {import("./status.js").Status} status
   * @param {Table} table
   */
  constructor(info, status, { ask, send, credit }) {
    this.#ask = ask;
    this.#status = status;
    this.#credit = credit;
    this.#slots = listenToTickets(info, ask, send);
    // Only a terminal of a floor with a cage has a card reader.
    if (info.tickets) import("./card.js").then(({ listenToCard }) => listenToCard(info, send));
    for (const id of ["insert-10000", "insert-50000"]) {
      onPress(byId(id), () => this.insert(Number(byId(id).dataset.cents)));
    }
  }

  /**
   * Put money in: notes into the slot where there is one, else demonstration money.
   * @param {number} amount
   */
  async insert(amount) {
    const slots = await this.#slots;
    if (!slots) return (await this.#ask({ say: "insert", amount })).ok;
    this.#status.asked();
    const before = this.#credit();
    const { ok, message } = await slots.feed(amount);
    if (!ok) this.#status.say(message, "refusal");
    // The devices hear of the credit on a line of their own. The table tells it, too, and may be later.
    for (let waited = 0; ok && this.#credit() === before && waited < PATIENCE; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return ok;
  }

  async connect() {
    (await this.#slots)?.devices.connect();
  }

  async close() {
    (await this.#slots)?.devices.close();
  }
}

// @ts-check
/** How money comes to the terminal and leaves it: by its keys, on tickets, from an account, or through its money devices. */
import { byId, lazily, onPress } from "./dom.js";

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
  /** What takes tickets in and prints them, on a floor with a cage. */
  #tickets;

  /**
   * @param {import("./protocol.d.ts").TableInfo} info
   * @param {import("./status.js").Status} status
   * @param {Table} table
   */
  constructor(info, status, { ask, send, credit }) {
    this.#ask = ask;
    this.#status = status;
    this.#credit = credit;
    // Only a floor with a cage needs these modules.
    this.#tickets = info.tickets
      ? lazily(() => import("./ticket.js")).then(({ openTickets }) => openTickets(info, send))
      : null;
    if (info.tickets) lazily(() => import("./card.js")).then(({ listenToCard }) => listenToCard(info, send));
    this.#listen(info);
  }

  /** @param {import("./protocol.d.ts").TableInfo} info */
  #listen(info) {
    const [put, collect] = [byId("ticket"), byId("collect")];
    put.hidden = !info.tickets;
    if (info.devices) put.textContent = "Money";
    put.addEventListener("click", async () => (await this.#tickets)?.reader.open());
    collect.hidden = info.buy_in !== "" && !info.tickets;
    onPress(collect, async () => {
      const { ticket } = await this.#ask({ say: "collect" });
      if (ticket) (await this.#tickets)?.printer.show(ticket);
    });
    for (const id of ["insert-10000", "insert-50000"]) {
      onPress(byId(id), () => this.insert(Number(byId(id).dataset.cents)));
    }
  }

  /**
   * Put money in: notes into the slot where there is one, else demonstration money.
   * @param {number} amount
   */
  async insert(amount) {
    const slots = (await this.#tickets)?.slots;
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
    (await this.#tickets)?.slots?.devices.connect();
  }

  async close() {
    (await this.#tickets)?.slots?.devices.close();
  }
}

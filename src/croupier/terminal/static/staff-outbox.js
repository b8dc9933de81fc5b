// @ts-check
/** The orders that a person has given at a table. They are sent one after another, in their order, and none is dropped silently. */
import { give, Refused } from "./staff-api.js";
import { labelOf } from "./staff-catalogue.js";
import { tell } from "./staff-dialog.js";

/** Milliseconds after which the page says that an order is still on its way. */
const SLOW = 1000;

/** @typedef {{ command: Record<string, unknown>, round: number | null, ended: () => void }} Given */

export class Outbox {
  /** The first one is on its way. @type {Given[]} */
  #waiting = [];
  #isSlow = false;
  #table;
  #done;
  #refused;

  /**
   * @param {string} table
   * @param {(order: string, notice: string) => void} done
   * @param {(error: unknown) => void} refused
   */
  constructor(table, done, refused) {
    this.#table = table;
    this.#done = done;
    this.#refused = refused;
  }

  /**
   * Send an order after those before it. The promise ends when it was answered, or cannot be sent.
   * @param {Record<string, unknown>} command
   * @param {number | null} round  the round that it is meant for; null if it is meant for none
   * @returns {Promise<void>}
   */
  send(command, round) {
    return new Promise((ended) => {
      this.#waiting.push({ command, round, ended });
      if (this.#waiting.length === 1) this.#work();
      else if (this.#isSlow) this.#tellSlow();
    });
  }

  async #work() {
    for (let first = this.#waiting.at(0); first; first = this.#waiting.at(0)) {
      await this.#give(first);
      this.#waiting.shift();
      first.ended();
    }
  }

  /** @param {Given} given */
  async #give({ command, round }) {
    const slow = setTimeout(() => this.#tellSlow(), SLOW);
    try {
      const { notice } = await give(this.#table, command, round === null ? {} : { round });
      this.#done(String(command.type), notice);
    } catch (error) {
      this.#refused(error);
      // Whoever could not send this one cannot send the next. Nobody knows when they would arrive.
      if (error instanceof Refused && !error.status) this.#giveUp(error.message);
    } finally {
      clearTimeout(slow);
      this.#isSlow = false;
    }
  }

  #tellSlow() {
    this.#isSlow = true;
    tell(`On the way: ${names(this.#waiting)} …`, "notice");
  }

  /** @param {string} why */
  #giveUp(why) {
    const [first, ...unsent] = this.#waiting;
    this.#waiting = [first];
    if (unsent.length) tell(`Not sent: ${names(unsent)}. ${why}`, "refusal");
    for (const { ended } of unsent) ended();
  }
}

/** @param {Given[]} all */
function names(all) {
  return all.map(({ command }) => labelOf(String(command.type))).join(", ");
}

// @ts-check
/**
 * The player's own chips: bets that the server has confirmed, and wishes that it has not confirmed yet.
 *
 * A wish is drawn at once. When its event arrives it is removed, because the confirmed bets now include it. Answers and
 * events may arrive in either order. After a reconnect, a snapshot may include a wish whose answer has not arrived.
 */

import { isWaiting } from "./phases.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./protocol.d.ts").TableEvent} TableEvent */
/** @typedef {{ id: string, wager: string, amount: number, drawn: boolean, answered: boolean }} Pending  amount < 0 comes down */

export class Bets {
  /** @type {Pending[]} */
  #pending = [];
  /** @type {{ wager: string, amount: number }[]} */
  #placements = [];
  /** @type {Amounts} */
  #told = {};
  /** @type {Amounts} */
  #fresh = {};
  #round = 0;
  /** What I had placed when betting last closed. @type {Amounts} */
  last = {};

  /**
   * @param {string} id
   * @param {string} wager
   * @param {number} amount
   */
  wish(id, wager, amount) {
    this.#pending.push({ id, wager, amount, drawn: true, answered: false });
    if (amount > 0) this.#placements.push({ wager, amount });
  }

  /**
   * @param {string} id
   * @param {boolean} ok
   */
  answered(id, ok) {
    const wish = this.#pending.find((each) => each.id === id);
    if (!wish) return;
    wish.answered = true;
    if (!ok || !wish.drawn) this.#drop(wish);
    if (!ok) this.#prune();
  }

  /** @param {Drawn} drawn */
  snapshot(drawn) {
    // The snapshot may already include unanswered wishes, so do not draw them in addition.
    for (const wish of this.#pending) wish.drawn = false;
    this.#pending = this.#pending.filter((wish) => !wish.answered);
    this.#tell(drawn);
  }

  /**
   * @param {Drawn} drawn
   * @param {TableEvent | undefined} event
   * @param {string} seat
   */
  event(drawn, event, seat) {
    if ((event?.type === "BetPlaced" || event?.type === "BetTakenDown") && event.seat === seat) {
      const amount = event.type === "BetPlaced" ? event.stake : -event.amount;
      const wish = this.#pending.find((each) => each.wager === event.wager && each.amount === amount);
      if (wish) this.#drop(wish);
    }
    this.#tell(drawn);
  }

  /** What lies on the felt, by wager, with what is on its way. @returns {Amounts} */
  get shown() {
    const amounts = { ...this.#told };
    for (const wish of this.#pending) {
      if (wish.drawn) amounts[wish.wager] = Math.max(0, (amounts[wish.wager] ?? 0) + wish.amount);
    }
    return amounts;
  }

  /** What was placed this round, in its order, with what is on its way. @returns {Amounts} */
  get fresh() {
    const amounts = { ...this.#fresh };
    for (const wish of this.#pending) {
      if (wish.drawn) amounts[wish.wager] = Math.max(0, (amounts[wish.wager] ?? 0) + wish.amount);
    }
    return amounts;
  }

  /** The wagers whose chips are not confirmed yet. */
  get unsure() {
    return new Set(this.#pending.filter((wish) => wish.drawn).map((wish) => wish.wager));
  }

  /** How much more is on its way to the felt than is told. */
  get underway() {
    return this.#pending.reduce((sum, wish) => sum + (wish.drawn ? wish.amount : 0), 0);
  }

  /** The last placement of this round, taken off the list of those that can be undone. */
  undo() {
    return this.#placements.pop();
  }

  get undoable() {
    return this.#placements.length > 0;
  }

  /** @param {Drawn} drawn */
  #tell(drawn) {
    this.#told = drawn.mine.bets;
    this.#fresh = drawn.mine.fresh;
    if (drawn.round.number !== this.#round) this.#placements = [];
    this.#round = drawn.round.number;
    if (isWaiting(drawn.round.phase) && Object.keys(this.#fresh).length) this.last = { ...this.#fresh };
    this.#prune();
  }

  /** Only what still lies there can be undone. */
  #prune() {
    const left = this.fresh;
    this.#placements = this.#placements.filter(({ wager, amount }) => {
      left[wager] = (left[wager] ?? 0) - amount;
      return left[wager] >= 0;
    });
  }

  /** @param {Pending} wish */
  #drop(wish) {
    this.#pending.splice(this.#pending.indexOf(wish), 1);
  }
}

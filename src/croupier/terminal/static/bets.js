// @ts-check
/**
 * The player's own chips: bets that the server has confirmed, and wishes that it has not confirmed yet.
 *
 * A wish is drawn at once. When its event arrives it is removed, because the confirmed bets now include it. Answers and
 * events may arrive in either order. After a reconnect, a snapshot may include a wish whose answer has not arrived.
 */

import { isWaiting } from "./phases.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./protocol.d.ts").Moved} Moved */
/** @typedef {import("./protocol.d.ts").TableEvent} TableEvent */
/** Chips on a wager, or off it if the amount is below 0; `from`: the wager from which they were moved there, `called`: the call where they lay, `by`: the key that made the bet. */
/** @typedef {{ wager: string, amount: number, from?: string, called?: boolean, by?: string }} Stake */
/** A wish has one entry, a move two. An amount below 0 comes down; `exact`: the table takes that amount or refuses. */
/** @typedef {Stake & { id: string, exact: boolean, drawn: boolean, answered: boolean }} Pending */

export class Bets {
  /** @type {Pending[]} */
  #pending = [];
  /** What was placed, moved or taken down this round, one step for each touch of the player. @type {Stake[][]} */
  #steps = [];
  /** @type {Stake[][]} */
  #undone = [];
  /** @type {Amounts} */
  #told = {};
  /** @type {Amounts} */
  #fresh = {};
  /** The calls of bets that were told last. @type {Record<string, boolean>} */
  #called = {};
  #round = 0;
  /** What lay on the felt when betting last closed, where it went since. @type {Amounts} */
  last = {};

  /** @param {string} table */
  constructor(table) {
    this.name = `bets of ${table}`;
    try {
      this.last = JSON.parse(kept(this.name) ?? "{}");
    } catch {
      keep(this.name, null);
    }
  }

  /**
   * @param {string} id
   * @param {string} wager
   * @param {number} amount
   * @param {boolean} [exact]
   */
  wish(id, wager, amount, exact = true) {
    this.#pending.push({ id, wager, amount, exact, drawn: true, answered: false });
  }

  /**
   * A wish is not asked for.
   * @param {string} id
   */
  withdraw(id) {
    this.#pending = this.#pending.filter((wish) => wish.id !== id);
  }

  /**
   * @param {string} id
   * @param {boolean} ok
   */
  answered(id, ok) {
    for (const wish of this.#pending.filter((each) => each.id === id)) {
      wish.answered = true;
      if (!ok || !wish.drawn) this.#drop(wish);
      if (!ok) this.#unstep(wish);
    }
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
      const wish = this.#pending.find((each) =>
        each.wager === event.wager && (each.exact ? each.amount === amount : each.amount > 0 === amount > 0)
      );
      if (wish) this.#drop(wish);
      else if (event.type === "BetTakenDown" && !event.by && !event.to) {
        this.step([...event.trimmed ?? [], event].map((each) => this.#comesDown(each, drawn.mine.bets)));
      }
    }
    if (event?.type === "RoundSettled") {
      // What the table has not confirmed by now, it does not have.
      for (const wish of this.#pending) wish.drawn = false;
      this.#follow(event.moved.filter((each) => each.seat === seat));
    }
    this.#tell(drawn);
  }

  /** What lies on the felt, by wager, with what is on its way. @returns {Amounts} */
  get shown() {
    return this.#with(this.#told);
  }

  /** What I placed this round, in its order, with what is on its way. @returns {Amounts} */
  get fresh() {
    return this.#with(this.#fresh);
  }

  /** The bets of the last round that are no longer there. */
  get gone() {
    return missing(this.last, this.shown);
  }

  /** The wagers whose chips are not confirmed yet. */
  get unsure() {
    return new Set(this.#pending.filter((wish) => wish.drawn).map((wish) => wish.wager));
  }

  /** What is on its way and not confirmed, by wager; below 0 if it comes down. @returns {Amounts} */
  get doubtful() {
    /** @type {Amounts} */
    const amounts = {};
    for (const { drawn, wager, amount } of this.#pending) if (drawn) amounts[wager] = (amounts[wager] ?? 0) + amount;
    return amounts;
  }

  /** How much more is on its way to the felt than is told. */
  get underway() {
    return this.#pending.reduce((sum, wish) => sum + (wish.drawn ? wish.amount : 0), 0);
  }

  /**
   * Remember what one touch has done, to undo it.
   * @param {Stake[]} stakes
   */
  step(stakes) {
    this.#steps.push(stakes);
    this.#undone = [];
  }

  /** The last step of this round, which can be redone from now on. */
  undo() {
    const step = this.#steps.pop();
    if (step) this.#undone.push(step);
    return step ?? [];
  }

  /** The step that was undone last, which can be undone again. */
  redo() {
    const step = this.#undone.pop();
    if (step) this.#steps.push(step);
    return step ?? [];
  }

  /** All that was placed this round, which can be redone in one step from now on. */
  clear() {
    const placed = Object.entries(this.fresh).map(([wager, amount]) => ({ wager, amount })).filter(({ amount }) =>
      amount > 0
    );
    [this.#steps, this.#undone] = [[], [placed]];
    return placed;
  }

  /** Nothing can be redone: what came down was not what the step had placed. */
  forgetUndone() {
    this.#undone = [];
  }

  get undoable() {
    return this.#steps.length > 0;
  }

  get redoable() {
    return this.#undone.length > 0;
  }

  /**
   * Chips that came down. A bet that is gone has lost its call.
   * @param {Stake} stake
   * @param {Amounts} left  the bets that are there
   * @returns {Stake}
   */
  #comesDown({ wager, amount }, left) {
    return { wager, amount: -amount, called: left[wager] ? undefined : this.#called[wager] };
  }

  /** @param {Drawn} drawn */
  #tell(drawn) {
    this.#told = drawn.mine.bets;
    this.#called = drawn.mine.called;
    this.#fresh = missing(drawn.mine.fresh, drawn.mine.stayed);
    if (drawn.round.number !== this.#round) [this.#steps, this.#undone] = [[], []];
    this.#round = drawn.round.number;
    if (isWaiting(drawn.round.phase) && Object.keys(this.#told).length) this.#remember({ ...this.#told });
    this.#prune();
  }

  /**
   * A bet that goes to its number is still there: it is not placed again.
   * @param {Moved[]} moved
   */
  #follow(moved) {
    const last = { ...this.last };
    for (const { wager, to } of moved) {
      if (wager === to || !last[wager]) continue;
      last[to] = (last[to] ?? 0) + last[wager];
      delete last[wager];
    }
    this.#remember(last);
  }

  /** @param {Amounts} last */
  #remember(last) {
    this.last = last;
    keep(this.name, JSON.stringify(last));
  }

  /**
   * A bet that was refused cannot be undone.
   * @param {Stake} refused
   */
  #unstep({ wager, amount }) {
    const is = (/** @type {Stake} */ stake) => stake.wager === wager && stake.amount === amount && !stake.from;
    const at = this.#steps.findLastIndex((step) => step.some(is));
    if (at < 0) return;
    this.#steps[at] = this.#steps[at].filter((stake) => !is(stake));
    if (!this.#steps[at].length) this.#steps.splice(at, 1);
  }

  /** Only what still lies there can be undone. Chips that were moved or taken down lay elsewhere before: newest first. */
  #prune() {
    const left = this.fresh;
    const isThere = (/** @type {Stake} */ { wager, amount, from }) => {
      if ((left[wager] ?? 0) < amount) return false;
      left[wager] = (left[wager] ?? 0) - amount;
      if (from) left[from] = (left[from] ?? 0) + amount;
      return true;
    };
    this.#steps = this.#steps.toReversed().map((step) => step.filter(isThere)).filter((step) => step.length)
      .toReversed();
  }

  /** @param {Amounts} told */
  #with(told) {
    const amounts = { ...told };
    for (const wish of this.#pending) {
      if (wish.drawn) amounts[wish.wager] = Math.max(0, (amounts[wish.wager] ?? 0) + wish.amount);
    }
    return amounts;
  }

  /** @param {Pending} wish */
  #drop(wish) {
    this.#pending.splice(this.#pending.indexOf(wish), 1);
  }
}

/**
 * How much more of each wager there is in the first than in the second.
 * @param {Amounts} amounts
 * @param {Amounts} others
 * @returns {Amounts}
 */
function missing(amounts, others) {
  const more = Object.entries(amounts).map(([wager, cents]) => [wager, cents - (others[wager] ?? 0)]);
  return Object.fromEntries(more.filter(([, cents]) => Number(cents) > 0));
}

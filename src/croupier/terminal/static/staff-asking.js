// @ts-check
/** Asks the API what the person may do now: soon after every change of the table, but not while nobody is there. */
import { ask } from "./staff-api.js";

/** @typedef {import("./staff.d.ts").ActionsNow} ActionsNow */

/** Milliseconds between a change and the question what may be done now. */
const PAUSE = 150;
/** A person who has touched nothing for so long is away. The keys are not renewed before they are back. */
const AWAY = 60_000;
/** Some orders open with time alone, such as a change that a sign has announced long enough. */
const ASK_AGAIN = 10_000;

export class Asking {
  #path;
  #draw;
  #refused;
  #timer = 0;
  #isOver = false;
  #isStale = false;
  #isOld = false;
  #answered = 0;
  #touched = performance.now();
  /** Who waits until the keys say what may be done now. @type {(() => void)[]} */
  #waiting = [];

  /**
   * @param {string} table
   * @param {(now: ActionsNow) => boolean} draw  returns whether something happened while the answer was on its way
   * @param {(error: unknown) => void} refused
   */
  constructor(table, draw, refused) {
    this.#path = `/tables/${encodeURIComponent(table)}/actions`;
    this.#draw = draw;
    this.#refused = refused;
  }

  close() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** Somebody is there: ask what was not asked while they were away. */
  touch() {
    const wasAway = performance.now() - this.#touched > AWAY;
    this.#touched = performance.now();
    // The question also tells the server that somebody uses the console.
    if (wasAway || this.#isStale) this.soon();
    this.#isOld ||= this.#isStale || wasAway;
  }

  /** Whether the keys may be those of a table as it was: something has happened since, or the person was away. */
  get isOld() {
    return this.#isOld || this.#timer !== 0;
  }

  /** Ask again if the last answer is old. */
  tick() {
    if (!document.hidden && performance.now() - this.#answered > ASK_AGAIN) this.soon();
  }

  /** A countdown has ended, which may open an order, also for a person who only watches it. */
  ended() {
    this.#touched = performance.now();
    this.soon();
  }

  soon() {
    this.#isStale = performance.now() - this.#touched > AWAY;
    if (this.#isStale || this.#timer || this.#isOver) return;
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  /** @returns {Promise<void>}  until the keys are drawn as they were at this moment, or later */
  redrawn() {
    return new Promise((redrawn) => {
      this.#waiting.push(redrawn);
      this.soon();
    });
  }

  async #ask() {
    const waiting = this.#waiting.splice(0);
    try {
      const now = /** @type {ActionsNow} */ (await ask("GET", this.#path));
      this.#timer = 0;
      this.#answered = performance.now();
      this.#isOld = false;
      if (this.#isOver) return;
      if (this.#draw(now)) this.soon();
    } catch (error) {
      this.#timer = 0;
      if (!this.#isOver) this.#refused(error);
    }
    for (const redrawn of waiting) redrawn();
    if (this.#waiting.length) this.soon();
  }
}

// @ts-check
/**
 * The orders that a person has given at a table, by a key or in the dialog. They are sent one after another, in their order. An
 * order without an answer may have been carried out: it is sent again with the same id until the server says which. If the person has
 * left by then, the page asks what became of it.
 */
import { newId } from "./link.js";
import { give, Refused } from "./staff-api.js";
import { labelOf } from "./staff-catalogue.js";
import { tell } from "./staff-dialog.js";
import { doneWith, keepUntilAnswered } from "./staff-unanswered.js";

/** Milliseconds after which the page says that an order is still on its way. */
const SLOW = 1000;
/** Milliseconds before each further request. After the last one the page says that there is no answer, and goes on asking. */
const PAUSES = [300, 1000, 3000];
/** Answers that say nothing about the order: nobody is signed in, or the console is locked. */
const NOT_ABOUT_IT = new Set([401, 423]);

/**
 * What belongs to an order: the round that it is meant for, a second person, its preview; its name; and where the page says that
 * the answer is late.
 * @typedef {{ round?: number | null, second?: { login: string, password: string }, preview?: string, words?: string, say?: (words: string) => void }} How
 */

/** @typedef {{ notice: string, isLate: boolean }} Answer  whether it came after the page had said that there was none */
/** @typedef {{ id: string, command: Record<string, unknown>, how: How, words: string, end: (answer: Answer) => void, fail: (error: unknown) => void }} Given */

export class Outbox {
  /** The first one is on its way. @type {Given[]} */
  #waiting = [];
  #isSlow = false;
  #isUnanswered = false;
  #isClosed = false;
  #table;

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
  }

  /** The person leaves the table. Orders that wait are not sent, and one without an answer is not asked for again. */
  close() {
    this.#isClosed = true;
    const unsent = this.#waiting.splice(1);
    const message = `${this.#table}: not sent: ${unsent.map(({ words }) => words).join(", ")}.`;
    for (const { fail } of unsent) fail(notSent(message));
  }

  /**
   * Send an order after those before it. A refusal is thrown.
   * @param {Record<string, unknown>} command
   * @param {How} [how]
   * @returns {Promise<Answer>}
   */
  send(command, how = {}) {
    const words = how.words ?? labelOf(String(command.type));
    if (this.#isUnanswered) return Promise.reject(notSent(`${this.#noAnswer} Not sent: ${words}.`));
    return new Promise((end, fail) => {
      this.#waiting.push({ id: newId(), command, how, words, end, fail });
      if (this.#waiting.length === 1) this.#work();
      else if (this.#isSlow) this.#tellSlow();
    });
  }

  async #work() {
    for (let first = this.#waiting.at(0); first; first = this.#waiting.at(0)) {
      const slow = setTimeout(() => this.#tellSlow(), SLOW);
      const ended = await this.#answered(first);
      clearTimeout(slow);
      this.#isSlow = this.#isUnanswered = false;
      this.#waiting.shift();
      ended();
    }
  }

  /**
   * Send an order until there is an answer.
   * @param {Given} given
   * @returns {Promise<() => void>}  tells who gave it
   */
  async #answered({ id, command, how: { words: _, say: __, round, ...more }, words, end, fail }) {
    const body = { id, command, ...more, ...(round === null ? {} : { round }) };
    keepUntilAnswered(id, `${words} at ${this.#table}`);
    const failed = (/** @type {unknown} */ error) => () => {
      fail(error);
      doneWith(id, !(error instanceof Refused && (error.isOld || error.error === UNKNOWN)));
    };
    for (let tries = 0;; tries++) {
      // Somebody else may have signed in meanwhile.
      if (this.#isClosed && tries) return failed(unknown(0, `${this.#table}: no answer to ${words}.`));
      try {
        const { notice } = await give(this.#table, body);
        const isLate = this.#isUnanswered;
        return () => {
          end({ notice, isLate });
          doneWith(id, true);
        };
      } catch (error) {
        if (!(error instanceof Refused) || error.status) {
          const late = tries && error instanceof Refused ? lateRefusal(error, words, this.#isUnanswered) : error;
          return failed(late);
        }
        if (this.#isClosed) continue;
        if (tries >= PAUSES.length) this.#giveUpOthers();
        await new Promise((done) => setTimeout(done, PAUSES[Math.min(tries, PAUSES.length - 1)]));
      }
    }
  }

  #tellSlow() {
    this.#isSlow = true;
    if (this.#isUnanswered) return;
    this.#say(`On the way: ${this.#waiting.map(({ words }) => words).join(", ")} …`, "notice");
  }

  /** There is no answer to the first order. Those behind it are not sent: nobody knows when they would arrive. */
  #giveUpOthers() {
    this.#isUnanswered = true;
    const [first, ...unsent] = this.#waiting;
    this.#waiting = [first];
    const names = unsent.map(({ words }) => words).join(", ");
    const message = names ? `${this.#noAnswer} Not sent: ${names}.` : this.#noAnswer;
    this.#say(message, "refusal");
    for (const { fail } of unsent) fail(notSent(message));
  }

  get #noAnswer() {
    return `No answer yet: ${this.#waiting[0].words}. It may have been carried out. The server is asked again.`;
  }

  /**
   * @param {string} words
   * @param {"notice" | "refusal"} look
   */
  #say(words, look) {
    for (const { how } of this.#waiting) how.say?.(words);
    tell(words, look);
  }
}

/**
 * An order that may have been carried out or not.
 * @param {number} status
 * @param {string} words
 */
function unknown(status, words) {
  return new Refused(status, {
    error: UNKNOWN,
    message: `${words} Nobody knows whether it was carried out. See what happened there.`,
  });
}

/** @param {string} message */
function notSent(message) {
  return new Refused(0, { error: "not-sent", message });
}

/**
 * A refusal of an order that was sent before, without an answer.
 * @param {Refused} refused
 * @param {string} words  the order
 * @param {boolean} isSaid  whether the page has said that there is no answer
 */
function lateRefusal(refused, words, isSaid) {
  const { status, error, message } = refused;
  if (NOT_ABOUT_IT.has(status)) return unknown(status, `${words}:`);
  return isSaid ? new Refused(status, { error, message: `${words}: it was not carried out. ${message}` }) : refused;
}

/** The error of an order that may have been carried out, although the answer is about something else. */
export const UNKNOWN = "unknown";

// @ts-check
/** The line in which the table speaks to the player. */
import { byId } from "./dom.js";

const READABLE = 7000;
/** What happened while nobody could see it stays longer. */
const AWAY_READABLE = 60_000;

/**
 * What a sentence is about. It ends with its subject: betting closes, a mode ends, chips are put down, the next round opens, the
 * player bets after a result, does something after the terminal was away, or (of a revised round) asks for something.
 * @typedef {"revision" | "betting" | "mode" | "carrying" | "result" | "away" | "other"} Subject
 */

export class Status {
  #line = byId("status");
  #timer = 0;
  /** @type {Subject} */
  #about = "other";
  /** What happened while the terminal was away, until the player has done something. */
  #away = "";
  /** The part of it that says which bets stand. */
  #standing = "";
  /** Until when it stays. */
  #awayUntil = 0;

  /**
   * Say something; it stays long enough to be read, unless its subject ends. What stands there from the return is not said twice.
   * @param {string} sentence
   * @param {"word" | "refusal" | "notice"} tone
   * @param {Subject} about
   */
  say(sentence, tone = "word", about = "other") {
    if (this.#away.includes(sentence)) return;
    this.#write([this.#away, sentence].filter(Boolean).join(" "), tone, about, READABLE + sentence.length * 60);
  }

  /**
   * Say what happened while the terminal was away. Other sentences stand behind it.
   * @param {string} sentence
   * @param {string} standing  the part of it that says which bets stand; empty if none do
   */
  returned(sentence, standing) {
    this.#awayUntil = performance.now() + AWAY_READABLE;
    this.#standing = standing;
    this.#sayAway(sentence);
  }

  /** @param {string} standing  which bets stand now: what was said of others on return is over */
  stand(standing) {
    if (!this.#standing || this.#standing === standing) return;
    const drop = (/** @type {string | null} */ words) =>
      (words ?? "").replace(this.#standing, "").replace("  ", " ").trim();
    this.#away = drop(this.#away);
    this.#line.textContent = drop(this.#line.textContent);
    this.#standing = "";
  }

  /** @param {string} sentence */
  #sayAway(sentence) {
    this.#away = sentence;
    this.#write(sentence, "word", "away", this.#awayUntil - performance.now());
  }

  /**
   * @param {string} words  what became of the wishes that were made before the terminal was away
   * @param {string} before  what was said of them so far
   */
  late(words, before) {
    if (this.#away.includes(words)) return;
    if (!this.#away) this.returned(words, "");
    else if (before && this.#away.includes(before)) this.#sayAway(this.#away.replace(before, () => words));
    else this.#sayAway(`${this.#away} ${words}`);
  }

  /**
   * @param {string} words
   * @param {string} tone
   * @param {Subject} about
   * @param {number} milliseconds
   */
  #write(words, tone, about, milliseconds) {
    this.#line.textContent = words;
    this.#line.dataset.tone = tone;
    this.#about = about;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), milliseconds);
  }

  /**
   * Say what a touch on the felt means now.
   * @param {string} hint  empty if it means a bet
   */
  mean(hint) {
    if (hint) this.say(hint, "word", "mode");
    else this.end("mode");
  }

  /**
   * What was said about these subjects is over.
   * @param {Subject[]} subjects
   */
  end(...subjects) {
    if (subjects.includes(this.#about)) this.#clear();
  }

  /** The player asks for something else: what was refused or noticed before is over. */
  asked() {
    const { tone = "" } = this.#line.dataset;
    if (this.#away || ["refusal", "notice"].includes(tone)) this.#forget();
  }

  /** What happened while the terminal was away stays, unless its time is over. */
  #clear() {
    if (this.#about !== "away" && performance.now() < this.#awayUntil && this.#away) this.#sayAway(this.#away);
    else this.#forget();
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#away = this.#standing = this.#line.textContent = "";
  }
}

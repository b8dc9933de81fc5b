// @ts-check
/** The line in which the table speaks to the player. */
import { byId } from "./dom.js";

const READABLE = 7000;
/** What happened while nobody could see it stays longer. */
const AWAY_READABLE = 60_000;

/**
 * What a sentence is about. It ends with its subject: betting closes, a mode ends, chips are put down, the next round opens, the
 * player bets after a result, or does something after the terminal was away.
 * @typedef {"betting" | "mode" | "carrying" | "result" | "away" | "other"} Subject
 */

export class Status {
  #line = byId("status");
  #timer = 0;
  /** @type {Subject} */
  #about = "other";
  /** What happened while the terminal was away, until the player has done something. */
  #away = "";

  /**
   * Say something; it stays long enough to be read, unless its subject ends.
   * @param {string} sentence
   * @param {"word" | "refusal" | "notice" | "win"} tone
   * @param {Subject} about
   */
  say(sentence, tone = "word", about = "other") {
    this.#write([this.#away, sentence].filter(Boolean).join(" "), tone, about, READABLE + sentence.length * 60);
  }

  /** @param {string} sentence  what happened while the terminal was away; other sentences stand behind it */
  returned(sentence) {
    this.#away = sentence;
    this.#write(sentence, "word", "away", AWAY_READABLE);
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
    if (this.#away && this.#about !== "away") this.returned(this.#away);
    else this.#forget();
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#away = this.#line.textContent = "";
  }
}

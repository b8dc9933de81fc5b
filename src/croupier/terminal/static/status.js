// @ts-check
/** The line in which the table speaks to the player. */
import { byId } from "./dom.js";

const READABLE = 7000;

/**
 * What a sentence is about. It ends with its subject: betting closes, a mode ends, chips are put down, the next round opens.
 * @typedef {"betting" | "mode" | "carrying" | "other"} Subject
 */

export class Status {
  #line = byId("status");
  #timer = 0;
  /** @type {Subject} */
  #about = "other";

  /**
   * Say something; it stays long enough to be read, unless its subject ends.
   * @param {string} sentence
   * @param {"word" | "refusal" | "notice" | "win"} tone
   * @param {Subject} about
   */
  say(sentence, tone = "word", about = "other") {
    this.#line.textContent = sentence;
    this.#line.dataset.tone = tone;
    this.#about = about;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), READABLE + sentence.length * 60);
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
    if (["refusal", "notice"].includes(this.#line.dataset.tone ?? "")) this.#clear();
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#line.textContent = "";
  }
}

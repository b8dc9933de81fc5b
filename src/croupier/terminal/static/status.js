// @ts-check
/** The line in which the table speaks to the player. */
import { byId } from "./dom.js";

const READABLE = 7000;

export class Status {
  #line = byId("status");
  #timer = 0;

  /**
   * Say something; it stays long enough to be read.
   * @param {string} sentence
   * @param {"word" | "refusal" | "win"} tone
   */
  say(sentence, tone = "word") {
    this.#line.textContent = sentence;
    this.#line.dataset.tone = tone;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#line.textContent = "";
    }, READABLE + sentence.length * 30);
  }
}

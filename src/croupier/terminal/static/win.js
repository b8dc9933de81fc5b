// @ts-check
/** What the last result paid the player, for as long as that is news. */
import { dollars } from "./money.js";

export class Win {
  /** Whether the player has not played on since. */
  isNews = false;
  /** The winning bets that the result left up. @type {string[]} */
  #stayed = [];

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {(wager: string) => string} titleOf
   */
  constructor(stage, titleOf) {
    this.stage = stage;
    this.titleOf = titleOf;
  }

  /** Another result falls. */
  begin() {
    this.#stayed = [];
  }

  /** @param {string} wager */
  stays(wager) {
    this.#stayed.push(wager);
  }

  /**
   * Say what was paid, and which of the winning bets stay up.
   * @param {number} cents
   */
  tell(cents) {
    this.isNews = true;
    const titles = this.#stayed.map(this.titleOf);
    const stay = titles.length ? `${titles.join(", ")} ${titles.length > 1 ? "stay" : "stays"} up` : "";
    const words = [cents ? `You are paid ${dollars(cents)}` : "", stay].filter(Boolean).join(". ");
    this.stage.won(words);
    return words;
  }

  /** The player plays on, or betting has closed. */
  forget() {
    this.isNews = false;
    this.stage.won("");
  }
}

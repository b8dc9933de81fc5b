// @ts-check
/** What the last result came to for the player: what is won, what stays up, what comes back and what is lost. */
import { dollars } from "./money.js";

/** @typedef {import("./protocol.d.ts").Decided} Decided */
/** @typedef {import("./protocol.d.ts").Moved} Moved */
/** @typedef {import("./types.d.ts").Amounts} Amounts */

/** So many bets that are lost are named; of more, only the number is said. */
const NAMED = 2;

export class Win {
  /** Whether the player has not played on since. */
  isNews = false;
  /** @type {Decided[]} */
  #decided = [];
  /** @type {Moved[]} */
  #moved = [];
  /** The winning bets that stay up, each with its stake. @type {Amounts} */
  #stays = {};

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {(wager: string) => string} titleOf
   * @param {(wager: string) => string} placeOf  the title, and where a player who does not see the spot finds it
   */
  constructor(stage, titleOf, placeOf) {
    this.stage = stage;
    this.titleOf = titleOf;
    this.placeOf = placeOf;
  }

  /**
   * Another result falls.
   * @param {{ decided: Decided[], moved: Moved[] }} settled
   * @param {string} own  the player's seat
   */
  begin({ decided, moved }, own) {
    this.#decided = decided.filter(({ seat }) => seat === own);
    this.#moved = moved.filter(({ seat, wager, to }) => seat === own && wager !== to);
    this.#stays = {};
  }

  /**
   * @param {string} wager
   * @param {number} stake
   */
  stays(wager, stake) {
    this.#stays[wager] = stake;
  }

  /** Say what is won, what of it stays up, and what comes back. */
  tell() {
    this.isNews = true;
    const words = [this.#won, this.#back].filter(Boolean).join("; ");
    this.stage.won(words);
    return words;
  }

  /** What is lost, and where bets go that move to their number; empty if there is neither. */
  get aside() {
    const to = this.#moved.map(({ to }) => this.placeOf(to)).join(" and ");
    return [this.#lost, to && `Your ${this.#moved.length > 1 ? "bets are" : "bet is"} now on ${to}.`].filter(Boolean)
      .join(" ");
  }

  get #lost() {
    const lost = this.#decided.filter(({ result }) => result === "lose");
    const cents = lost.reduce((sum, { stake, paid }) => sum + stake - paid, 0);
    return cents ? `You lose ${dollars(cents)} on ${this.#named(lost.map(({ wager }) => wager))}.` : "";
  }

  /** The player plays on, or betting has closed. */
  forget() {
    this.isNews = false;
    this.stage.won("");
  }

  get #won() {
    const wins = this.#decided.filter(({ result }) => result === "win");
    const cents = wins.reduce((sum, { stake, paid }) => sum + paid - stake, 0);
    // The place of the result on a phone has no room for names. The chips show where they stay.
    const up = Object.values(this.#stays).reduce((sum, stake) => sum + stake, 0);
    return [...(cents ? [`You win ${dollars(cents)}`] : []), ...(up ? [`${dollars(up)} stays up`] : [])].join("; ");
  }

  /** Stakes that come back: of winning bets that do not stay up, of bets that are pushed, and the rest of one that is lost in part. */
  get #back() {
    const cents = this.#decided.reduce((sum, { wager, stake, paid, result }) => {
      const back = result === "win" ? Math.min(stake, paid) - (this.#stays[wager] ?? 0) : paid;
      return sum + back;
    }, 0);
    return cents > 0 ? `${dollars(cents)} comes back` : "";
  }

  /** @param {string[]} wagers */
  #named(wagers) {
    return wagers.length > NAMED ? `${wagers.length} bets` : wagers.map(this.titleOf).join(" and ");
  }
}

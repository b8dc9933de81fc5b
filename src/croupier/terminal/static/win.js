// @ts-check
/** What the last result came to for the player. Screen, meter, tabs and announcements all follow `cameTo`. */
import { dollars } from "./money.js";

/** @typedef {import("./protocol.d.ts").Decided} Decided */
/** @typedef {import("./protocol.d.ts").Moved} Moved */
/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** What the decided bets came to: a win only if they paid more than was staked on them. @typedef {"win" | "even" | "lose" | "none"} Net */

/** So many bets are named; of more, only the number is said. */
const NAMED = 2;

/**
 * @param {Decided[]} decided  the player's
 * @returns {{ is: Net, net: number, won: number, lost: number }}
 */
export function cameTo(decided) {
  const net = decided.reduce((sum, { stake, paid }) => sum + paid - stake, 0);
  const won = decided.reduce((sum, { stake, paid }) => sum + Math.max(0, paid - stake), 0);
  /** @type {Net} */
  const is = net ? (net > 0 ? "win" : "lose") : won ? "even" : "none";
  return { is, net, won, lost: won - net };
}

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

  /** Say what the round came to, what stays up, and what comes back. */
  tell() {
    this.isNews = true;
    document.body.dataset.net = cameTo(this.#decided).is;
    const words = [this.#net, this.#up, this.#back].filter(Boolean).join("; ");
    this.stage.came(words);
    return words;
  }

  /** The player plays on, or betting has closed. */
  forget() {
    this.isNews = false;
    document.body.dataset.net = "none";
    this.stage.came("");
  }

  /** Where it was won and lost, and where bets go that move to their number; empty if there is neither. */
  get aside() {
    const to = this.#moved.map(({ to }) => this.placeOf(to)).join(" and ");
    return [this.#where, to && `Your ${this.#moved.length > 1 ? "bets are" : "bet is"} now on ${to}.`].filter(Boolean)
      .join(" ");
  }

  get #net() {
    const { is, net } = cameTo(this.#decided);
    return { win: `You win ${dollars(net)}`, lose: `You lose ${dollars(-net)}`, even: "You break even", none: "" }[is];
  }

  /** A round that only won needs no more words. */
  get #where() {
    const { won, lost } = cameTo(this.#decided);
    if (!lost) return "";
    const on = (/** @type {number} */ sign) =>
      this.#named(this.#decided.filter(({ stake, paid }) => sign * (paid - stake) > 0));
    const gained = won ? `Won ${dollars(won)} on ${on(1)}, lost` : "Lost";
    return `${gained} ${dollars(lost)} on ${on(-1)}.`;
  }

  /** The place of the result on a phone has no room for names. The chips show where they stay. */
  get #up() {
    const up = Object.values(this.#stays).reduce((sum, stake) => sum + stake, 0);
    return up ? `${dollars(up)} stays up` : "";
  }

  /** Stakes that come back: of winning bets that do not stay up, of bets that are pushed, and the rest of one that is lost in part. */
  get #back() {
    const cents = this.#decided.reduce((sum, { wager, stake, paid, result }) => {
      const back = result === "win" ? Math.min(stake, paid) - (this.#stays[wager] ?? 0) : paid;
      return sum + back;
    }, 0);
    return cents > 0 ? `${dollars(cents)} comes back` : "";
  }

  /** @param {Decided[]} bets */
  #named(bets) {
    return bets.length > NAMED ? `${bets.length} bets` : bets.map(({ wager }) => this.titleOf(wager)).join(" and ");
  }
}

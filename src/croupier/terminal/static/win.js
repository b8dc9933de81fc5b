// @ts-check
/** What the last result came to for the player. Screen, meter, tabs and announcements all follow `cameTo`. */
import { dollars } from "./money.js";

/** @typedef {import("./protocol.d.ts").Decided} Decided */
/** @typedef {import("./protocol.d.ts").Moved} Moved */
/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./types.d.ts").Ended} Ended */
/** What the decided bets came to: a win only if they paid more than they have cost. @typedef {"win" | "even" | "lose" | "none"} Net */

/** So many bets are named; of more, only the number is said. */
const NAMED = 2;

/**
 * Bets of the player that ended, with the commission that each has cost.
 * @param {Decided[]} decided
 * @param {Amounts} [charged]
 * @returns {Ended[]}
 */
export function withCharges(decided, charged = {}) {
  return decided.map((each) => ({ ...each, charged: charged[each.wager] ?? 0 }));
}

/** @param {Ended} bet */
function netOf({ stake, paid, charged }) {
  return paid - stake - charged;
}

/**
 * The commission that a bet has cost, without what came back of it.
 * @param {Ended} bet
 */
function feeOf({ stake, paid, charged, result, commission = 0 }) {
  return charged - (result === "void" || result === "refund" ? paid - stake : commission);
}

/**
 * @param {Ended[]} decided  the player's
 * @returns {{ is: Net, net: number, won: number, lost: number, fee: number }}
 */
export function cameTo(decided) {
  const sum = (/** @type {(bet: Ended) => number} */ amount) => decided.reduce((all, bet) => all + amount(bet), 0);
  const net = sum(netOf);
  const won = sum((bet) => Math.max(0, netOf(bet)));
  const isEven = decided.some(({ result }) => result === "win");
  /** @type {Net} */
  const is = net ? (net > 0 ? "win" : "lose") : isEven ? "even" : "none";
  return { is, net, won, lost: won - net, fee: sum(feeOf) };
}

export class Win {
  /** Whether the player has not played on since. */
  isNews = false;
  /** The player's bets that the result has decided. @type {Ended[]} */
  decided = [];
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
   * @param {Ended[]} decided  the player's
   * @param {Moved[]} moved  the player's
   * @param {Amounts} stays  the player's winning bets that stay up by themselves
   */
  begin(decided, moved = [], stays = {}) {
    this.decided = decided;
    this.#moved = moved.filter(({ wager, to }) => wager !== to);
    this.#stays = { ...stays };
  }

  /**
   * A bet stays up. Return whether that is news: what stays up by itself is known with the result.
   * @param {string} wager
   * @param {number} stake
   */
  stays(wager, stake) {
    const isNews = this.#stays[wager] !== stake;
    this.#stays[wager] = stake;
    return isNews;
  }

  /** Say what the round came to, what stays up, and what comes back. */
  tell() {
    this.isNews = true;
    document.body.dataset.net = cameTo(this.decided).is;
    const words = [this.#net, this.#up, this.#back].filter(Boolean).join("; ");
    this.stage.came(words);
    return words;
  }

  /**
   * The terminal was away. What came while nobody saw it is not told here, but the Win meter is gold only for a win.
   * @param {Ended[]} decided  by the last round that it missed
   * @param {boolean} isNews
   */
  missed(decided, isNews) {
    this.begin(decided);
    this.isNews = isNews;
    document.body.dataset.net = isNews ? cameTo(decided).is : "none";
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
    const { is, net, fee } = cameTo(this.decided);
    const came =
      { win: `You win ${dollars(net)}`, lose: `You lose ${dollars(-net)}`, even: "You break even", none: "" }[is];
    return came && fee ? `${came} after ${dollars(fee)} commission` : came;
  }

  /** A round that only won needs no more words. */
  get #where() {
    const { won, lost } = cameTo(this.decided);
    if (!lost) return "";
    const on = (/** @type {number} */ sign) => this.#named(this.decided.filter((bet) => sign * netOf(bet) > 0));
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
    const cents = this.decided.reduce((sum, { wager, stake, paid, result }) => {
      const back = result === "win" ? Math.min(stake, paid) - (this.#stays[wager] ?? 0) : paid;
      return sum + back;
    }, 0);
    return cents > 0 ? `${dollars(cents)} comes back` : "";
  }

  /** @param {Ended[]} bets */
  #named(bets) {
    return bets.length > NAMED ? `${bets.length} bets` : bets.map(({ wager }) => this.titleOf(wager)).join(" and ");
  }
}

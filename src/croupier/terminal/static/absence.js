// @ts-check
/** What happened at the table while this terminal was offline. */
import { dollars } from "./money.js";
import { isOver } from "./phases.js";
import { keep, kept } from "./storage.js";
import { cameTo } from "./win.js";

/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").Ended} Ended */
/**
 * What is kept of a table while it is out of reach: a page may be reloaded meanwhile. `left`: the table was there, and the page went.
 * @typedef {{ round: Pick<Drawn["round"], "number" | "phase">, mine: Pick<Drawn["mine"], "credit" | "staked">, left?: boolean }} Seen
 */

export class Absence {
  /** What the last round that was missed has decided for the player, as far as that is known. @type {Ended[]} */
  last = [];
  /** The result that the player had seen before; empty while the terminal is not away. */
  #result = "";
  /** The table as it was last seen. @type {Seen | null} */
  #before = null;
  /** The player's bets that were decided meanwhile. @type {Ended[]} */
  #decided = [];
  /** The rounds that were revised meanwhile, each in a sentence. @type {string[]} */
  #revised = [];
  /** What became of the player's last wishes, in words. */
  #late = "";
  /** Whether every event was told afterwards. */
  #isWhole = true;

  /** @param {string} table */
  constructor(table) {
    this.name = `last seen of ${table}`;
  }

  /**
   * @param {Drawn | null} drawn
   * @param {string} seat
   */
  begin(drawn, seat) {
    if (this.#before || !drawn) return;
    this.#result = resultOf(drawn);
    const { round: { number, phase }, mine: { credit, staked } } = drawn;
    this.#before = { round: { number, phase }, mine: { credit, staked } };
    keep(this.name, JSON.stringify({ seat, ...this.#before }));
  }

  /**
   * The page goes, perhaps to be loaded again: what the player has seen last is kept for that one.
   * @param {Drawn} drawn
   * @param {string} seat
   * @param {Drawn["mine"] | null} held  the player's money before a result that is still under way
   */
  leave({ round: { number, phase }, mine }, seat, held) {
    const { credit, staked } = held ?? mine;
    /** @type {Seen} */
    const seen = { round: { number, phase: held ? "closed" : phase }, mine: { credit, staked }, left: true };
    if (!this.#before) keep(this.name, JSON.stringify({ seat, ...seen }));
  }

  /** @param {Ended[]} mine  the player's bets that a round decided */
  missed(mine) {
    this.last = mine;
    this.#decided.push(...mine);
  }

  /** @param {string} words  a round that was over was decided again */
  revised(words) {
    this.last = [];
    this.#revised.push(words);
  }

  /** @param {string} words  what became of all wishes that were made before */
  late(words) {
    this.#late = words;
  }

  /** The table told what it has now, and not what happened. */
  skip() {
    this.last = [];
    this.#isWhole = false;
  }

  /**
   * Whether the newest result is the one that the player had seen, and has brought the same since.
   * @param {Drawn} now
   */
  hasSeen(now) {
    return this.#result === resultOf(now);
  }

  /**
   * The terminal is up to date again. Returns what happened, in a sentence; empty if it was not away.
   * @param {Drawn} now
   * @param {string} seat
   */
  end(now, seat) {
    const before = this.#before ?? this.#keptOf(seat);
    keep(this.name, null);
    this.last = [];
    this.#result = "";
    const [decided, revised, late, isWhole] = [this.#decided, this.#revised, this.#late, this.#isWhole];
    [this.#before, this.#decided, this.#revised, this.#late, this.#isWhole] = [null, [], [], "", true];
    if (!before) return [...revised, late].filter(Boolean).join(" ");
    const rounds = played(now) - played(before);
    if (before.left && !rounds) return "";
    const words = rounds > 0
      ? `${rounds === 1 ? "1 round was" : `${rounds} rounds were`} played: ${
        isWhole && !revised.length ? netWords(decided) : worthWords(before, now)
      }.`
      : "";
    return ["The table is back.", words, ...revised, standing(now.mine), late].filter(Boolean).join(" ");
  }

  /**
   * What an earlier page has kept, if it had the same seat.
   * @param {string} seat
   * @returns {Seen | null}
   */
  #keptOf(seat) {
    const seen = JSON.parse(kept(this.name) ?? "null");
    return seen?.seat === seat ? seen : null;
  }
}

/**
 * How many rounds are over.
 * @param {Pick<Seen, "round">} seen
 */
function played({ round }) {
  return round.number - (isOver(round.phase) ? 0 : 1);
}

/** @param {Drawn} drawn */
function resultOf({ round, history, mine }) {
  return JSON.stringify([played({ round }), history.at(-1), mine.won, mine.credit + mine.staked]);
}

/** @param {Ended[]} decided */
function netWords(decided) {
  const { net } = cameTo(decided);
  if (net) return net > 0 ? `you won ${dollars(net)}` : `you lost ${dollars(-net)}`;
  return decided.length ? "you broke even" : "none of your bets was decided";
}

/**
 * @param {Seen} before
 * @param {Seen} now
 */
function worthWords(before, now) {
  const [was, is] = [before, now].map(({ mine }) => mine.credit + mine.staked);
  return was === is ? "your money is the same" : `credit and bets were ${dollars(was)} and are ${dollars(is)}`;
}

/** @param {Drawn["mine"]} mine */
export function standing({ bets, staked }) {
  const count = Object.keys(bets).length;
  if (!count) return "";
  return `Your ${count === 1 ? "bet stands" : `${count} bets stand`}, ${dollars(staked)}.`;
}

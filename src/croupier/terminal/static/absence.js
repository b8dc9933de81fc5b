// @ts-check
/** What happened at the table while this terminal was offline. */
import { dollars } from "./money.js";
import { isOver } from "./phases.js";
import { cameTo } from "./win.js";

/** @typedef {import("./protocol.d.ts").Decided} Decided */
/** @typedef {import("./types.d.ts").Drawn} Drawn */

export class Absence {
  /** The table as it was last seen. @type {Drawn | null} */
  #before = null;
  /** The player's bets that were decided meanwhile. @type {Decided[]} */
  #decided = [];
  /** Whether every event was told afterwards. */
  #isWhole = true;

  /** @param {Drawn | null} drawn */
  begin(drawn) {
    this.#before ??= drawn;
  }

  /** @param {Decided[]} mine  the player's bets that a round decided */
  missed(mine) {
    this.#decided.push(...mine);
  }

  /** The table told what it has now, and not what happened. */
  skip() {
    this.#isWhole = false;
  }

  /**
   * The terminal is up to date again. Returns what happened, in a sentence; empty if it was not away.
   * @param {Drawn} now
   */
  end(now) {
    const before = this.#before;
    const [decided, isWhole] = [this.#decided, this.#isWhole];
    [this.#before, this.#decided, this.#isWhole] = [null, [], true];
    if (!before) return "";
    const rounds = played(now) - played(before);
    const words = rounds > 0
      ? `${rounds === 1 ? "1 round was" : `${rounds} rounds were`} played: ${
        isWhole ? netWords(decided) : worthWords(before, now)
      }.`
      : "";
    return ["The table is back.", words, standing(now)].filter(Boolean).join(" ");
  }
}

/**
 * How many rounds are over.
 * @param {Drawn} drawn
 */
function played({ round }) {
  return round.number - (isOver(round.phase) ? 0 : 1);
}

/** @param {Decided[]} decided */
function netWords(decided) {
  const { net } = cameTo(decided);
  if (net) return net > 0 ? `you won ${dollars(net)}` : `you lost ${dollars(-net)}`;
  return decided.length ? "you broke even" : "none of your bets was decided";
}

/**
 * @param {Drawn} before
 * @param {Drawn} now
 */
function worthWords(before, now) {
  const [was, is] = [before, now].map(({ mine }) => mine.credit + mine.staked);
  return was === is ? "your money is the same" : `credit and bets were ${dollars(was)} and are ${dollars(is)}`;
}

/** @param {Drawn} now */
function standing({ mine }) {
  const count = Object.keys(mine.bets).length;
  if (!count) return "";
  return `Your ${count === 1 ? "bet stands" : `${count} bets stand`}, ${dollars(mine.staked)}.`;
}

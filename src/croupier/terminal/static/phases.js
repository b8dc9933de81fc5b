// @ts-check
/** The phases of a round, and what they mean to a player. */

/** @typedef {import("./protocol.d.ts").Phase} Phase */

/** @type {Set<Phase | undefined>} */
const OPEN = new Set(["untimed", "betting", "spun"]);
/** @type {Set<Phase | undefined>} */
const PAYING = new Set(["settled", "lit"]);
/** Bets are closed and what falls is not known yet. @type {Set<Phase | undefined>} */
const WAITING = new Set(["closed", "pressed", "uncovered", "announced", "shot"]);
/** The dice are under the cover. @type {Set<Phase | undefined>} */
const COVERED = new Set(["shaken", "betting", "closed", "pressed"]);

/** @param {Phase} [phase] */
export const isOpen = (phase) => OPEN.has(phase);

/** @param {Phase} [phase] */
export const isPaying = (phase) => PAYING.has(phase);

/** @param {Phase} [phase] */
export const isWaiting = (phase) => WAITING.has(phase);

/** @param {Phase} [phase] */
export const isOver = (phase) => PAYING.has(phase) || phase === "done";

/** @param {Phase} [phase] */
export const isCovered = (phase) => COVERED.has(phase);

/** What the stage says in a phase, unless a player has the dice. @type {Record<Phase, string>} */
export const WORDS = {
  untimed: "Place your bets",
  shaken: "The dice are shaken",
  betting: "Place your bets",
  spun: "The ball is running, bets are open",
  closed: "No more bets",
  pressed: "No more bets",
  uncovered: "The dice are uncovered",
  announced: "The result is announced",
  shot: "The dice are out",
  settled: "Bets are paid",
  lit: "Winning bets are paid",
  done: "Round over",
};

// @ts-check
/** The looks of roulette. Most of its spots say themselves where their words stand. */

/** @typedef {import("./prints.js").Print} Print */

/** @type {Record<string, Print>} */
export const WIDE = {
  straight: { size: 27, odds: 0 },
  column: { size: 18, odds: 0 },
  track: { size: 18, odds: 0 },
  pad: { size: 20, odds: 0, cost: 15, costAt: [0.5, 0.85] },
  complete: { size: 20, odds: 0, cost: 15, costAt: [0.5, 0.81] },
  outside: { size: 19, odds: 15.5 },
  section: { size: 16, odds: 15, cost: 15 },
  pattern: { size: 15, odds: 15, cost: 15, perLine: 1, leading: 1.02 },
};

/** @type {Record<string, Print>} */
export const TALL = {
  straight: { size: 22, odds: 0 },
  column: { size: 15, odds: 0 },
  track: { size: 16, odds: 0 },
  pad: { size: 18, odds: 0, cost: 13.5, costAt: [0.5, 0.82] },
  complete: { size: 20, odds: 0, cost: 14, costAt: [0.46, 0.5] },
  outside: { size: 15, odds: 14 },
  section: { size: 15, odds: 14, cost: 14 },
  pattern: { size: 15, odds: 14, cost: 14 },
};

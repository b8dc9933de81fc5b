// @ts-check
/** The looks of Sic Bo. */

/** @typedef {import("./prints.js").Print} Print */

/** @type {Record<string, Print>} */
export const WIDE = {
  end: { size: 21, odds: 15 },
  double: { size: 15, odds: 15, dice: [0.5, 0.14, 21], down: 0.38 },
  triple: { size: 0, odds: 15, dice: [0.5, 0.32, 15.5], oddsAt: [0.5, 0.74] },
  any: { size: 18, odds: 15, down: 0.3 },
  total: { size: 27, odds: 15, down: 0.28 },
  pair: { size: 0, odds: 15, dice: [0.5, 0.18, 20], oddsAt: [0.5, 0.43] },
  single: { size: 0, odds: 15, across: 0.52, dice: [0.19, 0.5, 42], perLine: 1 },
  four: { size: 15, odds: 15, dice: [0.5, 0.32, 16], oddsAt: [0.5, 0.52], down: 0.12 },
  streak: { size: 15, odds: 0, across: 0.21, down: 0.25 },
};

/** @type {Record<string, Print>} */
export const TALL = {
  end: { size: 20, odds: 14 },
  double: { size: 0, odds: 14, dice: [0.5, 0.2, 21], oddsAt: [0.5, 0.45] },
  triple: { size: 0, odds: 14, dice: [0.38, 0.32, 18], oddsAt: [0.38, 0.74] },
  any: { size: 18, odds: 14 },
  total: { size: 24, odds: 13.5, down: 0.27 },
  pair: { size: 0, odds: 13.5, dice: [0.28, 0.32, 16], oddsAt: [0.28, 0.75] },
  single: { size: 0, odds: 13.5, across: 0.5, dice: [0.2, 0.5, 36], perLine: 1 },
  four: { size: 14, odds: 14, dice: [0.5, 0.31, 18], oddsAt: [0.5, 0.51], down: 0.12 },
  streak: { size: 15, odds: 0, across: 0.2, down: 0.25 },
};

// @ts-check
/** The print of the looks that a craps felt has. */

/** @typedef {import("./prints.js").Print} Print */

/** @type {Record<string, Print>} */
export const WIDE = {
  number: { size: 28, odds: 15, across: 0.32 },
  small: { size: 15, odds: 15, down: 0, leading: 1.04 },
  buy: { size: 15, odds: 15, across: 0.32, leading: 1.04 },
  big: { size: 16, odds: 15, down: 0, leading: 1.08 },
  hop: { size: 0, odds: 15, dice: [0.5, 0.19, 17], oddsAt: [0.5, 0.5] },
  hardway: { size: 15, odds: 15, across: 0.48, dice: [0.16, 0.5, 15], leading: 1.04 },
  centre: { size: 15, odds: 15, down: 0, leading: 1.04 },
  pictured: { size: 15, odds: 15, down: 0, dice: [0.27, 0.85, 16], leading: 1.04 },
  stacked: { size: 15, odds: 15, down: 0, dice: [0.5, 0.59, 20], leading: 1.04 },
  field: { size: 18, odds: 15, across: 0.38, down: 0.24, oddsAt: [0.6, 0.25] },
  line: { size: 22, odds: 15 },
  behind: { size: 15, odds: 15, leading: 1.04 },
  wrong: { size: 18, odds: 15 },
};

/** @type {Record<string, Print>} */
export const TALL = {
  number: { size: 26, odds: 15, down: 0, leading: 1.05 },
  cell: { size: 16, odds: 14.5, down: 0, leading: 1.04 },
  big: { size: 16, odds: 15, down: 0 },
  hop: { size: 0, odds: 14.5, dice: [0.3, 0.3, 20], oddsAt: [0.3, 0.74] },
  hardway: { size: 16, odds: 15, across: 0.5, dice: [0.16, 0.5, 22] },
  centre: { size: 15, odds: 14.5, down: 0, leading: 1.08 },
  pictured: { size: 15, odds: 14.5, down: 0, dice: [0.25, 0.82, 20], leading: 1.08 },
  field: { size: 17, odds: 14.5, across: 0.16, down: 0.26, oddsAt: [0.5, 0.27] },
  line: { size: 20, odds: 15 },
  behind: { size: 14, odds: 14, across: 0.36, leading: 1.02 },
  wrong: { size: 16, odds: 14.5 },
};

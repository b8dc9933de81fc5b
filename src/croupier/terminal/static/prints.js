// @ts-check
/** How large the words of each look are, and where they stand in their spot. Sizes are units of the layout. */

import * as craps from "./craps-prints.js";
import * as roulette from "./roulette-prints.js";
import * as sicbo from "./sicbo-prints.js";

/**
 * @typedef {object} Print
 * @property {number} size  of the label; 0: not printed
 * @property {number} odds  their size; 0: not printed
 * @property {number} [across]  where the block of words stands
 * @property {number} [down]  0: it hangs from the upper edge
 * @property {[number, number, number]} [dice]  where they stand, and how large
 * @property {[number, number]} [oddsAt]  where odds stand that have a place of their own
 * @property {number} [perLine]  how many odds stand on one line; absent: as many as there is room for
 * @property {number} [leading]  the height of a line, in sizes of its print
 * @property {number} [cost]  size of the number of chips that a combined bet takes; absent: not printed
 * @property {[number, number]} [costAt]  where it stands, if not below the odds
 */

/**
 * The looks of the wide felt. The chip has its place beside or below the words.
 * @type {Record<string, Print>}
 */
const WIDE = {
  ...craps.WIDE,
  ...roulette.WIDE,
  ...sicbo.WIDE,
};

/**
 * The looks of the tall felt.
 * @type {Record<string, Print>}
 */
const TALL = {
  ...craps.TALL,
  ...roulette.TALL,
  ...sicbo.TALL,
};

/** For the tray, and for a look that is not listed here. @type {Print} */
const TRAY = { size: 16, odds: 15, across: 0.37 };

/**
 * The print of a look; only its first word counts.
 * @param {string} look
 * @param {boolean} tall
 */
export function printOf(look, tall) {
  const name = look.split(" ")[0];
  return (tall ? TALL : WIDE)[name] ?? TRAY;
}

/**
 * The smallest print, so that it is at least 12 px high where a unit is smallest.
 * @param {boolean} tall
 */
export function leastPrint(tall) {
  return tall ? 13.5 : 15;
}

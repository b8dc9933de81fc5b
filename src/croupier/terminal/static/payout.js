// @ts-check
/** What a stake wins at each of the printed odds. */
import { dollars } from "./money.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * One line for each of the odds: ["7 to 6", "wins $14.00"].
 * @param {Spot} spot
 * @param {number} stake
 * @param {number} unit  winnings are paid in multiples of it
 * @returns {[string, string][]}
 */
export function payouts(spot, stake, unit) {
  const piece = Math.floor(stake / spot.pieces);
  const on = spot.pieces > 1 ? ` on a piece of ${dollars(piece)}` : "";
  return spot.odds.split(" · ").map((odds) => [odds, `${winnings(odds, piece, unit)}${on}`]);
}

/**
 * @param {string} odds
 * @param {number} stake
 * @param {number} unit
 */
function winnings(odds, stake, unit) {
  const [won, staked] = odds.split(" to ").map(inHundredths);
  const exact = stake * won % (staked * unit) === 0;
  const cents = Math.round(stake * won / staked);
  return exact ? `wins ${dollars(cents)}` : `wins ${dollars(cents)} before rounding`;
}

/**
 * Odds such as "7.5 to 1" are compared in whole numbers.
 * @param {string} number
 */
function inHundredths(number) {
  return Math.round(Number(number) * 100);
}

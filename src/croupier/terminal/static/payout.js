// @ts-check
/** What a stake wins at each of the printed odds. */
import { dollars } from "./money.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * One line for each of the odds: ["7 to 6", "wins $14.00"].
 * @param {Spot} spot
 * @param {number} stake
 * @param {{ payout_unit: number, minimum: number }} info
 * @returns {[string, string][]}
 */
export function payouts(spot, stake, { payout_unit: unit, minimum }) {
  // Only the winnings of a stake that is no multiple of the minimum may be rounded down, where the sign asks for multiples.
  const up = spot.pieces === 1 && stake % Math.max(minimum, 1) === 0;
  return spot.odds.split(" · ").map((odds) => [odds, `wins ${winnings(odds, stake, unit, up)}`]);
}

/**
 * @param {string} odds
 * @param {number} stake
 * @param {number} unit  winnings are paid in multiples of it
 * @param {boolean} up  whether they are rounded up for certain
 */
function winnings(odds, stake, unit, up) {
  const [won, staked] = odds.split(" to ").map(inHundredths);
  if (stake * won % (staked * unit) === 0) return dollars(stake * won / staked);
  if (up) return `${dollars(Math.ceil(stake * won / (staked * unit)) * unit)}, rounded up`;
  return `${dollars(Math.round(stake * won / staked))} before rounding`;
}

/**
 * Odds such as "7.5 to 1" are compared in whole numbers.
 * @param {string} number
 */
function inHundredths(number) {
  return Math.round(Number(number) * 100);
}

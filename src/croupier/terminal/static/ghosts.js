// @ts-check
/** Rings where the pieces of a combined bet lie whose chips are on another screen. */
import { radiusOn } from "./stack.js";
import { svg } from "./dom.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * @param {SVGElement} layer
 * @param {Map<string, Spot>} spots  of the screen
 * @param {Amounts} amounts
 * @param {Record<string, Record<string, number>>} parts  the pieces of every combined bet
 */
export function drawGhosts(layer, spots, amounts, parts) {
  const elsewhere = Object.keys(parts).filter((wager) => amounts[wager] && !spots.has(wager));
  const covered = new Set(elsewhere.flatMap((wager) => Object.keys(parts[wager])));
  layer.replaceChildren(...[...covered].flatMap((id) => ring(spots.get(id))));
}

/** @param {Spot} [spot] */
function ring(spot) {
  if (!spot) return [];
  const [cx, cy] = spot.chip;
  return [svg("circle", { class: "ghost", "data-testid": `ghost-${spot.id}`, cx, cy, r: radiusOn(spot) + 2 })];
}

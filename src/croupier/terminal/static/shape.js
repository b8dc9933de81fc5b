// @ts-check
/** Which shape of the felt fits a window, and how large a unit of it is drawn. */

/** @typedef {import("./protocol.d.ts").Screen} Screen */
/** @typedef {{ width: number, height: number }} Size */

/** A unit is never smaller than this, in CSS pixels, or words could not be read; what does not fit then is scrolled. */
const LEAST = { wide: 0.8, tall: 1 };
/** The part of the wide shape that has to be seen at once; the rest may be scrolled to. */
const LEAST_SEEN = 0.75;

/**
 * @param {Size} seen  the window through which the felt is seen
 * @param {Screen} wide  the first screen of the wide shape
 * @param {number} [least]  how small a unit of the wide shape may be
 */
export function isTall(seen, wide, least = LEAST.wide) {
  if (!seen.width) return false;
  return seen.height > seen.width || seen.width < least * wide.width || seen.height < least * LEAST_SEEN * wide.height;
}

/**
 * How many CSS pixels a unit of a screen is: the whole screen is seen, or on a small window at least its whole width.
 * @param {Size} seen
 * @param {Screen} screen
 * @param {boolean} tall
 */
export function unitOf(seen, screen, tall) {
  const whole = Math.min(seen.width / screen.width, seen.height / screen.height);
  return Math.max(whole, Math.min(seen.width / screen.width, tall ? LEAST.tall : LEAST.wide));
}

/**
 * Whether a tall felt is wider than high: an upright tablet then shows it below the stage, not beside it.
 * @param {Screen} tall  the first screen of the tall shape
 */
export function isSquat(tall) {
  return tall.width > tall.height;
}

// @ts-check
/** How cents are written. */

const FORMAT = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * The way a cashier writes it: 123450 is "$1,234.50".
 * @param {number} cents
 */
export function dollars(cents) {
  return `${cents < 0 ? "-" : ""}$${FORMAT.format(Math.abs(cents) / 100)}`;
}

/**
 * The way it is printed on a chip, in at most four characters: 2.50, 50, 1.2k, 12k. Never more than it is.
 * @param {number} cents
 */
export function printed(cents) {
  const whole = Math.floor(cents / 100);
  if (whole >= 1_000_000) return `${inFew(whole, 1_000_000)}m`;
  if (whole >= 1000) return `${inFew(whole, 1000)}k`;
  return cents % 100 && whole < 10 ? (cents / 100).toFixed(2) : String(whole);
}

/**
 * @param {number} whole
 * @param {number} unit
 */
function inFew(whole, unit) {
  return whole < 10 * unit ? Math.floor(whole / (unit / 10)) / 10 : Math.floor(whole / unit);
}

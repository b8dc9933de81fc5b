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
 * What came in or went: "+$5.00", "−$5.00".
 * @param {number} cents
 */
export function signed(cents) {
  return `${cents < 0 ? "\u2212" : "+"}${dollars(Math.abs(cents))}`;
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
 * The way chips are printed that may not have arrived: 5+10?, 10−5?, 5?.
 * @param {number} cents  what is confirmed
 * @param {number} doubt  what is not; below 0 if it comes down
 */
export function printedInDoubt(cents, doubt) {
  const sign = doubt < 0 ? "\u2212" : cents ? "+" : "";
  return `${cents ? printed(cents) : ""}${sign}${printed(Math.abs(doubt))}?`;
}

/**
 * @param {number} whole
 * @param {number} unit
 */
function inFew(whole, unit) {
  return whole < 10 * unit ? Math.floor(whole / (unit / 10)) / 10 : Math.floor(whole / unit);
}

/**
 * Dollars as they are typed, in cents; 0 if they are no amount. A comma stands before three digits: 12,50 is no amount.
 * @param {string} typed
 */
export function typedCents(typed) {
  const found = typed.trim().match(/^\$?(\d{1,3}(?:,\d{3}){1,3}|\d{1,10})(?:\.(\d\d))?$/);
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number(found[2] ?? 0) : 0;
}

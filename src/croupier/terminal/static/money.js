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
 * The way it is printed on a chip: 50, 2.50, 1.5k.
 * @param {number} cents
 */
export function printed(cents) {
  if (cents >= 1_000_000) return `${(cents / 100_000).toFixed(cents % 100_000 ? 1 : 0)}k`;
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

// @ts-check
/** What a person has typed, as the API wants it. */
import { typedCents } from "./money.js";
import { serverNow } from "./staff-api.js";
import { floorTime } from "./staff-times.js";
import { nextAt } from "./zone.js";

/** @typedef {import("./staff.d.ts").FieldKind} FieldKind */

/** What a person has filled in cannot be sent. */
export class Mistake extends Error {
  /**
   * @param {string} message
   * @param {HTMLElement} [at]
   */
  constructor(message, at) {
    super(message);
    this.at = at;
  }
}

/**
 * Dollars that were typed, in cents.
 * @param {unknown} typed
 */
export function amountOf(typed) {
  const cents = typedCents(String(typed));
  if (!cents) throw new Mistake("Write an amount such as 12.50.");
  return cents;
}

/**
 * The next time at which the clocks of the floor show this.
 * @param {unknown} typed
 * @param {number} [otherwise]  if it is no time of day, which is a mistake unless this is given
 */
export function later(typed, otherwise) {
  const at = nextAt(String(typed).padStart(5, "0"), serverNow() + 1) ?? otherwise;
  if (at === undefined) throw new Mistake("That is no time of day: write it as 19:42.");
  return at;
}

/**
 * Digits that are typed or scanned go to the search of the page, in place of what was there, unless a dialog is open or a field has
 * the focus. Without this they would be lost, and the Enter of a scanner or a blank in the number would press the key with the focus.
 * @param {HTMLInputElement} search
 * @returns {() => void}  ends it
 */
export function scanInto(search) {
  const ended = new AbortController();
  const scanned = (/** @type {KeyboardEvent} */ event) => {
    if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isElsewhere = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (isElsewhere || !search.offsetParent || document.querySelector("dialog[open]")) return;
    search.value = "";
    search.focus();
  };
  document.addEventListener("keydown", scanned, { signal: ended.signal });
  return () => ended.abort();
}

/** @type {Partial<Record<FieldKind | "setting", string>>} */
export const EXPECTED = {
  cents: "no amount such as 12.50",
  number: "no whole number",
  json: "no JSON",
  time: "no time",
};

/**
 * A text as the API wants it; undefined if it is not understood.
 * @param {FieldKind | "setting"} kind
 * @param {string} text
 * @returns {unknown}
 */
export function parsed(kind, text) {
  if (kind === "cents") return cents(text);
  if (kind === "number") return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (kind === "time") return floorTime(text);
  if (kind === "setting") return setting(text);
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Dollars in cents, without rounding: "1,234.5" is 123450.
 * @param {string} text
 */
function cents(text) {
  const [, whole, part = ""] = text.match(/^\$?\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/) ?? [];
  return whole === undefined ? undefined : Number(whole.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0"));
}

/**
 * A setting of the sign: an amount, a number, or yes or no.
 * @param {string} text
 */
function setting(text) {
  if (/^(yes|no)$/i.test(text)) return text.toLowerCase() === "yes";
  return text.startsWith("$") ? cents(text) : parsed("number", text);
}

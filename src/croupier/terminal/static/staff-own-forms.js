// @ts-check
/** The orders that are filled in otherwise than field by field. */
import { COLOUR_CHANGE, ColourForm } from "./staff-colour.js";
import { freeFields } from "./staff-schema.js";
import { changesSign, SignForm } from "./staff-sign.js";

/** Controls of its own, and what they come to, in words. @typedef {SignForm | ColourForm} OwnForm */

/**
 * The form of such an order; undefined for any other.
 * @param {string} order
 * @param {import("./staff.d.ts").OrderSchema} schema
 * @param {import("./staff.d.ts").StaffView} view
 * @param {() => number} now  the time at the server
 * @returns {OwnForm | undefined}
 */
export function ownForm(order, { schema }, view, now) {
  if (order === COLOUR_CHANGE) return new ColourForm(view.tray ?? []);
  return changesSign(freeFields(order, schema, [])) ? new SignForm(order, view, now) : undefined;
}

// @ts-check
/** How money is paid, at a table that has to know it: one of its payment methods, and the notes if there are any. */
import { html } from "./dom.js";
import { control, values } from "./staff-fields.js";

/** @typedef {import("./staff.d.ts").Field} Field */
/** @typedef {import("./staff-fields.js").Control} Control */

/**
 * The control of a payment method; null for any other field, and for one that may be left out.
 * @param {Field} field
 * @param {string[]} ways  the payment methods from which one has to be chosen
 * @returns {Control | null}
 */
export function tenderControl(field, ways) {
  if (field.name !== "tender" || !ways.length) return null;
  const inner = field.variants[0].fields.filter(({ name }) => name !== "notes" || ways.includes("notes"));
  /** @type {[string, Control][]} */
  const controls = inner.map((each) => [
    each.name,
    control(each.name === "way" ? { ...each, label: field.label, options: ways } : each),
  ]);
  const root = html("div", {}, ...controls.map(([, its]) => its.root));
  const select = root.querySelector("select");
  if (select && ways.length === 1) select.value = ways[0];
  return { root, read: () => values(controls) };
}

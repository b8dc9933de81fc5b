// @ts-check
/** How money is paid, at a table that has to know it: one of its payment methods, with the notes if it is paid in notes. */
import { html } from "./dom.js";
import { control, values } from "./staff-fields.js";
import {} from "./staff-typed.js";

/** @typedef {import("./staff.d.ts").Field} Field */
/** @typedef {import("./staff-fields.js").Control} Control */

/** Fields that belong to one payment method. @type {Record<string, string>} */
const OF_WAY = { notes: "notes", printer: "ticket" };
/** How players mostly pay where it is taken. */
const USUAL = "cash";
/** What a person says about a payment. The cage numbers tickets, transfers and vouchers, and the card in the terminal names the account. */
const TYPED = ["way", "notes", "printer"];

/**
 * The control of a payment method; null for any other field. Where none has to be stated, there is nothing to choose.
 * @param {Field} field
 * @param {string[]} ways  the payment methods from which one has to be chosen
 * @returns {Control | null}
 */
export function tenderControl(field, ways) {
  if (field.name !== "tender") return null;
  if (!ways.length) return { root: html("div", { hidden: "" }), read: () => undefined };
  const inner = field.variants[0].fields.filter(({ name }) =>
    TYPED.includes(name) && (!OF_WAY[name] || ways.includes(OF_WAY[name]))
  );
  /** @type {[string, Control][]} */
  const controls = inner.map((each) => [
    each.name,
    control(each.name === "way" ? { ...each, label: field.label, options: ways } : needed(each)),
  ]);
  const root = html("div", {}, ...controls.map(([, its]) => its.root));
  const select = root.querySelector("select");
  if (select && (ways.length === 1 || ways[0] === USUAL)) select.value = ways[0];
  const isMeant = (/** @type {string} */ name) => !OF_WAY[name] || OF_WAY[name] === select?.value;
  const show = () => {
    for (const [name, its] of controls) its.root.hidden = !isMeant(name);
  };
  select?.addEventListener("change", show);
  show();
  return { root, read: () => values(controls.filter(([name]) => isMeant(name))) };
}

/**
 * A field that is there only with its payment method is needed then.
 * @param {Field} field
 */
function needed(field) {
  return { ...field, required: field.required || field.name in OF_WAY };
}

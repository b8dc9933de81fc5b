// @ts-check
/** Fields of the form of a promotion's terms. */
import { html } from "./dom.js";
import { Mistake, parsed } from "./staff-fields.js";

/** @typedef {import("./staff-promotions.d.ts").Terms} Terms */

/** A part of the form, and what it adds to the terms. @typedef {{ root: HTMLElement, write: (terms: Terms) => void }} FormPart */

let made = 0;

/** An id that no other field has. */
export function newFieldId() {
  return `terms-${++made}`;
}

/**
 * A text of several lines, which is written as one.
 * @param {string} place
 * @param {string} label
 * @param {string} value
 * @param {(terms: Terms, value: string) => void} write
 * @returns {FormPart}
 */
export function text(place, label, value, write) {
  const id = newFieldId();
  const area = /** @type {HTMLTextAreaElement} */ (html("textarea", { id, rows: "2", maxlength: "2000" }));
  area.value = value;
  const root = placed(place, html("div", { class: "field" }, html("label", { for: id }, label), area));
  return { root, write: (terms) => write(terms, area.value.replace(/\s+/g, " ").trim()) };
}

/**
 * A field on one line.
 * @param {string} label
 * @param {string} value
 * @param {Record<string, string>} [attributes]
 */
export function typed(label, value, attributes = {}) {
  const id = newFieldId();
  const input = /** @type {HTMLInputElement} */ (html("input", { id, autocomplete: "off", ...attributes }));
  input.value = value;
  return { input, root: html("div", { class: "field" }, html("label", { for: id }, label), input) };
}

/**
 * An answer out of several; none at first.
 * @param {string} label
 * @param {[value: string, words: string][]} answers
 * @param {string} value
 */
export function pick(label, answers, value) {
  const id = newFieldId();
  /** @type {[string, string][]} */
  const all = [["", "Choose"], ...answers];
  const input = /** @type {HTMLSelectElement} */ (
    html("select", { id }, ...all.map(([each, words]) => html("option", { value: each }, words)))
  );
  input.value = value;
  return { input, root: html("div", { class: "field" }, html("label", { for: id }, label), input) };
}

/**
 * An amount in cents; undefined if it was left out.
 * @param {string} label
 * @param {HTMLInputElement} input
 */
export function amount(label, input) {
  const written = input.value.trim();
  if (!written) return undefined;
  const found = parsed("cents", written);
  if (found === undefined) throw new Mistake(`${label}: “${written}” is no amount such as 12.50.`, input);
  return Number(found);
}

/**
 * Say where in the terms a field is, so that what is wrong is shown there.
 * @param {string} place
 * @param {HTMLElement} root
 */
export function placed(place, root) {
  root.setAttribute("data-place", place);
  root.append(html("ul", { class: "faults" }));
  return root;
}

/**
 * A whole number.
 * @param {string} label
 * @param {HTMLInputElement} input
 */
export function wholeNumber(label, input) {
  const written = input.value.trim();
  if (!/^\d{1,9}$/.test(written)) throw new Mistake(`${label}: “${written}” is no whole number.`, input);
  return Number(written);
}

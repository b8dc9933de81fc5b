// @ts-check
/** Controls for the fields of an order. Each is drawn from its description, and reads its value as the API wants it. */
import { html } from "./dom.js";
import { labelOf } from "./staff-catalogue.js";
import { EXPECTED, Mistake, parsed } from "./staff-typed.js";

/** @typedef {import("./staff.d.ts").Field} Field */
/** @typedef {import("./staff.d.ts").FieldKind} FieldKind */

/**
 * A drawn field. `read` answers undefined if it is left out, and throws a Mistake that says what is wrong.
 * @typedef {{ root: HTMLElement, read: () => unknown }} Control
 */

let made = 0;

/**
 * @param {Field} field
 * @param {string} [suggestions]  the id of a list of suggestions
 * @returns {Control}
 */
export function control(field, suggestions = "") {
  switch (field.kind) {
    case "boolean":
      return tick(field);
    case "map":
      return rows(field, suggestions);
    case "object":
      return nested(field, suggestions);
    default:
      return line(field, suggestions);
  }
}

/** What staff call promotional money, which a bare name would not tell. @type {Record<string, string>} */
const PROMOTIONAL = {
  restricted: "promotional credits to stake only",
  tokens: "promotional tokens",
  unrestricted: "promotional credits",
};

/**
 * A field on one line: an amount, a number, a time, a text, a choice.
 * @param {Field} field
 * @param {string} suggestions
 * @returns {Control}
 */
function line(field, suggestions) {
  const id = `field-${++made}`;
  const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (field.kind === "choice"
    ? html(
      "select",
      { id, "data-field": field.name },
      ...["", ...field.options].map((each) => html("option", { value: each }, PROMOTIONAL[each] ?? each)),
    )
    : html("input", { id, autocomplete: "off", "data-field": field.name, ...attributesOf(field.kind) }));
  if (suggestions && field.kind === "text") input.setAttribute("list", suggestions);
  if (field.required) input.setAttribute("aria-required", "true");
  else if (field.kind === "number" && typeof field.fallback === "number") input.value = String(field.fallback);
  if (typeof field.fallback === "string") input.value = field.fallback;
  const root = html("div", { class: "field" }, label(id, field), input, ...hint(field));
  return {
    root,
    read: () => {
      const value = listed(
        input,
        read(field.kind === "list" ? "text" : field.kind, input, field.label, field.required),
      );
      return field.kind === "list" && typeof value === "string" ? several(value, field, input) : value;
    },
  };
}

/**
 * What stands for a suggestion, if that was typed: a wager is chosen by its title and sent by its id.
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {unknown} value
 */
function listed(input, value) {
  const options = input instanceof HTMLInputElement ? [...(input.list?.options ?? [])] : [];
  const typed = String(value).toLowerCase();
  return options.find((option) => option.value.toLowerCase() === typed)?.dataset.id ?? value;
}

/**
 * The values of a list, which are written one after the other: "1, 2".
 * @param {string} text
 * @param {Field} field
 * @param {HTMLElement} input
 */
function several(text, field, input) {
  return text.split(field.of === "number" ? /[\s,]+/ : /\s*,\s*/).filter(Boolean).map((each) => {
    const value = parsed(field.of, each);
    if (value === undefined) throw new Mistake(`${field.label}: “${each}” is no whole number.`, input);
    return value;
  });
}

/**
 * @param {FieldKind} kind
 * @returns {Record<string, string>}
 */
function attributesOf(kind) {
  if (kind === "cents") return { inputmode: "decimal", placeholder: "0.00", class: "amount" };
  if (kind === "number") return { inputmode: "numeric", class: "amount" };
  if (kind === "time") return { type: "datetime-local" };
  if (kind === "list") return { placeholder: "one, another" };
  return kind === "json" ? { spellcheck: "false", placeholder: "{ }" } : { maxlength: "500" };
}

/**
 * @param {string} id
 * @param {Field} field
 */
function label(id, field) {
  const unit = field.kind === "cents" ? ", $" : "";
  // Whether a reason has to be given depends on the document, and the table says so.
  const optional = field.required || field.name === "why" ? [] : [html("small", {}, " may be left out")];
  return html("label", { for: id }, field.label + unit, ...optional);
}

/** @param {Field} field */
function hint(field) {
  return field.hint ? [html("p", { class: "hint" }, field.hint)] : [];
}

/**
 * @param {Field} field
 * @returns {Control}
 */
function tick(field) {
  const id = `field-${++made}`;
  const box = /** @type {HTMLInputElement} */ (html("input", { id, type: "checkbox", "data-field": field.name }));
  box.checked = field.fallback === true;
  const root = html("div", { class: "field tick" }, box, html("label", { for: id }, field.label), ...hint(field));
  return { root, read: () => box.checked };
}

/**
 * A mapping: as many rows as are wanted.
 * @param {Field} field
 * @param {string} suggestions
 * @returns {Control}
 */
function rows(field, suggestions) {
  const list = html("ul", {});
  const add = html("button", { type: "button", class: "small" }, "Add a row");
  const [keyName, valueName] = field.keyed === "cents"
    ? ["worth, $", "how many"]
    : ["name", field.of === "cents" ? "$" : "value"];
  /** @type {Set<[HTMLInputElement, HTMLInputElement]>} */
  const cells = new Set();
  const addRow = () => {
    const key = cell(field, keyName, field.keyed);
    const value = cell(field, valueName, field.of);
    if (suggestions && field.keyed === "text") key.setAttribute("list", suggestions);
    const remove = html("button", { type: "button", class: "small", "aria-label": "Remove this row" }, "×");
    const row = html("li", {}, key, value, remove);
    /** @type {[HTMLInputElement, HTMLInputElement]} */
    const entry = [key, value];
    cells.add(entry);
    remove.addEventListener("click", () => {
      cells.delete(entry);
      row.remove();
      add.focus();
    });
    list.append(row);
    return key;
  };
  add.addEventListener("click", () => addRow().focus());
  if (field.required) addRow();
  const legend = html("legend", {}, field.label, ...(field.required ? [] : [html("small", {}, " may be left out")]));
  const how = field.of === "setting"
    ? [html("p", { class: "hint" }, "Write $10 for an amount, 10 for a number, yes or no.")]
    : [];
  const root = html(
    "fieldset",
    { class: "field rows", "data-field": field.name },
    legend,
    ...hint(field),
    ...how,
    list,
    add,
  );
  return {
    root,
    read: () => {
      const filled = [...cells].filter((pair) => pair.some(({ value }) => value.trim()));
      if (!filled.length && !field.required) return undefined;
      return Object.fromEntries(
        filled.map(([key, value]) => [
          String(listed(key, read(field.keyed, key, field.label, true))),
          read(field.of, value, field.label, true),
        ]),
      );
    },
  };
}

/**
 * @param {Field} field
 * @param {string} name
 * @param {FieldKind | "setting"} kind
 */
function cell(field, name, kind) {
  const attributes = { ...attributesOf(kind === "setting" ? "text" : kind), "aria-label": `${field.label}: ${name}` };
  return /** @type {HTMLInputElement} */ (html("input", { ...attributes, autocomplete: "off", placeholder: name }));
}

/**
 * An object with fields of its own; a nested command is chosen first.
 * @param {Field} field
 * @param {string} suggestions
 * @returns {Control}
 */
function nested(field, suggestions) {
  const id = `field-${++made}`;
  const named = field.variants.map(({ tag }) => tag ? labelOf(tag) : "State it");
  const select = /** @type {HTMLSelectElement} */ (html("select", { id, "data-field": field.name }));
  if (!field.required) select.append(html("option", { value: "" }, "Not stated"));
  select.append(...named.map((name, at) => html("option", { value: String(at) }, name)));
  const inside = html("div", { class: "inside" });
  /** @type {[string, Control][]} */
  let controls = [];
  const draw = () => {
    const variant = select.value ? field.variants[Number(select.value)] : null;
    const listed = (/** @type {Field} */ { name }) => name === "wager" || name === "to" ? suggestions : "";
    controls = (variant?.fields ?? []).map((each) => [each.name, control(each, listed(each))]);
    inside.replaceChildren(...controls.map(([, { root }]) => root));
  };
  select.addEventListener("change", draw);
  draw();
  const root = html("div", { class: "field" }, label(id, field), select, ...hint(field), inside);
  return {
    root,
    read: () => {
      if (!select.value) return undefined;
      const { tag } = field.variants[Number(select.value)];
      return { ...(tag ? { type: tag } : {}), ...values(controls) };
    },
  };
}

/**
 * The values of all controls that are not left out, by name.
 * @param {[string, Control][]} controls
 * @returns {Record<string, unknown>}
 */
export function values(controls) {
  return Object.fromEntries(
    controls.map(([name, { read }]) => [name, read()]).filter(([, value]) => value !== undefined),
  );
}

/**
 * @param {FieldKind | "setting"} kind
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {string} name
 * @param {boolean} required
 * @returns {unknown}
 */
function read(kind, input, name, required) {
  const text = input.value.trim();
  if (!text) {
    if (required && kind !== "text") throw new Mistake(`${name}: fill this in.`, input);
    return required ? "" : undefined;
  }
  const value = parsed(kind, text);
  if (value === undefined) throw new Mistake(`${name}: “${text}” is ${EXPECTED[kind] ?? "not understood"}.`, input);
  return value;
}

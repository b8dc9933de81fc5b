// @ts-check
/** A prize in the form of the terms: what it is, what the document also asks about such prizes, and what it must not include. */
import { html } from "./dom.js";
import { Mistake } from "./staff-fields.js";
import { amount, pick, placed, text, typed } from "./staff-terms-fields.js";

/** @typedef {import("./staff-promotions.d.ts").Chapter} Chapter */
/** @typedef {import("./staff-promotions.d.ts").Prize} Prize */
/** @typedef {import("./staff-promotions.d.ts").Terms} Terms */
/** @typedef {import("./staff-terms-fields.js").FormPart} FormPart */

const MILLILITRES = 1000;

/**
 * The part of the form about one prize.
 * @param {Chapter} chapter
 * @param {Prize} prize
 * @param {number} at  counted from 0
 * @param {(change: (terms: Terms) => void) => void} redraw
 * @returns {FormPart}
 */
export function prizePart(chapter, prize, at, redraw) {
  const name = `prize ${at + 1}`;
  const kind = chapter.kinds.find((each) => each.kind === prize.kind) ?? chapter.kinds[0];
  const its = (/** @type {Terms} */ terms) => /** @type {Prize} */ (terms.prizes?.[at]);
  const kinds = pick("Kind", chapter.kinds.map(({ kind, words }) => [kind, words]), kind.kind);
  const inside = [
    text(`${name}: title`, "Name of the prize", prize.title ?? "", (terms, value) => (its(terms).title = value)),
    money(`${name}: value`, "Value, $", prize.value, (terms, value) => (its(terms).value = value)),
    text(
      `${name}: details`,
      `Details, and conditions of receiving, using and accepting it (${chapter.prizes})`,
      prize.details ?? "",
      (
        terms,
        value,
      ) => (its(terms).details = value),
    ),
    ...kind.particulars.map(({ clause, id, words }) =>
      text(`${name}: ${id}`, `${capital(words)} (${clause})`, prize.particulars?.[id] ?? "", (terms, value) => {
        if (value) its(terms).particulars = { ...its(terms).particulars, [id]: value };
      })
    ),
    ...chapter.forbidden.map((thing) => includes(name, thing, prize.contains?.[thing.id], its)),
    ...(kind.instead
      ? [
        money(`${name}: instead`, `Money that the winner may take instead, $ (${chapter.alternative})`, prize.instead, (
          terms,
          value,
        ) => (its(terms).instead = value)),
      ]
      : []),
  ];
  const remove = html("button", { type: "button", class: "small" }, `Remove prize ${at + 1}`);
  remove.addEventListener("click", () => redraw(({ prizes }) => prizes?.splice(at, 1)));
  kinds.input.addEventListener("change", () =>
    redraw((terms) => {
      its(terms).kind = kinds.input.value || "money";
      delete its(terms).particulars;
    }));
  const root = html(
    "fieldset",
    { class: "prize", "data-testid": name },
    html("legend", {}, `Prize ${at + 1}`),
    kinds.root,
    ...inside.map((part) => part.root),
    remove,
  );
  const write = (/** @type {Terms} */ terms) => {
    terms.prizes?.push({ kind: kind.kind });
    inside.forEach((part) => part.write(terms));
  };
  return { root, write };
}

/**
 * @param {string} place
 * @param {string} label
 * @param {number | undefined} value
 * @param {(terms: Terms, value: number | undefined) => void} write
 * @returns {FormPart}
 */
function money(place, label, value, write) {
  const { input, root } = typed(label, value === undefined ? "" : (value / 100).toFixed(2), {
    inputmode: "decimal",
    class: "amount",
  });
  return { root: placed(place, root), write: (terms) => write(terms, amount(label, input)) };
}

/**
 * Whether the prize includes something that is forbidden, or how much of it.
 * @param {string} name
 * @param {Chapter["forbidden"][number]} thing
 * @param {number | undefined} value
 * @param {(terms: Terms) => Prize} its
 * @returns {FormPart}
 */
function includes(name, { clause, id, words, millilitres }, value, its) {
  const place = `${name}: ${id}`;
  const keep = (
    /** @type {Terms} */ terms,
    /** @type {number} */ much,
  ) => (its(terms).contains = { ...its(terms).contains, [id]: much });
  if (millilitres === null) {
    const { input, root } = pick(
      `Does it include ${words}? (${clause})`,
      [["0", "No"], ["1", "Yes"]],
      String(value ?? ""),
    );
    return { root: placed(place, root), write: (terms) => input.value && keep(terms, Number(input.value)) };
  }
  const label = `How many litres of ${id} does it include? (${clause})`;
  const { input, root } = typed(label, value === undefined ? "" : String(value / MILLILITRES), {
    inputmode: "decimal",
  });
  const write = (/** @type {Terms} */ terms) => {
    const written = input.value.trim();
    if (!written) return;
    if (!/^\d{1,6}(\.\d{1,3})?$/.test(written)) throw new Mistake(`${label}: write a number such as 1.5.`, input);
    keep(terms, Math.round(Number(written) * MILLILITRES));
  };
  return { root: placed(place, root), write };
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

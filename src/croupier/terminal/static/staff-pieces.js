// @ts-check
/** Chips or notes by denomination: a box for each value, and what they come to. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { Mistake } from "./staff-typed.js";

/**
 * An entry of a dialog. What it reads is how many there are of each value.
 * @param {string} name
 * @param {number[]} values  in cents
 * @param {string} what  such as "chips"
 */
export function pieces(name, values, what) {
  const sum = html("output", { class: "sum" }, dollars(0));
  const inputs = [...values].sort((one, other) => other - one).map((
    value,
  ) => /** @type {HTMLInputElement} */ (html("input", {
    id: `${name}-${value}`,
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "6",
    "data-value": String(value),
  })));
  const read = () => {
    /** @type {Record<string, number>} */
    const found = {};
    for (const { dataset: { value = "" }, value: typed } of inputs) {
      const count = Number(typed.trim());
      if (!Number.isInteger(count) || count < 0) {
        throw new Mistake(`${typed} is no number of ${what} of ${dollars(Number(value))}.`);
      }
      if (count) found[value] = count;
    }
    return found;
  };
  const rows = inputs.map((input) =>
    html(
      "div",
      { class: "piece" },
      html("label", { for: input.id }, dollars(Number(input.dataset.value))),
      input,
    )
  );
  const root = html(
    "fieldset",
    { class: "pieces" },
    html("legend", {}, `How many ${what} of each value`),
    ...rows,
    sum,
  );
  root.addEventListener("input", () => {
    try {
      sum.textContent = dollars(worth(read()));
    } catch {
      sum.textContent = "";
    }
  });
  return { name, root, read };
}

/**
 * What pieces are worth.
 * @param {Record<string, number>} counted
 */
export function worth(counted) {
  return Object.entries(counted).reduce((sum, [value, count]) => sum + Number(value) * count, 0);
}

/**
 * Pieces in words.
 * @param {Record<string, number>} counted
 */
export function inWords(counted) {
  return Object.entries(counted).map(([value, count]) => `${count} × ${dollars(Number(value))}`).join(", ");
}

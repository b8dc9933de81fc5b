// @ts-check
/** The form of a colour change: a row for each chip of the tray, for the chips that the player gives and for those that the player gets. */
import { html } from "./dom.js";
import { dollars, printed } from "./money.js";
import { labelOf } from "./staff-catalogue.js";
import { Mistake, parsed } from "./staff-fields.js";

/** @typedef {import("./staff.d.ts").Field} Field */
/** @typedef {import("./staff-fields.js").Control} Control */

export const COLOUR_CHANGE = "ChangeColour";

/** The fields of the order. */
const SIDES = /** @type {const} */ (["given", "received"]);

export class ColourForm {
  /** Whether both sides are equal in value. */
  status = html("p", { class: "from", role: "status", "data-testid": "colour" });
  #tray;
  /** How many chips of each value, by side. @type {Record<string, [number, HTMLInputElement][]>} */
  #counts = { given: [], received: [] };

  /** @param {number[]} tray  the values of the chips, in cents */
  constructor(tray) {
    this.#tray = tray;
  }

  /**
   * The control of a side of the change; null for any other field.
   * @param {Field} field
   * @returns {Control | null}
   */
  control(field) {
    const side = SIDES.find((each) => each === field.name);
    if (!side) return null;
    this.#counts[side] = this.#tray.map((cents) => [cents, countOf(field, cents)]);
    const rows = this.#counts[side].map(([cents, input]) => html("li", {}, this.#chipKey(side, cents, input), input));
    const root = html(
      "fieldset",
      { class: "field colour", "data-field": side },
      html("legend", {}, field.label),
      html("ul", {}, ...rows),
    );
    return { root, read: () => this.#read(side) };
  }

  /** Say what is missing. It answers the words for the key. */
  look() {
    const [given, received] = SIDES.map((side) => this.#value(side));
    const difference = given - received;
    this.status.textContent = !given
      ? "Touch a chip to add it, or type how many."
      : difference
      ? `${dollars(given)} is given. ${dollars(Math.abs(difference))} is ${
        difference > 0 ? "to come back" : "too much"
      }.`
      : `${dollars(given)} for ${dollars(received)}.`;
    return labelOf(COLOUR_CHANGE);
  }

  /** @param {Record<string, unknown>} command */
  linked(command) {
    return command;
  }

  /**
   * A touch adds one chip that the player gives, and as many as fit of those that the player gets for them.
   * @param {"given" | "received"} side
   * @param {number} cents
   * @param {HTMLInputElement} input
   */
  #chipKey(side, cents, input) {
    const name = side === "given" ? `Add a chip of ${dollars(cents)}` : `As many of ${dollars(cents)} as fit`;
    const key = html("button", { type: "button", "aria-label": name, "data-add": `${side} ${cents}` }, printed(cents));
    key.addEventListener("click", () => {
      const count = counted(input) ?? 0;
      const rest = this.#value("given") - this.#value("received");
      input.value = String(side === "given" ? count + 1 : Math.max(0, count + Math.floor(rest / cents)));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return key;
  }

  /** @param {"given" | "received"} side */
  #value(side) {
    return this.#counts[side].reduce((sum, [cents, input]) => sum + cents * (counted(input) ?? 0), 0);
  }

  /** @param {"given" | "received"} side */
  #read(side) {
    const filled = this.#counts[side].map(([cents, input]) => {
      const count = counted(input);
      if (count === null) throw new Mistake(`“${input.value}” is no number of chips.`, input);
      return /** @type {const} */ ([String(cents), count]);
    });
    return Object.fromEntries(filled.filter(([, count]) => count > 0));
  }
}

/**
 * @param {Field} field
 * @param {number} cents
 */
function countOf(field, cents) {
  return /** @type {HTMLInputElement} */ (html("input", {
    class: "amount",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "6",
    placeholder: "0",
    "aria-label": `${field.label}: chips of ${dollars(cents)}`,
    "data-count": `${field.name} ${cents}`,
  }));
}

/**
 * How many chips were typed; null if it is no number of chips.
 * @param {HTMLInputElement} input
 */
function counted(input) {
  const text = input.value.trim();
  const count = text ? parsed("number", text) : 0;
  return typeof count === "number" && count >= 0 ? count : null;
}

// @ts-check
/** The result of the dice, entered in two steps: keys 1 to 6 draw the dice as they lie, and a large key confirms them. */
import { html } from "./dom.js";
import { disable, isHeld } from "./kept.js";
import { labelOf } from "./staff-catalogue.js";
import { facesOf, formOf, isDice } from "./staff-choice.js";
import { DiceEntry } from "./staff-dice-entry.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").Form} Form */

/**
 * Whether an order is the result of a throw, which still has to be read.
 * @param {Action} action
 */
export function isResult({ open, forms }) {
  return open && forms.length > 1 && forms.every(({ words }) => isDice(words));
}

export class ResultEntry {
  root = html("div", { class: "result-entry", "data-testid": "result-entry" });
  #dice = new DiceEntry(() => this.#entered());
  #confirm = /** @type {HTMLButtonElement} */ (html("button", { type: "button", class: "next" }));
  #order = "";
  #round = 0;
  /** @type {Action | null} */
  #action = null;
  #give;

  /** @param {import("./staff-keys.js").Give} give */
  constructor(give) {
    this.#give = give;
    this.#confirm.addEventListener("click", () => isHeld(this.#confirm) || this.#send());
    this.root.append(this.#dice.root, this.#confirm);
  }

  /**
   * @param {Action} action
   * @param {number} round
   * @returns {HTMLElement}
   */
  draw(action, round) {
    if (action.order !== this.#order || round !== this.#round) this.clear();
    [this.#action, this.#order, this.#round] = [action, action.order, round];
    this.#confirm.dataset.order = action.order;
    this.#show();
    return this.root;
  }

  /**
   * A key of the keyboard, while the focus is on a key of the next call.
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (this.root.isConnected) this.#dice.press(event);
  }

  /** Forget the dice that were entered. */
  clear() {
    this.#dice.faces = "";
  }

  /** The form that the dice stand for, once all of them lie there. A face that nobody disputes comes first. */
  get #form() {
    const undisputed = (this.#action?.forms ?? []).filter(({ values }) => !values.disputed);
    return this.#dice.faces ? formOf(undisputed, this.#dice.faces) : null;
  }

  #entered() {
    this.#show();
    if (this.#form) this.#confirm.focus();
  }

  #show() {
    this.#dice.draw(facesOf(this.#action?.forms[0].words ?? "").length);
    const { left } = this.#dice;
    const form = this.#form;
    disable(this.#confirm, !form, this.#dice);
    this.#confirm.replaceChildren(
      html("span", {}, labelOf(this.#order)),
      html("span", { class: "what" }, form ? form.words : left === 1 ? "one die more" : `${left} dice more`),
    );
  }

  #send() {
    const [action, form] = [this.#action, this.#form];
    if (!action || !form) return;
    this.clear();
    this.#give(action, form);
    this.#show();
  }
}

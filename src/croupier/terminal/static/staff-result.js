// @ts-check
/** The result of the dice, entered in two steps: keys 1 to 6 draw the dice as they lie, and a large key confirms them. */
import { html, svg } from "./dom.js";
import { flatDice } from "./faces.js";
import { isHeld } from "./kept.js";
import { labelOf } from "./staff-catalogue.js";
import { facesOf, formOf, isDice } from "./staff-choice.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").Form} Form */

const FACES = [1, 2, 3, 4, 5, 6];
const SIZE = 40;

/**
 * Whether an order is the result of a throw, which still has to be read.
 * @param {Action} action
 */
export function isResult({ open, forms }) {
  return open && forms.length > 1 && forms.every(({ words }) => isDice(words));
}

export class ResultEntry {
  root = html("div", { class: "result-entry", "data-testid": "result-entry" });
  #lying = html("div", { class: "lying", role: "img" });
  #undo = /** @type {HTMLButtonElement} */ (html("button", { type: "button", "data-testid": "undo-die" }, "Undo"));
  #confirm = /** @type {HTMLButtonElement} */ (html("button", { type: "button", class: "next" }));
  #faces = "";
  #order = "";
  #round = 0;
  /** @type {Action | null} */
  #action = null;
  /** @type {HTMLElement | null} */
  #firstKey = null;
  #give;

  /** @param {import("./staff-keys.js").Give} give */
  constructor(give) {
    this.#give = give;
    const keys = FACES.map((face) => {
      const key = html("button", { type: "button", class: "face-key", "aria-label": String(face) }, die([face]));
      key.addEventListener("click", () => this.#type(String(face)));
      return key;
    });
    this.#firstKey = keys[0];
    this.#undo.addEventListener("click", () => this.#set(this.#faces.slice(0, -1)));
    this.#confirm.addEventListener("click", () => isHeld(this.#confirm) || this.#send());
    const lying = html("div", { class: "lying-row" }, this.#lying, this.#undo);
    this.root.append(lying, html("div", { class: "face-keys" }, ...keys), this.#confirm);
    this.root.addEventListener("keydown", (event) => this.#key(event));
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

  /** Forget the dice that were entered. */
  clear() {
    this.#faces = "";
  }

  /** How many dice fall. */
  get #count() {
    return facesOf(this.#action?.forms[0].words ?? "").length;
  }

  /** The form that the dice stand for, once all of them lie there. A face that nobody disputes comes first. */
  get #form() {
    const undisputed = (this.#action?.forms ?? []).filter(({ values }) => !values.disputed);
    return this.#faces ? formOf(undisputed, this.#faces) : null;
  }

  /** @param {string} face */
  #type(face) {
    // A key after the last die begins anew: the dice were read again.
    this.#set(this.#faces.length < this.#count ? this.#faces + face : face);
  }

  /** @param {string} faces */
  #set(faces) {
    this.#faces = faces;
    this.#show();
    if (this.#form) this.#confirm.focus();
  }

  #show() {
    const faces = [...this.#faces].map(Number);
    const left = this.#count - faces.length;
    this.#lying.replaceChildren(
      ...faces.map((face) => die([face])),
      ...Array.from({ length: left }, () => html("span", { class: "no-die" })),
    );
    this.#lying.setAttribute(
      "aria-label",
      faces.length ? `The dice show ${faces.join(", ")}` : "No die was entered yet",
    );
    this.#undo.disabled = !faces.length;
    const form = this.#form;
    // A key that is disabled loses the focus, and with it the keyboard.
    if (!form && document.activeElement === this.#confirm) this.#firstKey?.focus();
    this.#confirm.disabled = !form;
    const name = labelOf(this.#order);
    this.#confirm.replaceChildren(
      html("span", {}, name),
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

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (/^[1-6]$/.test(event.key)) this.#type(event.key);
    else if (event.key === "Backspace") this.#set(this.#faces.slice(0, -1));
    else return;
    event.preventDefault();
  }
}

/** @param {number[]} faces */
export function die(faces) {
  const width = SIZE * faces.length;
  return svg(
    "svg",
    { class: "die", viewBox: `0 0 ${width} ${SIZE}`, "aria-hidden": "true" },
    flatDice(faces, width / 2, SIZE / 2, SIZE - 2),
  );
}

// @ts-check
/** The dice of the set that a shooter takes, chosen by touching or typing their numbers. */
import { html } from "./dom.js";
import { disable, isHeld } from "./kept.js";
import { labelOf } from "./staff-catalogue.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").DiceView} DiceView */

export class DiceChoice {
  root = html("div", { class: "dice-choice", "data-testid": "dice-choice" });
  #keys = html("div", { class: "face-keys", role: "group", "aria-label": "The dice of the set" });
  #confirm = /** @type {HTMLButtonElement} */ (html("button", { type: "button", class: "next" }));
  /** @type {number[]} */
  #chosen = [];
  #seat = "";
  #round = 0;
  /** @type {DiceView | null} */
  #dice = null;
  /** @type {Action | null} */
  #action = null;
  #give;

  /** @param {import("./staff-keys.js").Give} give */
  constructor(give) {
    this.#give = give;
    this.root.append(this.#keys, this.#confirm);
    this.#confirm.addEventListener("click", () => {
      if (isHeld(this.#confirm)) return;
      const dice = this.#chosen;
      this.clear();
      if (this.#action) this.#give(this.#action, this.#action.forms[0], { dice });
      this.#show();
    });
  }

  /**
   * @param {Action} action
   * @param {DiceView} dice
   * @param {number} round
   * @returns {HTMLElement}
   */
  draw(action, dice, round) {
    const seat = String(action.forms[0].values.seat);
    if (seat !== this.#seat || round !== this.#round) this.clear();
    if (dice.left !== this.#dice?.left) {
      this.clear();
      const numbers = Array.from({ length: dice.left }, (_, at) => at + 1);
      this.#keys.replaceChildren(...numbers.map((number) => this.#key(number)));
    }
    [this.#action, this.#dice, this.#seat, this.#round] = [action, dice, seat, round];
    this.#confirm.dataset.order = action.order;
    this.#show();
    return this.root;
  }

  /**
   * A key of the keyboard, while the focus is on a key of the next call: the number of a die, or backspace. With the last die the
   * focus goes to the large key.
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (!this.root.isConnected || event.ctrlKey || event.altKey || event.metaKey) return;
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    const last = event.key === "Backspace" ? this.#chosen.at(-1) : undefined;
    if (number && number <= (this.#dice?.left ?? 0)) this.#touch(number);
    else if (last) this.#touch(last);
    else return;
    event.preventDefault();
    this.#confirm.focus();
  }

  /** Forget the dice that were touched. */
  clear() {
    this.#chosen = [];
  }

  /** @param {number} number */
  #key(number) {
    const key = html("button", { type: "button", "data-die": String(number) }, String(number));
    key.addEventListener("click", () => this.#touch(number));
    return key;
  }

  /** A die is taken, or put back if it was taken. @param {number} number */
  #touch(number) {
    const without = this.#chosen.filter((each) => each !== number);
    this.#chosen = without.length < this.#chosen.length
      ? without
      : [...this.#chosen, number].slice(-(this.#dice?.choose ?? 0));
    this.#show();
  }

  #show() {
    const most = this.#dice?.choose ?? 0;
    for (const key of this.#keys.children) {
      key.setAttribute("aria-pressed", String(this.#chosen.includes(Number(key.getAttribute("data-die")))));
    }
    const chosen = this.#chosen.toSorted((one, other) => one - other);
    disable(
      this.#confirm,
      chosen.length !== most,
      /** @type {HTMLElement | null} */ (this.#keys.querySelector("button")),
    );
    const what = chosen.length === most
      ? `${this.#seat} takes ${chosen.join(" and ")}`
      : `${this.#seat} takes ${most} of ${this.#dice?.left}, counted from the left as they lie`;
    this.#confirm.replaceChildren(html("span", {}, labelOf("AcceptDice")), html("span", { class: "what" }, what));
  }
}

// @ts-check
/** The rack: which chip is in the player's hand. */
import { html, onPress, svg } from "./dom.js";
import { dollars } from "./money.js";
import { chipFace } from "./stack.js";

export class Rack {
  /** @type {HTMLElement[]} */
  #buttons = [];
  #chosen = 0;
  /** @type {number[]} */
  values = [];

  /**
   * @param {HTMLElement} root
   * @param {number[]} values
   */
  constructor(root, values) {
    this.root = root;
    this.renew(values);
    this.choose(Math.min(1, values.length - 1));
  }

  /**
   * Fill it with other chips. In the hand stays the same chip, or the next larger one.
   * @param {number[]} values
   */
  renew(values) {
    if (String(values) === String(this.values)) return;
    const { cents = 0 } = this;
    const focused = this.root.contains(document.activeElement);
    this.values = values;
    this.#buttons = values.map((cents, rank) => {
      const face = svg("svg", { viewBox: "-22 -22 44 44", "aria-hidden": "true" }, chipFace(cents, rank, 20));
      const name = `${dollars(cents)} chip`;
      const button = html("button", {
        type: "button",
        role: "radio",
        "aria-label": name,
        "data-testid": `chip-${cents}`,
      }, face);
      onPress(button, () => this.choose(rank));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        this.choose((this.#chosen + step + values.length) % values.length);
        this.button.focus();
      });
      return button;
    });
    this.root.replaceChildren(...this.#buttons);
    const next = values.findIndex((value) => value >= cents);
    this.choose(next < 0 ? values.length - 1 : next);
    if (focused) this.button.focus();
  }

  /** @param {number} rank */
  choose(rank) {
    this.#chosen = rank;
    this.#buttons.forEach((button, at) => {
      button.setAttribute("aria-checked", String(at === rank));
      button.tabIndex = at === rank ? 0 : -1;
    });
  }

  get cents() {
    return this.values[this.#chosen];
  }

  get rank() {
    return this.#chosen;
  }

  get button() {
    return this.#buttons[this.#chosen];
  }
}

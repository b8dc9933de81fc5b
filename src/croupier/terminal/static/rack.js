// @ts-check
/** The rack: which chip is in the player's hand. */
import { chipFace } from "./chips.js";
import { html, onPress, svg } from "./dom.js";
import { dollars } from "./money.js";

export class Rack {
  /** @type {HTMLElement[]} */
  #buttons;
  #chosen = 0;

  /**
   * @param {HTMLElement} root
   * @param {number[]} values
   */
  constructor(root, values) {
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
    root.append(...this.#buttons);
    this.choose(Math.min(1, values.length - 1));
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

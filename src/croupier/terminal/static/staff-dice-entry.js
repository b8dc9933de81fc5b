// @ts-check
/** Dice, entered as they lie: keys 1 to 6 draw them, and the last one can be undone. */
import { html, svg } from "./dom.js";
import { flatDice } from "./faces.js";

const FACES = [1, 2, 3, 4, 5, 6];
const SIZE = 40;

export class DiceEntry {
  root = html("div", { class: "dice-entry" });
  /** What was entered, such as "34". */
  faces = "";
  #count = 0;
  #lying = html("div", { class: "lying", role: "img" });
  #undo = /** @type {HTMLButtonElement} */ (html("button", { type: "button", "data-testid": "undo-die" }, "Undo"));
  /** @type {HTMLElement[]} */
  #keys;
  #changed;

  /** @param {() => void} changed  dice were entered or undone */
  constructor(changed) {
    this.#changed = changed;
    this.#keys = FACES.map((face) => {
      const key = html("button", { type: "button", class: "face-key", "aria-label": String(face) }, die([face]));
      key.addEventListener("click", () => this.#type(String(face)));
      return key;
    });
    this.#undo.addEventListener("click", () => this.#set(this.faces.slice(0, -1)));
    this.root.append(
      html("div", { class: "lying-row" }, this.#lying, this.#undo),
      html("div", { class: "face-keys" }, ...this.#keys),
    );
  }

  /**
   * @param {number} count  how many dice fall
   */
  draw(count) {
    this.#count = count;
    const faces = [...this.faces].map(Number);
    this.#lying.replaceChildren(
      ...faces.map((face) => die([face])),
      ...Array.from({ length: this.left }, () => html("span", { class: "no-die" })),
    );
    this.#lying.setAttribute(
      "aria-label",
      faces.length ? `The dice show ${faces.join(", ")}` : "No die was entered yet",
    );
    this.#undo.disabled = !faces.length;
  }

  /** How many dice have not been entered yet. */
  get left() {
    return this.#count - this.faces.length;
  }

  focus() {
    this.#keys[0].focus();
  }

  /**
   * A key of the keyboard: 1 to 6, or backspace.
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (/^[1-6]$/.test(event.key)) this.#type(event.key);
    else if (event.key === "Backspace") this.#set(this.faces.slice(0, -1));
    else return;
    event.preventDefault();
  }

  /** @param {string} face */
  #type(face) {
    // A key after the last die begins anew: the dice were read again.
    this.#set(this.left > 0 ? this.faces + face : face);
  }

  /** @param {string} faces */
  #set(faces) {
    this.faces = faces;
    this.draw(this.#count);
    this.#changed();
  }
}

/** @param {number[]} faces */
function die(faces) {
  const width = SIZE * faces.length;
  return svg(
    "svg",
    { class: "die", viewBox: `0 0 ${width} ${SIZE}`, "aria-hidden": "true" },
    flatDice(faces, width / 2, SIZE / 2, SIZE - 2),
  );
}

// @ts-check
/** Three dice under a cover: they are shaken unseen, and seen when the cover is lifted. */
import { Dice } from "./dice.js";
import { still, svg } from "./dom.js";
import { isCovered } from "./phases.js";

/** @typedef {import("./protocol.d.ts").Phase} Phase */

const LIFTING = 1100;

export class CoveredDice {
  #root;
  #dice;
  /** Whether the dice of this round are seen already. */
  #uncovered = false;
  /** @type {(() => void) | null} */
  #end = null;

  /**
   * @param {HTMLElement} root
   * @param {number} count
   */
  constructor(root, count) {
    this.#root = root;
    this.#dice = new Dice(root, count);
    root.append(
      svg(
        "svg",
        { class: "cover", viewBox: "0 0 200 130", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("path", { class: "dome", d: "M10 118 V74 A90 58 0 0 1 190 74 V118 Z" }),
        svg("path", { class: "shine", d: "M34 104 V76 A66 40 0 0 1 84 36" }),
        svg("circle", { class: "knob", cx: 100, cy: 11, r: 9 }),
        svg("rect", { class: "brim", x: 4, y: 116, width: 192, height: 12, rx: 6 }),
      ),
    );
  }

  /**
   * Show an outcome at once.
   * @param {string} outcome
   */
  rest(outcome) {
    this.finish();
    this.#dice.rest(outcome);
    this.#uncovered = false;
    this.#is("seen");
  }

  /**
   * Lift the cover before the round is settled.
   * @param {string} outcome  empty if only people have seen the dice
   */
  uncover(outcome) {
    if (!outcome) return;
    this.rest(outcome);
    this.#uncovered = true;
  }

  /**
   * Lift the cover from an outcome; resolves when it is off.
   * @param {string} outcome
   * @returns {Promise<void>}
   */
  roll(outcome) {
    this.rest(outcome);
    if (still()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.finish(), LIFTING);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Skip what is left of the lifting. */
  finish() {
    const end = this.#end;
    this.#end = null;
    end?.();
  }

  /**
   * The cover lies on the dice until they are uncovered. The faces are shown as soon as the table tells them.
   * @param {Phase} phase
   */
  phase(phase) {
    this.#root.classList.toggle("shaking", phase === "shaken");
    if (isCovered(phase)) {
      this.#is("covered");
      this.#uncovered = false;
    } else if ((phase === "uncovered" || phase === "announced") && !this.#uncovered) this.#is("unread");
  }

  /** @param {"covered" | "unread" | "seen"} how */
  #is(how) {
    this.#root.dataset.dice = how;
  }
}

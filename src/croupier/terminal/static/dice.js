// @ts-check
/** Dice that tumble and come to rest on what has already fallen. */
import { html, still } from "./dom.js";
import { PIPS } from "./faces.js";

/** @typedef {import("./protocol.d.ts").Phase} Phase */

const DURATION = 1700;
/** How far to turn the cube so that a face looks at the player. @type {Record<number, [number, number]>} */
const TURNS = { 1: [0, 0], 2: [90, 0], 3: [0, -90], 4: [0, 90], 5: [-90, 0], 6: [0, 180] };

const TUMBLE = [
  { transform: "translateY(0) rotate3d(1, 1, 0.3, 0deg)" },
  { transform: "translateY(-22px) rotate3d(1, 1, 0.3, 180deg)" },
  { transform: "translateY(0) rotate3d(1, 1, 0.3, 360deg)" },
];

/** Who waits longer for the dice, as where a dealer enters what fell, sees them lie still. */
const MOST_TUMBLES = 6;

export class Dice {
  #dice;
  /** Dice in the air, before the result is known. @type {Animation[]} */
  #tumbling = [];
  /** @type {(() => void) | null} */
  #end = null;

  /**
   * @param {HTMLElement} root
   * @param {number} [count]
   */
  constructor(root, count = 2) {
    this.#dice = Array.from({ length: count }, () => {
      const cube = html("div", { class: "cube" }, ...Object.keys(PIPS).map((face) => cubeFace(Number(face))));
      return { cube, throwing: html("div", { class: "throw" }, cube), turned: [0, 0] };
    });
    root.classList.add("dice-show", `of-${count}`);
    root.append(html("div", { class: "dice-row", "aria-hidden": "true" }, ...this.#dice.map((die) => die.throwing)));
    this.rest("3-4-5".slice(0, 2 * count - 1));
  }

  /**
   * Show an outcome at once.
   * @param {string} outcome
   */
  rest(outcome) {
    this.finish();
    this.#turn(outcome, 0, "none");
  }

  /**
   * Tumble, then show the outcome; resolves when the dice lie still.
   * @param {string} outcome
   * @returns {Promise<void>}
   */
  roll(outcome) {
    this.finish();
    if (still()) {
      this.rest(outcome);
      return Promise.resolve();
    }
    this.#turn(outcome, 3, `transform ${DURATION}ms cubic-bezier(0.16, 0.7, 0.3, 1)`);
    this.#dice.forEach(({ throwing }, at) => throwing.animate(flight(at), { duration: DURATION, easing: "linear" }));
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.finish(), DURATION + 100);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Skip what is left of a throw. */
  finish() {
    const end = this.#end;
    this.#end = null;
    this.#land();
    for (const { cube, throwing } of this.#dice) {
      cube.style.transition = "none";
      for (const flying of throwing.getAnimations()) flying.finish();
    }
    end?.();
  }

  /** @param {Phase} phase */
  phase(phase) {
    if (phase !== "shot") this.#land();
    else if (!this.#tumbling.length && !still()) {
      this.#tumbling = this.#dice.map(({ throwing }, at) =>
        throwing.animate(TUMBLE, { duration: 900 + 130 * at, iterations: MOST_TUMBLES })
      );
    }
  }

  #land() {
    for (const each of this.#tumbling) each.cancel();
    this.#tumbling = [];
  }

  /**
   * @param {string} outcome
   * @param {number} rounds
   * @param {string} transition
   */
  #turn(outcome, rounds, transition) {
    outcome.split("-").forEach((face, at) => {
      const die = this.#dice[at];
      const [x, y] = TURNS[Number(face)];
      const [beforeX, beforeY] = die.turned;
      // Whole turns from wherever it lay, so that it always tumbles on and never back.
      die.turned = [beforeX - (beforeX % 360) + 360 * rounds + x, beforeY - (beforeY % 360) - 360 * (rounds - at) + y];
      die.cube.style.transition = transition;
      die.cube.style.transform = `rotateX(${die.turned[0]}deg) rotateY(${die.turned[1]}deg)`;
    });
  }
}

/** @param {number} face */
function cubeFace(face) {
  const pips = PIPS[face].map(([column, row]) => html("i", { class: `pip c${column} r${row}` }));
  return html("div", { class: `cube-face f${face}` }, ...pips);
}

/** @param {number} at */
function flight(at) {
  const aside = at ? 46 : -46;
  return [
    { transform: `translate(${aside - 70}px, 46px) scale(0.8)`, easing: "ease-out" },
    { transform: `translate(${-aside / 4}px, -58px) scale(1.18)`, offset: 0.28, easing: "ease-in" },
    { transform: "translate(0, 10px) scale(1)", offset: 0.52, easing: "ease-out" },
    { transform: "translate(0, -16px) scale(1.04)", offset: 0.68, easing: "ease-in" },
    { transform: "none", offset: 0.84 },
    { transform: "none" },
  ];
}

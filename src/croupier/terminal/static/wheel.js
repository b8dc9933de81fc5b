// @ts-check
/** The wheel: the ball runs against it and ends in the pocket that has already been announced. */
import { still, svg } from "./dom.js";

/** @typedef {import("./protocol.d.ts").Phase} Phase */

const DURATION = 4600;
/** Milliseconds between two positions of a ball that runs. */
const STEP = 40;
const OUTER = 100;
const INNER = 62;
const TRACK_R = 113;
const POCKET_R = 71;

export class Wheel {
  #rotor;
  #ball = svg("circle", { class: "ball", r: 5, cy: -POCKET_R });
  #arm = svg("g", { class: "arm" }, this.#ball);
  #turned = 0;
  /** The ball on the rim, before the result is known. @type {Animation[]} */
  #running = [];
  /** @type {(() => void) | null} */
  #end = null;

  /**
   * @param {HTMLElement} root
   * @param {number[]} order
   * @param {(n: number) => string} colour
   */
  constructor(root, order, colour) {
    this.order = order;
    root.classList.add("wheel-show");
    const step = 360 / order.length;
    this.#rotor = svg(
      "g",
      { class: "rotor" },
      ...order.map((n, at) => pocket(n, at * step, step, colour(n))),
      svg("circle", { class: "cone", r: INNER - 4 }),
      ...[0, 90, 180, 270].map((angle) =>
        svg("path", { class: "spoke", d: "M-3 0 L0 -34 L3 0 Z", transform: `rotate(${angle})` })
      ),
      svg("circle", { class: "hub", r: 10 }),
    );
    root.append(
      svg(
        "svg",
        { viewBox: "-128 -128 256 256", "aria-hidden": "true", class: "wheel" },
        svg("circle", { class: "bowl", r: 126 }),
        svg("circle", { class: "runway", r: 119 }),
        this.#rotor,
        this.#arm,
      ),
    );
    this.#arm.classList.add("no-ball");
  }

  /**
   * Show an outcome at once.
   * @param {string} outcome
   */
  rest(outcome) {
    this.finish();
    this.#arm.classList.remove("no-ball");
    this.#set(this.#turned, this.#pocketAngle(outcome));
  }

  /**
   * Spin, and let the ball come to rest in the outcome; resolves when it lies there.
   * @param {string} outcome
   * @returns {Promise<void>}
   */
  roll(outcome) {
    this.rest(outcome);
    if (still()) return Promise.resolve();
    const before = this.#turned;
    this.#turned = before + 330;
    const end = this.#pocketAngle(outcome);
    this.#set(this.#turned, end);
    const options = { duration: DURATION, easing: "cubic-bezier(0.2, 0.55, 0.35, 1)" };
    const turning = [
      this.#rotor.animate(
        [{ transform: `rotate(${before}deg)` }, { transform: `rotate(${this.#turned}deg)` }],
        options,
      ),
      this.#arm.animate([{ transform: `rotate(${end + 360 * 6}deg)` }, { transform: `rotate(${end}deg)` }], options),
      this.#ball.animate(fall(), { duration: DURATION }),
    ];
    return new Promise((resolve) => {
      this.#end = () => {
        for (const each of turning) each.cancel();
        resolve();
      };
      turning[0].onfinish = () => this.finish();
    });
  }

  /** Skip what is left of a spin. */
  finish() {
    const end = this.#end;
    this.#end = null;
    this.#stop();
    end?.();
  }

  /**
   * From the spin to the result, the ball runs on the rim.
   * @param {Phase} phase
   */
  phase(phase) {
    if (phase === "spun" && !this.#running.length && !still()) this.#run();
    else if (phase !== "spun" && phase !== "closed") this.#stop();
  }

  #run() {
    this.#arm.classList.remove("no-ball");
    const out = { transform: `translateY(${POCKET_R - TRACK_R}px)` };
    const round = (/** @type {number} */ from, /** @type {number} */ by) => [
      { transform: `rotate(${from}deg)` },
      { transform: `rotate(${from + by}deg)` },
    ];
    // The ball may run for a minute: fewer steps than the screen has frames save a third of the work.
    const forever = (/** @type {number} */ duration) => ({
      duration,
      iterations: Infinity,
      easing: `steps(${duration / STEP})`,
    });
    this.#running = [
      this.#rotor.animate(round(this.#turned, 360), forever(6000)),
      this.#arm.animate(round(0, -360), forever(1320)),
      this.#ball.animate([out, out], { duration: 1000, iterations: Infinity }),
    ];
  }

  #stop() {
    for (const each of this.#running) each.cancel();
    this.#running = [];
  }

  /** @param {string} outcome */
  #pocketAngle(outcome) {
    return this.#turned + (this.order.indexOf(Number(outcome)) * 360) / this.order.length;
  }

  /**
   * @param {number} rotor
   * @param {number} arm
   */
  #set(rotor, arm) {
    this.#rotor.style.transform = `rotate(${rotor}deg)`;
    this.#arm.style.transform = `rotate(${arm}deg)`;
  }
}

/** The ball keeps to the rim, then falls, hits a pocket and settles. */
function fall() {
  const out = `translateY(${POCKET_R - TRACK_R}px)`;
  return [
    { transform: out },
    { transform: out, offset: 0.5, easing: "ease-in" },
    { transform: "translateY(0)", offset: 0.68, easing: "ease-out" },
    { transform: "translateY(-14px)", offset: 0.74, easing: "ease-in" },
    { transform: "translateY(0)", offset: 0.8, easing: "ease-out" },
    { transform: "translateY(-5px)", offset: 0.84, easing: "ease-in" },
    { transform: "translateY(0)", offset: 0.88 },
    { transform: "translateY(0)" },
  ];
}

/**
 * @param {number} n
 * @param {number} angle
 * @param {number} step
 * @param {string} colour
 */
function pocket(n, angle, step, colour) {
  const half = (step * Math.PI) / 360;
  const point = (/** @type {number} */ radius, /** @type {number} */ side) =>
    `${(radius * Math.sin(side * half)).toFixed(2)} ${(-radius * Math.cos(half)).toFixed(2)}`;
  return svg(
    "g",
    { class: `pocket ${colour}`, transform: `rotate(${angle})` },
    svg("path", { d: `M${point(INNER, -1)} L${point(OUTER, -1)} L${point(OUTER, 1)} L${point(INNER, 1)} Z` }),
    svg("text", { y: -OUTER + 9.5, dy: "0.36em" }, String(n)),
  );
}

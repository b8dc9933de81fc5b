// @ts-check
/** The magnifier: above a finger that presses spots smaller than itself, it shows them enlarged and names the one that is meant. */
import { html, svg } from "./dom.js";

/** @typedef {import("./protocol.d.ts").Screen} Screen */
/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {{ clientX: number, clientY: number }} Point */

/** Spots that are smaller than this, in CSS pixels, are too small for a finger. */
const FINGER = 44;
/** How near to such a spot, in CSS pixels, a finger may mean it. */
const NEAR = 16;
const ZOOM = 2.75;
const WIDTH = 230;
const HEIGHT = 150;
/** Between the finger and the magnifier, in CSS pixels. */
const ABOVE = 48;

export class Magnifier {
  #ground = svg("use");
  #chips = svg("use");
  #aim = svg("path", { class: "aim" });
  #finger = svg("circle", { class: "finger" });
  #view = svg(
    "svg",
    { width: WIDTH, height: HEIGHT },
    this.#ground,
    this.#chips,
    this.#aim,
    this.#finger,
  );
  #name = html("p", { "data-testid": "magnified" });
  #lens = html("div", { class: "lens", "aria-hidden": "true", hidden: "" }, this.#name, this.#view);

  /**
   * @param {HTMLElement} felt
   * @param {() => Screen} screen  the screen in front
   */
  constructor(felt, screen) {
    this.felt = felt;
    this.screen = screen;
    document.body.append(this.#lens);
  }

  /**
   * Whether a finger at this point may mean a spot that is smaller than itself.
   * @param {Point} point
   */
  wants(point) {
    const { x, y, unit } = this.#onFelt(point);
    return this.screen().spots.some(({ box, outline }) => {
      const away = Math.hypot(outside(x, box.x, box.w), outside(y, box.y, box.h));
      return !outline && away * unit <= NEAR && Math.min(box.w, box.h) * unit < FINGER;
    });
  }

  /**
   * Show what lies under this point, and the spot that is meant.
   * @param {Point} point
   * @param {Spot} [spot]  nothing if lifting the finger here does nothing
   */
  show(point, spot) {
    const { x, y, unit } = this.#onFelt(point);
    const { name } = this.screen();
    this.#ground.setAttribute("href", `#ground-${name}`);
    this.#chips.setAttribute("href", `#chips-${name}`);
    const [w, h] = [WIDTH / (ZOOM * unit), HEIGHT / (ZOOM * unit)];
    this.#view.setAttribute("viewBox", `${x - w / 2} ${y - h / 2} ${w} ${h}`);
    this.#aim.setAttribute("d", spot ? spot.outline || rectangle(spot) : "");
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: 3 / unit })) {
      this.#finger.setAttribute(key, String(value));
    }
    this.#name.textContent = spot ? `${spot.title}, ${spot.odds}` : "Lift to bet nothing";
    this.#lens.hidden = false;
    this.#place(point);
  }

  hide() {
    this.#lens.hidden = true;
  }

  /**
   * Above the finger if there is room, else beside it.
   * @param {Point} point
   */
  #place({ clientX, clientY }) {
    const { offsetWidth, offsetHeight } = this.#lens;
    const left = Math.min(Math.max(clientX - offsetWidth / 2, 4), innerWidth - offsetWidth - 4);
    const top = clientY - ABOVE - offsetHeight;
    const beside = clientX > innerWidth / 2 ? clientX - ABOVE - offsetWidth : clientX + ABOVE;
    this.#lens.style.transform = top < 4 ? `translate(${beside}px, 4px)` : `translate(${left}px, ${top}px)`;
  }

  /**
   * A point of the window in units of the felt.
   * @param {Point} point
   */
  #onFelt({ clientX, clientY }) {
    const { left, top, width } = this.felt.getBoundingClientRect();
    const unit = width / this.screen().width;
    return { x: (clientX - left) / unit, y: (clientY - top) / unit, unit };
  }
}

/**
 * How far a coordinate lies outside of a stretch.
 * @param {number} at
 * @param {number} start
 * @param {number} length
 */
function outside(at, start, length) {
  return Math.max(start - at, 0, at - start - length);
}

/** @param {Spot} spot */
function rectangle({ box: { x, y, w, h } }) {
  return `M${x} ${y}h${w}v${h}h${-w}Z`;
}

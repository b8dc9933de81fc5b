// @ts-check
/** What lies or is printed on the felt beside the spots: words, and the pucks. */
import { svg } from "./dom.js";

/** @typedef {import("./protocol.d.ts").Mark} Mark */

/** @param {Mark} mark */
export function drawText(mark) {
  const { x, y, w, h } = mark.box;
  const left = mark.look === "heading";
  const text = svg("text", { x: left ? x : x + w / 2, y: y + h / 2, dy: "0.36em" }, mark.text);
  const ring = mark.look === "ringed" ? [svg("circle", { cx: x + w / 2, cy: y + h / 2, r: w / 2 })] : [];
  return svg("g", { class: `mark ${mark.look}` }, ...ring, text);
}

/**
 * Put every puck where it lies now. One that has no place on this screen leaves it.
 * @param {SVGElement} layer
 * @param {Mark[]} marks  the places of the states in which the pucks are
 */
export function putPucks(layer, marks) {
  for (const puck of layer.querySelectorAll("[data-puck]")) {
    if (!marks.some((mark) => mark.puck === puck.getAttribute("data-puck"))) puck.remove();
  }
  for (const mark of marks) putPuck(layer, mark);
}

/**
 * Move a puck to the place of its state, and print on it what that state means.
 * @param {SVGElement} layer
 * @param {Mark} mark
 */
function putPuck(layer, mark) {
  let puck = /** @type {SVGElement | null} */ (layer.querySelector(`[data-puck="${mark.puck}"]`));
  if (!puck) {
    puck = svg(
      "g",
      { class: "puck", role: "img", "data-testid": "puck", "data-puck": mark.puck },
      svg("circle", { r: mark.box.w / 2 }),
      svg("text", { dy: "0.36em" }),
    );
    layer.prepend(puck);
  }
  const { on, print, name } = faceOf(mark.state);
  puck.classList.toggle("on", on);
  puck.setAttribute("aria-label", name);
  const text = puck.querySelector("text");
  if (text) text.textContent = print;
  puck.style.transform = `translate(${mark.box.x + mark.box.w / 2}px, ${mark.box.y + mark.box.h / 2}px)`;
}

/**
 * Which way up a puck lies, what is printed on it, and its name for screen readers.
 * @param {string} state
 */
function faceOf(state) {
  const [side, how] = state.split(" ");
  if (side === "point") return { on: true, print: "ON", name: `Puck on, the point is ${how}` };
  if (how === "opened") return { on: true, print: "NEW", name: `A run of ${side} has begun` };
  if (how === "runs") return { on: false, print: "RUN", name: `A run of ${side} goes on` };
  if (state === "come-out") return { on: false, print: "OFF", name: "Puck off, come-out roll" };
  return { on: false, print: "", name: "No run yet" };
}

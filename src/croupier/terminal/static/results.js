// @ts-check
/** What fell, in words and in the strip of recent results. */
import { html } from "./dom.js";

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
const MOST = 12;

/** @param {number} n */
export function colourOf(n) {
  return n === 0 ? "green" : RED.has(n) ? "red" : "black";
}

/**
 * @param {string} outcome  "3-4" of two dice, "17" of the wheel
 * @param {string} before  where the puck lay
 */
export function inWords(outcome, before) {
  const faces = outcome.split("-").map(Number);
  if (faces.length === 1) {
    const [n] = faces;
    return n ? `${n} ${colourOf(n)}, ${n % 2 ? "odd" : "even"}` : "Zero";
  }
  const total = faces[0] + faces[1];
  const way = faces[0] === faces[1] && total > 2 && total < 12 ? `Hard ${total}` : String(total);
  const meaning = meaningOf(total, before);
  return meaning ? `${way}, ${meaning}` : way;
}

/**
 * What a total means for the puck.
 * @param {number} total
 * @param {string} before
 */
function meaningOf(total, before) {
  const point = Number(before.match(/\d+/)?.[0] ?? 0);
  if (point) return total === 7 ? "seven out" : total === point ? "the point is made" : "";
  if (total === 7 || total === 11) return "a natural";
  return total === 2 || total === 3 || total === 12 ? "craps" : "the point";
}

/**
 * @param {HTMLElement} root
 * @param {string[]} history  newest last
 */
export function drawHistory(root, history) {
  root.replaceChildren(
    ...history.slice(-MOST).reverse().map((outcome) => {
      const faces = outcome.split("-").map(Number);
      const total = faces.reduce((sum, face) => sum + face, 0);
      const look = faces.length === 1 ? colourOf(total) : total === 7 ? "seven" : "total";
      return html("li", { class: look, "data-outcome": outcome }, String(total));
    }),
  );
}

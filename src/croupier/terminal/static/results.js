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
 * What fell, as it is called.
 * @param {string} outcome  "3-4" of two dice, "3-4-4" of three, "17" of the wheel
 */
export function fell(outcome) {
  const faces = facesOf(outcome);
  const total = sum(faces);
  if (faces.length === 1) return total ? `${total} ${colourOf(total)}` : "Zero";
  if (faces.length === 3) return `${faces.join(", ")}, total ${total}`;
  return faces[0] === faces[1] && total > 2 && total < 12 ? `Hard ${total}` : String(total);
}

/**
 * What it means: to the even chances, or to the puck.
 * @param {string} outcome
 * @param {string} before  where the puck lay; empty if there is none
 */
export function meaning(outcome, before) {
  const faces = facesOf(outcome);
  const total = sum(faces);
  const parity = total % 2 ? "odd" : "even";
  if (faces.length === 1) return total ? parity : "";
  if (faces.length === 3) return sizeOf(faces) === "triple" ? "a triple" : `${sizeOf(faces)}, ${parity}`;
  return toThePuck(total, before);
}

/**
 * @param {number} total
 * @param {string} before
 */
function toThePuck(total, before) {
  if (!before) return "";
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
      const faces = facesOf(outcome);
      const detail = faces.length === 3 ? [html("small", {}, faces.join(" "))] : [];
      return html("li", { class: lookOf(faces), "data-outcome": outcome }, String(sum(faces)), ...detail);
    }),
  );
}

/** @param {number[]} faces */
function lookOf(faces) {
  const total = sum(faces);
  if (faces.length === 1) return colourOf(total);
  if (faces.length === 3) return sizeOf(faces);
  return total === 7 ? "seven" : "total";
}

/** @param {number[]} faces  of three dice */
function sizeOf(faces) {
  if (new Set(faces).size === 1) return "triple";
  return sum(faces) <= 10 ? "small" : "big";
}

/** @param {string} outcome */
export function facesOf(outcome) {
  return outcome.split("-").map(Number);
}

/** @param {number[]} faces */
function sum(faces) {
  return faces.reduce((total, face) => total + face, 0);
}

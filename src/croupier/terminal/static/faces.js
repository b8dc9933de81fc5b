// @ts-check
/** The faces of a die: where the pips are, and a small flat die for the felt. */
import { svg } from "./dom.js";

/** Column and row of every pip, each 0 to 2. @type {Record<number, [number, number][]>} */
export const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/**
 * A pair of flat dice around a point.
 * @param {number[]} faces
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function flatDice(faces, x, y, size) {
  const gap = size * 0.2;
  const left = x - (faces.length * size + (faces.length - 1) * gap) / 2;
  return svg(
    "g",
    { class: "dice" },
    ...faces.map((face, at) => flatDie(face, left + at * (size + gap), y - size / 2, size)),
  );
}

/**
 * @param {number} face
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function flatDie(face, x, y, size) {
  const pips = PIPS[face].map(([column, row]) =>
    svg("circle", { cx: x + size * (0.24 + column * 0.26), cy: y + size * (0.24 + row * 0.26), r: size * 0.1 })
  );
  return svg("g", {}, svg("rect", { x, y, width: size, height: size, rx: size * 0.2 }), ...pips);
}

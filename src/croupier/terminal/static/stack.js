// @ts-check
/** A chip, and a stack of chips with its amount: on the chip, or on a plate across it behind the player's markers. */
import { svg } from "./dom.js";
import { drawMarker } from "./markers.js";
import { printed, printedInDoubt } from "./money.js";

/** @typedef {import("./markers.js").Marker} Marker */
/** @typedef {import("./protocol.d.ts").Spot} Spot */

// Dashes and printed value distinguish chips, not only colour.
const DASHES = [4, 6, 8, 10, 12];
/** The room between an amount and the ends of its plate. */
const PAD = 2.5;

/**
 * The face of a chip around the origin.
 * @param {number} cents  what is printed on it
 * @param {number} rank  which of the table's chips gives it its colour
 * @param {number} radius
 * @param {number} [least]  the size of the smallest print
 */
export function chipFace(cents, rank, radius, least = 0) {
  const text = printed(cents);
  const size = Math.max(least, radius * (text.length < 3 ? 0.86 : text.length < 4 ? 0.7 : 0.54));
  const face = blankFace(rank, radius);
  face.append(svg("text", { class: "chip-print", "font-size": size, dy: "0.36em" }, text));
  return face;
}

/**
 * @param {number} rank
 * @param {number} radius
 */
function blankFace(rank, radius) {
  const dashes = DASHES[Math.min(rank, DASHES.length - 1)];
  const rim = radius * 0.84;
  const dash = (2 * Math.PI * rim) / (dashes * 2);
  return svg(
    "g",
    { class: `chip-face rank-${rank}` },
    svg("circle", { class: "chip-body", r: radius }),
    svg("circle", {
      class: "chip-dashes",
      r: rim,
      "stroke-width": radius * 0.3,
      "stroke-dasharray": `${dash} ${dash}`,
    }),
    svg("circle", { class: "chip-middle", r: radius * 0.68 }),
  );
}

/**
 * The chips on a spot around the origin. Their amount is always as large as other words: what does not fit on the chip, or has a
 * marker, stands on a plate across it. The plate lies within the spot.
 * @param {number} cents
 * @param {number} rank
 * @param {Spot} spot
 * @param {{ least: number, markers: Marker[], doubt: number }} how  the size of the print, what is marked, and what is not confirmed
 */
export function drawStack(cents, rank, spot, { least, markers, doubt }) {
  const radius = radiusOn(spot);
  const text = doubt ? printedInDoubt(cents, doubt) : printed(cents);
  const natural = widthOf(text) * least;
  if (!markers.length && !doubt && radius >= 13 && natural < radius * 1.3) return chipFace(cents, rank, radius, least);
  const heads = markers.map((marker) => drawMarker(marker, least));
  const before = heads.reduce((sum, { width }) => sum + width, 0);
  const room = spot.look === "zone" ? Infinity : spot.box.w - 1;
  const across = Math.min(natural, room - before - 2 * PAD);
  const width = across + 2 * PAD;
  let x = leftEnd(spot, before + width);
  const face = blankFace(rank, radius);
  for (const head of heads) {
    head.node.setAttribute("transform", `translate(${x} 0)`);
    face.append(head.node);
    x += head.width;
  }
  const height = least * 1.2;
  /** @type {Record<string, string | number>} */
  const pressed = across < natural ? { textLength: across, lengthAdjust: "spacingAndGlyphs" } : {};
  face.append(
    svg("rect", { class: "chip-middle chip-plate", x, y: -height / 2, width, height, rx: 3 }),
    svg("text", { class: "chip-print", "font-size": least, x: x + width / 2, dy: "0.36em", ...pressed }, text),
  );
  return face;
}

/**
 * Where a plate begins: it lies across the chip, moved aside to stay within the spot.
 * @param {Spot} spot
 * @param {number} width
 */
function leftEnd({ look, box, chip: [x] }, width) {
  if (look === "zone") return -width / 2;
  return Math.max(box.x - x + 0.5, Math.min(-width / 2, box.x + box.w - x - width - 0.5));
}

/**
 * The width of an amount, in sizes of its print.
 * @param {string} text
 */
function widthOf(text) {
  return [...text].reduce((sum, each) => sum + (each === "." ? 0.29 : 0.58), 0);
}

/**
 * Its chips stay within the spot.
 * @param {Spot} spot
 */
export function radiusOn(spot) {
  if (spot.look === "zone") return 14;
  const { box, chip: [x, y] } = spot;
  const edge = Math.min(x - box.x, box.x + box.w - x, y - box.y, box.y + box.h - y);
  return Math.min(17, Math.max(10, edge - 2));
}

// @ts-check
/** Everybody's chips on one screen of the felt: a stack for each player, in the colour and with the number of their place. */
import { svg } from "./dom.js";
import { printed } from "./money.js";
import { placeLook } from "./staff-places.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * A player's chips on a wager. The result is empty while they play.
 * @typedef {{ seat: string, place: number, stake: number, called: boolean | null, off: boolean, result: string }} Stack
 */

/** The stacks on each wager. @typedef {Map<string, Stack[]>} Stacks */

const HEIGHT = 17;
const PRINT = 15;
const PAD = 3;
const GAP = 1;
/** The height of each of the two lines of a crowd. */
const LINE = 13;
/** The height of the name of a spot, at its top. */
const NAME = 33;

export class SeatChips {
  /** What was drawn on each spot. @type {Map<string, { node: SVGElement, drawn: string }>} */
  #lying = new Map();

  /**
   * @param {SVGElement} layer
   * @param {Map<string, Spot>} spots
   * @param {() => Stacks} stacks
   */
  constructor(layer, spots, stacks) {
    this.layer = layer;
    this.spots = spots;
    this.stacks = stacks;
  }

  lay() {
    const stacks = this.stacks();
    for (const [wager, { node }] of this.#lying) {
      if (stacks.get(wager)?.length) continue;
      node.remove();
      this.#lying.delete(wager);
    }
    for (const [wager, its] of stacks) {
      const spot = this.spots.get(wager);
      const drawn = JSON.stringify(its);
      if (!spot || !its.length || this.#lying.get(wager)?.drawn === drawn) continue;
      this.#lying.get(wager)?.node.remove();
      const node = drawStacks(its, spot);
      this.layer.append(node);
      this.#lying.set(wager, { node, drawn });
    }
  }

  // Markers are part of the stacks, and staff see a bet where it is.
  mark() {}
  move() {}
}

/**
 * The stacks of one spot in rows at the place of its chips, within the spot. If they do not fit below its name, they are one
 * stack: how many players, and their sum. A touch on the spot lists them.
 * @param {Stack[]} stacks
 * @param {Spot} spot
 */
function drawStacks(stacks, spot) {
  const fits = inRows(stacks.map(drawStack), spot, NAME);
  const drawn = fits ?? inRows([drawCrowd(stacks, spot.box.w)], spot, NAME) ?? [];
  return svg("g", { class: "stacks", "data-stacks": spot.id }, ...drawn);
}

/**
 * Stacks in rows; null if they do not fit.
 * @param {{ node: SVGElement, width: number, height: number }[]} drawn
 * @param {Spot} spot
 * @param {number} name  the height of the name of the spot, which several rows leave free
 */
function inRows(drawn, { chip: [x, y], box }, name) {
  const width = Math.max(...drawn.map((each) => each.width)) + GAP;
  const columns = Math.max(1, Math.min(drawn.length, Math.floor(box.w / width)));
  const rows = Math.ceil(drawn.length / columns);
  const step = drawn[0].height + GAP;
  const [wide, high] = [columns * width, rows * step];
  if (rows > 1 && high > box.h - name) return null;
  const left = within(x - wide / 2, box.x, box.x + box.w - wide);
  const lowest = box.y + box.h - high;
  const top = within(y - high / 2, Math.min(lowest, box.y + (high > HEIGHT + GAP ? name : 0)), lowest);
  drawn.forEach(({ node }, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    node.setAttribute("transform", `translate(${left + column * width} ${top + row * step})`);
  });
  return drawn.map(({ node }) => node);
}

/**
 * The chips of many players as one stack. What is true of all of them is shown.
 * @param {Stack[]} stacks
 * @param {number} most  the width of the spot
 */
function drawCrowd(stacks, most) {
  const sum = stacks.reduce((all, { stake }) => all + stake, 0);
  const off = stacks.every((each) => each.off);
  const [{ result }] = stacks;
  const isSame = stacks.every((each) => each.result === result);
  const amount = [printed(sum), off ? "OFF" : ""].filter(Boolean).join(" ");
  const players = `${stacks.length} players`;
  const lines = [widthOf(players) + 4 * PAD <= most ? players : `${stacks.length} pl.`, amount];
  const width = Math.max(...lines.map(widthOf)) + 4 * PAD;
  const text = (/** @type {string} */ words, /** @type {number} */ row) =>
    svg("text", { class: "stack-print", x: width / 2, y: (row + 0.5) * LINE, dy: "0.36em", "font-size": LINE }, words);
  const node = svg(
    "g",
    { class: `stack crowd${off ? " off" : ""}${isSame && result && ` ended ${result}`}`, "data-crowd": stacks.length },
    svg("rect", { class: "stack-amount", width, height: 2 * LINE, rx: HEIGHT / 2 }),
    ...lines.map(text),
    ...(isSame && result === "lose" ? [svg("path", { class: "stack-lost", d: `M2 ${1.5 * LINE}H${width - 2}` })] : []),
  );
  return { node, width, height: 2 * LINE };
}

/**
 * @param {number} at
 * @param {number} least
 * @param {number} most
 */
function within(at, least, most) {
  return Math.max(least, Math.min(at, most));
}

/**
 * The number of the place on its colour, the amount, and whether the bet was called or is off.
 * @param {Stack} stack
 */
function drawStack({ seat, place, stake, called, off, result }) {
  const call = called === null ? (off ? "OFF" : "") : called ? "ON" : "OFF";
  const words = [printed(stake), call].filter(Boolean).join(" ");
  const [number, amount] = [String(place), widthOf(words) + 2 * PAD];
  const head = Math.max(HEIGHT, widthOf(number) + 2 * PAD);
  const text = (/** @type {string} */ kind, /** @type {number} */ at, /** @type {string} */ what) =>
    svg("text", { class: kind, x: at, y: HEIGHT / 2, dy: "0.36em", "font-size": PRINT }, what);
  const node = svg(
    "g",
    {
      class: `stack ${placeLook(place)}${off ? " off" : ""}${result && ` ended ${result}`}`,
      "data-stack": seat,
      ...(call ? { "data-call": call } : {}),
      ...(result ? { "data-result": result } : {}),
    },
    svg("rect", { class: "stack-amount", width: head + amount, height: HEIGHT, rx: HEIGHT / 2 }),
    svg("rect", { class: "stack-place", width: head, height: HEIGHT, rx: HEIGHT / 2 }),
    text("stack-number", head / 2, number),
    text("stack-print", head + amount / 2 - 1, words),
    ...(result === "lose" ? [svg("path", { class: "stack-lost", d: `M2 ${HEIGHT / 2}H${head + amount - 2}` })] : []),
  );
  return { node, width: head + amount, height: HEIGHT };
}

/** @param {string} words */
function widthOf(words) {
  return [...words].reduce((sum, each) => sum + (each === "." || each === " " ? 0.29 : 0.56), 0) * PRINT;
}

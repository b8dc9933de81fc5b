// @ts-check
/** What is marked on the player's own chips: called on or off, locked until decided, how far a run has come. */
import { svg } from "./dom.js";

/** @typedef {import("./protocol.d.ts").BetOnRun} BetOnRun */
/** @typedef {"on" | "off" | "asleep" | "stands" | BetOnRun} Marker  asleep: off by rule */

/**
 * @typedef {object} Markers
 * @property {Record<string, boolean>} called  by wager, whether it was called on or off
 * @property {string[]} off  the wagers that are off now, by rule or by call
 * @property {string[]} stands  the wagers whose chips cannot come down now
 * @property {import("./types.d.ts").Amounts} takes  the odds for which a flat bet with a point stands, and the most of them
 * @property {Record<string, BetOnRun>} runs  by wager, how far its run has come
 * @property {Set<string>} offered  the wagers on which the player may put odds now
 */

/** @type {Markers} */
export const NO_MARKERS = { called: {}, off: [], stands: [], takes: {}, runs: {}, offered: new Set() };

/** @type {Marker} */
const STANDS = "stands";

/** A padlock around the origin. */
export const PADLOCK = "M-3 -1v-2a3 3 0 0 1 6 0v2M-4.5 -1h9v6h-9z";
/** The width of each marker and of the word on it, in sizes of its print. */
const CALL_WIDTH = 1.6;
const WORD_WIDTH = 1.45;
const PADLOCK_WIDTH = 0.9;

/**
 * The markers on the chips of a wager.
 * @param {Markers} markers
 * @param {string} wager
 * @returns {Marker[]}
 */
export function markersOf({ called, off, stands, runs }, wager) {
  /** @type {Marker[]} */
  const call = wager in called ? [called[wager] ? "on" : "off"] : off.includes(wager) ? ["asleep"] : [];
  return [...(runs[wager] ? [runs[wager]] : []), ...call, ...(stands.includes(wager) ? [STANDS] : [])];
}

/**
 * "Even, 2 in a row".
 * @param {BetOnRun} run
 */
export function runWords({ side, length }) {
  return `${side[0].toUpperCase()}${side.slice(1)}, ${length || "none"} in a row${length ? "" : " yet"}`;
}

/**
 * A marker that stands before the amount, from the origin to the right.
 * @param {Marker} marker
 * @param {number} least  the size of the print
 */
export function drawMarker(marker, least) {
  if (typeof marker === "object") return run(marker, least);
  return marker === "stands" ? padlock(least) : call(marker, least);
}

/**
 * @param {BetOnRun} marker
 * @param {number} least
 */
function run(marker, least) {
  const print = `${marker.side.toUpperCase()} ${marker.length}`;
  const width = least * (0.7 * print.length + 0.4);
  const node = svg(
    "g",
    { class: "marker run", role: "img", "aria-label": runWords(marker), "data-testid": "run" },
    head(width, least),
    svg("text", { x: width / 2, dy: "0.36em", "font-size": least }, print),
  );
  return { node, width };
}

const CALLS = { on: ["ON", "Called on"], off: ["OFF", "Called off"], asleep: ["OFF", "Off on this roll"] };

/**
 * @param {"on" | "off" | "asleep"} to
 * @param {number} least
 */
function call(to, least) {
  const [print, name] = CALLS[to];
  const width = least * CALL_WIDTH;
  const word = { textLength: least * WORD_WIDTH, lengthAdjust: "spacingAndGlyphs" };
  const node = svg(
    "g",
    { class: `marker ${to}`, role: "img", "aria-label": name, "data-testid": "marker" },
    head(width, least),
    svg("text", { x: width / 2, dy: "0.36em", "font-size": least, ...word }, print),
  );
  return { node, width };
}

/** @param {number} least */
function padlock(least) {
  const width = least * PADLOCK_WIDTH;
  const node = svg(
    "g",
    { class: "marker padlock", role: "img", "aria-label": "Stays until it is decided", "data-testid": "padlock" },
    head(width, least),
    svg("path", { d: PADLOCK, transform: `translate(${width / 2} 0)` }),
  );
  return { node, width };
}

/**
 * @param {number} width
 * @param {number} least
 */
function head(width, least) {
  return svg("rect", { class: "chip-plate", y: -least * 0.6, width, height: least * 1.2, rx: 3 });
}

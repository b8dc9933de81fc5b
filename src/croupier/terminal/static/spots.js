// @ts-check
/** How a spot is drawn: its face, what is printed on it, and its name for screen readers. */
import { svg } from "./dom.js";
import { flatDice } from "./faces.js";
import { PADLOCK } from "./markers.js";
import { dollars } from "./money.js";
import { printOf } from "./prints.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */
const LEADING = 1.18;
/** The width of "33 to 1 · ", in sizes of its print. */
const ODDS_WIDTH = 3.7;
/** Words may be pressed together by this much. */
const PRESSED = 1.3;

/**
 * @param {Spot} spot
 * @param {boolean} tall  whether it lies on a tall felt
 * @returns {SVGElement}
 */
export function drawSpot(spot, tall) {
  const { x, y, w, h } = spot.box;
  const face = spot.outline
    ? svg("path", { class: "face", d: spot.outline })
    : svg("rect", { class: "face", x, y, width: w, height: h, rx: Math.min(7, h / 6) });
  return svg(
    "g",
    {
      class: `spot ${spot.look}${spot.taps ? "" : " travelled"}`,
      role: "button",
      tabindex: -1,
      "data-testid": `spot-${spot.id}`,
      "data-wager": spot.id,
      "aria-label": nameOf(spot, 0),
      "aria-description": spot.help,
    },
    face,
    ...(spot.rides_on ? [padlock(spot)] : []),
    ...(spot.look === "zone"
      ? [svg("circle", { class: "lamp", cx: spot.chip[0], cy: spot.chip[1], r: 5 })]
      : words(spot, tall)),
  );
}

/**
 * It lies where the chips would lie, while the spot is locked.
 * @param {Spot} spot
 */
function padlock({ chip: [x, y] }) {
  return svg("path", { class: "lock", d: PADLOCK, transform: `translate(${x} ${y - 1}) scale(1.3)` });
}

/**
 * "Neighbours of 7, 5 chips, pays 35 to 1, $25.00 down".
 * @param {Spot} spot
 * @param {number} cents
 * @param {{ locked?: boolean, off?: boolean, doubt?: number }} [how]  doubt: what is not confirmed; below 0 if it comes down
 */
export function nameOf(spot, cents, { locked, off, doubt = 0 } = {}) {
  const cost = spot.units > 1 ? `, ${spot.units} chips` : "";
  const down = (cents ? `, ${dollars(cents)} down` : "") + (off ? ", off on this roll" : "") +
    (doubt ? `, ${dollars(Math.abs(doubt))} ${doubt < 0 ? "to come down, " : ""}not confirmed` : "") +
    (locked ? ", locked" : "");
  return `${spot.title}${cost}, pays ${spot.odds.replaceAll(" · ", " or ")}${down}`;
}

/**
 * @param {Spot} spot
 * @param {boolean} tall
 * @returns {SVGElement[]}
 */
function words(spot, tall) {
  const print = printOf(spot.look, tall);
  const at = (
    /** @type {number} */ across,
    /** @type {number} */ down,
  ) => /** @type {[number, number]} */ ([spot.box.x + spot.box.w * across, spot.box.y + spot.box.h * down]);
  /** @type {SVGElement[]} */
  const drawn = [];
  if (print.dice && spot.dice.length) {
    const [across, down, size] = print.dice;
    drawn.push(flatDice(spot.dice, ...at(across, down), size));
  }
  const lines = print.size ? spot.label.split("\n").map((text) => ({ text, size: print.size, kind: "label" })) : [];
  if (print.odds && print.oddsAt) drawn.push(line(spot, spot.odds, print.odds, "odds", ...at(...print.oddsAt)));
  else if (print.odds) {
    const room = roomAt(spot, at(print.across ?? 0.5, 0)[0]);
    const perLine = print.perLine ?? Math.max(1, Math.floor((room * PRESSED) / (print.odds * ODDS_WIDTH)));
    for (const text of broken(spot.odds, perLine)) lines.push({ text, size: print.odds, kind: "odds" });
  }
  if (print.cost && spot.units > 1) {
    const text = `${spot.units} chips`;
    if (print.costAt) drawn.push(line(spot, text, print.cost, "cost", ...at(...print.costAt)));
    else lines.push({ text, size: print.cost, kind: "cost" });
  }
  const leading = print.leading ?? LEADING;
  const height = lines.reduce((sum, { size }) => sum + size * leading, 0);
  let [x, y] = spot.words ?? at(print.across ?? 0.5, print.down ?? 0.5);
  y = print.down === 0 ? spot.box.y + 3 : y - height / 2;
  for (const { text, size, kind } of lines) {
    const middle = y + (size * leading) / 2;
    const barred = kind === "odds" && spot.look === "wrong" && spot.dice.length > 0;
    if (barred) drawn.push(flatDice(spot.dice, x + 38, middle, 15));
    drawn.push(line(spot, barred ? `${text}, bar` : text, size, kind, barred ? x - 17 : x, middle));
    y += size * leading;
  }
  return drawn;
}

/**
 * @param {string} odds
 * @param {number} perLine
 */
function broken(odds, perLine) {
  const each = odds.split(" · ");
  const rows = Math.ceil(each.length / perLine);
  return Array.from({ length: rows }, (_, row) => each.slice(row * perLine, (row + 1) * perLine).join(" · "));
}

/**
 * The width that words centred here may have.
 * @param {Spot} spot
 * @param {number} x
 */
function roomAt(spot, x) {
  return 2 * Math.min(x - spot.box.x, spot.box.x + spot.box.w - x) - 6;
}

/**
 * @param {Spot} spot
 * @param {string} text
 * @param {number} size
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 */
function line(spot, text, size, kind, x, y) {
  return svg("text", { class: kind, x, y, dy: "0.36em", "font-size": size, "data-room": roomAt(spot, x) }, text);
}

/**
 * Fonts differ between machines: what came out too wide is pressed together.
 * @param {Element} root
 */
export function fitWords(root) {
  for (const text of root.querySelectorAll("text[data-room]")) {
    const room = Number(text.getAttribute("data-room"));
    if (/** @type {SVGTextElement} */ (text).getComputedTextLength() <= room) continue;
    text.setAttribute("textLength", String(room));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

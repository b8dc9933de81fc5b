// @ts-check
/** How a spot is drawn: its face, what is printed on it, and its name for screen readers. */
import { svg } from "./dom.js";
import { flatDice } from "./faces.js";
import { dollars } from "./money.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */
const LEADING = 1.18;
// The block of words hangs from the upper edge.
const TOP = 0;

/**
 * @typedef {object} Print
 * @property {number} size  of the label; 0: not printed
 * @property {number} odds  their size; 0: not printed
 * @property {number} [across]  where the block of words stands
 * @property {number} [down]
 * @property {[number, number, number]} [dice]  where they stand, and how large
 * @property {[number, number]} [oddsAt]  where odds stand that have a place of their own
 * @property {number} [perLine]  how many odds stand on one line
 */

/**
 * The print of every look. The chip has its place beside or below the words.
 * @type {Record<string, Print>}
 */
const PRINTS = {
  number: { size: 28, odds: 12.5, across: 0.34, down: 0.5 },
  small: { size: 11, odds: 11, down: TOP },
  buy: { size: 12, odds: 12, across: 0.4 },
  big: { size: 15, odds: 12, down: 0.3 },
  hop: { size: 0, odds: 11.5, dice: [0.5, 0.38, 17], oddsAt: [0.5, 0.8] },
  hardway: { size: 14, odds: 12.5, across: 0.515, dice: [0.15, 0.5, 19] },
  centre: { size: 13, odds: 12, down: 0.26, perLine: 2 },
  pictured: { size: 12.5, odds: 12, dice: [0.26, 0.7, 15], down: 0.24 },
  field: { size: 17, odds: 12, across: 0.46, down: 0.24, oddsAt: [0.76, 0.24] },
  line: { size: 23, odds: 13, across: 0.46 },
  behind: { size: 15, odds: 12, across: 0.42 },
  wrong: { size: 16, odds: 12.5, across: 0.48 },
  straight: { size: 27, odds: 0, down: 0.37 },
  column: { size: 17, odds: 0, down: 0.37 },
  track: { size: 17, odds: 0 },
  pad: { size: 18, odds: 0, down: 0.27 },
  outside: { size: 19, odds: 12, across: 0.46 },
  section: { size: 14, odds: 12, down: 0.28 },
  pattern: { size: 13.5, odds: 12, down: 0.32 },
  end: { size: 23, odds: 13 },
  double: { size: 11.5, odds: 12.5, dice: [0.5, 0.17, 21], down: 0.4 },
  triple: { size: 0, odds: 12.5, dice: [0.33, 0.33, 17], oddsAt: [0.33, 0.74] },
  any: { size: 17, odds: 12.5, down: 0.3 },
  total: { size: 27, odds: 12.5, down: 0.29 },
  pair: { size: 0, odds: 12, dice: [0.5, 0.2, 19], oddsAt: [0.5, 0.43] },
  single: { size: 0, odds: 12.5, across: 0.55, dice: [0.2, 0.5, 42], perLine: 1 },
  four: { size: 10.5, odds: 11.5, dice: [0.5, 0.31, 15], oddsAt: [0.5, 0.5], down: 0.13 },
  streak: { size: 15, odds: 0, across: 0.2, down: 0.27 },
};
/** For the tray, and for a look that is not listed here. @type {Print} */
const TRAY = { size: 16, odds: 13.5, across: 0.37 };

/**
 * @param {Spot} spot
 * @returns {SVGElement}
 */
export function drawSpot(spot) {
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
    ...(spot.look === "zone"
      ? [svg("circle", { class: "lamp", cx: spot.chip[0], cy: spot.chip[1], r: 5 })]
      : words(spot)),
  );
}

/**
 * "Pass Line, pays 1 to 1, $10.00 down".
 * @param {Spot} spot
 * @param {number} cents
 */
export function nameOf(spot, cents) {
  return `${spot.title}, pays ${spot.odds.replaceAll(" · ", " or ")}${cents ? `, ${dollars(cents)} down` : ""}`;
}

/**
 * @param {Spot} spot
 * @returns {SVGElement[]}
 */
function words(spot) {
  const print = PRINTS[spot.look.split(" ")[0]] ?? TRAY;
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
    for (const text of broken(spot.odds, print.perLine)) lines.push({ text, size: print.odds, kind: "odds" });
  }
  const height = lines.reduce((sum, { size }) => sum + size * LEADING, 0);
  let [x, y] = spot.words ?? at(print.across ?? 0.5, print.down ?? 0.5);
  y = print.down === TOP ? spot.box.y + 3 : y - height / 2;
  for (const { text, size, kind } of lines) {
    const middle = y + (size * LEADING) / 2;
    const barred = kind === "odds" && spot.look === "wrong" && spot.dice.length > 0;
    if (barred) drawn.push(flatDice(spot.dice, x + 38, middle, 14));
    drawn.push(line(spot, barred ? `${text}, bar` : text, size, kind, barred ? x - 12 : x, middle));
    y += size * LEADING;
  }
  return drawn;
}

/**
 * @param {string} odds
 * @param {number} [perLine]
 */
function broken(odds, perLine) {
  const each = odds.split(" · ");
  const many = perLine ?? each.length;
  return Array.from(
    { length: Math.ceil(each.length / many) },
    (_, at) => each.slice(at * many, (at + 1) * many).join(" · "),
  );
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
  const room = 2 * Math.min(x - spot.box.x, spot.box.x + spot.box.w - x) - 6;
  return svg("text", { class: kind, x, y, dy: "0.36em", "font-size": size, "data-room": room }, text);
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

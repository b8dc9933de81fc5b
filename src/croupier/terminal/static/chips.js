// @ts-check
/** The chips on the felt: they lie, move, leave and fly back. Nothing is painted over them. */
import { still, svg } from "./dom.js";
import { markersOf, NO_MARKERS } from "./markers.js";
import { signed } from "./money.js";
import { chipFace, drawStack, radiusOn } from "./stack.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./protocol.d.ts").Moved} Moved */

/**
 * Which of the table's chips a stack is coloured by: the largest that it holds.
 * @param {number} cents
 * @param {number[]} values
 */
export function rankOf(cents, values) {
  return Math.max(0, values.findLastIndex((value) => value <= cents));
}

/** The chips that lie on one screen. */
export class Chips {
  /** @type {Map<string, { node: SVGElement, cents: number, marked: string }>} */
  #lying = new Map();
  /** @type {import("./markers.js").Markers} */
  #markers = NO_MARKERS;
  /** @type {Amounts} */
  #doubtful = {};

  /**
   * @param {SVGElement} layer
   * @param {Map<string, Spot>} spots
   * @param {number[]} values
   * @param {number} least  the size of the smallest print
   */
  constructor(layer, spots, values, least) {
    this.layer = layer;
    this.spots = spots;
    this.values = values;
    this.least = least;
  }

  /**
   * Draw what lies here now.
   * @param {Amounts} amounts
   * @param {Set<string>} unsure
   * @param {Amounts} doubtful
   */
  lay(amounts, unsure, doubtful) {
    this.#doubtful = doubtful;
    for (const [wager, { node }] of this.#lying) {
      if (!amounts[wager] && !doubtful[wager]) {
        this.#lying.delete(wager);
        leave(node);
      }
    }
    for (const wager of Object.keys({ ...amounts, ...doubtful })) {
      const spot = this.spots.get(wager);
      const cents = amounts[wager] ?? 0;
      if (!spot || (!cents && !doubtful[wager])) continue;
      const { classList } = this.#put(spot, cents);
      classList.toggle("pending", unsure.has(wager));
      classList.toggle("doubtful", Boolean(doubtful[wager]));
    }
  }

  /**
   * Mark the chips that lie here, and those that will.
   * @param {import("./markers.js").Markers} markers
   */
  mark(markers) {
    this.#markers = markers;
    for (const [wager, { cents }] of this.#lying) {
      const spot = this.spots.get(wager);
      if (spot && (cents || this.#doubtful[wager])) this.#put(spot, cents);
    }
  }

  /**
   * Bets that went to another place take their chips along.
   * @param {Moved[]} moved
   */
  move(moved) {
    for (const { wager, to } of moved) {
      const chip = this.#lying.get(wager);
      const spot = this.spots.get(to);
      if (!chip || !spot || wager === to) continue;
      this.#lying.get(to)?.node.remove();
      this.#lying.delete(wager);
      this.#lying.set(to, chip);
      chip.node.dataset.testid = `bet-${to}`;
      chip.node.style.transform = placeOf(spot);
      // Another place, perhaps another size: to be drawn again.
      chip.cents = 0;
    }
  }

  /**
   * @param {Spot} spot
   * @param {number} cents
   */
  #put(spot, cents) {
    let chip = this.#lying.get(spot.id);
    if (!chip) {
      const node = svg("g", { class: "chip", "data-testid": `bet-${spot.id}` });
      node.style.transform = placeOf(spot);
      this.layer.append(node);
      chip = { node, cents: 0, marked: "" };
      this.#lying.set(spot.id, chip);
    }
    const markers = markersOf(this.#markers, spot.id);
    const doubt = this.#doubtful[spot.id] ?? 0;
    const marked = JSON.stringify([markers, doubt]);
    if (chip.cents !== cents || chip.marked !== marked) {
      const rank = rankOf(cents + Math.max(0, doubt), this.values);
      const face = drawStack(cents, rank, spot, { least: this.least, markers, doubt });
      if (cents > chip.cents && !still()) {
        face.animate([{ transform: "translateY(-10px) scale(1.15)" }, { transform: "none" }], {
          duration: 140,
          easing: "ease-in",
        });
      }
      chip.node.replaceChildren(svg("circle", { class: "chip-shadow", r: radiusOn(spot), cy: 2.5 }), face);
      chip.cents = cents;
      chip.marked = marked;
    }
    chip.node.classList.toggle("off", this.#markers.off.includes(spot.id));
    return chip.node;
  }
}

/** @param {Spot} spot */
function placeOf(spot) {
  return `translate(${spot.chip[0]}px, ${spot.chip[1]}px)`;
}

/** @param {SVGElement} node */
function leave(node) {
  if (still()) return node.remove();
  node.removeAttribute("data-testid");
  node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 350 }).onfinish = () => node.remove();
}

/**
 * A refused chip goes back where it came from.
 * @param {Element} from
 * @param {Element} to
 * @param {number} cents
 * @param {number} rank
 */
export function flyBack(from, to, cents, rank) {
  if (still()) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  const flying = svg(
    "svg",
    { class: "flying", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
    chipFace(cents, rank, 19),
  );
  flying.style.left = `${start.x + start.width / 2}px`;
  flying.style.top = `${start.y + start.height / 2}px`;
  document.body.append(flying);
  const dx = end.x + end.width / 2 - start.x - start.width / 2;
  const dy = end.y + end.height / 2 - start.y - start.height / 2;
  flying.animate(
    [
      { transform: "translate(-50%, -50%)" },
      { transform: `translate(calc(-50% + ${dx / 2}px), calc(-50% + ${dy / 2 - 60}px)) rotate(-120deg)`, offset: 0.5 },
      { transform: `translate(calc(-50% + ${dx}px), calc(-50% + ${dy}px)) rotate(-220deg)` },
    ],
    { duration: 520, easing: "ease-in-out" },
  ).onfinish = () => flying.remove();
}

/**
 * A word over a spot: what it won or lost.
 * @param {SVGElement} layer
 * @param {Spot} spot
 * @param {number} cents  below 0 if it lost
 * @param {number} edge  where the screen ends
 */
export function netTag(layer, spot, cents, edge) {
  const text = signed(cents);
  const width = text.length * 8 + 14;
  const [x, y] = spot.chip;
  const left = Math.min(Math.max(x, width / 2 + 4), edge - 4 - width / 2);
  const tag = svg(
    "g",
    { class: `net-tag ${cents > 0 ? "gain" : "loss"}`, transform: `translate(${left} ${Math.max(16, y)})` },
    svg("rect", { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
    svg("text", { dy: "0.36em" }, text),
  );
  layer.append(tag);
}

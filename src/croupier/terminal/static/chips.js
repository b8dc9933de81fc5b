// @ts-check
/** Chips: drawn over the felt so that nothing is painted over them, with a value, a rim and a number of dashes. */
import { still, svg } from "./dom.js";
import { dollars, printed } from "./money.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./protocol.d.ts").Moved} Moved */

// Dashes and printed value distinguish chips, not only colour.
const DASHES = [4, 6, 8, 10, 12];

/**
 * The face of a chip around the origin.
 * @param {number} cents  what is printed on it
 * @param {number} rank  which of the table's chips gives it its colour
 * @param {number} radius
 * @param {number} [least]  the size of the smallest print
 */
export function chipFace(cents, rank, radius, least = 0) {
  const dashes = DASHES[Math.min(rank, DASHES.length - 1)];
  const rim = radius * 0.84;
  const dash = (2 * Math.PI * rim) / (dashes * 2);
  const text = printed(cents);
  const size = Math.max(least, radius * (text.length < 3 ? 0.86 : text.length < 4 ? 0.7 : 0.54));
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
    svg("text", { class: "chip-print", "font-size": size, dy: "0.36em" }, text),
  );
}

/**
 * A pile of chips around the origin. Its amount is always as large as other words: what does not fit on the chip stands on a
 * plate across it, which is moved aside to stay within the spot.
 * @param {number} cents
 * @param {number} rank
 * @param {Spot} spot
 * @param {number} least  the size of the print
 */
function pile(cents, rank, spot, least) {
  const radius = radiusOn(spot);
  const text = printed(cents).length > 5 ? `${(cents / 100_000).toFixed(1)}k` : printed(cents);
  const width = text.length * least * 0.58;
  if (radius >= 13 && width < radius * 1.3) return chipFace(cents, rank, radius, least);
  const half = width / 2 + 4;
  const [left, right] = [spot.box.x + half - spot.chip[0], spot.box.x + spot.box.w - half - spot.chip[0]];
  const aside = spot.look === "zone" || left > right ? 0 : Math.min(Math.max(0, left), right);
  const face = chipFace(0, rank, radius);
  face.querySelector("text")?.remove();
  const height = least * 1.2;
  const plate = { class: "chip-middle chip-plate", x: aside - half, y: -height / 2, width: 2 * half, height, rx: 4 };
  face.append(
    svg("rect", plate),
    svg("text", { class: "chip-print", "font-size": least, x: aside, dy: "0.36em" }, text),
  );
  return face;
}

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
  /** @type {Map<string, { node: SVGElement, cents: number }>} */
  #lying = new Map();

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
   */
  lay(amounts, unsure) {
    for (const [wager, { node }] of this.#lying) {
      if (!amounts[wager]) {
        this.#lying.delete(wager);
        leave(node);
      }
    }
    for (const [wager, cents] of Object.entries(amounts)) {
      const spot = this.spots.get(wager);
      if (!spot || !cents) continue;
      this.#put(spot, cents).classList.toggle("pending", unsure.has(wager));
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
      chip = { node, cents: 0 };
      this.#lying.set(spot.id, chip);
    }
    if (chip.cents !== cents) {
      const face = pile(cents, rankOf(cents, this.values), spot, this.least);
      if (cents > chip.cents && !still()) {
        face.animate([{ transform: "translateY(-10px) scale(1.15)" }, { transform: "none" }], {
          duration: 140,
          easing: "ease-in",
        });
      }
      chip.node.replaceChildren(svg("circle", { class: "chip-shadow", r: radiusOn(spot), cy: 2.5 }), face);
      chip.cents = cents;
    }
    return chip.node;
  }
}

/** @param {Spot} spot */
function placeOf(spot) {
  return `translate(${spot.chip[0]}px, ${spot.chip[1]}px)`;
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
 * A word over a spot: what it won.
 * @param {SVGElement} layer
 * @param {Spot} spot
 * @param {number} cents
 * @param {number} edge  where the screen ends
 */
export function winTag(layer, spot, cents, edge) {
  const text = `+${dollars(cents)}`;
  const width = text.length * 8 + 14;
  const [x, y] = spot.chip;
  const left = Math.min(Math.max(x, width / 2 + 4), edge - 4 - width / 2);
  const tag = svg(
    "g",
    { class: "win-tag", transform: `translate(${left} ${Math.max(16, y)})` },
    svg("rect", { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
    svg("text", { dy: "0.36em" }, text),
  );
  layer.append(tag);
}

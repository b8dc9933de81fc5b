// @ts-check
/** A chart of bars in SVG, as wide as its place. The figures are in the table beside it. */
import { html, svg } from "./dom.js";
import { dollars } from "./money.js";

/** @typedef {{ name: string, amount: number }} Bar */

const MOST = 40;
const ROW = 40;
const THICK = 12;

/**
 * @param {string} title
 * @param {Bar[]} bars  in cents
 */
export function barChart(title, bars) {
  const largest = [...bars].sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount)).slice(0, MOST);
  const shown = bars.filter((bar) => largest.includes(bar));
  const more = bars.length > MOST ? ` The ${MOST} largest of ${bars.length}.` : "";
  const picture = svg("svg", { role: "img", "aria-label": `${title}. ${inWords(shown)}` });
  picture.style.height = `${shown.length * ROW}px`;
  const draw = () => picture.replaceChildren(...drawn(shown, picture.clientWidth));
  new ResizeObserver(draw).observe(picture);
  return html(
    "figure",
    { class: "bar-chart", "data-testid": "chart" },
    html("figcaption", {}, `${title}.${more}`),
    picture,
  );
}

/** @param {Bar[]} bars */
function inWords(bars) {
  const largest = bars.reduce((one, other) => Math.abs(other.amount) > Math.abs(one.amount) ? other : one);
  return `${bars.length} bars; the longest is ${largest.name}, ${dollars(largest.amount)}. The table has all figures.`;
}

/**
 * Each bar below its name and its amount, from a common line for zero if some are below it.
 * @param {Bar[]} bars
 * @param {number} width
 */
function drawn(bars, width) {
  const low = Math.min(0, ...bars.map(({ amount }) => amount));
  const high = Math.max(0, ...bars.map(({ amount }) => amount));
  const unit = width / (high - low || 1);
  const zero = -low * unit;
  const rows = bars.map(({ name, amount }, at) => {
    const length = Math.max(1, Math.abs(amount) * unit);
    const left = amount < 0 ? zero - length : Math.min(zero, width - length);
    return svg(
      "g",
      { transform: `translate(0 ${at * ROW})` },
      svg("text", { x: 0, y: 16 }, name),
      svg("text", { x: width, y: 16, "text-anchor": "end" }, dollars(amount)),
      svg("rect", { x: left, y: 22, width: length, height: THICK, class: amount < 0 ? "below" : "above" }),
    );
  });
  const line = { x1: zero, x2: zero, y1: 0, y2: bars.length * ROW, class: "zero" };
  return low < 0 ? [svg("line", line), ...rows] : rows;
}

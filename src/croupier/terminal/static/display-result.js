// @ts-check
/** The last result, drawn large, and the results before it. */
import { byId, html, svg } from "./dom.js";
import { flatDice } from "./faces.js";
import { colourOf, drawHistory, fell, meaning } from "./results.js";

const DIE = 100;
const GAP = 20;

/** The results that are drawn now, or the welcome before them. @type {string | null} */
let drawn = null;

/**
 * @param {string[]} history  newest last
 * @param {string[]} welcome  what to say before the first result, the name of the game first
 */
export function drawResult(history, welcome) {
  const now = (history.length ? history : ["", ...welcome]).join(" ");
  if (now === drawn) return;
  drawn = now;
  const outcome = history.at(-1) ?? "";
  const result = byId("result");
  result.dataset.outcome = outcome;
  byId("show").hidden = !outcome;
  byId("show").replaceChildren(...(outcome ? [picture(outcome)] : []));
  result.replaceChildren(...(outcome ? words(outcome) : greeting(welcome)));
  drawHistory(byId("history"), history);
}

/** @param {string[]} welcome */
function greeting([game, ...lines]) {
  return [html("strong", { class: "game" }, game), ...lines.map((line) => html("span", {}, line))];
}

/** @param {string} outcome */
function words(outcome) {
  const means = meaning(outcome, "");
  return [html("strong", {}, fell(outcome)), ...(means ? [html("span", {}, means)] : [])];
}

/**
 * Dice as they lie, or the number of the pocket in its colour.
 * @param {string} outcome
 */
function picture(outcome) {
  const faces = outcome.split("-").map(Number);
  if (faces.length === 1) {
    return svg(
      "svg",
      { viewBox: "0 0 200 200", class: `pocket ${colourOf(faces[0])}` },
      svg("circle", { cx: 100, cy: 100, r: 96 }),
      svg("text", { x: 100, y: 100, dy: "0.36em" }, outcome),
    );
  }
  const width = faces.length * (DIE + GAP) - GAP;
  return svg("svg", { viewBox: `0 0 ${width} ${DIE}` }, flatDice(faces, width / 2, DIE / 2, DIE));
}

// @ts-check
/** The last result, drawn large, and the results before it. */
import { byId, html, svg } from "./dom.js";
import { flatDice } from "./faces.js";
import { drawHistory, markWords } from "./results.js";

/** @typedef {import("./protocol.d.ts").OutcomeCall} OutcomeCall */
/** @typedef {import("./protocol.d.ts").ResultMark} ResultMark */

const DIE = 100;
const GAP = 20;

/** The results that are drawn now, or the welcome before them. @type {string | null} */
let drawn = null;

/**
 * @param {string[]} history  newest last
 * @param {OutcomeCall[]} calls  of the history
 * @param {ResultMark[]} marks  of the history
 * @param {string[]} welcome  what to say before the first result, the name of the game first
 */
export function drawResult(history, calls, marks, welcome) {
  const now = JSON.stringify([history.length ? history : welcome, marks]);
  if (now === drawn) return;
  drawn = now;
  const outcome = history.at(-1) ?? "";
  const call = calls.at(-1);
  const result = byId("result");
  result.dataset.outcome = outcome;
  byId("show").hidden = !outcome;
  byId("show").replaceChildren(...(call ? [picture(outcome, call)] : []));
  const newest = marks.find(({ at, is_void }) => at === history.length - (is_void ? 0 : 1));
  const mark = newest ? [html("span", { class: "mark" }, markWords(newest))] : [];
  result.replaceChildren(...(call ? words(call) : greeting(welcome)), ...mark);
  drawHistory(byId("history"), history, (_, at) => calls[at]?.look, marks);
}

/** @param {string[]} welcome */
function greeting([game, ...lines]) {
  return [html("strong", { class: "game" }, game), ...lines.map((line) => html("span", {}, line))];
}

/** @param {OutcomeCall} call */
function words({ words, means }) {
  return [html("strong", {}, words), ...(means ? [html("span", {}, means)] : [])];
}

/**
 * Dice as they lie, or the number of the pocket in its colour.
 * @param {string} outcome
 * @param {OutcomeCall} call
 */
function picture(outcome, { look }) {
  const faces = outcome.split("-").map(Number);
  if (faces.length === 1) {
    return svg(
      "svg",
      { viewBox: "0 0 200 200", class: `pocket ${look}` },
      svg("circle", { cx: 100, cy: 100, r: 96 }),
      svg("text", { x: 100, y: 100, dy: "0.36em" }, outcome),
    );
  }
  const width = faces.length * (DIE + GAP) - GAP;
  return svg("svg", { viewBox: `0 0 ${width} ${DIE}` }, flatDice(faces, width / 2, DIE / 2, DIE));
}

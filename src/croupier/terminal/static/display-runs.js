// @ts-check
/** The screen of wagers on runs: which side runs, how long, whether it may be bet now, and what each length pays. */
import { html } from "./dom.js";
import { isOpen } from "./phases.js";

/** @typedef {import("./staff.d.ts").RunView} RunView */
/** @typedef {import("./protocol.d.ts").Phase} Phase */

/**
 * @param {HTMLElement} root
 * @param {RunView[]} runs
 * @param {Phase} phase
 */
export function drawRuns(root, runs, phase) {
  const now = JSON.stringify([runs, isOpen(phase)]);
  if (root.dataset.drawn === now) return;
  root.dataset.drawn = now;
  root.hidden = !runs.length;
  const tables = [...new Set(runs.map(({ pays }) => JSON.stringify(pays)))];
  const alike = tables.map((table) => runs.filter(({ pays }) => JSON.stringify(pays) === table));
  root.replaceChildren(...alike.map((each) => screen(each, isOpen(phase))));
}

/**
 * Runs that pay alike, with what they pay.
 * @param {RunView[]} runs
 * @param {boolean} betting
 */
function screen(runs, betting) {
  const lengths = runs.map(({ length }) => length);
  const pays = runs[0].pays.map(({ length, odds }) => {
    const [times, one] = odds.split(" to ");
    return html(
      "li",
      { class: lengths.includes(length) ? "now" : "" },
      html("b", {}, String(length)),
      html("span", {}, one === "1" ? times : odds),
    );
  });
  return html(
    "div",
    { class: "screen" },
    html("h2", {}, runs[0].title.split(", ")[0]),
    html("ul", {}, ...runs.map((run) => line(run, run.open && betting))),
    html(
      "ol",
      { class: "pays" },
      html("li", { class: "head" }, html("span", {}, "Run"), html("span", {}, "Pays")),
      ...pays,
    ),
  );
}

/**
 * @param {RunView} run
 * @param {boolean} open
 */
function line(run, open) {
  return html(
    "li",
    { class: open ? "run open" : "run" },
    html("span", {}, run.title.replace(/^.*, /, "")),
    html("b", { class: "standing" }, standing(run, open)),
  );
}

/**
 * @param {RunView} run
 * @param {boolean} open
 */
function standing({ side, length }, open) {
  if (!side) return "No run yet";
  const name = side[0].toUpperCase() + side.slice(1);
  if (length) return `${name}, ${length} in a row`;
  return length === null ? `${name} runs` : `${name} begins${open ? ": bet now" : ""}`;
}

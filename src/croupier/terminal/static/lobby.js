// @ts-check
/** The lobby: every table of the house, one touch away. */
import { byId, html, svg } from "./dom.js";
import { flatDice } from "./faces.js";

/** @typedef {import("./protocol.d.ts").LobbyTable} LobbyTable */

/** @type {LobbyTable[]} */
const tables = await (await fetch("/tables.json")).json();

byId("tables").append(
  ...tables.map(({ name, title, game, dice }) =>
    html(
      "li",
      {},
      html(
        "a",
        { href: `/play/${name}`, "data-testid": `table-${name}` },
        picture(dice),
        html("strong", {}, game),
        html("span", {}, title),
      ),
    )
  ),
);

/** @param {number} dice */
function picture(dice) {
  return svg("svg", { viewBox: "0 0 120 120", "aria-hidden": "true", class: "picture" }, ...drawn(dice));
}

/**
 * What falls: dice side by side, three of them in a heap, or a wheel.
 * @param {number} dice
 */
function drawn(dice) {
  if (dice === 0) return wheel();
  if (dice === 3) return [flatDice([4], 60, 34, 36), flatDice([1, 6], 60, 80, 36)];
  return [flatDice([5, 2, 4, 3].slice(0, dice), 60, 60, 76 / dice)];
}

function wheel() {
  const ring = (/** @type {string} */ kind, /** @type {number} */ r) =>
    svg("circle", { class: kind, cx: 60, cy: 60, r });
  return [
    ring("wood", 54),
    ring("reds", 42),
    ring("blacks", 42),
    ring("cone", 30),
    svg("circle", { class: "ball", cx: 60, cy: 20, r: 5 }),
  ];
}

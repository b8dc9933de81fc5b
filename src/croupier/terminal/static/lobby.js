// @ts-check
/** The lobby: every table of the house, one touch away. */
import { byId, html, svg } from "./dom.js";
import { flatDice } from "./faces.js";

/** @typedef {import("./protocol.d.ts").LobbyTable} LobbyTable */

/** @type {Record<LobbyTable["game"], () => SVGElement[]>} */
const PICTURES = {
  "Craps": () => [flatDice([5, 2], 60, 60, 38)],
  "Sic Bo": () => [flatDice([4], 60, 34, 36), flatDice([1, 6], 60, 80, 36)],
  "Roulette": wheel,
};

/** @type {LobbyTable[]} */
const tables = await (await fetch("/tables.json")).json();

byId("tables").append(
  ...tables.map(({ name, title, game }) =>
    html(
      "li",
      {},
      html(
        "a",
        { href: `/play/${name}`, "data-testid": `table-${name}` },
        picture(game),
        html("strong", {}, game),
        html("span", {}, title),
      ),
    )
  ),
);

/** @param {LobbyTable["game"]} game */
function picture(game) {
  return svg("svg", { viewBox: "0 0 120 120", "aria-hidden": "true", class: "picture" }, ...PICTURES[game]());
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

// @ts-check
/** The lobby: every table of the house, what is special about it, and what happens at it now. */
import { byId, html, svg } from "./dom.js";
import { flatDice } from "./faces.js";
import { dollars } from "./money.js";
import { drawHistory } from "./results.js";
import { kept, seatKey } from "./storage.js";

/** @typedef {import("./protocol.d.ts").LobbyTable} LobbyTable */

const REFRESH = 4_000;

/** The cards by the name of their table. @type {Map<string, Card>} */
const cards = new Map();

/** One table. Its own parts are drawn once, and what changes is written into them. */
class Card {
  #limits = html("span", { class: "limits" });
  #players = html("span", { class: "players" });
  #yours = html("span", { class: "yours" }, "Your seat");
  #history = html("ol", { class: "history", "aria-label": "Last results, newest first" });
  #name;
  #shown = "";

  /** @param {LobbyTable} table */
  constructor(table) {
    const { name, ruleset, game, short, dice, electronic, special, document_url } = table;
    const ownName = name === ruleset ? [] : [name];
    const named = [game, short, ...ownName].join(", ");
    this.#name = name;
    this.root = html(
      "li",
      { class: "card" },
      picture(dice),
      html(
        "a",
        { class: "open", href: `/play/${name}`, "data-testid": `table-${name}` },
        html("strong", {}, game),
        short,
        ...ownName.map((own) => html("b", { class: "own-name" }, own)),
      ),
      html(
        "p",
        { class: "badges" },
        html("span", { class: "kind" }, electronic ? "Electronic table" : "Dealer's table"),
        this.#yours,
      ),
      html("p", { class: "special" }, ...special.map((words) => html("span", {}, words))),
      html("p", { class: "now" }, this.#limits, this.#players),
      this.#history,
      html(
        "a",
        { class: "rules", href: `/rules/${name}`, "aria-label": `Rules of ${named}` },
        "Rules",
      ),
      ...(document_url
        ? [
          html(
            "a",
            { class: "rules approved", href: document_url, "aria-label": `Approved rules of ${named}` },
            "Approved rules",
          ),
        ]
        : []),
    );
  }

  /** @param {LobbyTable} table */
  show(table) {
    this.#yours.hidden = kept(seatKey(this.#name)) === null;
    const now = JSON.stringify(table);
    if (now === this.#shown) return;
    this.#shown = now;
    const { minimum, maximum, players, results, looks, marks, closed } = table;
    this.#limits.textContent = maximum === null
      ? `from ${dollars(minimum)}`
      : `${dollars(minimum)} to ${dollars(maximum)}`;
    this.#players.textContent = closed ? "closed" : players === 1 ? "1 player" : `${players} players`;
    drawHistory(this.#history, results, (_, at) => looks[at], marks);
  }
}

async function refresh() {
  if (document.hidden) return;
  /** @type {LobbyTable[] | null} */
  const tables = await fetch("/tables.json").then((answer) => answer.ok ? answer.json() : null, () => null);
  byId("away").hidden = tables !== null;
  for (const table of tables ?? []) {
    let card = cards.get(table.name);
    if (!card) {
      card = new Card(table);
      cards.set(table.name, card);
      byId("tables").append(card.root);
    }
    card.show(table);
  }
}

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
  return [flatDice([5, 2, 4, 3].slice(0, dice), 60, 60, 92 / dice)];
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

/** Say whether real money is played for, or whose floor it is. */
async function introduce() {
  const floor = await fetch("/floor.json").then((answer) => answer.ok ? answer.json() : null, () => null);
  if (floor) {
    byId("prizes").hidden = !Object.keys(floor.promotions ?? {}).length;
    byId("house").textContent = floor.demonstration ? "Demonstration. No real money is played for." : floor.name;
  } else setTimeout(introduce, REFRESH);
}

introduce();
await refresh();
setInterval(refresh, REFRESH);
document.addEventListener("visibilitychange", refresh);

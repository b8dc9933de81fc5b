// @ts-check
/** All tables at a glance, and one click to each. */
import { arrange, html } from "./dom.js";
import { WORDS } from "./phases.js";
import { ask } from "./staff-api.js";
import { dealtBy, warnings } from "./staff-warnings.js";

/** @typedef {import("./protocol.d.ts").LobbyTable} LobbyTable */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */

const REFRESH = 3000;

export class TableList {
  #list = html("ul", { class: "tables" });
  /** @type {Map<string, { item: HTMLElement, link: HTMLElement }>} */
  #rows = new Map();
  #timer = 0;
  #shown = "";
  #failed;

  /**
   * @param {HTMLElement} root
   * @param {(error: unknown) => void} failed
   */
  constructor(root, failed) {
    this.#failed = failed;
    root.replaceChildren(html("h2", {}, "Tables"), this.#list);
    this.#refresh();
    this.#timer = setInterval(() => document.hidden || this.#refresh(), REFRESH);
  }

  close() {
    clearInterval(this.#timer);
  }

  async #refresh() {
    try {
      const tables = /** @type {LobbyTable[]} */ (await ask("GET", "/tables"));
      const views = /** @type {StaffView[]} */ (await Promise.all(tables.map(({ name }) =>
        ask("GET", `/tables/${name}`)
      )));
      this.#draw(tables, views);
      this.#failed(null);
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * @param {LobbyTable[]} tables
   * @param {StaffView[]} views
   */
  #draw(tables, views) {
    const now = JSON.stringify([tables, views.map(({ now: _, ...view }) => view)]);
    if (now === this.#shown) return;
    this.#shown = now;
    arrange(this.#list, tables.map((table, at) => this.#row(table, views[at])));
  }

  /**
   * The row of a table stays the same element, and so does its link.
   * @param {LobbyTable} table
   * @param {StaffView} view
   */
  #row(table, view) {
    const { item, link } = this.#rows.get(table.name) ?? { item: html("li"), link: linkTo(table) };
    this.#rows.set(table.name, { item, link });
    item.className = warnings(view).length ? "warned" : "";
    arrange(item, [link, ...glance(table, view)]);
    return item;
  }
}

/** @param {LobbyTable} table */
function linkTo({ name, game, short }) {
  const attributes = { href: `#${name}`, "data-testid": `table-${name}` };
  return html("a", attributes, html("strong", {}, name), `${game}, ${short}`);
}

/**
 * @param {LobbyTable} table
 * @param {StaffView} view
 */
function glance(table, view) {
  const warned = warnings(view);
  const count = view.seats?.length ?? table.players;
  const players = count === 1 ? "1 player" : `${count} players`;
  const { number, phase } = view.round;
  return [
    html("p", {}, number ? `Round ${number}: ${WORDS[phase]}` : "No round yet"),
    html("p", {}, players),
    html("p", {}, dealtBy(view.crew)),
    ...(warned.length ? [html("ul", { class: "warnings" }, ...warned.map((each) => html("li", {}, each)))] : []),
  ];
}

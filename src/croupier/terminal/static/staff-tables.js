// @ts-check
/** All tables at a glance, and one click to each. */
import { html } from "./dom.js";
import { WORDS } from "./phases.js";
import { ask } from "./staff-api.js";
import { dealtBy, warnings } from "./staff-warnings.js";

/** @typedef {import("./protocol.d.ts").LobbyTable} LobbyTable */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */

const REFRESH = 3000;

export class TableList {
  #list = html("ul", { class: "tables" });
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
    const focused = document.activeElement?.getAttribute("href");
    this.#list.replaceChildren(...tables.map((table, at) => row(table, views[at])));
    if (focused) {
      /** @type {HTMLElement | null} */ (this.#list.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
    }
  }
}

/**
 * @param {LobbyTable} table
 * @param {StaffView} view
 */
function row(table, view) {
  const warned = warnings(view);
  const count = view.seats?.length ?? table.players;
  const players = count === 1 ? "1 player" : `${count} players`;
  const { number, phase } = view.round;
  return html(
    "li",
    { class: warned.length ? "warned" : "" },
    html(
      "a",
      { href: `#${table.name}`, "data-testid": `table-${table.name}` },
      html("strong", {}, table.name),
      `${table.game}, ${table.short}`,
    ),
    html("p", {}, number ? `Round ${number}: ${WORDS[phase]}` : "No round yet"),
    html("p", {}, players),
    html("p", {}, dealtBy(view.crew)),
    ...(warned.length ? [html("ul", { class: "warnings" }, ...warned.map((each) => html("li", {}, each)))] : []),
  );
}

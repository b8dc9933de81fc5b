// @ts-check
/** All tables at a glance, and one click to each. */
import { ServerTime } from "./clock.js";
import { arrange, html } from "./dom.js";
import { Kept } from "./kept.js";
import { dollars } from "./money.js";
import { WORDS } from "./phases.js";
import { ask } from "./staff-api.js";
import { tick } from "./staff-clock.js";
import { DueList } from "./staff-dues.js";
import { dealtBy, warningLine, warnings } from "./staff-warnings.js";

/** @typedef {import("./protocol.d.ts").LobbyTable} LobbyTable */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */

const REFRESH = 3000;
/** Milliseconds: what is due of promotions within two days is shown. */
const SOON = 2 * 24 * 3_600_000;

export class TableList {
  #list = html("ul", { class: "tables" });
  /** @type {Kept<ReturnType<typeof newRow>>} */
  #rows = new Kept();
  #timer = 0;
  #ticker = 0;
  #time = new ServerTime();
  #shown = "";
  #dues;
  #failed;
  #isReading = false;

  /**
   * @param {HTMLElement} root
   * @param {import("./staff.d.ts").Me} me
   * @param {(error: unknown) => void} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#dues = new DueList(me.duties, SOON);
    root.replaceChildren(html("h2", {}, "Tables"), this.#list, this.#dues.root);
    this.#refresh();
    this.#timer = setInterval(() => document.hidden || this.#refresh(), REFRESH);
    this.#ticker = setInterval(() => tick(this.#list, this.#time.now), 1000);
  }

  close() {
    clearInterval(this.#timer);
    clearInterval(this.#ticker);
  }

  async #refresh() {
    if (this.#isReading) return; // an answer that comes late would take the place of a later one
    this.#isReading = true;
    try {
      const tables = /** @type {LobbyTable[]} */ (await ask("GET", "/tables"));
      const views = /** @type {StaffView[]} */ (await Promise.all(tables.map(({ name }) =>
        ask("GET", `/tables/${encodeURIComponent(name)}`)
      )));
      this.#draw(tables, views);
      await this.#dues.refresh();
      this.#failed(null);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isReading = false;
    }
  }

  /**
   * @param {LobbyTable[]} tables
   * @param {StaffView[]} views
   */
  #draw(tables, views) {
    if (views[0]) this.#time.sync(views[0].now);
    const still = views.map((view) => warnings(view, this.#time.now).length);
    const now = JSON.stringify([tables, still, views.map(({ now: _, ...view }) => view)]);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#rows.begin();
    const rows = tables.map((table, at) => {
      const said = warnings(views[at], this.#time.now);
      return { urgent: said.some(({ urgent }) => urgent), row: this.#row(table, views[at], said) };
    });
    rows.sort((one, other) => Number(other.urgent) - Number(one.urgent));
    arrange(this.#list, rows.map(({ row }) => row));
    tick(this.#list, this.#time.now);
  }

  /**
   * The row of a table stays the same element, and so does its link.
   * @param {LobbyTable} table
   * @param {StaffView} view
   * @param {import("./staff-warnings.js").Warning[]} said
   */
  #row(table, view, said) {
    const { item, link, display } = this.#rows.get(table.name, () => newRow(table));
    item.className = said.some(({ urgent }) => urgent) ? "warned urgent" : said.length ? "warned" : "";
    arrange(item, [link, ...glance(table, view, said), display]);
    return item;
  }
}

/** @param {LobbyTable} table */
function newRow({ name, game, short }) {
  const address = encodeURIComponent(name);
  const attributes = { href: `#${address}`, "data-testid": `table-${name}` };
  const display = {
    class: "to-display",
    href: `/display/${address}`,
    target: "_blank",
    "aria-label": `Display of ${name}`,
  };
  return {
    item: html("li"),
    link: html("a", attributes, html("strong", {}, name), `${game}, ${short}`),
    display: html("a", display, "Display"),
  };
}

/**
 * @param {LobbyTable} table
 * @param {StaffView} view
 * @param {import("./staff-warnings.js").Warning[]} warned
 */
function glance(table, view, warned) {
  const count = view.seats?.length ?? table.players;
  const players = count === 1 ? "1 player" : `${count} players`;
  const { number, phase } = view.round;
  return [
    html("p", {}, number ? `Round ${number}: ${WORDS[phase]}` : "No round yet"),
    html("p", {}, players),
    html("p", {}, dealtBy(view.crew)),
    ...takings(view),
    ...(warned.length
      ? [html("ul", { class: "warnings" }, ...warned.map((each) => warningLine("li", each, table.name)))]
      : []),
  ];
}

/**
 * What a table has taken on its gaming day and, if that is not all, since it was opened.
 * @param {StaffView} view
 */
function takings({ takings: today, takings_in_all: all }) {
  if (!today || !all) return [];
  const said = (/** @type {import("./staff.d.ts").Takings} */ { drop, win }) =>
    `cash in ${dollars(drop)}, win ${dollars(win)}`;
  const isAll = today.drop === all.drop && today.win === all.win;
  const more = isAll ? "" : `; since the table was opened ${said(all)}`;
  return [html("p", { class: "takings" }, `C${said(today).slice(1)}${more}`)];
}

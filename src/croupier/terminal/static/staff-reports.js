// @ts-check
/** The reports of the floor: choose one, its period and filters, look at it, and save it as CSV or on paper. */
import { html } from "./dom.js";
import { dollars, typedCents } from "./money.js";
import { ask } from "./staff-api.js";
import { barChart } from "./staff-chart.js";
import { close, tell } from "./staff-dialog.js";
import { download, ON_PAPER } from "./staff-export.js";
import { Listing } from "./staff-listing.js";
import { wide } from "./staff-wide.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-reports.d.ts").ReportView} ReportView */
/** @typedef {import("./staff-reports.d.ts").WrittenReport} WrittenReport */
/** @typedef {import("./staff-reports.d.ts").WrittenColumn} WrittenColumn */
/** @typedef {import("./staff-reports.d.ts").Cell} Cell */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const PERIODS = ["day", "month", "year", "life"];
const NO_AMOUNT = "Write the least amount as 5,000 or 12.50.";

/** @type {Record<string, string>} */
const WORDS = {
  terminal: "Terminal or seat",
  wager: "Wager",
  rules: "Version of the rules (fingerprint)",
  least: "Least amount, $",
};

/** @type {Record<WrittenColumn["kind"], (cell: number) => string>} */
const SHOWN = {
  money: dollars,
  time: (at) => moment(at, "medium"),
  count: (number) => number.toLocaleString("en-US"),
  text: String,
  figure: String,
};

export class ReportsPage {
  #listing;
  /** The report that is chosen; the first one if the address names none. */
  #id;
  /** @type {Record<string, Field>} */
  #fields = {};
  #tabs = html("nav", { class: "cage-tabs", "aria-label": "Reports" });
  #form = html("form", { class: "asked" });
  #found = html("div", { "aria-live": "polite", "data-testid": "report" });
  /** @type {HTMLButtonElement[]} */
  #keys;

  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, id, failed) {
    this.#id = id;
    this.#keys = [
      this.#key("Save as CSV", () => this.#save("csv")),
      this.#key("Save on paper", () => this.#save("paper")),
      this.#key("Print", () => Promise.resolve(globalThis.print())),
    ];
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#show();
    });
    const keys = html("div", { class: "keys" }, ...this.#keys);
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Reports"), keys),
      this.#tabs,
      this.#form,
      this.#found,
    );
    // Coming back to the page does not write the report again: that may take seconds.
    this.#listing = new Listing(
      async () => {
        if (!this.#form.childElementCount) await this.#open();
      },
      failed,
      { isStamped: false },
    ); // a report says when it was written
  }

  close() {
    this.#listing.close();
    close();
  }

  /**
   * @param {string} words
   * @param {() => Promise<unknown>} act
   */
  #key(words, act) {
    const key = /** @type {HTMLButtonElement} */ (html("button", { type: "button" }, words));
    key.addEventListener("click", () => this.#busy(act));
    return key;
  }

  async #open() {
    const { reports, tables } =
      /** @type {import("./staff-reports.d.ts").ReportsView} */ (await ask("GET", "/reports"));
    const report = reports.find(({ id }) => id === this.#id) ?? reports[0];
    this.#id = report.id;
    this.#tabs.replaceChildren(
      ...reports.map(({ id, title }) =>
        html("a", { href: `#reports/${id}`, ...(id === report.id ? { "aria-current": "page" } : {}) }, title)
      ),
    );
    this.#drawForm(report, tables);
    await this.#show();
  }

  /**
   * @param {ReportView} report
   * @param {string[]} tables
   */
  #drawForm({ by, filters }, tables) {
    const texts = filters.filter((name) => name !== "table");
    this.#fields = {
      period: choice(PERIODS),
      day: input("date"),
      ...(by.length ? { by: choice(by) } : {}),
      ...(filters.includes("table") ? { table: choice(["", ...tables, "cage"]) } : {}),
      ...Object.fromEntries(texts.map((name) => [name, input("text")])),
    };
    const titles = {
      period: "Period",
      day: "Date in it; empty for today",
      by: "Rows by",
      table: "Table or cage",
      ...WORDS,
    };
    const fields = Object.entries(this.#fields).map(([name, field]) => {
      field.id = `report-${name}`;
      const title = titles[/** @type {keyof typeof titles} */ (name)];
      return html("div", { class: "field" }, html("label", { for: field.id }, title), field);
    });
    const show = html("button", { type: "submit", class: "primary" }, "Show");
    this.#keys.push(/** @type {HTMLButtonElement} */ (show));
    this.#form.replaceChildren(...fields, show);
  }

  /** What is asked, or null if it cannot be. */
  #question() {
    const typed = Object.entries(this.#fields).map(([name, { value }]) => [name, value.trim()]);
    const given = Object.fromEntries(typed.filter(([, value]) => value));
    if (!given.least) return given;
    const least = typedCents(given.least);
    if (least) return { ...given, least };
    tell(NO_AMOUNT, "refusal");
    this.#fields.least.focus();
    return null;
  }

  #show() {
    return this.#busy(async () => {
      const question = this.#question();
      if (!question) return;
      const report = /** @type {WrittenReport} */ (await ask("POST", `/reports/${this.#id}`, question, ON_PAPER));
      this.#found.replaceChildren(...drawn(report));
    });
  }

  /** @param {"csv" | "paper"} form */
  async #save(form) {
    const question = this.#question();
    if (!question) return;
    const path = `/reports/${this.#id}/file`;
    const file = /** @type {{ name: string, content: string }} */ (await ask(
      "POST",
      path,
      { ...question, form },
      ON_PAPER,
    ));
    const bytes = Uint8Array.from(atob(file.content), (byte) => byte.charCodeAt(0));
    download(file.name, bytes);
  }

  /**
   * One report at a time: the keys wait for it.
   * @param {() => Promise<unknown>} act
   */
  async #busy(act) {
    for (const key of this.#keys) key.disabled = true;
    this.#found.setAttribute("aria-busy", "true");
    await this.#listing.attempt(act);
    this.#found.removeAttribute("aria-busy");
    for (const key of this.#keys) key.disabled = false;
  }
}

/** @param {string[]} values */
function choice(values) {
  const options = values.map((value) => html("option", { value }, value || "all"));
  return /** @type {HTMLSelectElement} */ (html("select", {}, ...options));
}

/** @param {string} type */
function input(type) {
  return /** @type {HTMLInputElement} */ (html("input", { type, autocomplete: "off" }));
}

/** @param {WrittenReport} report */
function drawn(report) {
  const facts = {
    Operator: report.operator,
    Interval: `${report.interval} (${report.zone})`,
    Written: moment(report.written),
    Software: report.software,
    Filters: report.filters,
    ...report.facts,
  };
  const pairs = Object.entries(facts).flatMap(([name, words]) => [html("dt", {}, name), html("dd", {}, words)]);
  const about = [html("h3", {}, report.title), html("p", { class: "hint" }, report.about)];
  const head = [...about, html("dl", { class: "report-facts" }, ...pairs)];
  if (!report.rows.length) return [...head, html("p", { "data-testid": "no-activity" }, "No activity.")];
  const more = report.left_out
    ? [html("p", { class: "hint" }, `${report.left_out.toLocaleString("en-US")} more rows are in the CSV file.`)]
    : [];
  return [...head, ...chart(report), wide(report.title, table(report)).root, ...more];
}

/** @param {WrittenReport} report */
function chart({ columns, rows, chart, by }) {
  if (chart === null || rows.length < 2) return [];
  const named = (/** @type {Cell} */ cell) => by === "account" ? String(cell).split(":")[0] : String(cell);
  const bars = rows.map((row) => ({ name: named(row[0]), amount: Number(row[chart] ?? 0) }));
  return [barChart(`${columns[chart].title} by ${by}`, bars)];
}

/** @param {WrittenReport} report */
function table({ columns, rows, total }) {
  const heads = columns.map(({ title, kind }) => html("th", { scope: "col", "data-kind": kind }, title));
  const foot = total ? [html("tfoot", {}, row(columns, total))] : [];
  return html(
    "table",
    { class: "tickets report" },
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...rows.map((cells) => row(columns, cells))),
    ...foot,
  );
}

/**
 * @param {WrittenColumn[]} columns
 * @param {Cell[]} cells
 */
function row(columns, cells) {
  const drawn = cells.map((cell, at) => {
    const { kind } = columns[at];
    const words = typeof cell === "number" ? SHOWN[kind](cell) : cell ?? "";
    return at ? html("td", { "data-kind": kind }, words) : html("th", { scope: "row", "data-kind": kind }, words);
  });
  return html("tr", {}, ...drawn);
}

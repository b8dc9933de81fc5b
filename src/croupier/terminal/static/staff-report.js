// @ts-check
/** The report of tickets for a gaming day: what became of them, and what is owed for them at its end. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { close } from "./staff-dialog.js";
import { download, table as asCsv } from "./staff-export.js";
import { Listing } from "./staff-listing.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-hand-pays.d.ts").TicketReport} TicketReport */
/** @typedef {"printed" | "sold" | "taken" | "paid" | "expired" | "void" | "withheld" | "released" | "by_hand"} Counted */

/** @type {[Counted, string][]} */
const HAPPENED = [
  ["printed", "Printed by terminals"],
  ["sold", "Sold by the cage"],
  ["taken", "Taken in by terminals"],
  ["paid", "Paid by the cage"],
  ["expired", "Expired"],
  ["void", "Declared void"],
  ["withheld", "Withheld"],
  ["released", "Released"],
  ["by_hand", "Hand pays by the cage"],
];

export class ReportPage {
  #day =
    /** @type {HTMLInputElement} */ (html("input", { id: "report-day", type: "date", "data-testid": "report-day" }));
  #when = html("p", { class: "hint" });
  #table = html("table", { class: "tickets figures" });
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {unknown} _
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, _, failed) {
    const save = html("button", { type: "button" }, "Save as CSV");
    save.addEventListener("click", () => this.#listing.attempt(() => this.#save()));
    const print = html("button", { type: "button" }, "Print");
    print.addEventListener("click", () => globalThis.print());
    this.#day.addEventListener("change", () => this.#listing.refresh());
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Report of tickets"), save, print),
      cageTabs("report"),
      html("div", { class: "field" }, html("label", { for: "report-day" }, "Gaming day; empty for all"), this.#day),
      this.#when,
      this.#table,
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
  }

  close() {
    this.#listing.close();
    close();
  }

  /** @param {string} [more] */
  async #read(more = "") {
    const day = this.#day.value.replaceAll("-", "") || "0";
    return /** @type {TicketReport} */ (await ask("GET", `/cage/report?day=${day}${more}`));
  }

  async #refresh() {
    const report = await this.#read();
    const since = report.since ? moment(report.since) : "the first ticket";
    this.#when.textContent = `From ${since} to ${moment(report.until)}.`;
    const [heads, ...rows] = cells(report);
    this.#table.replaceChildren(
      html("thead", {}, html("tr", {}, ...heads.map((words) => html("th", { scope: "col" }, words)))),
      html("tbody", {}, ...rows.map(row)),
    );
  }

  async #save() {
    const report = await this.#read("&export=1");
    download(`tickets-${this.#day.value || "all"}.csv`, "text/csv", asCsv(cells(report)));
  }
}

/** @param {string[]} texts */
function row([name, count, amount]) {
  return html(
    "tr",
    { "data-figure": name },
    html("th", { scope: "row" }, name),
    html("td", {}, count),
    html("td", {}, amount),
  );
}

/**
 * The report as rows of texts.
 * @param {TicketReport} report
 */
function cells(report) {
  return [
    ["Tickets", "Count", "Amount"],
    ...HAPPENED.map(([name, words]) => [words, String(report[name].tickets), dollars(report[name].amount)]),
    ["Outstanding at the end", String(report.outstanding_tickets), dollars(report.outstanding)],
    ["Withheld at the end", "", dollars(report.withheld_at_end)],
    ["Expired at the end", "", dollars(report.expired_at_end)],
    ["Void at the end", "", dollars(report.void_at_end)],
  ];
}

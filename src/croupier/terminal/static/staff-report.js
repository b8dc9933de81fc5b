// @ts-check
/** The report of tickets for a gaming day: what became of them, and what is owed for them at its end. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { FiguresPage } from "./staff-figures.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-hand-pays.d.ts").TicketReport} TicketReport */
/** @typedef {"printed" | "sold" | "taken" | "paid" | "expired" | "void" | "withheld" | "released" | "settled" | "by_hand"} Counted */

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
  ["settled", "Void or expired, decided"],
  ["by_hand", "Hand pays by the cage"],
];

export class ReportPage extends FiguresPage {
  /**
   * @param {HTMLElement} root
   * @param {unknown} _
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, _, failed) {
    const day = /** @type {HTMLInputElement} */ (html("input", { id: "report-day", type: "date" }));
    const when = html("p", { class: "hint" });
    const field = html("div", { class: "field" }, html("label", { for: day.id }, "Gaming day; empty for today"), day);
    const file = () => `tickets-${day.value || "today"}`;
    super(root, failed, { title: "Report of tickets", here: "report", head: [field, when], file }, async (isExport) => {
      const path = `/cage/report?day=${day.value.replaceAll("-", "") || "0"}&export=${Number(isExport)}`;
      const report = /** @type {TicketReport} */ (await ask("GET", path));
      const blind = report.uncounted.length
        ? ` Amounts from which the cash in ${report.uncounted.join(", ")} would follow are shown once it is counted.`
        : "";
      when.textContent = `From ${moment(report.since)} to ${moment(report.until)}.${blind}`;
      return [cells(report)];
    });
    day.addEventListener("change", () => this.refresh());
  }
}

/**
 * The report as rows of texts.
 * @param {TicketReport} report
 */
function cells(report) {
  const known = (/** @type {number | null} */ amount) => amount === null ? "after the count" : dollars(amount);
  return [
    ["Tickets", "Count", "Amount"],
    ...HAPPENED.map(([name, words]) => [words, String(report[name].tickets), known(report[name].amount)]),
    ["Outstanding at the end", String(report.outstanding_tickets), known(report.outstanding)],
    ["Withheld at the end", "", dollars(report.withheld_at_end)],
    ["Expired at the end", "", dollars(report.expired_at_end)],
    ["Void at the end", "", dollars(report.void_at_end)],
  ];
}

// @ts-check
/** The page of a gaming day: every account with what moved, every float, and sums that are zero. It can be closed. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { FiguresPage } from "./staff-figures.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-chips.d.ts").DayReport} DayReport */

export class DayPage extends FiguresPage {
  /**
   * @param {HTMLElement} root
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, failed) {
    const day = /** @type {HTMLInputElement} */ (html("input", { id: "day-of-page", type: "date" }));
    const about = html("p", { class: "hint", "data-testid": "day-about" });
    const field = html("div", { class: "field" }, html("label", { for: day.id }, "Gaming day; empty for today"), day);
    const page = { title: "Day", here: "", head: [field, about], file: () => `day-${day.value || "today"}` };
    super(root, failed, page, async (isExport) => {
      const path = `/cage/day?day=${day.value.replaceAll("-", "") || "0"}&export=${Number(isExport)}`;
      const report = /** @type {DayReport} */ (await ask("GET", path));
      const balanced = report.sum_before === 0 && report.sum_after === 0 ? "Balanced" : "NOT BALANCED";
      const activity = report.tables.length ? "" : " No activity.";
      about.textContent = `${balanced}.${activity} From ${moment(report.since)} to ${moment(report.until)}. Software ${
        report.software.slice(0, 12)
      }.`;
      return cells(report);
    });
    day.addEventListener("change", () => this.refresh());
  }
}

/**
 * The page as rows of texts: accounts, then tables.
 * @param {DayReport} report
 */
function cells({ accounts, tables, sum_before, sum_after }) {
  const counted = (/** @type {number | null} */ amount) => amount === null ? "not counted" : dollars(amount);
  return [
    [
      "Account, or table",
      "Before, or opener",
      "Moved, or fills",
      "After, or credits",
      "Closer",
      "Drop",
      "Win",
      "Tray over or short",
    ],
    ...accounts.map(({ account, nature, before, moved, after }) => [
      `${account} (${nature})`,
      ...[before, moved, after].map(dollars),
      "",
      "",
      "",
      "",
    ]),
    ["Sum of all accounts", dollars(sum_before), "", dollars(sum_after), "", "", "", ""],
    ...tables.map(({ table, opener, fills, credits, closer, drop, win, tray_variance }) => [
      table,
      counted(opener),
      dollars(fills),
      dollars(credits),
      counted(closer),
      ...[drop, win, tray_variance].map(dollars),
    ]),
  ];
}

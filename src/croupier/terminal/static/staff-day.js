// @ts-check
/** The page of a gaming day: every account with what moved, every float, and sums that are zero. It can be closed. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { FiguresPage } from "./staff-figures.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-chips.d.ts").DayReport} DayReport */
/** @typedef {import("./staff-chips.d.ts").LateBookings} LateBookings */

/** From the opener to the closer, in the order in which it adds up by hand: + fills - credits - cash + win + other + count. */
const FLOAT = [
  "Restocked while closed",
  "Opener over or short",
  "Opener",
  "+ Fills",
  "− Credits",
  "− Cash in",
  "+ Win",
  "+ Other",
  "+ Over or short",
  "= Closer",
  "Boxes pulled",
];
/** The win of bets that play decided, against the rules: z is in standard deviations of these bets. */
const PLAYED = ["Staked", "Win of play", "Expected", "z"];
/** What is in the figures of one day and about another. */
const LATE = ["Where", "What", "Why", "By", "Money moved", "Win", "Over or short"];

export class DayPage extends FiguresPage {
  /**
   * @param {HTMLElement} root
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, failed) {
    const day = /** @type {HTMLInputElement} */ (html("input", { id: "day-of-page", type: "date" }));
    const about = html("p", { class: "hint", "data-testid": "day-about" });
    const field = html(
      "div",
      { class: "field not-on-paper" },
      html("label", { for: day.id }, "Gaming day; empty for today"),
      day,
    );
    const others = html("div", { class: "keys not-on-paper", "data-testid": "other-days" });
    const page = { title: "Day", here: "", head: [field, about, others], file: () => `day-${day.value || "today"}` };
    super(root, failed, page, async (isExport) => {
      const path = `/cage/day?day=${day.value.replaceAll("-", "") || "0"}&export=${Number(isExport)}`;
      const report = /** @type {DayReport} */ (await ask("GET", path));
      const balanced = report.sum_before === 0 && report.sum_after === 0 ? "Balanced" : "NOT BALANCED";
      const { closed } = report;
      const state = closed
        ? `Closed ${moment(closed.at)} by ${closed.by.name} and ${closed.second.name}${
          closed.covers.includes(day.value) ? `, with ${closed.day}` : ""
        }`
        : "Not closed";
      const activity = report.tables.length ? "" : " No activity.";
      const blind = report.uncounted.length
        ? ` Accounts from which the cash in ${report.uncounted.join(", ")} would follow are shown once it is counted.`
        : "";
      about.textContent = `${report.operator}. ${state}. ${balanced}.${activity}${blind} From ${
        moment(report.since)
      } to ${moment(report.until)}. Software ${report.software.slice(0, 12)}.`;
      const days = new Set([...report.earlier.rows, ...report.later.rows].map((each) => each.day));
      others.replaceChildren(...[...days].map((date) => {
        const key = html("button", { type: "button" }, `Show ${date}`);
        key.addEventListener("click", () => {
          day.value = date;
          this.refresh();
        });
        return key;
      }));
      return cells(report);
    });
    day.addEventListener("change", () => this.refresh());
  }
}

/**
 * The page as rows of texts: accounts, then tables if anything happened at one.
 * @param {DayReport} report
 */
function cells({ accounts, tables, sum_before, sum_after, later, earlier }) {
  const counted = (/** @type {number | null} */ amount) => amount === null ? "not counted" : dollars(amount);
  const known = (/** @type {number | null} */ amount) => amount === null ? "" : dollars(amount);
  const books = [
    ["Account", "Before", "Moved", "After"],
    ...accounts.map(({ title, nature, before, moved, after }) => [
      `${title} (${nature})`,
      ...[before, moved, after].map(dollars),
    ]),
    ["Owed and earned, less in hand", dollars(sum_before), "", dollars(sum_after)],
  ];
  const floats = [
    ["Table", ...FLOAT, ...PLAYED],
    ...tables.map((/** @type {DayReport["tables"][0]} */ { table, opener, closer, other, ...row }) => [
      table,
      dollars(row.restocked),
      dollars(row.opener_variance),
      counted(opener),
      ...[row.fills, row.credits, row.cash_in, row.win].map(dollars),
      known(other),
      dollars(row.tray_variance),
      counted(closer),
      dollars(row.drop),
      ...[row.staked, row.played_win, row.expected_win].map(known),
      row.z === null ? "" : signed(row.z),
    ]),
  ];
  return [
    books,
    ...(tables.length ? [floats] : []),
    ...late("Booked later about this day, not in its figures", "In the figures of", later),
    ...late("Booked on this day about an earlier one", "About", earlier),
  ];
}

/**
 * Bookings that are about one day and in the figures of another, with their sums; no table if there are none.
 * @param {string} title
 * @param {string} other  what the other day is
 * @param {LateBookings} found
 * @returns {string[][][]}
 */
function late(title, other, { rows, moved, win, over }) {
  if (!rows.length) return [];
  return [[
    [title, other, ...LATE],
    ...rows.map((each) => [
      moment(each.at),
      each.day,
      each.place,
      each.what,
      each.why,
      each.by,
      ...[each.moved, each.win, each.over].map(dollars),
    ]),
    ["Sum", "", "", "", "", "", ...[moved, win, over].map(dollars)],
  ]];
}

/** @param {number} z */
function signed(z) {
  return `${z < 0 ? "" : "+"}${z.toFixed(2)}`;
}

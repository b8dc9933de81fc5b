// @ts-check
/** The changes of a preview as tables: both histories of a correction side by side, and every amount before and after. */
import { html } from "./dom.js";
import { dollars } from "./money.js";

/** @typedef {import("./staff.d.ts").Preview} Preview */
/** @typedef {import("./staff.d.ts").RoundResult} RoundResult */

/** @param {Preview["rounds"]} rounds */
export function historiesTable(rounds) {
  return html(
    "table",
    { class: "histories", "data-testid": "histories" },
    html("caption", {}, "Rounds settled again: what fell, and what players won or lost"),
    head("Round", "As it stands", "As corrected"),
    html(
      "tbody",
      {},
      ...rounds.map(({ round, entered, corrected }) =>
        html(
          "tr",
          {
            class: JSON.stringify(entered) === JSON.stringify(corrected) ? "" : "changed",
            "data-round": String(round),
          },
          html("th", { scope: "row" }, String(round)),
          resultCell(entered, corrected),
          resultCell(corrected, entered),
        )
      ),
    ),
  );
}

/**
 * @param {RoundResult | null} result
 * @param {RoundResult | null} other  the same round in the other history
 */
function resultCell(result, other) {
  if (!result) return html("td", {}, "not played");
  const seats = Object.keys({ ...result.won, ...other?.won }).sort();
  return html(
    "td",
    {},
    html("b", {}, result.outcome?.replaceAll("-", " ") ?? "called off"),
    ...seats.map((seat) => html("span", {}, `${seat} ${wonOrLost(result.won[seat] ?? 0)}`)),
  );
}

/** @param {number} amount */
function wonOrLost(amount) {
  return amount ? `${amount > 0 ? "won" : "lost"} ${dollars(Math.abs(amount))}` : "even";
}

/**
 * @param {Preview["balances"]} balances
 * @param {Preview["bets"]} bets
 * @param {Map<string, string>} wagers  titles by id
 */
export function changesTable(balances, bets, wagers) {
  const rows = [
    ...balances.filter(({ seat }) => seat !== null).map((each) => ({
      ...each,
      what: `${each.seat}: ${each.title}`,
    })),
    ...bets.map((each) => ({ ...each, what: `${each.seat}, bet on ${wagers.get(each.wager) ?? each.wager}` })),
    ...balances.filter(({ seat }) => seat === null).map((each) => ({ ...each, what: each.title })),
  ];
  return html(
    "table",
    { class: "changes", "data-testid": "changes" },
    html("caption", {}, "Every amount that changes"),
    head("What", "Now", "Then", "Change"),
    html(
      "tbody",
      {},
      ...rows.map(({ what, before, after }) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, what),
          html("td", {}, dollars(before)),
          html("td", {}, dollars(after)),
          html(
            "td",
            { class: after > before ? "more" : "less" },
            `${after > before ? "+" : ""}${dollars(after - before)}`,
          ),
        )
      ),
    ),
  );
}

/** @param {string[]} titles */
function head(...titles) {
  return html("thead", {}, html("tr", {}, ...titles.map((each) => html("th", { scope: "col" }, each))));
}

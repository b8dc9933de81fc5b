// @ts-check
/** The form of a hand pay, as it is printed and signed. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { terminalPlace } from "./staff-terminals.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-hand-pays.d.ts").WaitingHandPay} WaitingHandPay */

/** @type {Record<string, string>} */
const CAUSES = {
  "large-win": "a win over the limit",
  "asked": "asked for by the player",
  "over-ticket-limit": "more than a ticket may be for",
  "kept-credit": "kept for a player who has left",
  "printer-fault": "the terminal could not print a ticket",
};

/**
 * Why a hand pay was called, and when.
 * @param {WaitingHandPay} waiting
 */
export function since({ file }) {
  return `${file.causes.map((each) => CAUSES[each] ?? each).join(", ")}, called ${moment(file.since)}`;
}

/**
 * What is on the form: the amount, what it is for, who verified it, and lines for the signatures.
 * @param {WaitingHandPay} waiting
 */
export function payForm(waiting) {
  const { table, title, player, amount, file, clauses } = waiting;
  const { form, identification } = file;
  /** @type {[string, string][]} */
  const facts = [
    ["Document", `${title}, clause ${clauses.form}`],
    ["Terminal", terminalPlace(waiting)],
    ["Why", since(waiting)],
    ["Player", player ?? ""],
    ["Verified", form ? `${form.by.name}, ${moment(form.at)}, against ${form.record}` : ""],
    ["Identification", identification?.seen ? `${identification.seen}, seen by ${identification.seen_by?.name}` : ""],
    ["Paid in", ""],
  ];
  return [
    html("p", { class: "slip-title" }, `Manual payment form ${table}-${form?.number ?? ""}`),
    html("p", { class: "slip-amount", "data-testid": "form-amount" }, dollars(amount)),
    html(
      "dl",
      { class: "form-facts" },
      ...facts.flatMap(([name, words]) => [html("dt", {}, name), html("dd", {}, words)]),
    ),
    html("p", {}, "I have verified the amount, and have received it."),
    ...["Player", "Paid by", "Date and time"].map((words) => html("p", { class: "signature" }, words)),
  ];
}

// @ts-check
/** What the register says about a patron: who checked the identity, the card, the account and its last movements. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-cage.d.ts").PatronView} PatronView */

/** @param {PatronView} patron */
export function who({ identified, document, checked_by, registered }) {
  return `${checked_by} saw a ${identified.replaceAll("-", " ")}, ${document ?? "?"}, on ${moment(registered)}.`;
}

/** @param {PatronView} patron */
export function cardWords({ card, places, is_held }) {
  if (!card) return "There is no valid card.";
  const where = places.length ? `in ${places.join(" and ")}` : "in no terminal";
  return `Card ${card.serial}, ending in ${card.ends}, ${where}.${is_held ? " One terminal only." : ""}`;
}

/** @param {NonNullable<PatronView["account"]>} account */
export function pinWords({ has_pin, is_locked }) {
  if (!has_pin) return "The account has no PIN: set one before it can be used at a terminal.";
  return is_locked ? "Locked after wrong PINs: set a new one." : "The account has a PIN.";
}

/** @param {NonNullable<PatronView["account"]>["last"]} last */
export function movements(last) {
  const heads = ["When", "What", "Amount", "Where", "Balance"].map((words) => html("th", { scope: "col" }, words));
  const rows = last.map(({ at, move, amount, place, balance }) =>
    html(
      "tr",
      {},
      ...[moment(at), move.replace("-", " "), dollars(amount), place, dollars(balance)].map((words) =>
        html("td", {}, words)
      ),
    )
  );
  return html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...rows));
}

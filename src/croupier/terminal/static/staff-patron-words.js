// @ts-check
/** What the register says about a patron: who checked the identity, the card, the account and its last movements. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { day, moment } from "./zone.js";

/** @typedef {import("./staff-cage.d.ts").PatronView} PatronView */

/** @param {PatronView} patron */
export function who({ identified, document, issuer, expires, address, occupation, checked_by, registered }) {
  const issued = `${issuer ? ` of ${issuer}` : ""}${expires ? `, valid until ${day(expires)}` : ""}`;
  const number = document ? `, ${document}` : "";
  const saw = `${checked_by} saw a ${identified.replaceAll("-", " ")}${number}${issued}${
    number || issued ? "," : ""
  } on`;
  const about = [address, occupation].filter(Boolean).map((each) => `${each}. `).join("");
  return `${about}${saw} ${moment(registered)}.`;
}

/** How an account got or gave money, as its owner sees it. @type {Record<string, string>} */
const MOVES = {
  deposit: "deposit",
  withdrawal: "withdrawal",
  "deposit-reversed": "deposit reversed",
  "withdrawal-reversed": "withdrawal reversed",
  "transfer-in": "to a terminal",
  "transfer-out": "from a terminal",
};

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
      ...[moment(at), MOVES[move] ?? move, dollars(amount), place, dollars(balance)].map((words) =>
        html("td", {}, words)
      ),
    )
  );
  return html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...rows));
}

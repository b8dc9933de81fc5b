// @ts-check
/** The settings of the cage, on the page of settings: limits and expiry of tickets, and what holds for patrons. Two people change them. */
import { html } from "./dom.js";
import { dollars, typedCents } from "./money.js";
import { ask } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { askFor, closeSent, line, tell } from "./staff-dialog.js";
import { secondPerson } from "./staff-second.js";
import { Mistake } from "./staff-typed.js";
import { floorTime, typedTime } from "./staff-times.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-cage.d.ts").CageRules} CageRules */
/** @typedef {number | null} Value */
/** @typedef {"money" | "number" | "days" | "since"} Kind */

/** @type {[name: string, words: string, kind: Kind][]} */
const TICKETS = [
  ["most_out", "The most money on one ticket", "money"],
  ["most_in", "The most that a terminal takes in as one ticket", "money"],
  ["days", "Days after which a ticket expires", "days"],
  ["most_chips", "The most for which chips are sold at once", "money"],
  ["most_moved", "The most cash to or from the vault at once", "money"],
  ["house", "Number of the casino, with which its tickets and cards begin", "number"],
];
/** @type {[name: string, words: string, kind: Kind][]} */
const PATRONS = [
  ["age", "Age from which a person is registered", "number"],
  ["most_deposit", "The most money in one deposit", "money"],
  ["most_balance", "The most money in one account", "money"],
  ["most_in", "The most money in one transfer to a terminal", "money"],
  ["most_out", "The most money in one transfer from a terminal", "money"],
  ["one_terminal_since", "A card is in one terminal at a time at every table", "since"],
];
/** @type {[name: string, words: string, kind: Kind][]} */
const VOUCHERS = [
  ["most", "The most money on one voucher", "money"],
  ["most_day", "The most money on vouchers of one gaming day", "money"],
];
/** @type {{ of: keyof CageRules, order: string, title: string, fields: typeof TICKETS }[]} */
const PARTS = [
  { of: "tickets", order: "ChangeTicketRules", title: "Tickets and the counter", fields: TICKETS },
  { of: "patrons", order: "ChangePatronRules", title: "Patrons, cards and accounts", fields: PATRONS },
  { of: "vouchers", order: "ChangeVoucherRules", title: "Vouchers", fields: VOUCHERS },
];
const LEFT_OUT = { days: ", or nothing for never", since: " from this time on, or nothing for never" };

/** The section of the page. */
export class CageRulesSection {
  root = html("section", { "aria-labelledby": "cage-rules" });
  #mayChange;
  #failed;
  #refresh;

  /**
   * @param {boolean} mayChange
   * @param {(error: unknown) => boolean} failed
   * @param {() => unknown} refresh
   */
  constructor(mayChange, failed, refresh) {
    this.#mayChange = mayChange;
    this.#failed = failed;
    this.#refresh = refresh;
  }

  async draw() {
    const rules = /** @type {CageRules} */ (await ask("GET", "/cage/rules"));
    this.root.replaceChildren(
      html("h3", { id: "cage-rules" }, "The cage"),
      html("p", { class: "hint" }, "They hold at once, for what is done from then on. Two people change them."),
      ...PARTS.map((part) => this.#part(part, rules[part.of])),
    );
  }

  /**
   * @param {typeof PARTS[number]} part
   * @param {Record<string, Value>} rules
   */
  #part({ of, order, title, fields }, rules) {
    const change = html("button", { type: "button", "data-testid": order }, "Change");
    change.addEventListener("click", () => this.#change(title, order, fields, rules));
    return html(
      "div",
      { "data-rules": of },
      html("h4", {}, title),
      html(
        "dl",
        {},
        ...fields.map(([name, words, kind]) =>
          html("div", {}, html("dt", {}, words), html("dd", {}, inWords(kind, rules[name])))
        ),
      ),
      ...(this.#mayChange ? [html("div", { class: "keys" }, change)] : []),
    );
  }

  /**
   * @param {string} title
   * @param {string} order
   * @param {typeof TICKETS} fields
   * @param {Record<string, Value>} rules
   */
  #change(title, order, fields, rules) {
    const entries = fields.map(([name, words, kind]) => entry(name, words, kind, rules[name]));
    askFor({ title, entries: [...entries, secondPerson()], key: "Change" }, async ({ second, ...changed }) => {
      await giveAtCage({ type: order, rules: { ...rules, ...changed } }, /** @type {any} */ (second));
      closeSent();
      tell(`${title}: the settings are changed.`);
      this.#refresh();
    }, this.#failed);
  }
}

/**
 * @param {Kind} kind
 * @param {Value} value
 */
function inWords(kind, value) {
  if (value === null) return "never";
  if (kind === "money") return dollars(value);
  return kind === "since" ? `from ${moment(value)}` : String(value);
}

/**
 * A line with the value that is in force. It reads as the API wants it, or says what would be right.
 * @param {string} name
 * @param {string} words
 * @param {Kind} kind
 * @param {Value} value
 */
function entry(name, words, kind, value) {
  const label = words + (kind === "money" ? ", in dollars" : kind === "number" ? "" : LEFT_OUT[kind]);
  const made = line(name, label);
  const input = /** @type {HTMLInputElement} */ (made.root.querySelector("input"));
  if (kind === "since") input.type = "datetime-local";
  if (value !== null) {
    input.value = kind === "money" ? (value / 100).toFixed(2) : kind === "since" ? typedTime(value) : String(value);
  }
  const read = () => {
    const text = input.value.trim();
    if (!text && kind in LEFT_OUT) return null;
    const found = kind === "money"
      ? typedCents(text)
      : kind === "since"
      ? floorTime(text) ?? NaN
      : /^\d{1,6}$/.test(text)
      ? Number(text)
      : NaN;
    if (Number.isNaN(found) || (kind === "money" && !found)) throw new Mistake(`${words}: ${EXPECTED[kind]}.`, input);
    return found;
  };
  return { ...made, read };
}

/** @type {Record<Kind, string>} */
const EXPECTED = {
  money: "write an amount such as 1,000.00",
  number: "write a whole number",
  days: "write a whole number of days, or nothing",
  since: "write a date and a time, or nothing",
};

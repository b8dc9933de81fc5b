// @ts-check
/** The cage: tickets that people show, tickets that are sold, and what the floor owes. Patrons have a page of their own. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask, sentence } from "./staff-api.js";
import { CageOrders } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { askFor, choice, close, line, showSheet, tell } from "./staff-dialog.js";
import { OwnDrawer } from "./staff-drawer.js";
import { noticeWords } from "./staff-dues.js";
import { OWED } from "./staff-liability.js";
import { Listing } from "./staff-listing.js";
import { secondPerson } from "./staff-second.js";
import { amountOf, scanInto } from "./staff-typed.js";
import { slip } from "./ticket.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-cage.d.ts").CageView} CageView */
/** @typedef {import("./staff-cage.d.ts").FoundTicket} FoundTicket */
/** @typedef {import("./staff-cage.d.ts").TicketView} TicketView */

/** What the key of an order says. @type {Record<string, string>} */
const KEYS = {
  PayTicket: "Pay",
  WithholdTicket: "Withhold",
  GiveTicketNotice: "The inspector was told",
  ReviewTicket: "Enter the review",
  ReleaseTicket: "Release",
  FreeTicket: "Free",
  ReprintTicket: "Reprint",
  VoidTicket: "Declare void",
  SettleTicket: "Decide what becomes of it",
};
/** The orders that two people sign, and who the second is. @type {Record<string, string>} */
const SIGNED = {
  ReprintTicket: "A second person signs",
  VoidTicket: "A supervisor or a manager signs, too",
  SettleTicket: "A supervisor or a manager signs, too",
};
/** @type {[string, string][]} */
const DECISIONS = [
  ["pay", "Pay it in cash to whom it is owed"],
  ["unclaimed", "Nobody has claimed it: to the unclaimed money"],
  ["keep", "The house keeps it"],
];
/** @type {[string, string][]} */
const METHODS = [["cash", "Cash"], ["cheque", "Cheque"], ["transfer", "Bank transfer"]];

export class CagePage {
  #number = /** @type {HTMLInputElement} */ (html("input", {
    id: "shown-number",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "64",
    "data-testid": "shown-number",
  }));
  #problem = html("p", { class: "problem", role: "alert", "data-testid": "cage-problem" });
  #found = html("div", { class: "found", "aria-live": "polite" });
  #owed = html("dl", { class: "owed" });
  #recent = html("tbody");
  #unpayable = html("div", { "data-testid": "unpayable" });
  #orders = new CageOrders();
  #drawer;
  #failed;
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    const pays = me.duties.includes("handle-money");
    const sell = /** @type {HTMLButtonElement} */ (html("button", { type: "button", class: "main" }, "Sell a ticket"));
    this.#drawer = new OwnDrawer(me, failed, [sell]);
    sell.addEventListener("click", () => this.#sell());
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Cage"), ...(pays ? [sell] : [])),
      cageTabs(""),
      this.#drawer.root,
      html(
        "div",
        { class: "cage" },
        html("div", {}, ...(pays ? [this.#form()] : []), ...this.#tickets()),
        html("section", { "aria-label": "What the floor owes" }, html("h3", {}, "What the floor owes"), this.#owed),
      ),
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
    scanInto(this.#found, this.#number);
    if (pays) this.#number.focus();
  }

  close() {
    this.#listing.close();
    this.#drawer.close();
    close();
  }

  #form() {
    const find = html("button", { type: "submit", class: "main" }, "Look up");
    const form = html(
      "form",
      { class: "shown" },
      html("label", { for: "shown-number" }, "The 20 digits of a ticket, or the serial of one that nobody can show"),
      html("div", { class: "keys" }, this.#number, find),
      this.#problem,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#find();
    });
    return html("section", { "aria-label": "A ticket that is shown" }, form, this.#found);
  }

  #tickets() {
    const heads = ["Ticket", "Amount", "State", "Issued", "Where"].map((words) => html("th", { scope: "col" }, words));
    const list = html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...heads)), this.#recent);
    return [
      html("section", { "aria-label": "Tickets to be decided" }, this.#unpayable),
      html("section", { "aria-label": "The last tickets" }, html("h3", {}, "The last tickets"), list),
    ];
  }

  async #refresh() {
    const [cage, tickets, unpayable] = await Promise.all([
      /** @type {Promise<CageView>} */ (ask("GET", "/cage")),
      /** @type {Promise<TicketView[]>} */ (ask("GET", "/cage/tickets")),
      /** @type {Promise<TicketView[]>} */ (ask("GET", "/cage/unpayable")),
    ]);
    this.#unpayable.replaceChildren(...waiting(unpayable));
    this.#owed.replaceChildren(...OWED.flatMap(([name, words]) => {
      const amount = cage.liability[name];
      return amount === null ? [] : figure(words, amount);
    }));
    this.#recent.replaceChildren(...tickets.map(row));
  }

  async #find() {
    this.#found.replaceChildren();
    this.#problem.textContent = "";
    tell("");
    const number = this.#number.value, digits = number.replace(/[\s-]/g, "");
    try {
      const found = /^\d{1,9}$/.test(digits)
        ? await ask("GET", `/cage/tickets/${digits}`)
        : await ask("POST", "/cage/tickets/find", { number });
      this.#show(found, number);
    } catch (error) {
      if (!this.#failed(error)) this.#problem.textContent = sentence(error);
      this.#number.select();
    }
  }

  /**
   * @param {FoundTicket} found
   * @param {string} number  as it was looked up: the field may have another by the time an order is given
   */
  #show({ ticket, orders, why_not }, number) {
    const keys = orders.map((order) => {
      const main = order === "PayTicket";
      const words = main ? `Pay ${dollars(ticket.amount)}` : KEYS[order];
      const key = html("button", { type: "button", ...(main ? { class: "main" } : {}), "data-testid": order }, words);
      key.addEventListener("click", () => main ? this.#pay(ticket, number) : this.#decide(order, ticket));
      return key;
    });
    this.#found.replaceChildren(
      html("p", { class: "amount" }, dollars(ticket.amount)),
      html("p", {}, `Ticket ${ticket.serial} of ${moment(ticket.issued)}, from ${ticket.place}: ${ticket.state}.`),
      html("p", { class: "hint" }, why_not || expiry(ticket)),
      ...became(ticket).map((words) => html("p", { "data-testid": "became" }, words)),
      html("div", { class: "keys" }, ...keys),
    );
    if (keys.length) keys[0].focus();
    else this.#number.select();
  }

  /**
   * @param {TicketView} ticket
   * @param {string} number
   */
  #pay({ serial, amount }, number) {
    const entries = [
      line("identified", "Identification that was seen, if you asked for it"),
      choice("method", "Paid in", METHODS),
    ];
    askFor({ title: `Pay ${dollars(amount)}`, entries, key: "Pay" }, async ({ identified, method }) => {
      const seen = identified ? { identified } : {};
      await this.#orders.give({ type: "PayTicket", number, method, ...seen });
      this.#done(`Ticket ${serial} is paid: ${dollars(amount)}.`);
    }, this.#failed);
  }

  /**
   * @param {string} order
   * @param {TicketView} ticket
   */
  #decide(order, { serial, amount }) {
    const title = `${KEYS[order]}: ticket ${serial}, ${dollars(amount)}`;
    askFor({ title, entries: asked(order), key: KEYS[order] }, async ({ second, ...given }) => {
      const said = Object.fromEntries(Object.entries(given).filter(([name, value]) => value || name !== "identified"));
      const { printed } = await this.#orders.give({ type: order, serial, ...said }, /** @type {any} */ (second));
      this.#done(`${KEYS[order]}: done, ticket ${serial}.`);
      if (printed) showSheet("Ticket to print", slip(printed));
    }, this.#failed);
  }

  #sell() {
    const entries = [line("amount", "Amount in dollars")];
    askFor({ title: "Sell a ticket", entries, key: "Sell" }, async ({ amount }) => {
      const { printed } = await this.#orders.give({ type: "SellTicket", amount: amountOf(amount) });
      this.#done("A ticket is sold.");
      if (printed) showSheet("Ticket to print", slip(printed));
    }, this.#failed);
  }

  /** @param {string} words */
  #done(words) {
    close();
    tell(words);
    this.#problem.textContent = "";
    this.#found.replaceChildren();
    this.#number.value = "";
    this.#number.focus();
    this.#listing.refresh();
  }
}

/**
 * @param {string} words
 * @param {number} amount
 */
function figure(words, amount) {
  return [html("dt", {}, words), html("dd", {}, dollars(amount))];
}

/** @param {TicketView} ticket */
function row({ serial, amount, state, issued, place }) {
  const cells = [dollars(amount), state, moment(issued), place].map((words) => html("td", {}, words));
  return html("tr", { "data-serial": String(serial) }, html("th", { scope: "row" }, String(serial)), ...cells);
}

/** @param {TicketView} ticket */
function expiry({ expires }) {
  return expires === null ? "It does not expire." : `It can be paid until ${moment(expires)}.`;
}

/** What an order about a ticket asks for. @param {string} order */
function asked(order) {
  if (order === "GiveTicketNotice") return [line("how", "Whom you have told, and how")];
  if (order === "ReviewTicket") {
    return [line("inspector", "Name of the inspector"), line("review", "What the inspector says")];
  }
  const settles = order === "SettleTicket";
  return [
    ...(settles ? [choice("to", "What becomes of its value", DECISIONS)] : []),
    ...(settles ? [line("identified", "Identification that was seen, if it is paid")] : []),
    line("why", "Reason"),
    ...(order in SIGNED ? [secondPerson(SIGNED[order])] : []),
  ];
}

/** How a ticket came to its state: when, where, by whom and why. @param {TicketView} ticket */
function became({ state, changed, at_place, by, why, withholding }) {
  if (state === "issued") return [];
  const where = at_place === "cage" ? "at the cage" : `at ${at_place}`;
  const first = `${state[0].toUpperCase()}${state.slice(1)} ${moment(changed)} ${where}${by ? ` by ${by}` : ""}`;
  return [
    `${first}${why ? `: ${why}` : ""}.`,
    ...(withholding ? [noticeWords(withholding)] : []),
    ...(withholding?.review ? [`Reviewed by ${withholding.review}.`] : []),
  ];
}

/** @param {TicketView[]} tickets */
function waiting(tickets) {
  if (!tickets.length) return [];
  const lines = tickets.map((ticket) =>
    html("li", {}, `Ticket ${ticket.serial}, ${dollars(ticket.amount)}. ${became(ticket).join(" ")}`)
  );
  return [html("h3", {}, "Withheld, void or expired: to be decided"), html("ul", { class: "plain" }, ...lines)];
}

// @ts-check
/** The cage: tickets that people show, tickets that are sold, and what the floor owes. Patrons have a page of their own. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask, Refused, sentence, serverNow } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { labelOf } from "./staff-catalogue.js";
import { askFor, choice, close, closeSent, line, reason, showSheet, tell, timeToCome } from "./staff-dialog.js";
import { OwnDrawer } from "./staff-drawer.js";
import { noticeWords, stopped } from "./staff-dues.js";
import { OWED } from "./staff-liability.js";
import { asOfWords, Listing, LIVE } from "./staff-listing.js";
import { roundedCash, roundedWords } from "./staff-receipt-slip.js";
import { secondPerson } from "./staff-second.js";
import { amountOf, Mistake, scanInto } from "./staff-typed.js";
import { TOLD } from "./staff-unanswered.js";
import { slip } from "./ticket.js";
import { moment, zoneName } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-cage.d.ts").CageView} CageView */
/** @typedef {import("./staff-cage.d.ts").FoundTicket} FoundTicket */
/** @typedef {import("./staff-cage.d.ts").TicketView} TicketView */

/** The orders that take the number of a ticket that is shown. */
const SHOWN = new Set(["PayFormerTicket", "DelayTicket"]);
/** The orders that two people sign, and who the second is. @type {Record<string, string>} */
const SIGNED = {
  PayFormerTicket: "A second person sees the ticket, and signs",
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
/** The orders that pay a ticket. */
const PAYING = ["PayTicket", "PayFormerTicket", "SettleTicket"];
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
  #drawer;
  #failed;
  #endScan;
  #listing;
  /** What was drawn last. */
  #drawn = "";
  /** How often a ticket was looked up: the answer to an older question says nothing any more. */
  #asked = 0;
  #ending = new AbortController();

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
    this.#listing = new Listing(() => this.#refresh(), failed, { every: LIVE });
    this.#endScan = scanInto(this.#number);
    addEventListener(TOLD, () => this.#found.replaceChildren(), { signal: this.#ending.signal });
    if (pays) this.#number.focus();
  }

  close() {
    this.#ending.abort();
    this.#endScan();
    this.#listing.close();
    this.#drawer.close();
    close();
  }

  #form() {
    const find = html("button", { type: "submit", class: "main" }, "Look up");
    const form = html(
      "form",
      { class: "shown" },
      html("label", { for: "shown-number" }, "The number on a ticket, or the serial of one that nobody can show"),
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
    const now = JSON.stringify([cage, tickets]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.#owed.replaceChildren(...OWED.flatMap(([name, words]) => {
      const amount = cage.liability[name];
      return amount === null ? [] : figure(words, amount, name === "total" ? "sum" : "");
    }));
    this.#recent.replaceChildren(...tickets.map(row));
  }

  async #find() {
    this.#found.replaceChildren();
    this.#problem.textContent = "";
    tell("");
    const number = this.#number.value;
    this.#number.select();
    if (!number.trim()) {
      this.#problem.textContent = "Type or scan the number on a ticket first.";
      return;
    }
    const asked = ++this.#asked;
    const isLate = () => asked !== this.#asked || this.#number.value !== number; // or the next one is being scanned
    try {
      const found = /** @type {FoundTicket} */ (await ask("POST", "/cage/tickets/find", { number }));
      if (!isLate()) this.#show(found, number);
    } catch (error) {
      if (!this.#failed(error) && !isLate()) this.#problem.textContent = sentence(error);
    }
  }

  /**
   * @param {FoundTicket} found
   * @param {string} number  as it was looked up: the field may have another by the time an order is given
   */
  #show({ ticket, orders, why_not }, number) {
    const inCash = orders.some((order) => PAYING.includes(order)) ? roundedCash(ticket) : "";
    const keys = orders.map((order) => {
      const main = order === "PayTicket";
      const words = main ? `Pay ${dollars(ticket.amount)}` : labelOf(order);
      const key = html("button", { type: "button", ...(main ? { class: "main" } : {}), "data-testid": order }, words);
      key.addEventListener("click", () => main ? this.#pay(ticket, number) : this.#decide(order, ticket, number));
      return key;
    });
    this.#found.replaceChildren(
      html("p", { class: "amount" }, dollars(ticket.amount)),
      html(
        "p",
        {},
        `Ticket ${ticket.serial} of ${moment(ticket.issued)}, from ${ticket.place}: ${stateWords(ticket)}. `,
        `${asOfWords()}.`,
      ),
      html("p", { class: "hint" }, why_not || expiry(ticket)),
      ...(inCash ? [html("p", { class: "hint", "data-testid": "in-cash" }, inCash)] : []),
      ...became(ticket).map((words) => html("p", { "data-testid": "became" }, words)),
      html("div", { class: "keys" }, ...keys),
    );
    keys[0]?.focus();
  }

  /**
   * @param {TicketView} ticket
   * @param {string} number
   */
  #pay(ticket, number) {
    const { serial, amount } = ticket;
    const asked = { title: `Pay ${dollars(amount)}`, lead: roundedCash(ticket), entries: payment(), key: "Pay" };
    askFor(asked, async ({ identified, method }) => {
      const seen = identified ? { identified } : {};
      const order = { type: "PayTicket", number, method, ...seen };
      const { receipt } = await giveAtCage(order, undefined, { serial, amount })
        .catch((error) => explained(error, { number }));
      this.#done(`Ticket ${serial} is paid: ${dollars(amount)}.${roundedWords(receipt)}`, number);
    }, this.#failed);
  }

  /**
   * @param {string} order
   * @param {TicketView} ticket
   * @param {string} number
   */
  #decide(order, ticket, number) {
    const { serial, amount } = ticket;
    const title = `${labelOf(order)}: ticket ${serial}, ${dollars(amount)}`;
    const time = `Agree the time with the player. Times are ${zoneName()}.`;
    const lead = order === "DelayTicket" ? time : PAYING.includes(order) ? roundedCash(ticket) : "";
    askFor({ title, lead, entries: asked(order), key: labelOf(order) }, async ({ second, time, ...given }) => {
      const said = Object.fromEntries(Object.entries(given).filter(([name, value]) => value || name !== "identified"));
      const shown = order === "DelayTicket" ? { number, until: time } : { number };
      const which = SHOWN.has(order) ? shown : { serial };
      const signed = /** @type {any} */ (second);
      const { printed, receipt } = await giveAtCage({ type: order, ...which, ...said }, signed, { serial, amount })
        .catch((error) => explained(error, { number }));
      this.#done(
        order === "DelayTicket"
          ? `Delayed to ${moment(Number(time))}: ticket ${serial}.`
          : `${labelOf(order)}: done, ticket ${serial}.${roundedWords(receipt)}`,
        number,
      );
      if (printed) this.#print(printed);
    }, this.#failed);
  }

  #sell() {
    const entries = [line("amount", "Amount in dollars")];
    askFor({ title: "Sell a ticket", entries, key: "Sell" }, async ({ amount }) => {
      const { printed } = await giveAtCage({ type: "SellTicket", amount: amountOf(amount) });
      this.#done("A ticket is sold.");
      if (printed) this.#print(printed);
    }, this.#failed);
  }

  /**
   * Show a ticket to print. Afterwards the search takes the next number: a browser gives the focus of a closed dialog back
   * without a caret.
   * @param {import("./protocol.d.ts").PrintedTicket} printed
   */
  #print(printed) {
    showSheet("Ticket to print", slip(printed), () => {
      this.#number.focus();
      this.#number.select();
    });
  }

  /**
   * @param {string} words
   * @param {string} [number]  of the ticket that was shown
   */
  #done(words, number) {
    const isWaiting = closeSent();
    tell(words);
    this.#listing.refresh();
    if (!isWaiting && this.#number.value !== number) return; // the next ticket is being scanned, or shown
    this.#asked += 1;
    this.#problem.textContent = "";
    this.#found.replaceChildren();
    this.#number.value = "";
    this.#number.focus();
  }
}

/**
 * @param {string} words
 * @param {number} amount
 */
function figure(words, amount, look = "") {
  return [html("dt", { class: look }, words), html("dd", { class: look }, dollars(amount))];
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

/** How a ticket is paid. */
function payment() {
  return [
    line("identified", "Identification that was seen, if you asked for it"),
    choice("method", "Paid in", METHODS),
  ];
}

/** What an order about a ticket asks for. @param {string} order */
function asked(order) {
  if (order === "GiveTicketNotice") return [line("how", "Whom you have told, and how")];
  if (order === "ReviewTicket") {
    return [line("inspector", "Name of the inspector"), line("review", "What the inspector says")];
  }
  if (order === "DelayTicket") return [timeToCome(), reason()];
  const settles = order === "SettleTicket", pays = order === "PayFormerTicket";
  return [
    ...(settles ? [choice("to", "What becomes of its value", DECISIONS)] : []),
    ...(settles ? [line("identified", "Identification that was seen, which has to be if it is paid")] : []),
    ...(pays ? payment() : [reason()]),
    ...(order in SIGNED ? [secondPerson(SIGNED[order])] : []),
  ];
}

/** The state of a ticket. A terminal that takes one in pays nobody. @param {TicketView} ticket */
function stateWords({ state, at_place }) {
  return state === "paid" && at_place !== "cage" ? "taken in" : state;
}

/** How a ticket came to its state: when, where, by whom and why. @param {TicketView} ticket */
function became(ticket) {
  const { state, changed, at_place, by, why, until, withholding } = ticket;
  const decided = stopped(`${by ? ` by ${by}` : ""}${why ? `: ${why}` : ""}`);
  if (state === "issued") {
    return until === null || until <= serverNow() ? [] : [`Delayed, as agreed, to ${moment(until)}${decided}`];
  }
  const [words, where] = [stateWords(ticket), at_place === "cage" ? "at the cage" : `at ${at_place}`];
  return [
    `${words[0].toUpperCase()}${words.slice(1)} ${moment(changed)} ${where}${decided}`,
    ...(withholding ? [noticeWords(withholding)] : []),
    ...(withholding?.review ? [stopped(`Reviewed by ${withholding.review}`)] : []),
  ];
}

/**
 * Why an order about a ticket was refused. If it has been paid meanwhile: when, where and by whom, as the look-up says it.
 * @param {unknown} error
 * @param {{ number: string }} shown
 * @returns {Promise<never>}
 */
async function explained(error, shown) {
  if (!(error instanceof Refused && error.error === "ticket-paid")) throw error;
  const { ticket } = /** @type {FoundTicket} */ (await ask("POST", "/cage/tickets/find", shown));
  throw new Mistake([error.message, ...became(ticket)].join(" "));
}

/** @param {TicketView[]} tickets */
function waiting(tickets) {
  if (!tickets.length) return [];
  const lines = tickets.map((ticket) =>
    html("li", {}, `Ticket ${ticket.serial}, ${dollars(ticket.amount)}. ${became(ticket).join(" ")}`)
  );
  return [html("h3", {}, "Withheld, void or expired: to be decided"), html("ul", { class: "plain" }, ...lines)];
}

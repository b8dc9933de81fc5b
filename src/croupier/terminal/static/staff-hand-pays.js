// @ts-check
/** Hand pays at the cage: those that wait, each with its form and what may be done with it, and the last that were paid. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask, serverNow } from "./staff-api.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { labelOf } from "./staff-catalogue.js";
import { askFor, choice, close, closeSent, line, reason, showSheet, tell, timeToCome } from "./staff-dialog.js";
import { OwnDrawer } from "./staff-drawer.js";
import { Listing, LIVE } from "./staff-listing.js";
import { payForm, since } from "./staff-pay-form.js";
import { cashFor, cashOf, roundedCash } from "./staff-receipt-slip.js";
import { terminalName, terminalPlace } from "./staff-terminals.js";
import { moment, zoneName } from "./zone.js";
import { sendOnce } from "./staff-unanswered.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-hand-pays.d.ts").WaitingHandPay} WaitingHandPay */
/** @typedef {import("./staff-hand-pays.d.ts").HandPaysView} HandPaysView */
/** @typedef {import("./staff-hand-pays.d.ts").PaidByHand} PaidByHand */

export class HandPaysPage {
  #queue = html("ul", { class: "queue", "aria-label": "Hand pays that wait" });
  #shown = html("div", { class: "found", "aria-live": "polite", "data-testid": "hand-pay" });
  #paid = html("tbody");
  /** The table and the seat of the one that is shown. */
  #chosen = "";
  /** What was drawn last. */
  #drawn = "";
  /** Whether the person has taken a step, after which the next key is the one to press. */
  #stepped = true;
  #kept = html("ul", { class: "kept", "data-testid": "kept-credit" });
  #keptPart = html(
    "section",
    { "aria-label": "Kept for players who have left", hidden: "" },
    html("h3", {}, "Kept for players who have left"),
    html("p", { class: "hint" }, "Two people of the table have it paid by hand, with the order Pay kept credit."),
    this.#kept,
  );
  #pays;
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
    this.#pays = me.duties.includes("handle-money");
    this.#drawer = new OwnDrawer(me, failed, [], () => this.#listing.refresh());
    const heads = ["Form", "Amount", "Where", "How", "Paid", "By"].map((words) => html("th", { scope: "col" }, words));
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Hand pays")),
      cageTabs("hand-pays"),
      this.#drawer.root,
      html(
        "div",
        { class: "cage" },
        html(
          "div",
          {},
          this.#shown,
          html("h3", {}, "The last that were paid"),
          html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...heads)), this.#paid),
        ),
        html("section", { "aria-label": "Waiting" }, html("h3", {}, "Waiting"), this.#queue, this.#keptPart),
      ),
    );
    this.#queue.addEventListener("keydown", (event) => this.#move(event));
    this.#listing = new Listing(() => this.#refresh(), failed, { every: LIVE });
  }

  close() {
    this.#listing.close();
    this.#drawer.close();
    close();
  }

  async #refresh() {
    const view = /** @type {HandPaysView} */ (await ask("GET", "/cage/hand-pays"));
    const now = JSON.stringify([this.#chosen, view]);
    if (now !== this.#drawn) this.#draw(view);
    this.#drawn = now;
  }

  /** @param {HandPaysView} view */
  #draw({ waiting, paid, kept }) {
    this.#keptPart.hidden = !kept.length;
    this.#kept.replaceChildren(
      ...kept.map((each) =>
        html("li", {}, `${dollars(each.amount)}: ${terminalPlace(each)}, since ${moment(each.since)}`)
      ),
    );
    const { testid = "", waits = "" } = document.activeElement instanceof HTMLElement
      ? document.activeElement.dataset
      : {};
    const found = waiting.find((each) => key(each) === this.#chosen) ?? waiting[0];
    this.#chosen = found ? key(found) : "";
    this.#queue.replaceChildren(...waiting.map((each) => this.#row(each)));
    this.#paid.replaceChildren(...paid.map(row));
    const keys = found ? this.#show(found) : [];
    if (!found) this.#shown.replaceChildren(html("p", {}, "Nothing waits to be paid by hand."));
    // Others call and settle hand pays meanwhile: whoever is at a key stays there, unless it was their own step.
    const same = [...keys, ...this.#queue.querySelectorAll("button")].find(({ dataset }) =>
      !this.#stepped && (waits ? dataset.waits === waits : testid && dataset.testid === testid)
    );
    const next = keys.find(({ classList }) => classList.contains("main")) ?? keys[0];
    if (same) same.focus();
    else if (this.#stepped || document.activeElement === document.body) next?.focus();
    this.#stepped = false;
  }

  /** @param {WaitingHandPay} waiting */
  #row(waiting) {
    const words = [dollars(waiting.amount), terminalPlace(waiting), since(waiting), stage(waiting)];
    const spans = words.filter(Boolean).map((each) => html("span", {}, each));
    const button = html("button", { type: "button", "data-waits": key(waiting) }, ...spans);
    if (key(waiting) === this.#chosen) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => {
      this.#chosen = key(waiting);
      this.#stepped = true;
      this.#listing.refresh();
    });
    return html("li", {}, button);
  }

  /**
   * Up and down go through the queue, and Enter opens.
   * @param {KeyboardEvent} event
   */
  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const keys = [...this.#queue.querySelectorAll("button")];
    const at = keys.findIndex((each) => each === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    keys[(at + step + keys.length) % keys.length].focus();
  }

  /** @param {WaitingHandPay} waiting */
  #show(waiting) {
    const { amount, file, orders, why_not } = waiting, inCash = roundedCash(waiting);
    const keys = this.#pays ? orders.map((order) => this.#key(order, waiting)) : [];
    const print = html("button", { type: "button", "data-testid": "form" }, "Form");
    print.addEventListener("click", () => showSheet("Form to print and sign", payForm(waiting)));
    this.#shown.replaceChildren(
      html("p", { class: "amount" }, dollars(amount)),
      html("p", {}, `${terminalPlace(waiting)}: ${since(waiting)}.`),
      ...states(waiting).map((words) => html("p", { class: "hint" }, words)),
      html("p", { class: "hint", "data-testid": "why-not" }, why_not),
      ...(inCash ? [html("p", { class: "hint", "data-testid": "in-cash" }, inCash)] : []),
      html("div", { class: "keys" }, ...keys, ...(file.form ? [print] : [])),
    );
    return file.form ? [...keys, print] : keys;
  }

  /**
   * @param {string} order
   * @param {WaitingHandPay} waiting
   */
  #key(order, waiting) {
    const isVerified = waiting.file.form?.amount === waiting.amount;
    const main = order === "PayByHand" || (order === "VerifyHandPay" && !isVerified);
    const words = order === "PayByHand" ? `Pay ${dollars(waiting.amount)}` : labelOf(order);
    const button = /** @type {HTMLButtonElement} */ (
      html("button", { type: "button", ...(main ? { class: "main" } : {}), "data-testid": order }, words)
    );
    button.addEventListener("click", () => this.#ask(order, waiting));
    return button;
  }

  /**
   * @param {string} order
   * @param {WaitingHandPay} waiting
   */
  #ask(order, waiting) {
    const { amount, methods, clauses, file } = waiting;
    const seat = terminalName(waiting);
    switch (order) {
      case "PayByHand":
        return this.#give(waiting, order, {
          title: `Pay ${dollars(amount)} to ${seat}`,
          lead: [
            `The player has checked the amount and signed form ${file.form?.number} (${clauses.form}).`,
            roundedCash(waiting),
          ].filter(Boolean).join(" "),
          entries: [
            choice("method", "How it is paid", methods.map((each) => [each, each])),
            choice("asked", `How the player asked to be paid (${clauses.other_method})`, [
              ["", "in that way"],
              .../** @type {[string, string][]} */ (methods.map((each) => [each, each])),
            ]),
          ],
          key: "Pay",
        }, ({ method, asked }) => ({ form: file.form?.number, method, ...(asked ? { asked } : {}) }));
      case "VerifyHandPay":
        return this.#give(waiting, order, {
          title: `Verify ${dollars(amount)} for ${seat}`,
          entries: [line("record", "Record of the terminal with which it was compared")],
          key: "Verified",
        }, ({ record }) => ({ amount, record }));
      case "RecordIdentification":
        return this.#give(waiting, order, {
          title: labelOf(order),
          lead: `What was shown (${clauses.identification}). Do not write its number down.`,
          entries: [line("seen", "Identification that was seen")],
          key: "Seen",
        }, ({ seen }) => ({ seen }));
      case "DelayHandPay":
        return this.#give(waiting, order, {
          title: labelOf(order),
          lead: `Agree the time with the player (${clauses.delay}). Times are ${zoneName()}.`,
          entries: [timeToCome(), reason()],
          key: "Delay",
        }, ({ time, why }) => ({ until: time, why }));
      case "TakeBackHandPay":
        return this.#give(waiting, order, {
          title: labelOf(order),
          lead: "The amount becomes credit of the terminal again.",
          entries: [reason()],
          key: labelOf(order),
        }, ({ why }) => ({ why }));
      default:
        return this.#give(waiting, order, { title: labelOf(order), key: labelOf(order) }, () => ({}));
    }
  }

  /**
   * @param {WaitingHandPay} waiting
   * @param {string} order
   * @param {{ title: string, lead?: string, entries?: import("./staff-dialog.js").Entry[], key: string }} asked
   * @param {(given: Record<string, unknown>) => Record<string, unknown>} fields
   */
  #give(waiting, order, asked, fields) {
    const { table, seat, amount, in_cash } = waiting;
    askFor(asked, async (given) => {
      /** @type {Record<string, unknown>} */
      const sent = { type: order, seat, ...fields(given) };
      const path = `/cage/hand-pays/${encodeURIComponent(table)}`;
      await sendOnce(path, sent, { order: sent }, `${labelOf(order)}, ${dollars(amount)}, ${terminalName(waiting)}`);
      closeSent();
      if (order === "PayByHand") {
        const paid = cashFor(amount, sent.method === "cash" ? in_cash : amount);
        tell(`${paid} is paid to ${terminalName(waiting)}. It is on record: hand it over.`);
      }
      if (sent.until) tell(`Delayed to ${moment(Number(sent.until))}: ${dollars(amount)}, ${terminalName(waiting)}.`);
      this.#stepped = true;
      await this.#listing.refresh();
    }, this.#failed);
  }
}

/** @param {WaitingHandPay} waiting */
function key({ table, seat }) {
  return `${table}/${seat}`;
}

/**
 * How far a hand pay is, in a few words; empty if nothing was done about it yet.
 * @param {WaitingHandPay} waiting
 */
function stage({ file: { hold, until, form }, amount }) {
  if (hold) return "Withheld";
  if (until && until > serverNow()) return `Delayed to ${moment(until)}`;
  return form?.amount === amount ? `Form ${form.number} is made out` : "";
}

/**
 * What is known about a hand pay, in sentences.
 * @param {WaitingHandPay} waiting
 */
function states({ player, file, amount, clauses }) {
  const { form, identification, until, hold, released } = file;
  const is = !form ? "" : form.amount === amount ? "is" : `was made out for ${dollars(form.amount)}, and is`;
  return [
    player ? `The card of ${player} is in the terminal.` : "",
    form ? `Form ${form.number} ${is} verified by ${form.by.name} against ${form.record} (${clauses.form}).` : "",
    identification?.seen ? `${identification.seen_by?.name} has seen identification: ${identification.seen}.` : "",
    until ? `Delayed, as agreed, to ${moment(until)} (${clauses.delay}).` : "",
    hold ? `Withheld by ${hold.by.name} (${clauses.withhold}).` : "",
    hold?.review ? `Reviewed by ${hold.inspector}: ${hold.review}` : "",
    released ? `It was withheld, and released (${clauses.withhold}).` : "",
  ].filter(Boolean);
}

/** @param {PaidByHand} paid */
function row([at, place, form, amount, method, by, rounding]) {
  const [table, terminal] = place.split("/"); // form numbers count by table
  const cells = [cashOf({ amount, rounding }), `${table}, ${terminal}`, method, moment(at), by].map((words) =>
    html("td", {}, words)
  );
  return html("tr", { "data-form": `${place} ${form}` }, html("th", { scope: "row" }, `${table}-${form}`), ...cells);
}

// @ts-check
/**
 * What the dealer takes, pays, moves and gives back, in order, with the chips to use. Ticks are the dealer's own help: the books
 * are settled already, and the order "All bets are paid" ends the round. The browser keeps the ticks if the page is loaded again.
 * While another person deals, the list is there to read: nobody here knows what that dealer has ticked.
 */
import { arrange, html } from "./dom.js";
import { Kept } from "./kept.js";
import { dollars, printed } from "./money.js";
import { placeLook } from "./staff-places.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./staff.d.ts").PaymentView} PaymentView */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff-messages.d.ts").CaseView} CaseView */

/** What is said of work that is not the usual one after a result. */
const OCCASIONS = {
  result: "",
  void: "Void",
  correction: "Correction",
  undo: "If it was done",
  commission: "Commission",
};

export class Payments {
  root = html("section", { class: "payments", "aria-label": "Take and pay", "data-testid": "payments" });
  #list = html("ol", {});
  #all = html("button", { type: "button", class: "small", "data-testid": "tick-all" }, "Tick all");
  /** Which list of this round it is, if there were others before. */
  #number = html("small", {});
  #left = html("span", { class: "hint", role: "status" });
  /** That the list goes on below. */
  #more = html("p", { class: "goes-on", "aria-hidden": "true" }, "More below ▾");
  #drawn = "";
  /** The list for which the dealer was asked about open lines. */
  #asked = "";
  /** A payment that changes has to be done again. @type {Kept<HTMLElement>} */
  #lines = new Kept();
  /** Who ticks the lines off, if that is another person. */
  #other = "";
  /** @type {PaymentView[]} */
  #payments = [];
  /** @type {string[]} */
  #endsWith = [];
  #stored;
  #wagers;
  #ticked;

  /**
   * @param {string} table
   * @param {Map<string, string>} wagers  titles by id
   * @param {() => void} ticked
   */
  constructor(table, wagers, ticked) {
    this.#stored = `ticks of ${table}`;
    this.#wagers = wagers;
    this.#ticked = ticked;
    this.root.hidden = true;
    this.root.append(
      html("div", { class: "payments-head" }, html("h2", {}, "Take and pay", this.#number), this.#left, this.#all),
      this.#list,
      this.#more,
    );
    this.root.addEventListener("scroll", () => this.#look(), { passive: true });
    const resized = new ResizeObserver(() => this.#look());
    for (const each of [this.root, this.#list]) resized.observe(each);
    this.#list.addEventListener("change", () => this.#count());
    this.#all.addEventListener("click", () => {
      for (const tick of this.#ticks) tick.checked = true;
      this.#count();
    });
  }

  /**
   * @param {StaffView} view
   * @param {string} me  who is signed in
   */
  draw({ paying, crew }, me) {
    const payments = paying?.payments ?? [];
    this.#endsWith = paying?.ends_with ?? [];
    const dealer = crew.dealer?.name ?? me;
    this.#other = dealer === me ? "" : dealer;
    const now = JSON.stringify([payments, this.#other, paying?.list]);
    if (now === this.#drawn) return;
    const before = this.#drawn ? [] : ticksIn(kept(this.#stored));
    this.#drawn = now;
    this.root.hidden = !payments.length;
    this.#number.textContent = paying && paying.list > 1 ? `, list ${paying.list}` : "";
    this.#payments = payments;
    this.#lines.begin();
    arrange(
      this.#list,
      payments.map((payment) => {
        const id = JSON.stringify(payment);
        return this.#lines.get(id + this.#other, () => this.#line(payment, before.includes(id)));
      }),
    );
    this.#count();
  }

  /**
   * Whether an order would end a list with open lines. The dealer is asked once for each list.
   * @param {string} order
   * @returns {string}  the question; empty if there is none
   */
  question(order) {
    const { length } = this.left;
    if (!length || this.#other || !this.#endsWith.includes(order) || this.#asked === this.#drawn) return "";
    this.#asked = this.#drawn;
    return `${length === 1 ? "1 line is" : `${length} lines are`} not ticked. Touch again to go on without.`;
  }

  /** What the dealer has not ticked yet. @returns {PaymentView[]} */
  get left() {
    return this.#payments.filter((_, at) => !this.#ticks[at]?.checked);
  }

  get #ticks() {
    return /** @type {HTMLInputElement[]} */ ([...this.#list.querySelectorAll("input")]);
  }

  /** Say whether the list goes on below what can be seen. */
  #look() {
    const { scrollHeight, clientHeight } = this.root;
    const [end, sight] = [this.#list, this.root].map((each) => each.getBoundingClientRect().bottom);
    this.#more.hidden = end - sight < 8;
    if (scrollHeight > clientHeight) this.root.tabIndex = 0;
    else this.root.removeAttribute("tabindex");
  }

  #count() {
    const left = this.left.length;
    const done = this.#payments.filter((_, at) => this.#ticks[at]?.checked);
    if (!this.#other) keep(this.#stored, done.length ? JSON.stringify(done.map((each) => JSON.stringify(each))) : null);
    this.#left.textContent = this.#other
      ? `${this.#other} ticks them off.`
      : left
      ? `${left} left`
      : "Everything is ticked.";
    this.#all.hidden = !left || Boolean(this.#other);
    this.#ticked();
  }

  /**
   * @param {PaymentView} payment
   * @param {boolean} isTicked
   */
  #line(payment, isTicked) {
    const { seat, place, wager, chips, rest, breakage, occasion, tokens } = payment;
    const details = [
      ...inChips(chips),
      rest && html("span", {}, `${dollars(rest)} has no chip: it stays to the credit of ${seat}`),
      breakage && html("small", { class: "breakage" }, `breakage ${dollars(breakage)}`),
    ];
    const tick = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox" }));
    tick.checked = isTicked;
    const what = wager ? this.#titleOf(wager) : payment.cases.length ? "" : `${tokens ? "tokens" : "chips"} in front`;
    return html(
      "li",
      { "data-pays": seat, "data-wager": wager, "data-occasion": occasion },
      html(
        "label",
        {},
        ...(this.#other ? [] : [tick]),
        html("span", { class: `place ${placeLook(place)}` }, String(place)),
        html("span", { class: "whose" }, what ? `${seat}, ${what}` : seat),
        ...(payment.cases.length
          ? this.#sums(payment)
          : [html("span", { class: "acts" }, ...those(this.#acts(payment)))]),
        html("span", { class: "details" }, ...those(details)),
      ),
    );
  }

  /** @param {PaymentView} payment */
  #acts({ take, pay, back, put, stays, stake, to, occasion }) {
    return [
      OCCASIONS[occasion] && html("small", { class: "occasion" }, `${OCCASIONS[occasion]}:`),
      take && html("b", { class: "take" }, `Take ${dollars(take)}`),
      pay && html("b", { class: "pay" }, `Pay ${dollars(pay)}`),
      put && html("b", {}, `Put ${dollars(put)} down`),
      to && html("b", {}, `Move ${dollars(stake)} to ${this.#titleOf(to)}`),
      back && !stays && html("span", {}, `${pay ? "and " : ""}${dollars(back)} back`),
      stays && html("span", {}, `${dollars(back)} stays up`),
    ];
  }

  /**
   * The one thing to do for a player: after earlier work, in each case of what was done of it.
   * @param {PaymentView} payment
   */
  #sums({ cases, parts, occasion }) {
    if (cases.length === 1) return [this.#sum(`${OCCASIONS[occasion]}:`, cases[0])];
    const isOne = cases.length === 2;
    const [done, none] = parts.length ? ["all of it was done", "nothing was done"] : ["it was done", "not"];
    const when = (/** @type {CaseView} */ { lists }) =>
      lists.length ? isOne ? done : `${listed(lists)} was done` : isOne ? none : "none was done";
    const ofParts = parts.map(({ wager, cases }) => {
      const each = cases.map((its) =>
        `${
          its.lists.length ? isOne ? "if it was done" : `after ${listed(its.lists)}` : isOne ? "if not" : "if none"
        }, ${this.#said(its)}`
      );
      return html("span", { class: "details part" }, `${this.#titleOf(wager)}: ${each.join("; ")}`);
    });
    return [...cases.map((each) => this.#sum(`If ${when(each)}:`, each)), ...ofParts];
  }

  /**
   * @param {string} when
   * @param {CaseView} net
   */
  #sum(when, net) {
    const { take, pay, back, chips, rest } = net;
    const spots = this.#spots(net);
    return html(
      "span",
      { class: "acts" },
      html("small", { class: "occasion" }, when),
      ...those([
        take && html("b", { class: "take" }, `Take ${dollars(take)}`),
        pay && html("b", { class: "pay" }, `Pay ${dollars(pay)}`),
        back && html("span", {}, `${take || pay ? "and " : ""}${dollars(back)} back`),
      ]),
      ...(spots ? [html("small", { class: "consists" }, spots)] : []),
      ...(take || pay || back || spots ? [] : ["nothing to do"]),
      ...inChips(chips),
      ...(rest ? [html("span", {}, `${dollars(rest)} has no chip`)] : []),
    );
  }

  /** @param {import("./staff-messages.d.ts").Case} net */
  #said(net) {
    const { take, pay, back } = net;
    const acts = [take && `take ${dollars(take)}`, pay && `pay ${dollars(pay)}`, back && `${dollars(back)} back`];
    const spots = this.#spots(net);
    return [acts.filter(Boolean).join(" and "), spots && `(${spots})`].filter(Boolean).join(" ") || "nothing to do";
  }

  /**
   * What a sum consists of, where the sum alone does not say it.
   * @param {import("./staff-messages.d.ts").Case} net
   */
  #spots({ take, pay, back, spots }) {
    const isPlain = spots.length === 1 ? !spots[0].wager || take > 0 : back > 0 && !take && spots.length === 2;
    if (isPlain || (back > 0 && pay > 0 && spots.length === 2)) return "";
    return spots.map(({ wager, cents }) => {
      const amount = dollars(Math.abs(cents));
      if (!wager) return cents < 0 ? `${amount} of the chips in front` : `${amount} to the player`;
      return `${amount} ${cents < 0 ? "off" : "down on"} ${this.#titleOf(wager)}`;
    }).join(", ");
  }

  /** @param {string} wager */
  #titleOf(wager) {
    return this.#wagers.get(wager) ?? wager;
  }
}

/**
 * Earlier lists, of which one was carried out: "list 2", "list 1 or 3".
 * @param {number[]} lists
 */
function listed(lists) {
  return `list ${lists.join(" or ")}`;
}

/** @param {import("./staff-messages.d.ts").Chips[]} chips */
function inChips(chips) {
  return chips.map(({ value, count, colour }) =>
    html("span", {}, `${count} x ${colour && `${colour} `}`, html("i", { class: "value-chip" }, printed(value)))
  );
}

/**
 * The lines that were ticked before the page was loaded again.
 * @param {string | null} stored
 * @returns {unknown[]}
 */
function ticksIn(stored) {
  try {
    const found = JSON.parse(stored ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/**
 * Those that are there.
 * @param {(Node | number | boolean | string)[]} all
 */
function those(all) {
  return all.filter((each) => each instanceof Node);
}

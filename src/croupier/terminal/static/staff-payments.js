// @ts-check
/**
 * What the dealer takes and pays after a result, in order, with the chips to use. Ticks are the dealer's own help: the books are
 * settled already, and the order "All bets are paid" ends the round.
 */
import { arrange, html } from "./dom.js";
import { Kept } from "./kept.js";
import { dollars, printed } from "./money.js";
import { placeLook } from "./staff-places.js";

/** @typedef {import("./staff.d.ts").Payment} Payment */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */

export class Payments {
  root = html("section", { class: "payments", "aria-label": "Take and pay", "data-testid": "payments" });
  #list = html("ol", {});
  #all = html("button", { type: "button", class: "small", "data-testid": "tick-all" }, "Tick all");
  #left = html("span", { class: "hint", role: "status" });
  #drawn = "";
  /** By round and payment: a payment that changes has to be done again. @type {Kept<HTMLElement>} */
  #lines = new Kept();
  /** @type {Payment[]} */
  #payments = [];
  #wagers;
  #ticked;

  /**
   * @param {Map<string, string>} wagers  titles by id
   * @param {() => void} ticked
   */
  constructor(wagers, ticked) {
    this.#wagers = wagers;
    this.#ticked = ticked;
    this.root.hidden = true;
    this.root.append(
      html("h2", {}, "Take and pay"),
      html("div", { class: "payments-head" }, this.#left, this.#all),
      this.#list,
    );
    this.#list.addEventListener("change", () => this.#count());
    this.#all.addEventListener("click", () => {
      for (const tick of this.#ticks) tick.checked = true;
      this.#count();
    });
  }

  /** @param {StaffView} view */
  draw({ paying, round }) {
    const payments = paying?.payments ?? [];
    const now = JSON.stringify([round.number, payments]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.root.hidden = !payments.length;
    this.#payments = payments;
    this.#lines.begin();
    arrange(
      this.#list,
      payments.map((payment) =>
        this.#lines.get(`${round.number} ${JSON.stringify(payment)}`, () => this.#line(payment))
      ),
    );
    this.#count();
  }

  /** What the dealer has not ticked yet. @returns {Payment[]} */
  get left() {
    return this.#payments.filter((_, at) => !this.#ticks[at].checked);
  }

  get #ticks() {
    return /** @type {HTMLInputElement[]} */ ([...this.#list.querySelectorAll("input")]);
  }

  #count() {
    const left = this.left.length;
    this.#left.textContent = left ? `${left} left` : "Everything is ticked.";
    this.#all.hidden = !left;
    this.#ticked();
  }

  /** @param {Payment} payment */
  #line(payment) {
    const { seat, place, wager, take, pay, back, stays, chips, rest, breakage } = payment;
    const acts = [
      take && html("b", { class: "take" }, `Take ${dollars(take)}`),
      pay && html("b", { class: "pay" }, `Pay ${dollars(pay)}`),
      back && !stays && html("span", {}, `${pay ? "and " : ""}${dollars(back)} back`),
      stays && html("span", {}, `${dollars(back)} stays up`),
    ];
    const pieces = chips.map(({ value, count }) =>
      html("span", { class: "pieces" }, `${count} x `, html("i", { class: "piece" }, printed(value)))
    );
    const details = [
      ...(pieces.length ? pieces : []),
      rest && html("span", {}, `${dollars(rest)} has no chip`),
      breakage && html("small", { class: "breakage" }, `breakage ${dollars(breakage)}`),
    ];
    return html(
      "li",
      { "data-pays": seat, "data-wager": wager },
      html(
        "label",
        {},
        html("input", { type: "checkbox" }),
        html("span", { class: `place ${placeLook(place)}` }, String(place)),
        html("span", { class: "whose" }, `${seat}, ${this.#wagers.get(wager) ?? wager}`),
        html("span", { class: "acts" }, ...those(acts)),
        html("span", { class: "details" }, ...those(details)),
      ),
    );
  }
}

/**
 * Those that are there.
 * @param {(Node | number | boolean)[]} all
 */
function those(all) {
  return all.filter((each) => each instanceof Node);
}

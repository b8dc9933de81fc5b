// @ts-check
/**
 * What can be done on a spot of the felt for a player: place chips, and whatever order is open for the bet that lies there. Every
 * key stands for a form that the table accepts.
 */
import { arrange, html } from "./dom.js";
import { KeptKeys } from "./kept.js";
import { dollars } from "./money.js";
import { labelOf, saidOf } from "./staff-catalogue.js";
import { placeLook } from "./staff-places.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./seat-chips.js").Stacks} Stacks */
/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").Form} Form */
/** @typedef {import("./staff.d.ts").SeatView} SeatView */

/** Orders that put chips on a wager. */
const PUTS = ["PlaceBet", "SpeakBet"];

/** The order that takes chips off a bet: all that may come down, or a part. */
const PART = "TakeDown";

export class SpotPanel {
  root = html("div", { class: "spot-panel", role: "group", "aria-label": "On this spot", "data-testid": "spot-panel" });
  #title = html("h3", { tabindex: "-1" });
  #said = html("p", { class: "hint" });
  #lying = html("ul", { class: "lying-here" });
  #keys = html("div", { class: "spot-keys" });
  #none = html("p", { class: "hint" });
  /** @type {Spot | null} */
  #spot = null;
  /** @type {SeatView | null} */
  #seat = null;
  /** @type {Stacks} */
  #stacks = new Map();
  /** @type {Action[]} */
  #actions = [];
  /** Why no bets are taken; empty if they are. */
  #closed = "";
  /** The chips in the dealer's hand. */
  #stake = 0;
  /** The wager whose bet the next touch moves; empty if none. */
  #moves = "";
  /** @type {Element | null} */
  #before = null;
  #made = new KeptKeys();
  #give;
  #put;

  /**
   * @param {(command: Record<string, unknown>, words: string) => unknown} give
   * @param {(order: string, form: Form, spot: Spot) => void} put  the chips in hand on a spot, with this form of an order
   */
  constructor(give, put) {
    this.#give = give;
    this.#put = put;
    this.root.hidden = true;
    const close = html("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => this.close());
    this.root.append(
      html("div", { class: "spot-head" }, this.#title, close),
      this.#said,
      this.#lying,
      this.#keys,
      this.#none,
    );
  }

  /** Whether the next touch moves a bet. */
  get isMoving() {
    return this.#moves !== "";
  }

  /**
   * Show a spot, or move the bet there.
   * @param {Spot} spot
   * @param {{ across: string, along: string }} far  the sides that are farther from it
   */
  look(spot, far) {
    if (this.#moves && this.#seat && spot.id !== this.#moves) {
      const { seat } = this.#seat;
      const words = `Move the bet to ${spot.title} for ${seat}`;
      this.#give({ type: "MoveBet", seat, wager: this.#moves, to: spot.id }, words);
      this.close();
      return;
    }
    if (this.root.hidden) this.#before = document.activeElement;
    this.#moves = "";
    this.#spot = spot;
    Object.assign(this.root.dataset, far);
    this.root.hidden = false;
    this.#show();
    this.#title.focus({ preventScroll: true });
  }

  close() {
    const focused = this.root.contains(document.activeElement);
    this.root.hidden = true;
    this.#spot = null;
    this.#moves = "";
    if (focused && (this.#before instanceof SVGElement || this.#before instanceof HTMLElement)) this.#before.focus();
  }

  /**
   * @param {SeatView | null} seat  who is acted for; null if nobody is chosen
   * @param {Stacks} stacks
   * @param {number} stake  the chips in the dealer's hand
   */
  draw(seat, stacks, stake) {
    // A move is meant for one player.
    if (seat?.seat !== this.#seat?.seat) this.#moves = "";
    [this.#seat, this.#stacks, this.#stake] = [seat, stacks, stake];
    this.#show();
  }

  /**
   * An order about the bet of a player on this spot, for the answer.
   * @param {string} words
   * @param {Record<string, unknown>} values
   */
  #words(words, { seat }) {
    return `${words}, ${this.#spot?.title} for ${seat}`;
  }

  /** @param {Action[]} actions */
  allow(actions) {
    this.#actions = actions.filter(({ open }) => open);
    this.#closed = actions.find(({ order }) => order === PUTS[0])?.why_not ?? "";
    this.#show();
  }

  #show() {
    const [spot, seat] = [this.#spot, this.#seat];
    if (!spot) return;
    this.#made.begin();
    this.#title.textContent = spot.title;
    this.#said.textContent = this.#moves
      ? "Touch the spot to move it to."
      : [`Pays ${spot.odds.replaceAll(" · ", " or ")}`, spot.limits].filter(Boolean).join(" · ");
    const here = this.#stacks.get(spot.id) ?? [];
    this.#lying.replaceChildren(...here.map(({ seat, place, stake, called, off }) =>
      html(
        "li",
        { "data-lies": seat },
        html("b", { class: `place ${placeLook(place)}` }, String(place)),
        ` ${seat}: ${dollars(stake)}${called ? ", on" : off ? ", off" : ""}`,
      )
    ));
    // Bets move to a spot of a number by themselves, and nobody puts chips there.
    const puts = seat && spot.taps && !this.#moves ? this.#puts(seat.seat) : [];
    const ends = seat && !this.#moves ? this.#matching(seat.seat, spot.id) : [];
    const comesDown = ends.find(([{ order }]) => order === PART)?.[1] ?? null;
    arrange(this.#keys, [
      ...puts.map(([action, form]) => this.#putKey(action, form, /** @type {SeatView} */ (seat))),
      ...ends.map(([action, form]) => this.#formKey(action, form, /** @type {SeatView} */ (seat))),
      ...(comesDown ? this.#partKey(comesDown, here, /** @type {SeatView} */ (seat)) : []),
    ]);
    const nobody = seat ? this.#whyNothing(spot, seat.seat) : "Choose a player above the layout first.";
    this.#none.textContent = puts.length || ends.length || this.#moves ? "" : nobody;
  }

  /**
   * Why there is nothing to do for a player on a spot.
   * @param {Spot} spot
   * @param {string} seat
   */
  #whyNothing({ taps }, seat) {
    if (!taps) return `${seat} has no bet here. Bets move to this spot by themselves: nobody puts chips on it.`;
    return `Nothing can be done here for ${seat} now. ${this.#closed}`.trim();
  }

  /**
   * The forms of orders that put chips on a wager for a player.
   * @param {string} seat
   * @returns {[Action, Form][]}
   */
  #puts(seat) {
    return this.#actions.filter(({ order }) => PUTS.includes(order)).flatMap((action) =>
      action.forms.filter(({ values }) => values.seat === seat)
        .map((form) => /** @type {[Action, Form]} */ ([action, form]))
    );
  }

  /**
   * The forms of orders about the bet of a player on a wager.
   * @param {string} seat
   * @param {string} wager
   * @returns {[Action, Form][]}
   */
  #matching(seat, wager) {
    return this.#actions.filter(({ chosen, second }) => !second && chosen.includes("wager") && !chosen.includes("why"))
      .flatMap((action) =>
        action.forms.filter(({ values }) => values.seat === seat && values.wager === wager)
          .map((form) => /** @type {[Action, Form]} */ ([action, form]))
      );
  }

  /**
   * @param {Action} action
   * @param {Form} form
   * @param {SeatView} seat
   */
  #putKey({ order }, form, { place }) {
    const key = this.#made.key(`put ${order} ${JSON.stringify(form.values)}`, {}, () => {
      if (this.#spot) this.#put(order, form, this.#spot);
      this.close();
    });
    key.dataset.put = order;
    key.disabled = !this.#stake;
    const what = this.#stake ? dollars(this.#stake) : "choose chips";
    key.replaceChildren(...flagged(place, `${saidOf(order, form.values)}: ${what}`));
    return key;
  }

  /**
   * @param {Action} action
   * @param {Form} form
   * @param {SeatView} seat
   */
  #formKey({ order }, { values }, { place }) {
    const key = this.#made.key(`form ${order} ${JSON.stringify(values)}`, {}, () => {
      if (order === "MoveBet") {
        this.#moves = String(values.wager);
        this.#show();
        return;
      }
      this.#give({ type: order, ...values }, this.#words(saidOf(order, values), values));
      this.close();
    });
    key.dataset.form = "on" in values ? `${order} ${values.on ? "on" : "off"}` : order;
    key.replaceChildren(...flagged(place, order === "MoveBet" ? `${labelOf(order)} …` : saidOf(order, values)));
    return key;
  }

  /**
   * Take the chosen chips off a bet. The rest plays on.
   * @param {Form} form
   * @param {import("./seat-chips.js").Stack[]} here
   * @param {SeatView} seat
   */
  #partKey({ values }, here, { place }) {
    const lies = here.find(({ seat }) => seat === values.seat)?.stake ?? 0;
    if (!this.#stake || this.#stake >= lies) return [];
    const amount = this.#stake;
    const key = this.#made.key(`part ${JSON.stringify(values)}`, { "data-form": `${PART} part` }, () => {
      this.#give({ type: PART, ...values, amount }, this.#words(`Take ${dollars(amount)} down`, values));
      this.close();
    });
    key.replaceChildren(...flagged(place, `Take ${dollars(amount)} of it down`));
    return [key];
  }
}

/**
 * What a key does, after the number of the player for whom.
 * @param {number} place
 * @param {string} words
 */
function flagged(place, words) {
  return [html("b", { class: `place ${placeLook(place)}` }, String(place)), html("span", {}, words)];
}

// @ts-check
/** The felt on the staff page: everybody's chips, the areas that win, the pucks, and the players of whom one is chosen. */
import { arrange, html } from "./dom.js";
import { Felt } from "./felt.js";
import { KeptKeys } from "./kept.js";
import { NO_MARKERS } from "./markers.js";
import { dollars } from "./money.js";
import { SeatChips } from "./seat-chips.js";
import { Crier } from "./staff-crier.js";
import { Hand } from "./staff-hand.js";
import { placeLook } from "./staff-places.js";
import { SpotPanel } from "./staff-spot.js";
import { terminalName } from "./staff-terminals.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {import("./seat-chips.js").Stacks} Stacks */
/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").PaymentView} PaymentView */
/** @typedef {import("./staff.d.ts").SeatView} SeatView */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff.d.ts").ToldEvent} ToldEvent */

/**
 * How an order is given: for this round, and how to give it with another stake if a refusal offers one.
 * @typedef {{ round?: number | null, instead?: (stake: number, round: number | null) => unknown }} Given
 */
/** Gives an order, which is named in these words. It answers whether the order was carried out. @typedef {(command: Record<string, unknown>, words?: string, given?: Given) => Promise<boolean>} Order */

/** How small a unit of the wide felt may be, in CSS pixels. Staff know the layout, and want to see all of it. */
const LEAST = 0.6;
/** Orders after which what was put on a wager is not there any more, or not all of it. */
const CHANGES = new Set(["CorrectBet", "TakeDown", "MoveBet"]);

export class StaffFelt {
  root = html("section", { class: "layout", "aria-label": "The layout" });
  #legend = html("div", { class: "legend", role: "group", "aria-label": "Act for" });
  #tabs = html("div", { class: "screens", role: "tablist", "aria-label": "Screens" });
  #ground = html("div", { class: "felt" });
  /** That nobody may take the layout for an empty one. */
  #unseen = html(
    "p",
    { class: "unshown", "data-testid": "unshown", hidden: "" },
    "Bets on this layout are not shown to your role.",
  );
  /** @type {Stacks} */
  #stacks = new Map();
  /** @type {SeatView[]} */
  #seats = [];
  /** The decided bets that still lie on the layout. @type {import("./staff-messages.d.ts").Payment[]} */
  #unpaid = [];
  /** Who is acted for; empty if nobody. Only the dealer chooses, so that no chips go to another player. */
  #seat = "";
  #keys = new KeptKeys();
  /** The stake of each wager that the sign fixes, whatever chips are in hand. @type {Record<string, number>} */
  #fixed = {};
  /** @type {Felt | null} */
  #felt = null;
  /** @type {SpotPanel | null} */
  #panel = null;
  /** @type {Crier | null} */
  #crier = null;
  #give;
  #hand;
  /** The odds that were drawn as open last. */
  #takes = "{}";

  /** @param {Order} give */
  constructor(give) {
    this.#give = give;
    this.#hand = new Hand(
      () => this.#drawPanel(),
      ({ seat, wager, stake, words }) => give({ type: "TakeDown", seat, wager, amount: stake }, `Undo ${words}`),
    );
    this.root.hidden = true;
  }

  /**
   * Draw the felt of a table for the first time.
   * @param {TableInfo} info
   */
  show(info) {
    this.root.hidden = false;
    this.#fixed = info.fixed;
    const window = html("div", { class: "window" }, this.#ground);
    this.#crier = new Crier(info.void_call);
    this.#panel = new SpotPanel(
      async (command, words) => {
        const carriedOut = this.follow(command);
        if (await this.#give(command, words)) carriedOut();
      },
      (order, { values }, spot) => this.#put(order, values, spot),
    );
    this.root.append(
      this.#unseen,
      this.#legend,
      this.#hand.root,
      this.#tabs,
      html("div", { class: "pane" }, window, this.#crier.root, this.#panel.root),
    );
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#panel?.close();
    });
    const far = (/** @type {Spot} */ spot) => this.#felt?.farFrom(spot) ?? { across: "left", along: "top" };
    const look = (/** @type {Spot} */ spot) => this.#panel?.look(spot, far(spot));
    const touch = (/** @type {Spot} */ spot) => {
      if (!this.#hand.bets || !spot.taps || this.#panel?.isMoving) return look(spot);
      this.#panel?.close();
      this.#put("PlaceBet", { seat: this.#seat }, spot);
    };
    const nothing = () => {};
    this.#felt = new Felt(this.#ground, this.#tabs, info, {
      press: nothing,
      tap: touch,
      cancel: nothing,
      hold: look,
      lift: () => false,
      carry: nothing,
      drop: nothing,
      letGo: nothing,
      touch,
      grab: look,
      remove: look,
      ask: look,
    }, { least: LEAST, lay: (layer, spots) => new SeatChips(layer, spots, () => this.#stacks) });
  }

  /** @param {StaffView} view */
  draw({ seats: shown, pucks, paying, round, tray = [] }) {
    const seats = shown ?? [];
    this.#unseen.hidden = shown !== undefined;
    this.#hand.fill(tray);
    this.#hand.turn(round.number);
    this.#seats = seats;
    if (!seats.some(({ seat }) => seat === this.#seat)) this.#seat = "";
    this.#lay();
    this.#felt?.puck(pucks);
    this.#felt?.light(paying?.lit ?? [], []);
    this.#drawLegend();
    this.#drawPanel();
  }

  /**
   * Call what has happened.
   * @param {ToldEvent[]} events
   */
  hear(events) {
    this.#crier?.hear(events);
  }

  /**
   * Bets that are decided lie where they were until the dealer has taken or paid them.
   * @param {PaymentView[]} unpaid
   */
  pay(unpaid) {
    this.#unpaid = unpaid.flatMap((each) => each.lines.length ? each.lines : [each]);
    this.#lay();
  }

  #lay() {
    this.#stacks = stacksOf(this.#seats, this.#unpaid);
    const totals = [...this.#stacks].map(([wager, its]) => [wager, its.reduce((sum, { stake }) => sum + stake, 0)]);
    this.#felt?.lay(Object.fromEntries(totals), new Set());
  }

  /** The amount of the chips in the dealer's hand. */
  get stake() {
    return this.#hand.stake;
  }

  /** Who is acted for; empty if nobody. */
  get seat() {
    return this.#seat;
  }

  /** @param {Action[]} actions */
  allow(actions) {
    this.#panel?.allow(actions);
    this.#hand.allow(actions);
  }

  /**
   * Follow an order about a bet, so that undo takes back what was done last: a raise is more on the bet; what came down or was moved
   * is no longer where it was put.
   * @param {Record<string, unknown>} command
   * @returns {() => void}  to be called when it was carried out
   */
  follow({ type, seat, wager, stake }) {
    const [who, where, raised] = [String(seat), String(wager), Number(stake ?? 0)];
    const lies = this.#seats.find((each) => each.seat === who)?.bets.find((bet) => bet.wager === where)?.stake ?? 0;
    return () => {
      if (type === "CorrectBet" && raised > lies) {
        const words = `the raise to ${dollars(raised)} for ${who}`;
        this.#hand.placed({ seat: who, wager: where, stake: raised - lies, words });
      } else if (CHANGES.has(String(type))) this.#hand.forget(who, where);
    };
  }

  /**
   * Put the chips in hand on a spot. What the table takes can be undone; what it refuses can be bet at the limit that it names.
   * @param {string} order
   * @param {Record<string, unknown>} values  the chosen fields of the order
   * @param {Spot} spot
   * @param {number} [stake]
   * @param {number | null} [round]  for which it is meant
   */
  async #put(order, values, spot, stake = this.#fixed[spot.id] ?? this.#hand.stake, round = undefined) {
    const { id: wager, title } = spot;
    const seat = String(values.seat);
    const words = `${dollars(stake)} on ${title} for ${seat}`;
    /** @type {Given["instead"]} */
    const instead = (other, meant) => this.#put(order, values, spot, other, meant);
    const taken = await this.#give({ type: order, ...values, wager, stake }, words, { round, instead });
    if (taken) this.#hand.placed({ seat, wager, stake, words });
  }

  #drawLegend() {
    this.#keys.begin();
    arrange(this.#legend, this.#seats.map((seat) => this.#legendKey(seat)));
  }

  /** @param {SeatView} view */
  #legendKey(view) {
    const { seat, place, credit } = view;
    const key = this.#keys.key(seat, { "data-act-for": seat }, () => this.#choose(seat));
    key.setAttribute("aria-pressed", String(seat === this.#seat));
    key.title = terminalName(view); // a long name is cut off on a small screen
    const flags = flagsOf(view).map((words) => html("span", { class: "flag" }, words));
    key.replaceChildren(
      html("b", { class: `place ${placeLook(place)}` }, String(place)),
      html("span", { class: "name" }, terminalName(view)),
      html("small", {}, dollars(credit)),
      ...(flags.length ? [html("span", { class: "flags" }, ...flags)] : []),
    );
    return key;
  }

  /** @param {string} seat */
  #choose(seat) {
    this.#seat = seat;
    this.#drawLegend();
    this.#drawPanel();
  }

  /** Odds are open where the chosen player's flat bet takes them; or anybody's, while nobody is chosen. */
  #unlock() {
    const meant = this.#seats.filter(({ seat }) => !this.#seat || seat === this.#seat);
    const takes = Object.assign({}, ...meant.map(({ takes_odds }) => takes_odds));
    if (JSON.stringify(takes) === this.#takes) return;
    this.#takes = JSON.stringify(takes);
    this.#felt?.mark({ ...NO_MARKERS, takes });
  }

  #drawPanel() {
    this.#unlock();
    const seat = this.#seats.find((each) => each.seat === this.#seat) ?? null;
    this.#hand.actFor(this.#seat);
    this.#panel?.draw(seat, this.#stacks, this.#hand.stake);
  }
}

/**
 * What the dealer must know of a player before taking a bet.
 * @param {SeatView} seat
 */
function flagsOf({ barred, refused, limits, locked }) {
  return [
    barred ? "Barred" : refused ? "Bets refused" : "",
    limits ? `Own limits ${dollars(limits.minimum)} to ${dollars(limits.maximum)}` : "",
    locked ? "Locked" : "",
  ].filter(Boolean);
}

/**
 * The chips on each wager: those that play, and those that are decided and not yet taken or paid. What travels lies where it was.
 * @param {SeatView[]} seats
 * @param {import("./staff-messages.d.ts").Payment[]} unpaid
 * @returns {Stacks}
 */
function stacksOf(seats, unpaid) {
  /** @type {Stacks} */
  const stacks = new Map();
  const put = (/** @type {string} */ wager, /** @type {import("./seat-chips.js").Stack} */ stack) =>
    stacks.set(wager, [...(stacks.get(wager) ?? []), stack]);
  const lying = unpaid.filter(({ occasion }) => occasion === "result" || occasion === "void");
  for (const { seat, place, bets } of seats) {
    for (const { wager, stake, called, off } of bets) {
      const from = lying.find((each) => each.seat === seat && each.to === wager)?.wager;
      put(from ?? wager, { seat, place, stake, called, off, result: "" });
    }
  }
  for (const { seat, place, wager, stake, stays, to, result } of lying) {
    if (!stays && !to) put(wager, { seat, place, stake, called: null, off: false, result: result ?? "" });
  }
  return stacks;
}

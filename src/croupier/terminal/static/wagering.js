// @ts-check
/** The player's hands: what a press, a drag, a key of the rail or of the panel does with chips. */
import { Bets } from "./bets.js";
import { Carry } from "./carry.js";
import { rankOf } from "./chips.js";
import { byId } from "./dom.js";
import { Felt } from "./felt.js";
import { InfoPanel } from "./info.js";
import { newId } from "./link.js";
import { comesDown } from "./meters.js";
import { endMode, endModes, pressed } from "./modes.js";
import { Renewal } from "./renewal.js";
import { Wishes } from "./wishes.js";

/** @typedef {import("./bets.js").Stake} Stake */
/** @typedef {import("./info.js").Deed} Deed */
/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {import("./types.d.ts").Amounts} Amounts */

export class Wagering {
  /** The chips that a press shows before it is a tap: ids of wishes, by wager. @type {Map<string, string[]>} */
  #pressed = new Map();

  /**
   * @param {TableInfo} info
   * @param {import("./rack.js").Rack} rack
   * @param {import("./status.js").Status} status
   * @param {import("./wishes.js").Table} table
   */
  constructor(info, rack, status, table) {
    this.info = info;
    this.rack = rack;
    this.status = status;
    this.table = table;
    this.bets = new Bets(info.table);
    this.felt = new Felt(byId("felt"), byId("screens"), info, this.#hands());
    this.wishes = new Wishes(table, this.bets, this.felt, rack, status, info.buy_in);
    this.carry = new Carry(this.felt, (from, to) => {
      if (to) this.wishes.move(from.id, to.id);
      else this.wishes.takeDown(from.id);
    }, () => status.end("carrying"));
    this.renewal = new Renewal(info, (renewed) => this.#renew(renewed));
    const farFrom = (/** @type {Spot} */ spot) => this.felt.farFrom(spot);
    this.panel = new InfoPanel(info, (spot) => this.#known(spot), (deed, spot) => this.#do(deed, spot), farFrom);
    this.felt.tabs.addEventListener("click", () => this.panel.close()); // its spot is on another screen
  }

  // ---- on the felt

  /** @returns {import("./felt.js").Hands} */
  #hands() {
    return {
      press: (spot) => this.#press(spot),
      cancel: (spot) => this.#cancel(spot),
      tap: (spot) => this.#tap(spot),
      touch: (spot) => this.#tap(spot),
      hold: (spot) => this.#explain(spot),
      ask: (spot) => this.#explain(spot),
      lift: (spot, event) => this.#lift(spot, event),
      grab: (spot) => this.#lift(spot),
      carry: (event) => this.carry.move(event),
      drop: (event) => this.carry.drop(event),
      letGo: () => this.carry.cancel(),
      remove: (spot) => this.table.betting() && this.#takeDown(spot),
    };
  }

  /**
   * Draw the chip of a tap at once; it is asked for when the finger is lifted.
   * @param {Spot} spot
   */
  #press(spot) {
    const stake = this.#stakeOn(spot);
    if (
      !this.table.betting() || !spot.taps || pressed("help") || pressed("take-down") || this.carry.from ||
      stake > this.wishes.credit
    ) return;
    const id = newId();
    this.#pressed.set(spot.id, [...this.#pressed.get(spot.id) ?? [], id]);
    this.bets.wish(id, spot.id, stake);
    this.table.redraw();
  }

  /** @param {Spot} spot */
  #cancel(spot) {
    const id = this.#takePressed(spot);
    if (!id) return;
    this.bets.withdraw(id);
    this.table.redraw();
  }

  /** @param {Spot} spot */
  #tap(spot) {
    const id = this.#takePressed(spot);
    if (pressed("help")) return this.#explain(spot);
    this.panel.closeUnless(spot);
    if (this.carry.from) this.carry.putOn(spot);
    else if (id) this.#place(spot, id);
    else if (!spot.taps && !pressed("take-down")) this.#explain(spot);
    else if (!this.table.betting()) return;
    else if (pressed("take-down")) this.#takeDown(spot);
    else this.#place(spot);
  }

  /**
   * Take down the chips on a spot. Where none lie, a touch is no bet either.
   * @param {Spot} spot
   */
  #takeDown(spot) {
    if (this.bets.shown[spot.id]) this.wishes.takeDown(spot.id);
    else this.status.say(`There is nothing to take down on ${spot.title}.`, "refusal", "mode");
  }

  /**
   * Open the panel about a spot. The next touch is a bet again.
   * @param {Spot} spot
   */
  #explain(spot) {
    endModes();
    this.panel.open(spot);
  }

  /**
   * Place a bet, or ask for the money that it lacks. Nobody is asked for money for a spot that is closed: the table says why.
   * @param {Spot} spot
   * @param {string} [id]  of a wish that is drawn already
   */
  #place(spot, id) {
    const stake = { wager: spot.id, amount: this.#stakeOn(spot) };
    const isVain = !id && stake.amount > this.wishes.credit && !this.#isOpen(spot);
    if (isVain) this.wishes.askUndrawn(stake);
    else this.wishes.place([stake], id);
  }

  /**
   * Pick up the chips of a spot, if they may move.
   * @param {Spot} spot
   * @param {PointerEvent} [event]
   */
  #lift(spot, event) {
    const cents = this.bets.shown[spot.id] ?? 0;
    if (!cents || !this.table.betting() || pressed("help") || pressed("take-down")) return false;
    if (this.#stands(spot.id)) {
      this.status.say(`${spot.title} stays where it is until it is decided.`, "refusal", "betting");
      return false;
    }
    this.carry.lift(spot, cents, rankOf(cents, this.info.chips), event);
    return true;
  }

  // ---- keys of the panel and of the rail

  /**
   * @param {Deed} deed
   * @param {Spot} spot
   */
  #do(deed, spot) {
    const { odds } = this.#known(spot);
    if (deed === "take-down") this.wishes.takeDown(spot.id);
    else if (deed === "add-odds" && odds) this.#place(odds);
    else if (deed === "call-on" || deed === "call-off") this.wishes.call(spot.id, deed === "call-on");
    else if (deed === "move" && this.#lift(spot)) {
      this.panel.close();
      this.felt.node(spot.id)?.focus();
      this.status.say(`Touch the spot to which ${spot.title} goes.`, "word", "carrying");
    }
  }

  undo() {
    return this.wishes.takeBack(this.bets.undo());
  }

  redo() {
    this.wishes.send(this.bets.redo().map((stake) => ({ ...stake, by: "Redo" })));
  }

  /** Take down everything that the player placed this round. It can be redone. If nothing else comes down, a touch is a bet again. */
  async clear() {
    await this.wishes.takeBack(this.bets.clear());
    if (!comesDown(this.bets.shown, this.#mine?.stands ?? [])) endMode("take-down");
  }

  double() {
    this.wishes.place(this.doubled.map((stake) => ({ ...stake, by: "Double" })));
  }

  /** Place the bets of the last round again that are no longer there. */
  rebet() {
    const stakes = this.#open(this.bets.gone);
    if (stakes.length) this.wishes.place(stakes.map((stake) => ({ ...stake, by: "Rebet" })));
    else this.status.say("None of your last bets can be made now.", "word", "betting");
  }

  // ---- what the table tells

  /** What was begun in a round ends with its betting: chips that are carried, a panel over the felt, a bet that waits for money. */
  expire() {
    if (!this.table.betting()) this.carry.cancel();
    if (!this.table.betting() && this.felt.isOpen) this.panel.close();
    this.wishes.expire();
  }

  /** @param {TableInfo} info */
  #renew(info) {
    this.info = info;
    this.carry.cancel();
    this.felt.renew(info);
    this.rack.renew(info.chips);
    this.panel.renew(info, (id) => this.felt.spot(id));
  }

  // ---- what is known

  /** What doubles the bets that may grow now; odds grow up to their limit. */
  get doubled() {
    const { fixed } = this.info;
    return this.#open(this.bets.shown).filter(({ wager }) => !(wager in fixed)).map(({ wager, amount }) => ({
      wager,
      amount: Math.min(amount, (this.#takesOdds[wager] ?? Infinity) - amount),
    })).filter(({ amount }) => amount > 0);
  }

  /** The odds that may be put on bets that stand now, where there are none yet. */
  get oddsOffered() {
    const { shown } = this.bets;
    return new Set(this.table.betting() ? Object.keys(this.#takesOdds).filter((odds) => !shown[odds]) : []);
  }

  /**
   * What a touch puts down: a chip of the player's choice, or what the sign says.
   * @param {Spot} spot
   */
  #stakeOn(spot) {
    return this.info.fixed[spot.id] ?? this.rack.cents * spot.units;
  }

  /** @param {Spot} spot */
  #takePressed(spot) {
    const ids = this.#pressed.get(spot.id) ?? [];
    const id = ids.shift();
    if (!ids.length) this.#pressed.delete(spot.id);
    return id;
  }

  /**
   * @param {Spot} spot
   * @returns {import("./info.js").Known}
   */
  #known(spot) {
    const mine = this.#mine;
    const down = (this.table.held()?.bets ?? this.bets.shown)[spot.id] ?? 0;
    const stake = this.#stakeOn(spot);
    const most = spot.plays === null ? Infinity : mine?.limits?.maximum ?? spot.plays;
    return {
      down,
      stake,
      plays: down ? mine?.plays[spot.id] ?? down : Math.min(stake, most),
      betting: this.table.betting(),
      stands: this.#stands(spot.id),
      called: mine?.called[spot.id],
      off: mine?.off.includes(spot.id) ?? false,
      run: mine?.runs[spot.id],
      calls: mine?.may_call[spot.id] ?? [],
      keeps: mine?.keeps[spot.id] ?? 0,
      odds: down ? this.#oddsOf(spot.id) : undefined,
      limits: mine?.limits ?? null,
    };
  }

  /** @param {string} wager */
  #stands(wager) {
    return this.#mine?.stands.includes(wager) ?? false;
  }

  /**
   * The odds on a flat bet that may be made now.
   * @param {string} wager
   */
  #oddsOf(wager) {
    return Object.keys(this.#takesOdds).map((odds) => this.felt.spot(odds)).find((spot) => spot?.rides_on === wager);
  }

  get #takesOdds() {
    return this.#mine?.takes_odds ?? {};
  }

  /** The player's money and bets as they are shown. While ball or dice are under way, that is without the result. */
  get #mine() {
    return this.table.held() ?? this.table.drawn()?.mine;
  }

  /**
   * @param {Amounts} amounts
   * @returns {Stake[]}
   */
  #open(amounts) {
    return Object.entries(amounts).map(([wager, amount]) => ({ wager, amount })).filter(({ wager, amount }) => {
      const spot = this.felt.spot(wager);
      return amount > 0 && spot?.taps && this.#isOpen(spot);
    });
  }

  /**
   * Whether the puck lies where the spot may be bet, or the flat bet takes odds.
   * @param {Spot} spot
   */
  #isOpen(spot) {
    if (spot.rides_on) return spot.id in this.#takesOdds;
    return !spot.waits_for || spot.opens_at.includes(this.table.drawn()?.pucks[spot.waits_for] ?? "");
  }
}

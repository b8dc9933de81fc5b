// @ts-check
/** The player terminal: passes the table's messages to the modules that draw them, and the player's wishes to the table. */
import { sayHouse, sayLine } from "./banner.js";
import { Bets } from "./bets.js";
import { flyBack } from "./chips.js";
import { announce, Clock } from "./clock.js";
import { byId, onPress } from "./dom.js";
import { Felt } from "./felt.js";
import { Hand } from "./hand.js";
import { Link, newId } from "./link.js";
import { drawMeters, enable } from "./meters.js";
import { listenToModes, pressed } from "./modes.js";
import { dollars } from "./money.js";
import { isOpen } from "./phases.js";
import { Rack } from "./rack.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";

/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").Happened} Happened */
/** @typedef {import("./types.d.ts").Heard} Heard */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

export class Terminal {
  #seat = "";
  #bets = new Bets();
  #status = new Status();
  /** What the table last told. @type {Drawn | null} */
  #drawn = null;
  /** Where the pucks lay before the result that is being shown. @type {Record<string, string>} */
  #puckBefore = {};
  /** The result whose dice or ball are still under way. @type {Happened | null} */
  #rolling = null;

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    document.title = `${info.game} · croupier`;
    byId("title").textContent = info.title;
    const most = info.maximum ? `, at most ${dollars(info.maximum)}` : "";
    byId("sign").textContent = `Bets of at least ${dollars(info.minimum)}${most}`;
    this.rack = new Rack(byId("rack"), info.chips);
    this.stage = new Stage(info);
    this.felt = new Felt(byId("felt"), byId("screens"), info, {
      touch: (spot) => this.#touch(spot),
      hold: (spot) => this.#hold(spot),
      remove: (spot) => this.#takeDown(spot.id),
      ask: (spot) => this.#status.say(spot.help),
    });
    this.felt.open(false);
    this.hand = new Hand((wish) => this.#ask(wish), (wager) => this.felt.spot(wager)?.title ?? wager);
    this.clock = new Clock(byId("ring"), (seconds) => announce(seconds, this.#betting));
    this.#listen();
    this.link = new Link(info.table, (heard) => this.#hear(heard), (online, why) => this.#line(online, why));
  }

  #listen() {
    onPress(byId("undo"), () => this.#undo());
    onPress(byId("clear"), () => this.#clear());
    onPress(byId("rebet"), () => this.#rebet());
    onPress(byId("shoot"), () => this.#ask({ say: "shoot", round: this.#round }));
    onPress(byId("close-early"), () => this.#ask({ say: "close-early", round: this.#round }));
    onPress(byId("collect"), () => this.#ask({ say: "collect" }));
    onPress(byId("leave"), () => this.#leave());
    for (const id of ["insert-10000", "insert-50000"]) {
      onPress(byId(id), () => this.#ask({ say: "insert", amount: Number(byId(id).dataset.cents) }));
    }
    listenToModes((hint) => this.#status.say(hint));
  }

  // ---- what the player does

  /** @param {Spot} spot */
  #touch(spot) {
    if (pressed("help") || (!spot.taps && !pressed("take-down"))) this.#status.say(spot.help);
    else if (pressed("take-down")) this.#takeDown(spot.id);
    else this.#bet(spot.id, this.#stakeOn(spot));
  }

  /** A long press takes a bet down, with the chip that the press itself put there. @param {Spot} spot */
  #hold(spot) {
    const before = (this.#bets.shown[spot.id] ?? 0) - this.#stakeOn(spot);
    if (pressed("help") || pressed("take-down")) return;
    if (before > 0 || !spot.taps) this.#takeDown(spot.id);
  }

  /** What a touch puts down: a chip of the player's choice, or what the sign says. @param {Spot} spot */
  #stakeOn(spot) {
    return this.info.fixed[spot.id] ?? this.rack.cents * spot.units;
  }

  /**
   * @param {string} wager
   * @param {number} amount
   * @returns {Promise<Answered>}
   */
  async #bet(wager, amount) {
    const id = newId();
    const rank = this.rack.rank;
    const button = this.rack.button;
    this.#bets.wish(id, wager, amount);
    this.#drawBets();
    const answer = await this.link.ask({ say: "bet", wager, amount, round: this.#round }, id);
    this.#bets.answered(id, answer.ok);
    this.#drawBets();
    const node = this.felt.node(wager);
    if (!answer.ok && node) flyBack(node, button, amount, rank);
    this.#answered(answer);
    return answer;
  }

  /**
   * @param {string} wager
   * @param {number} [amount]
   */
  async #takeDown(wager, amount) {
    const id = newId();
    if (amount) this.#bets.wish(id, wager, -amount);
    this.#drawBets();
    const answer = await this.link.ask(
      { say: "take-down", wager, round: this.#round, ...(amount ? { amount } : {}) },
      id,
    );
    this.#bets.answered(id, answer.ok);
    this.#drawBets();
    this.#answered(answer);
  }

  #undo() {
    const last = this.#bets.undo();
    if (last) this.#takeDown(last.wager, last.amount);
  }

  /** The newest first, so that odds come down before the bet they ride on. */
  #clear() {
    for (const [wager, amount] of Object.entries(this.#bets.fresh).reverse()) if (amount) this.#takeDown(wager, amount);
  }

  async #rebet() {
    const wishes = Object.entries(this.#bets.last).map(([wager, amount]) => this.#bet(wager, amount));
    const refused = (await Promise.all(wishes)).filter((answer) => !answer.ok);
    if (refused.length) this.#status.say(refused.map((answer) => answer.message).join(" "), "refusal");
  }

  /** Give the seat up, and go back to the lobby. Credit is collected first. */
  async #leave() {
    const answer = await this.#ask({ say: "leave" });
    if (!answer.ok) return;
    this.link.forget();
    location.href = "/";
  }

  /** @param {NewWish} wish */
  async #ask(wish) {
    const answer = await this.link.ask(wish);
    this.#answered(answer);
    return answer;
  }

  /** @param {Answered} answer */
  #answered(answer) {
    if (!answer.ok) this.#status.say(answer.message ?? "The table said no.", "refusal");
    else if (answer.notice) this.#status.say(answer.notice);
  }

  // ---- what the table tells

  /** @param {Heard} heard */
  #hear(heard) {
    if (heard.is === "welcome") {
      this.#seat = heard.seat;
      byId("seat").textContent = heard.seat;
    } else if (heard.is === "snapshot") {
      this.clock.sync(heard.now);
      this.#bets.snapshot(heard);
      this.#rolling = null;
      this.felt.light([], []);
      this.stage.rest(heard.history.at(-1));
      this.#draw(heard);
    } else if (heard.is === "event") {
      this.clock.sync(heard.now);
      this.#bets.event(heard, heard.event, this.#seat);
      this.#happened(heard);
    }
  }

  /** @param {Happened} happened */
  #happened(happened) {
    const { event } = happened;
    if (event?.type === "RoundSettled") {
      this.#roll(happened);
      return;
    }
    const next = happened.round.number !== this.#drawn?.round.number;
    if (this.#rolling && !next) {
      this.#drawn = happened;
      return;
    }
    // The next round does not wait for a show that is late.
    if (this.#rolling) this.#reveal(this.#rolling);
    if (next) {
      this.felt.light([], []);
      this.#status.say("");
    }
    if (event?.type === "RoundVoided") {
      this.stage.voided(`${this.info.void_call.replace("-", " ")}: bets go back or stand`);
    }
    if (event?.type === "MoneyCollected" && event.seat === this.#seat) {
      this.#status.say(`Collected ${dollars(event.amount ?? 0)}.`, "win");
    }
    this.#draw(happened);
  }

  /**
   * Animate a result. Chips, meters and lights are updated when the animation ends; the money has moved already.
   * @param {Happened} settled
   */
  async #roll(settled) {
    if (settled.event?.type !== "RoundSettled") return;
    if (this.#rolling) this.#reveal(this.#rolling);
    this.#puckBefore = this.#drawn?.pucks ?? {};
    this.#rolling = settled;
    this.#drawn = settled;
    this.felt.open(false);
    this.clock.until(0);
    this.stage.rolling();
    this.hand.wait();
    await this.stage.roll(settled.event.outcome);
    if (this.#rolling === settled) this.#reveal(settled);
  }

  /** @param {Happened} settled */
  #reveal(settled) {
    if (settled.event?.type !== "RoundSettled") return;
    this.#rolling = null;
    this.stage.finish();
    const { outcome, decided, moved } = settled.event;
    const mine = decided.filter((each) => each.seat === this.#seat);
    const won = settled.mine.won ? `You are paid ${dollars(settled.mine.won)}` : "";
    this.felt.move(moved.filter((each) => each.seat === this.#seat));
    this.felt.light(settled.lit ?? [], mine);
    this.stage.result(outcome, Object.values(this.#puckBefore)[0] ?? "", won);
    if (won) this.#status.say(`${won}.`, "win");
    this.#draw(this.#drawn ?? settled);
  }

  // ---- drawing

  /** @param {Drawn} drawn */
  #draw(drawn) {
    this.#drawn = drawn;
    const { round } = drawn;
    const timed = isOpen(round.phase) || (round.phase === "closed" && round.shooter);
    this.clock.until(timed ? round.deadline : 0);
    if (isOpen(round.phase)) document.body.classList.toggle("unhurried", !round.deadline);
    this.stage.draw(drawn, this.#seat);
    this.hand.draw(drawn, this.#seat, this.info.throws);
    sayHouse(drawn);
    this.felt.puck(drawn.pucks);
    this.felt.open(this.#betting);
    this.#drawBets();
  }

  #drawBets() {
    if (!this.#drawn || this.#rolling) return;
    const { mine } = this.#drawn;
    const underway = this.#bets.underway;
    this.felt.lay(this.#bets.shown, this.#bets.unsure);
    drawMeters(mine, underway);
    enable("undo", this.#betting && this.#bets.undoable);
    enable("clear", this.#betting && Object.values(this.#bets.fresh).some(Boolean));
    enable("rebet", this.#betting && Object.keys(this.#bets.last).length > 0);
    enable("take-down", this.#betting);
    enable("collect", mine.credit > mine.restricted);
    enable("leave", !Object.keys(mine.bets).length && !underway);
  }

  /** The round that a wish is meant for: one that arrives after it is refused rather than moved to the next. */
  get #round() {
    return this.#drawn?.round.number ?? 0;
  }

  get #betting() {
    return isOpen(this.#drawn?.round.phase) && !this.#drawn?.mine.locked;
  }

  /**
   * @param {boolean} online
   * @param {string} why
   */
  #line(online, why) {
    sayLine(online, why);
    this.felt.open(online && this.#betting);
  }
}

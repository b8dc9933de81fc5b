// @ts-check
/** The player terminal: passes the table's messages to the modules that draw them, and the player's wishes to the table. */
import { Absence } from "./absence.js";
import { announce } from "./announcer.js";
import { sayElsewhere, sayHouse, sayLine, sayStranger } from "./banner.js";
import { Clock, ServerTime } from "./clock.js";
import { byId, lazily, onPress } from "./dom.js";
import { Funds } from "./funds.js";
import { Hand } from "./hand.js";
import { Link } from "./link.js";
import { drawKeys, drawMeters, withMoney } from "./meters.js";
import { endMode, listenToModes } from "./modes.js";
import { dollars } from "./money.js";
import { isOpen, isOver, isWaiting } from "./phases.js";
import { Rack } from "./rack.js";
import { Sign } from "./sign.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";
import { Wagering } from "./wagering.js";
import { Win } from "./win.js";

/** @typedef {import("./protocol.d.ts").TableEvent} TableEvent */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").Happened} Happened */
/** @typedef {import("./types.d.ts").Heard} Heard */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

export class Terminal {
  #seat = "";
  /** @type {Win} */
  #win;
  #online = false;
  /** How many messages are still to come until the terminal is up to date. */
  #behind = 0;
  #absence = new Absence();
  #status = new Status();
  #time = new ServerTime();
  /** What the table last told. @type {Drawn | null} */
  #drawn = null;
  /** The player's bets that were off before it. @type {string[]} */
  #offBefore = [];
  /** How the newest result was called; null if that is not known. @type {import("./protocol.d.ts").OutcomeCall | null} */
  #lastCall = null;
  /** What was called before it is settled. */
  #called = "";
  /** The result whose dice or ball are still under way. @type {Happened | null} */
  #rolling = null;
  /** The player's money as it is shown meanwhile: without the result, and with money that is inserted. @type {Drawn["mine"] | null} */
  #held = null;

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    document.title = `${info.game} · croupier`;
    byId("title").textContent = info.title;
    byId("own-name").textContent = byId("own-name").title = info.table === info.ruleset ? "" : info.table;
    this.sign = new Sign(info);
    this.rack = new Rack(byId("rack"), info.chips);
    this.stage = new Stage(info);
    const title = (/** @type {string} */ wager) => this.felt.spot(wager)?.title ?? wager;
    this.#win = new Win(this.stage, title, (wager) => this.felt.placeOf(wager));
    this.wagering = new Wagering(info, this.rack, this.#status, {
      drawn: () => this.#drawn,
      live: () => this.#live,
      betting: () => this.#betting,
      ask: (wish, id) => this.#send(wish, id),
      insert: (amount) => this.funds.insert(amount),
      redraw: () => this.#drawBets(),
      staked: () => {
        this.#win.forget();
        this.#status.end("result");
      },
    });
    this.felt = this.wagering.felt;
    this.felt.open(false);
    this.hand = new Hand((wish) => this.#ask(wish), this.wagering.wishes, title, this.#time);
    this.clock = new Clock(byId("ring"), this.#time, (seconds) => this.#tick(seconds));
    this.funds = new Funds(info, this.#status, {
      ask: (wish) => this.#ask(wish),
      send: (wish) => this.#send(wish),
      credit: () => this.#drawn?.mine.credit,
    });
    lazily(() => import("./attendant.js")).then(({ listenToCalls }) =>
      listenToCalls((wish) => this.#send(wish), () => this.#disputable, (words) => this.#status.say(words, "notice"))
    );
    this.#listen();
    this.link = new Link(info.table, (heard) => this.#hear(heard), (...now) => this.#line(...now), () => {
      sayElsewhere(() => this.link.resume());
      this.funds.close();
      this.felt.open(false);
    }, sayStranger);
  }

  #listen() {
    for (const key of /** @type {const} */ (["undo", "redo", "double", "rebet", "clear"])) {
      onPress(byId(key), () => this.wagering[key]());
    }
    onPress(byId("shoot"), () => this.#ask({ say: "shoot", round: this.#drawn?.round.number }));
    onPress(byId("close-early"), () => this.#ask({ say: "close-early", round: this.#drawn?.round.number }));
    onPress(byId("leave"), () => this.#leave());
    listenToModes((hint) => {
      this.#status.mean(hint);
      this.#drawBets();
    });
  }

  /** Give the seat up, and go back to the lobby. Credit is collected first. */
  async #leave() {
    const answer = await this.#ask({ say: "leave" });
    if (!answer.ok) return;
    await this.funds.close();
    this.link.forget();
    location.href = "/";
  }

  /** @param {NewWish} wish */
  async #ask(wish) {
    const answer = await this.#send(wish);
    if (!answer.ok) this.#status.say(answer.message ?? "The table said no.", "refusal");
    else if (answer.notice) this.#status.say(answer.notice, "notice");
    return answer;
  }

  /**
   * @param {NewWish} wish
   * @param {string} [id]
   */
  #send(wish, id) {
    this.#status.asked();
    return this.link.ask(wish, id);
  }

  // ---- what the table tells

  /** @param {Heard} heard */
  #hear(heard) {
    if (heard.is === "welcome") {
      this.#seat = heard.seat;
      this.#behind = heard.behind;
      byId("seat").textContent = heard.seat;
      this.funds.connect();
    } else if (heard.is === "snapshot") {
      this.#time.sync(heard.now);
      this.wagering.bets.snapshot(heard);
      this.#lastCall = heard.last;
      if (this.#behind) {
        this.#absence.skip();
        this.#catchUp(heard);
      } else this.#show(heard);
    } else if (heard.is === "event") {
      this.#time.sync(heard.now);
      this.wagering.bets.event(heard, heard.event, this.#seat);
      this.#lastCall = heard.call ?? this.#lastCall;
      if (this.#behind) this.#missed(heard);
      else this.#happened(heard);
    }
  }

  /**
   * Show the table as it is, without what happened before.
   * @param {Drawn} drawn
   */
  #show(drawn) {
    this.#rolling = this.#held = null;
    this.#called = "";
    this.#win.isNews = !Object.keys(this.wagering.bets.fresh).length;
    this.felt.light([], []);
    this.stage.rest(drawn.history.at(-1), this.#lastCall);
    this.#draw(drawn);
  }

  /**
   * Something happened while the terminal was away. It is told afterwards, in one sentence.
   * @param {Happened} happened
   */
  #missed(happened) {
    const { event } = happened;
    if (event?.type === "RoundSettled") this.#absence.missed(event.decided.filter(({ seat }) => seat === this.#seat));
    this.#catchUp(happened);
  }

  /** @param {Drawn} drawn */
  #catchUp(drawn) {
    this.#drawn = drawn;
    this.#behind -= 1;
    if (this.#behind) return;
    const told = this.#absence.end(drawn);
    this.#show(drawn);
    if (told) this.#status.returned(told);
  }

  /** @param {Happened} happened */
  #happened(happened) {
    const { event } = happened;
    if (event?.type === "RoundSettled") {
      this.#roll(happened);
      return;
    }
    const next = happened.round.number !== this.#drawn?.round.number;
    if (event && "seat" in event && event.seat === this.#seat) this.#mine(event);
    if (this.#rolling && !next) {
      this.#drawn = happened;
      this.#drawBets();
      return;
    }
    // The next round does not wait for a show that is late.
    if (this.#rolling) this.#reveal(this.#rolling);
    if (next) {
      this.#called = "";
      this.felt.light([], []);
      this.#status.end("other");
    }
    if (event?.type === "RoundVoided") this.stage.voided(event.by?.name ?? "");
    if (event?.type === "TumblerUncovered") {
      this.stage.uncover(event.outcome);
      announce("The dice are uncovered.");
    } else if (event?.type === "ResultAnnounced") this.#call(event.outcome, happened.call ?? null);
    this.#draw(happened);
  }

  /**
   * The dealer calls the dice that everybody sees; bets are settled next.
   * @param {string} outcome
   * @param {import("./protocol.d.ts").OutcomeCall | null} call
   */
  #call(outcome, call) {
    this.stage.uncover(outcome);
    announce(this.stage.result(outcome, call));
    this.#called = outcome;
  }

  /**
   * What concerns the player's own money and bets.
   * @param {TableEvent} event
   */
  #mine(event) {
    if (event.type === "MoneyInserted" && this.#held) this.#held = withMoney(this.#held, event);
    else if (event.type === "MoneyCollected") {
      // The amount tells the result.
      if (this.#rolling) this.#reveal(this.#rolling);
      this.#status.say(`Collected ${dollars(event.amount ?? 0)}.`, "win");
    } else if (event.type === "BetPlaced" && event.left_up) {
      this.#win.stays(event.wager, event.stake);
      if (!this.#rolling) announce(this.#win.tell());
    }
  }

  /**
   * Animate a result. Chips, meters and lights are updated when the animation ends, and then the player is asked what stays up.
   * The money has moved already, and the table counts the time to answer: nothing depends on the animation.
   * @param {Happened} settled
   */
  async #roll(settled) {
    if (settled.event?.type !== "RoundSettled") return;
    if (this.#rolling) this.#reveal(this.#rolling);
    this.#offBefore = this.#drawn?.mine.off ?? [];
    this.#held = this.#drawn?.mine ?? null;
    this.#rolling = settled;
    this.#drawn = settled;
    this.#win.begin(settled.event, this.#seat);
    this.wagering.expire();
    this.felt.open(false);
    if (this.#called === settled.event.outcome) return this.#reveal(settled);
    this.stage.rolling();
    this.hand.rest();
    this.clock.until(0, "");
    this.#drawBets();
    await this.stage.roll(settled.event.outcome);
    if (this.#rolling === settled) this.#reveal(settled);
  }

  /** @param {Happened} settled */
  #reveal(settled) {
    if (settled.event?.type !== "RoundSettled") return;
    this.#rolling = this.#held = null;
    this.stage.finish();
    const { outcome, decided, moved } = settled.event;
    const mine = decided.filter((each) => each.seat === this.#seat);
    this.felt.move(moved.filter((each) => each.seat === this.#seat));
    // A bet that another player called on may win where this player's was off.
    this.felt.light((settled.lit ?? []).filter((wager) => !this.#offBefore.includes(wager)), mine);
    const fell = this.stage.result(outcome, settled.call ?? null);
    const told = this.#called === outcome ? [] : [fell];
    this.#called = "";
    announce([...told, this.#win.tell()].filter(Boolean).join(". "));
    if (this.#win.aside) this.#status.say(this.#win.aside, "word", "result");
    this.#draw(this.#drawn ?? settled);
  }

  // ---- drawing

  /** @param {Drawn} drawn */
  #draw(drawn) {
    this.#drawn = drawn;
    const { round } = drawn;
    if (isWaiting(round.phase)) this.#win.forget();
    if (!this.#betting) {
      this.#status.end("betting");
      if (this.felt.isOpen) announce("No more bets.");
    } else if (!this.felt.isOpen) {
      announce("Place your bets.");
      endMode("help");
    }
    this.wagering.expire();
    this.wagering.renewal.follow(drawn.sign, drawn.chips);
    this.clock.until(this.#live ? round.deadline : 0, `${round.number} ${round.until}`);
    if (isOpen(round.phase)) document.body.classList.toggle("unhurried", !round.deadline);
    this.stage.draw(drawn, this.#seat, this.#live);
    this.hand.draw(drawn, this.#seat, this.info.throws);
    this.hand.open(this.#live);
    this.sign.draw(drawn);
    sayHouse(drawn);
    this.felt.puck(drawn.pucks);
    this.felt.open(this.#betting);
    this.#drawBets();
  }

  #drawBets() {
    if (!this.#drawn) return;
    const may = { live: this.#live, betting: this.#betting };
    // The felt shows what the table has, or had when the dice or the ball that are under way began to move.
    if (this.#held) {
      this.felt.lay(this.#held.bets, new Set());
      drawMeters(this.#held, 0, 0);
      return drawKeys(may, this.#held, this.wagering);
    }
    const { mine } = this.#drawn;
    const { bets, oddsOffered } = this.wagering;
    this.felt.lay(bets.shown, bets.unsure);
    const { called, off, stands, runs, takes_odds: takes } = mine;
    this.felt.mark({ called, off, stands, runs, takes, offered: oddsOffered });
    this.wagering.panel.draw();
    drawMeters(mine, bets.underway, this.#win.isNews ? mine.won : 0);
    drawKeys(may, mine, this.wagering);
  }

  /** @param {number} seconds */
  #tick(seconds) {
    byId("shoot-left").textContent = seconds ? `, ${seconds} s` : "";
    if (seconds === 10 && this.#drawn?.round.until === "betting") announce("Betting closes in 10 seconds.");
  }

  /** Whether the table hears what the player does, and what is drawn is what the table has. */
  get #live() {
    return this.#online && !this.#behind;
  }

  /** The newest round whose result is known, as far as the player has seen it; null before the first. */
  get #disputable() {
    const { number = 0, phase } = this.#drawn?.round ?? {};
    return Math.max(0, isOver(phase) && !this.#rolling ? number : number - 1) || null;
  }

  get #betting() {
    return this.#live && !this.#rolling && isOpen(this.#drawn?.round.phase) && !this.#drawn?.mine.locked;
  }

  /**
   * @param {boolean} online
   * @param {string} why
   * @param {boolean} refused
   */
  #line(online, why, refused) {
    const isNews = online !== this.#online;
    this.#online = online;
    sayLine(online, why, refused);
    if (online || !isNews) return;
    this.#absence.begin(this.#drawn);
    this.wagering.panel.close();
    if (this.#rolling) this.#reveal(this.#rolling);
    else if (this.#drawn) this.#draw(this.#drawn);
  }
}

// @ts-check
/** The player terminal: passes the table's messages to the modules that draw them, and the player's wishes to the table. */
import { Absence, standing } from "./absence.js";
import { announce } from "./announcer.js";
import { sayElsewhere, sayHouse, sayLine, sayStranger } from "./banner.js";
import { Clock, ServerTime } from "./clock.js";
import { byId, lazily, onPress } from "./dom.js";
import { Funds } from "./funds.js";
import { Hand } from "./hand.js";
import { lateWords } from "./late.js";
import { Link } from "./link.js";
import { drawKeys, drawMeters, withMoney } from "./meters.js";
import { endMode, listenToModes } from "./modes.js";
import { dollars } from "./money.js";
import { isOpen, isOver, isWaiting } from "./phases.js";
import { Rack } from "./rack.js";
import { revisionWords } from "./revision.js";
import { Sign } from "./sign.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";
import { Wagering } from "./wagering.js";
import { Win, withCharges } from "./win.js";

/** @typedef {import("./protocol.d.ts").TableEvent} TableEvent */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").Happened} Happened */
/** @typedef {import("./types.d.ts").Heard} Heard */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

/** Bets that change within so many milliseconds are announced together. */
const TOGETHER = 300;
/** So many of them are named; of more, only the number and the sum are said. */
const NAMED = 2;

export class Terminal {
  #seat = "";
  /** @type {Win} */
  #win;
  #online = false;
  /** How many messages are still to come until the terminal is up to date. */
  #behind = 0;
  #absence;
  /** What became of the wishes that were made before the last outage. @type {import("./late.js").Late[]} */
  #late = [];
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
  /** The player's bets that have changed and were not announced yet. @type {Set<string>} */
  #changed = new Set();
  #announcing = 0;
  /** The result whose dice or ball are still under way. @type {Happened | null} */
  #rolling = null;
  /** The player's money as it is shown meanwhile: without the result, and with money that is inserted. @type {Drawn["mine"] | null} */
  #held = null;

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    this.#absence = new Absence(info.table);
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
      held: () => this.#held,
      live: () => this.#live,
      betting: () => this.#betting,
      ask: (wish, id, by) => this.#send(wish, id, by),
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
    }, sayStranger);
  }

  #listen() {
    for (const key of /** @type {const} */ (["undo", "redo", "double", "rebet", "clear"])) {
      onPress(byId(key), () => this.wagering[key]());
    }
    onPress(byId("shoot"), () => this.#ask({ say: "shoot", round: this.#drawn?.round.number }));
    onPress(byId("close-early"), () => this.#ask({ say: "close-early", round: this.#drawn?.round.number }));
    onPress(byId("leave"), () => this.#leave());
    addEventListener("pagehide", () => this.#keep());
    // A phone discards a page that nobody looks at, without another word.
    document.addEventListener("visibilitychange", () => document.hidden && this.#keep());
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
    this.#seat = "";
    this.link.forget();
    location.href = "/";
  }

  /** Keep what the player sees, for the page that is loaded next. */
  #keep() {
    if (this.#drawn && this.#live && this.#seat) this.#absence.leave(this.#drawn, this.#seat, this.#held);
  }

  /** @param {NewWish} wish */
  async #ask(wish) {
    const answer = await this.#send(wish);
    if (!answer.ok) this.#status.say(answer.message ?? "The table said no.", "refusal");
    else if (answer.notice) this.#status.say(answer.notice, "notice");
    return answer;
  }

  /**
   * What an answer on return says is told there, in one sentence for all bets.
   * @param {NewWish} wish
   * @param {string} [id]
   * @param {string} [by]  the key that made it, if it was not a touch on the felt
   * @returns {Promise<import("./types.d.ts").Replied>}
   */
  async #send(wish, id, by = "") {
    this.#status.asked();
    const answer = await this.link.ask(wish, id);
    if (!answer.late) return answer;
    /** @type {(wager: string) => string} */
    const title = (wager) => this.felt.spot(wager)?.title ?? wager;
    const before = lateWords(this.#late, title);
    this.#late.push({ wish, answer, by });
    const words = lateWords(this.#late, title);
    if (this.#behind) this.#absence.late(words);
    else this.#status.late(words, before);
    return { ...answer, message: lateWords([{ wish, answer, by }], title) };
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
   * Show the table as it is, without what happened before. The result that the player has seen stays.
   * @param {Drawn} drawn
   */
  #show(drawn) {
    this.#rolling = this.#held = null;
    this.#called = "";
    this.#changed.clear();
    const isSeen = this.#absence.hasSeen(drawn);
    if (!isSeen) this.#win.missed(this.#absence.last, !Object.keys(this.wagering.bets.fresh).length);
    if (!isSeen || !isOver(drawn.round.phase)) this.felt.light([], []);
    this.stage.rest(drawn.history.at(-1), this.#lastCall);
    if (this.#win.isNews && isSeen) this.#win.tell();
    this.#draw(drawn);
  }

  /**
   * Something happened while the terminal was away. It is told afterwards, in one sentence.
   * @param {Happened} happened
   */
  #missed(happened) {
    const { event } = happened;
    if (event?.type === "RoundSettled") this.#absence.missed(withCharges(this.#own(event.decided), happened.charged));
    if (event?.type === "RoundVoided") this.#absence.last = [];
    if (happened.revised) this.#absence.revised(this.#revisionWords(happened.revised));
    this.#catchUp(happened);
  }

  /** @param {Drawn} drawn */
  #catchUp(drawn) {
    this.#drawn = drawn;
    this.#behind -= 1;
    if (this.#behind) return;
    this.#show(drawn);
    const told = this.#absence.end(drawn, this.#seat);
    if (told) this.#status.returned(told, standing(drawn.mine));
  }

  /** @param {Happened} happened */
  #happened(happened) {
    const { event } = happened;
    if ((event?.type === "BetPlaced" && !event.left_up) || event?.type === "BetTakenDown") {
      this.#announceSoon(event.wager);
    } else this.#announceBets();
    if (event?.type === "RoundSettled") {
      this.#roll(happened);
      return;
    }
    // What is taken back or added tells the result.
    if (happened.revised && this.#rolling) this.#reveal(this.#rolling);
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
    if (event?.type === "RoundVoided") this.#void(event.by?.name ?? "");
    if (event?.type === "TumblerUncovered") {
      this.stage.uncover(event.outcome);
      announce("The dice are uncovered.");
    } else if (event?.type === "ResultAnnounced") this.#call(event.outcome, happened.call ?? null);
    if (happened.revised) this.#revise(happened.revised, happened);
    this.#draw(happened);
  }

  /**
   * Announce a bet of the player's that was placed or came down, with others that change at once.
   * @param {string} wager
   */
  #announceSoon(wager) {
    this.#changed.add(wager);
    clearTimeout(this.#announcing);
    this.#announcing = setTimeout(() => this.#announceBets(), TOGETHER);
  }

  /** Say what lies now where bets have changed, before anything else happens to them. */
  #announceBets() {
    clearTimeout(this.#announcing);
    const { bets = {}, staked = 0 } = this.#held ?? this.#drawn?.mine ?? {};
    const each = [...this.#changed].map((wager) =>
      `${this.felt.spot(wager)?.title ?? wager}: ${bets[wager] ? dollars(bets[wager]) : "nothing"} down.`
    );
    this.#changed.clear();
    announce(each.length > NAMED ? `${each.length} bets changed, ${dollars(staked)} down.` : each.join(" "));
  }

  /** @param {string} by  who has called the round off */
  #void(by) {
    this.stage.voided(by);
    this.#win.forget();
    this.felt.light([], []);
  }

  /**
   * Rounds that were over were decided again. What is still shown of the last one is shown as it stands now.
   * @param {import("./protocol.d.ts").Revised} revised
   * @param {Happened} happened
   */
  #revise(revised, { round, call, lit, mine }) {
    const last = revised.rounds.find((each) => each.round === round.number - (isOver(round.phase) ? 0 : 1));
    if (last && !last.now) this.#void("");
    else if (last) {
      const { isNews } = this.#win;
      this.stage.rest(last.now, call ?? null);
      this.#win.forget();
      const decided = withCharges(last.decided, last.charged);
      this.#win.begin(decided, [], mine.stayed);
      if (isNews) this.#win.tell();
      this.felt.light(isOver(round.phase) ? lit ?? [] : [], isOver(round.phase) ? decided : []);
    }
    const words = this.#revisionWords(revised);
    announce(words);
    this.#status.say(words, "notice", "revision");
  }

  /** @param {import("./protocol.d.ts").Revised} revised */
  #revisionWords(revised) {
    return revisionWords(revised, (outcome) => this.info.calls[outcome]?.words ?? outcome);
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
      this.#status.say(`Collected ${dollars(event.amount ?? 0)}.`);
    } else if (event.type === "BetPlaced" && event.left_up) {
      const isNews = this.#win.stays(event.wager, event.stake);
      if (isNews && !this.#rolling) announce(this.#win.tell());
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
    const { decided, moved } = settled.event;
    this.#win.begin(withCharges(this.#own(decided), settled.charged), this.#own(moved), settled.stays);
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
    const { outcome, moved } = settled.event;
    this.felt.move(this.#own(moved));
    // A bet that another player called on may win where this player's was off.
    this.felt.light((settled.lit ?? []).filter((wager) => !this.#offBefore.includes(wager)), this.#win.decided);
    const fell = this.stage.result(outcome, settled.call ?? null);
    const told = this.#called === outcome ? [] : [fell];
    this.#called = "";
    announce([...told, this.#win.tell()].filter(Boolean).join(". "));
    this.#status.end("result");
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
      if (this.felt.isOpen && !isOpen(round.phase)) announce("No more bets."); // and not if the line drops
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
    this.#status.stand(standing(mine));
    // Out of reach, only what is confirmed counts, and what is not is drawn apart.
    if (this.#live) this.felt.lay(bets.shown, bets.unsure);
    else this.felt.lay(mine.bets, new Set(), bets.doubtful);
    const { called, off, stands, runs, takes_odds: takes } = mine;
    this.felt.mark({ called, off, stands, runs, takes, offered: oddsOffered });
    this.wagering.panel.draw();
    drawMeters(mine, this.#live ? bets.underway : 0, this.#win.isNews ? mine.won : 0);
    drawKeys(may, mine, this.wagering);
  }

  /** @param {number} seconds */
  #tick(seconds) {
    byId("shoot-left").textContent = seconds ? `, ${seconds} s` : "";
    if (seconds === 10 && this.#drawn?.round.until === "betting") announce("Betting closes in 10 seconds.");
  }

  /**
   * @template {{ seat: string }} Part
   * @param {Part[]} parts  of an event
   */
  #own(parts) {
    return parts.filter(({ seat }) => seat === this.#seat);
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
    this.#late = [];
    this.#absence.begin(this.#drawn, this.#seat);
    this.wagering.panel.close();
    if (this.#rolling) this.#reveal(this.#rolling);
    else if (this.#drawn) this.#draw(this.#drawn);
  }
}

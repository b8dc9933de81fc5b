// @ts-check
/** The stage: the phase of the round in words, the dice or the wheel, what fell, and who else plays. */
import { CoveredDice } from "./cover.js";
import { Dice } from "./dice.js";
import { byId, html } from "./dom.js";
import { dollars } from "./money.js";
import { isOpen, WORDS } from "./phases.js";
import { puckWords } from "./pucks.js";
import { drawHistory } from "./results.js";
import { Wheel } from "./wheel.js";

/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./protocol.d.ts").OutcomeCall} OutcomeCall */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */

const MOST_COMPANY = 5;
/** For so many milliseconds what a result came to keeps its place, which a key may have on a phone. */
const READABLE = 6000;

export class Stage {
  #phase = byId("phase");
  #result = byId("result");
  #reading = 0;
  #show;

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    this.#show = showOf(info, byId("show"));
    byId("close-early").classList.toggle("never", !info.closes_early);
  }

  /**
   * @param {Drawn} drawn
   * @param {string} seat
   * @param {boolean} live  whether what is drawn is what the table has now
   */
  draw(drawn, seat, live) {
    const { round } = drawn;
    if (!live) this.#say("Offline", "offline");
    else this.#say(this.#words(drawn, seat), drawn.mine.locked ? "locked" : round.phase);
    this.#show.phase(round.phase);
    const dealer = drawn.dealer && `${drawn.dealer} deals`;
    const pucks = Object.values(drawn.pucks).map(puckWords);
    const standing = [`Round ${round.number}`, ...pucks, this.#dice(round, seat), dealer];
    byId("round").textContent = standing.filter(Boolean).join(", ");
    const mine = live && round.phase === "closed" && round.shooter === seat;
    const appears = mine && byId("shoot").hidden;
    byId("shoot").hidden = !mine;
    // Focus the button: keyboard users have only seconds to press it.
    if (appears) byId("shoot").focus();
    const mayClose = live && !drawn.mine.locked && drawn.lone === seat && round.phase === "betting";
    byId("close-early").hidden = !(this.info.closes_early && mayClose);
    drawHistory(byId("history"), drawn.history, (outcome) => this.info.calls[outcome]?.look, drawn.marks);
    drawCompany(drawn, seat);
  }

  /** While dice or ball are under way, the words say so and everything else waits. */
  rolling() {
    this.#say(this.#moving, "rolling");
    this.#result.textContent = "";
    this.#result.dataset.outcome = "";
    byId("shoot").hidden = true;
    byId("close-early").hidden = true;
  }

  /**
   * Let an outcome be seen to fall.
   * @param {string} outcome
   */
  roll(outcome) {
    return this.#show.roll(outcome);
  }

  /** Skip what is left of the show. */
  finish() {
    this.#show.finish();
  }

  /**
   * Lift the cover from the dice, before what they show is called.
   * @param {string} outcome  empty if only people have seen them
   */
  uncover(outcome) {
    if (this.#show instanceof CoveredDice) this.#show.uncover(outcome);
    this.#result.textContent = "";
    this.#result.dataset.outcome = "";
  }

  /**
   * @param {string | undefined} outcome
   * @param {OutcomeCall | null} call
   */
  rest(outcome, call) {
    if (!outcome) return;
    this.#show.rest(outcome);
    this.result(outcome, call);
  }

  /**
   * @param {string} outcome
   * @param {OutcomeCall | null} call  null where it is no longer known what the outcome meant to a puck
   * @returns {string}
   */
  result(outcome, call) {
    const { words: fell, means } = call ?? this.info.calls[outcome] ?? { words: outcome, means: "" };
    const words = means ? `${fell}, ${means}` : fell;
    this.#result.dataset.outcome = outcome;
    this.#result.replaceChildren(html("strong", {}, words));
    return words;
  }

  /**
   * What the result came to for the player, below it; empty once the player plays on.
   * @param {string} words
   */
  came(words) {
    this.#result.querySelector(".came")?.remove();
    if (words) this.#result.append(html("span", { class: "came" }, words));
    clearTimeout(this.#reading);
    this.#result.toggleAttribute("data-fresh", words !== "");
    if (words) this.#reading = setTimeout(() => this.#result.removeAttribute("data-fresh"), READABLE);
  }

  /** @param {string} by  who has called the round off; empty if nobody is named */
  voided(by) {
    const call = this.info.void_call.replace("-", " ");
    this.#result.dataset.outcome = "";
    this.#result.replaceChildren(html("strong", {}, `${call}${by && ` (${by})`}: bets go back or stand`));
  }

  get #moving() {
    return this.info.wheel.length ? "The ball is running" : "The dice are out";
  }

  /**
   * @param {Drawn} drawn
   * @param {string} seat
   */
  #words({ round, mine }, seat) {
    if (mine.locked) return "Play has stopped";
    if (round.offered) {
      return round.offered === seat
        ? "The dice are yours: take them or decline"
        : `${round.offered} is offered the dice`;
    }
    if (round.until === "paying" && Object.keys(mine.may_stay).length) return "Leave up?";
    if (round.until === "throw" && isOpen(round.phase)) return round.shooter === seat ? "Throw the dice" : "Last bets";
    if (round.phase === "closed" && round.shooter) return whoseDice(round.shooter, seat);
    return round.phase === "shot" ? this.#moving : WORDS[round.phase];
  }

  /**
   * Who has the dice while bets are made, where players throw them.
   * @param {Drawn["round"]} round
   * @param {string} seat
   */
  #dice(round, seat) {
    if (!this.info.throws || round.phase !== "betting" || !round.shooter) return "";
    return round.shooter === seat ? "your dice" : whoseDice(round.shooter, seat);
  }

  /**
   * @param {string} words
   * @param {string} phase
   */
  #say(words, phase) {
    this.#phase.textContent = words;
    this.#phase.dataset.phase = phase;
    document.body.dataset.phase = phase;
  }
}

/**
 * What lets an outcome be seen to fall: a wheel, dice that are thrown, or dice under a cover.
 * @param {TableInfo} info
 * @param {HTMLElement} root
 */
function showOf(info, root) {
  if (info.wheel.length) return new Wheel(root, info.wheel, (number) => info.calls[number].look);
  return info.covered ? new CoveredDice(root, info.dice) : new Dice(root, info.dice);
}

/**
 * @param {string} shooter
 * @param {string} seat
 */
function whoseDice(shooter, seat) {
  return shooter === seat ? "Your dice" : `${shooter} has the dice`;
}

/**
 * @param {Pick<Drawn, "company" | "playing" | "mine">} drawn
 * @param {string} seat
 */
function drawCompany({ company, playing, mine }, seat) {
  const others = playing - (Object.keys(mine.bets).length ? 1 : 0);
  const shown = company.filter((each) => each.seat !== seat).sort((a, b) => b.staked - a.staked).slice(0, MOST_COMPANY);
  const rows = shown.map(({ seat, staked }) =>
    html("li", {}, html("span", {}, seat), html("span", {}, dollars(staked)))
  );
  const more = others - shown.length;
  if (more > 0) rows.push(html("li", {}, html("span", {}, `and ${more} more`)));
  const root = byId("company");
  root.replaceChildren(...(rows.length ? [html("h2", {}, "Also betting"), html("ul", {}, ...rows)] : []));
  root.tabIndex = rows.length ? 0 : -1; // where it scrolls, keys must reach it
}

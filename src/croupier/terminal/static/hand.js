// @ts-check
/** What a player may do beside betting: take the dice, throw or pass them, and leave up a bet that has won. */
import { announce } from "./announcer.js";
import { Countdown } from "./clock.js";
import { byId, html, onPress } from "./dom.js";
import { dollars } from "./money.js";
import { isPaying } from "./phases.js";

/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

/**
 * What is asked about a bet that has won: two keys, its new commission, and what happens if it is declined.
 * @typedef {ReturnType<typeof answers> & { commission: number, decline: () => void }} Question
 */

/** The buttons about the dice, and what each says. */
const SAYS = /** @type {const} */ ({
  "accept-dice": "accept-dice",
  "decline-dice": "decline-dice",
  "throw-dice": "shoot",
  "pass-dice": "pass-dice",
});

export class Hand {
  #staying = byId("staying");
  #dice = byId("hand");
  /** The bets about which the player is asked. @type {Map<string, Question>} */
  #stays = new Map();
  /** Two keys that answer all questions at once: there is not much time. */
  #all = answers(["all-stay-up", "Leave all up"], ["all-come-down", "Take all down"]);
  /** The bets that the player does not leave up. @type {Set<string>} */
  #declined = new Set();
  #round = 0;
  #offered = false;
  #throw = /** @type {HTMLButtonElement} */ (byId("throw-dice"));
  /** The seconds until the dice may be thrown. */
  #seconds = 0;
  /** Why the player may not throw; empty if nothing is missing. */
  #lacks = "";

  /**
   * @param {(wish: NewWish) => Promise<Answered>} ask
   * @param {{ leaveUp: (wagers: string[]) => Promise<Answered[]> }} wishes
   * @param {(wager: string) => string} titleOf
   * @param {import("./clock.js").ServerTime} time
   */
  constructor(ask, wishes, titleOf, time) {
    this.ask = ask;
    this.wishes = wishes;
    this.titleOf = titleOf;
    this.wait = new Countdown(time, (seconds) => {
      this.#seconds = seconds;
      this.#drawThrow();
    });
    for (const [id, say] of Object.entries(SAYS)) onPress(byId(id), () => this.ask({ say, round: this.#round }));
    onPress(this.#all.yes, () => this.#leave([...this.#stays]));
    onPress(this.#all.no, () => this.#stays.forEach(({ decline }) => decline()));
    this.#staying.append(this.#all.keys);
  }

  /**
   * @param {Drawn} drawn
   * @param {string} seat
   * @param {boolean} throws  whether players throw the dice here
   */
  draw({ round, mine }, seat, throws) {
    this.#round = round.number;
    const offered = !mine.locked && seat !== "" && round.offered === seat;
    const shooter = !mine.locked && throws && round.phase === "betting" && round.shooter === seat;
    show(["accept-dice", "decline-dice"], offered);
    show(["throw-dice", "pass-dice"], shooter && !offered);
    this.wait.to(shooter ? round.throw_from : 0);
    const lacks = shooter ? mine.cannot_throw : "";
    if (lacks && lacks !== this.#lacks) announce(lacks);
    this.#lacks = lacks;
    this.#drawThrow();
    if (offered && !this.#offered) {
      announce("The dice are offered to you.");
      focusIfFree("accept-dice");
    }
    this.#offered = offered;
    this.leaveUp(isPaying(round.phase) ? mine.may_stay : {});
  }

  /** A key that cannot be pressed says why. */
  #drawThrow() {
    this.#throw.disabled = this.#seconds > 0 || this.#lacks !== "";
    const words = this.#seconds ? `Throw in ${this.#seconds} s` : "Throw the dice";
    this.#throw.replaceChildren(words, ...(this.#lacks ? [html("small", {}, this.#lacks)] : []));
  }

  /** @param {boolean} live  whether the table hears what the player does */
  open(live) {
    this.#dice.inert = this.#staying.inert = !live;
  }

  /** Nothing can be done with the dice while they are under way. */
  rest() {
    show(Object.keys(SAYS), false);
  }

  /**
   * Two keys for each bet, kept if they are already there, so that they do not lose the focus.
   * @param {Amounts} wagers  each with its new commission
   */
  leaveUp(wagers) {
    for (const wager of this.#stays.keys()) if (!(wager in wagers)) this.#answered(wager);
    for (const wager of this.#declined) if (!(wager in wagers)) this.#declined.delete(wager);
    for (const [wager, commission] of Object.entries(wagers)) {
      if (this.#stays.has(wager) || this.#declined.has(wager)) continue;
      const question = this.#question(wager, commission);
      this.#stays.set(wager, question);
      this.#staying.append(question.keys);
      announce(`Leave up ${this.titleOf(wager)}?`);
    }
    this.#drawStays();
  }

  #drawStays() {
    this.#staying.hidden = !this.#stays.size;
    this.#all.keys.hidden = this.#stays.size < 2;
    this.#all.price.textContent = priceOf(
      [...this.#stays.values()].reduce((sum, { commission }) => sum + commission, 0),
    );
  }

  /**
   * @param {string} wager
   * @param {number} commission
   * @returns {Question}
   */
  #question(wager, commission) {
    const title = this.titleOf(wager);
    const asked = answers([`leave-up-${wager}`, `Leave up ${title}`], [`come-down-${wager}`, "Take it down"]);
    const { keys, yes, no, price } = asked;
    price.textContent = priceOf(commission);
    no.setAttribute("aria-label", `Take down ${title}`);
    // A bet about which nothing is said comes down by itself.
    const decline = () => {
      if (no.disabled) return;
      const focused = keys.contains(document.activeElement);
      this.#declined.add(wager);
      this.#answered(wager);
      this.#drawStays();
      const next = this.#staying.querySelector(".stay:not([hidden]) button");
      if (focused && next instanceof HTMLElement) next.focus();
    };
    const question = { ...asked, commission, decline };
    onPress(yes, () => this.#leave([[wager, question]]));
    onPress(no, decline);
    return question;
  }

  /**
   * Leave bets up. What is being answered is not asked again.
   * @param {[string, Question][]} stays
   */
  async #leave(stays) {
    const open = stays.filter(([, { yes }]) => !yes.disabled);
    for (const [, { yes, no }] of open) yes.disabled = no.disabled = true;
    const answers = await this.wishes.leaveUp(open.map(([wager]) => wager));
    for (const [at, [, { yes, no }]] of open.entries()) yes.disabled = no.disabled = answers[at].ok;
  }

  /** @param {string} wager */
  #answered(wager) {
    this.#stays.get(wager)?.keys.remove();
    this.#stays.delete(wager);
  }
}

/**
 * The two keys of a question, each given by its id and its words, and the place of the price.
 * @param {[string, string]} leave
 * @param {[string, string]} decline
 */
function answers(leave, decline) {
  const [yes, no] = [leave, decline].map((
    [id, words],
  ) => /** @type {HTMLButtonElement} */ (html("button", { type: "button", "data-testid": id }, words)));
  const price = html("small");
  yes.append(price);
  return { keys: html("div", { class: "stay" }, yes, no), yes, no, price };
}

/** @param {number} commission */
function priceOf(commission) {
  return commission ? `${dollars(commission)} commission` : "no commission";
}

/**
 * @param {string[]} ids
 * @param {boolean} shown
 */
function show(ids, shown) {
  for (const id of ids) byId(id).hidden = !shown;
}

/**
 * Focus a button that waits only seconds, unless the player is busy elsewhere.
 * @param {string} id
 */
function focusIfFree(id) {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement.closest(".felt.closed")) byId(id).focus();
}

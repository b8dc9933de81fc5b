// @ts-check
/** The wishes about chips: what the player asks the table to do with bets, and what is said about the answers. */
import { flyBack } from "./chips.js";
import { byId } from "./dom.js";
import { InsertSheet } from "./insert.js";
import { newId } from "./link.js";
import { endModes } from "./modes.js";
import { dollars } from "./money.js";

/** @typedef {import("./bets.js").Stake} Stake */
/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

/**
 * The table as the player's hands know it.
 * @typedef {object} Table
 * @property {() => Drawn | null} drawn
 * @property {() => boolean} live  whether it hears what the player does
 * @property {() => boolean} betting
 * @property {(wish: NewWish, id: string) => Promise<Answered>} ask
 * @property {(cents: number) => Promise<boolean>} insert
 * @property {() => void} redraw
 * @property {() => void} staked  the player has made a bet
 */

const POOR = "insufficient-credit";

export class Wishes {
  /** The round of the bet that waits for money. */
  #waitsIn = 0;
  /**
   * A bet whose money is in, but not told yet: the slots and the table have a connection each.
   * @type {{ stakes: Stake[], due: number } | null}
   */
  #paid = null;

  /**
   * @param {Table} table
   * @param {import("./bets.js").Bets} bets
   * @param {import("./felt.js").Felt} felt
   * @param {import("./rack.js").Rack} rack
   * @param {import("./status.js").Status} status
   * @param {string} buyIn  how the player gets credit; empty if the terminal takes money
   */
  constructor(table, bets, felt, rack, status, buyIn) {
    this.table = table;
    this.bets = bets;
    this.felt = felt;
    this.rack = rack;
    this.status = status;
    this.buyIn = buyIn;
    this.sheet = new InsertSheet(table.insert);
    for (const id of ["insert-10000", "insert-50000"]) byId(id).hidden = buyIn !== "";
  }

  /** What can be staked, without what is on its way to the felt. */
  get credit() {
    return (this.table.drawn()?.mine.credit ?? 0) - this.bets.underway;
  }

  /** The round that a wish is meant for: one that arrives after it is refused rather than moved to the next. */
  get round() {
    return this.table.drawn()?.round.number ?? 0;
  }

  /**
   * Place the bets of one step, or ask for the money that they lack.
   * @param {Stake[]} stakes
   * @param {string} [id]  of a wish that is drawn already
   */
  place(stakes, id) {
    if (!stakes.length) return;
    const lacking = id ? 0 : sum(stakes) - this.credit;
    if (lacking > 0) return this.#askForMoney(stakes, `${dollars(lacking)} more than your credit`);
    this.bets.step(stakes);
    this.send(stakes, id);
  }

  /**
   * Ask for a bet that the table will refuse, to hear why. No chip is drawn.
   * @param {Stake} stake
   */
  askUndrawn({ wager, amount }) {
    return this.#ask({ say: "bet", wager, amount, round: this.round }, newId());
  }

  /**
   * Do the wishes of one step.
   * @param {Stake[]} stakes
   * @param {string} [id]
   */
  async send(stakes, id) {
    endModes();
    this.table.staked();
    await this.#sendAll(stakes, id);
  }

  /**
   * Undo a step, the last part first: odds come down before the bet they ride on.
   * @param {Stake[]} step
   */
  async takeBack(step) {
    const answers = await this.#sendAll(step.toReversed().map(opposite));
    if (answers.some((answer) => !answer.ok)) this.bets.forgetUndone();
    else for (const { wager, from, called } of step) if (called !== undefined) this.call(from ?? wager, called);
    this.table.redraw();
  }

  /**
   * @param {Stake[]} stakes
   * @param {string} [id]
   */
  async #sendAll(stakes, id) {
    const answers = await Promise.all(stakes.map((stake) => this.#sendOne(stake, id)));
    const isPoor = (/** @type {number} */ at) => answers[at].error === POOR && !stakes[at].from;
    const poor = stakes.filter((_, at) => isPoor(at));
    if (poor.length) this.#askForMoney(poor, "with its commission more than your credit");
    this.#tell(stakes.filter((_, at) => !isPoor(at)), answers.filter((_, at) => !isPoor(at)));
    return answers;
  }

  /**
   * @param {Stake} stake
   * @param {string} [id]
   */
  #sendOne({ wager, amount, from }, id) {
    if (from) return this.#move(from, wager, amount, amount);
    return amount < 0 ? this.#takeDown(wager, -amount) : this.#bet({ wager, amount }, id);
  }

  /**
   * Say what the table answered to wishes that were made together: each refusal once, and every notice with its wager.
   * @param {{ wager: string }[]} stakes
   * @param {Answered[]} answers
   * @param {import("./status.js").Subject} about
   */
  #tell(stakes, answers, about = "betting") {
    const refused = answers.filter(({ ok }) => !ok).map(({ message }) => message);
    const noticed = stakes.map(({ wager }, at) => ({ title: this.felt.spot(wager)?.title, ...answers[at] }))
      .filter(({ ok, notice }) => ok && notice)
      .map(({ title, notice }) => stakes.length > 1 ? `${title}: ${notice}` : notice);
    if (refused.length) this.status.say([...new Set(refused)].filter(Boolean).join(" "), "refusal", about);
    else if (noticed.length) this.status.say(noticed.join(" "), "notice", about);
  }

  /**
   * Leave bets up that have won.
   * @param {string[]} wagers
   */
  async leaveUp(wagers) {
    const answers = await Promise.all(wagers.map((wager) => this.table.ask({ say: "leave-up", wager }, newId())));
    this.#tell(wagers.map((wager) => ({ wager })), answers, "other");
    return answers;
  }

  /**
   * Take all down that may come down.
   * @param {string} wager
   */
  takeDown(wager) {
    return this.#ask({ say: "take-down", wager, round: this.round }, newId());
  }

  /**
   * @param {string} wager
   * @param {number} amount
   */
  async #takeDown(wager, amount) {
    const id = newId();
    this.bets.wish(id, wager, -amount);
    return await this.#answered({ say: "take-down", wager, round: this.round, amount }, id);
  }

  /**
   * Move all that may come down from one wager to another. It can be undone.
   * @param {string} from
   * @param {string} wager
   */
  async move(from, wager) {
    const stake = { wager, amount: this.bets.shown[from] ?? 0, from, called: this.table.drawn()?.mine.called[from] };
    const answer = await this.#move(from, wager, stake.amount);
    if (answer.ok) this.bets.step([stake]);
    this.#tell([stake], [answer]);
    this.table.redraw();
  }

  /**
   * @param {string} wager
   * @param {string} to
   * @param {number} cents  what is drawn
   * @param {number} [amount]  what is asked for; without it, all that may come down
   */
  #move(wager, to, cents, amount) {
    const id = newId();
    this.bets.wish(id, wager, -cents, false);
    this.bets.wish(id, to, cents, false);
    return this.#answered({ say: "move", wager, to, amount, round: this.round }, id);
  }

  /**
   * @param {string} wager
   * @param {boolean} on
   */
  call(wager, on) {
    return this.#ask({ say: "call", wager, on, round: this.round }, newId());
  }

  /**
   * @param {Stake[]} stakes
   * @param {string} why
   */
  #askForMoney(stakes, why) {
    if (this.buyIn) return this.status.say(this.buyIn, "refusal", "betting");
    this.#waitsIn = this.round;
    const words = `Your bet of ${dollars(sum(stakes))} is ${why}. It is made when the money is in.`;
    const { credit } = this;
    this.sheet.open(words, (cents) => {
      this.#paid = { stakes, due: credit + cents };
      this.#placePaid();
    });
  }

  #placePaid() {
    if (!this.#paid || this.credit < this.#paid.due) return;
    const { stakes } = this.#paid;
    this.#paid = null;
    this.place(stakes);
  }

  /** A bet waits for money only as long as its round takes bets. Then the sheet is in the way of the dice. */
  expire() {
    if (this.table.betting() && this.round === this.#waitsIn) return this.#placePaid();
    const isLate = this.sheet.drop() || this.#paid !== null;
    this.#paid = null;
    const why = this.table.live() ? "Betting closed" : "The connection was lost";
    if (isLate) this.status.say(`${why} before the money was in: your bet was not made.`, "notice");
  }

  /**
   * @param {Stake} stake
   * @param {string} [drawn]  the id of a wish that is drawn already
   */
  async #bet({ wager, amount }, drawn) {
    const id = drawn ?? newId();
    const { rank, button } = this.rack;
    if (!drawn) this.bets.wish(id, wager, amount);
    this.table.redraw();
    const answer = await this.table.ask({ say: "bet", wager, amount, round: this.round }, id);
    this.bets.answered(id, answer.ok);
    this.table.redraw();
    const node = this.felt.node(wager);
    if (!answer.ok && node) flyBack(node, button, amount, rank);
    return answer;
  }

  /**
   * @param {NewWish} wish
   * @param {string} id
   */
  async #answered(wish, id) {
    this.table.redraw();
    const answer = await this.table.ask(wish, id);
    this.bets.answered(id, answer.ok);
    this.table.redraw();
    return answer;
  }

  /**
   * @param {NewWish} wish
   * @param {string} id
   */
  async #ask(wish, id) {
    const answer = await this.#answered(wish, id);
    if (!answer.ok) this.status.say(answer.message ?? "", "refusal", "betting");
    else if (answer.notice) this.status.say(answer.notice, "notice", "betting");
    return answer;
  }
}

/**
 * What undoes it.
 * @param {Stake} stake
 * @returns {Stake}
 */
function opposite({ wager, amount, from }) {
  return from ? { wager: from, amount, from: wager } : { wager, amount: -amount };
}

/** @param {Stake[]} stakes */
function sum(stakes) {
  return stakes.reduce((total, { amount }) => total + amount, 0);
}

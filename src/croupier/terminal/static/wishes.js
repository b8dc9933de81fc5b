// @ts-check
/** The wishes about chips: what the player asks the table to do with bets, and what is said about the answers. */
import { flyBack } from "./chips.js";
import { byId } from "./dom.js";
import { InsertSheet } from "./insert.js";
import { newId } from "./link.js";
import { endModes } from "./modes.js";
import { dollars } from "./money.js";

/** @typedef {import("./bets.js").Stake} Stake */
/** @typedef {import("./types.d.ts").Replied} Replied */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

/**
 * The table as the player's hands know it.
 * @typedef {object} Table
 * @property {() => Drawn | null} drawn
 * @property {() => Drawn["mine"] | null} held  the player's money and bets before a result that is under way
 * @property {() => boolean} live  whether it hears what the player does
 * @property {() => boolean} betting
 * @property {(wish: NewWish, id: string, by?: string) => Promise<import("./types.d.ts").Replied>} ask
 * @property {(cents: number) => Promise<boolean>} insert
 * @property {() => void} redraw
 * @property {() => void} staked  the player has made a bet
 */

const POOR = "insufficient-credit";

export class Wishes {
  /**
   * The bets that wait for money, in their round, and the credit with which they are made: the sheet is only in front of them, and
   * the money may be under way already.
   * @type {{ stakes: Stake[], round: number, enough: number } | null}
   */
  #waiting = null;

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
    this.sheet = new InsertSheet((cents) => this.#insert(cents), () => this.#waiting = null);
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
    if (!id && sum(stakes) > this.credit) return this.#askForMoney(stakes);
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
    if (poor.length) this.#askForMoney(poor);
    this.#tell(stakes.filter((_, at) => !isPoor(at)), answers.filter((_, at) => !isPoor(at)));
    return answers;
  }

  /**
   * @param {Stake} stake
   * @param {string} [id]
   */
  #sendOne({ wager, amount, from, by }, id) {
    if (from) return this.#move(from, wager, amount, amount);
    return amount < 0 ? this.#takeDown(wager, -amount) : this.#bet({ wager, amount, by }, id);
  }

  /**
   * Say what the table answered to wishes that were made together: each refusal once, and every notice with its wager. What was
   * refused while the terminal was away is told on return.
   * @param {{ wager: string }[]} stakes
   * @param {Replied[]} answers
   * @param {import("./status.js").Subject} about
   */
  #tell(stakes, answers, about = "betting") {
    const refused = answers.filter(({ ok, late }) => !ok && !late).map(({ message }) => message);
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
   * Bets that wait already are made together with these. What the credit covers was refused for its commission: that takes more.
   * @param {Stake[]} more
   */
  #askForMoney(more) {
    if (this.buyIn) return this.status.say(this.buyIn, "refusal", "betting");
    const stakes = [...this.#waiting?.stakes ?? [], ...more];
    this.#waiting = { stakes, round: this.round, enough: Math.max(sum(stakes), this.credit + 1) };
    this.sheet.open(this.#lack(stakes));
  }

  /** @param {Stake[]} stakes */
  #lack(stakes) {
    const lacking = sum(stakes) - this.credit;
    const why = lacking > 0 ? dollars(lacking) : "with its commission";
    return `Your bet of ${dollars(sum(stakes))} is ${why} more than your credit. It is made when the money is in.`;
  }

  /**
   * Put money in. If that is enough, the sheet goes: the table may tell the money later than the slot says that it is in.
   * @param {number} cents
   */
  async #insert(cents) {
    const [waiting, credit] = [this.#waiting, this.credit];
    const isIn = await this.table.insert(cents);
    if (isIn && waiting && waiting === this.#waiting && credit + cents >= waiting.enough) this.sheet.close();
  }

  /** The credit has changed: make the bets that wait, once it is enough. The sheet says what they lack still. */
  #follow() {
    if (!this.#waiting || !this.table.betting()) return;
    const { stakes, enough } = this.#waiting;
    if (this.credit < enough) return this.sheet.say(this.#lack(stakes));
    this.#dropWaiting();
    this.place(stakes);
  }

  /** Nothing waits for money any longer. */
  #dropWaiting() {
    this.#waiting = null;
    this.sheet.close();
  }

  /** A bet waits for money only as long as its round takes bets. Then the sheet is in the way of the dice. */
  expire() {
    if (!this.#waiting || (this.table.betting() && this.round === this.#waiting.round)) return this.#follow();
    this.#dropWaiting();
    const why = this.table.live() ? "Betting closed" : "The connection was lost";
    this.status.say(`${why} before your credit was enough: your bet was not made.`, "notice");
  }

  /**
   * @param {Stake} stake
   * @param {string} [drawn]  the id of a wish that is drawn already
   */
  async #bet({ wager, amount, by }, drawn) {
    const id = drawn ?? newId();
    const { rank, button } = this.rack;
    if (!drawn) this.bets.wish(id, wager, amount);
    this.table.redraw();
    const answer = await this.table.ask({ say: "bet", wager, amount, round: this.round }, id, by);
    this.#settle(id, answer);
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
    this.#settle(id, answer);
    return answer;
  }

  /**
   * A wish was answered. The stake of one that was refused is credit again.
   * @param {string} id
   * @param {Replied} answer
   */
  #settle(id, { ok }) {
    this.bets.answered(id, ok);
    this.table.redraw();
    this.#follow();
  }

  /**
   * @param {NewWish} wish
   * @param {string} id
   */
  async #ask(wish, id) {
    const answer = await this.#answered(wish, id);
    if (!answer.ok && !answer.late) this.status.say(answer.message ?? "", "refusal", "betting");
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

// @ts-check
/** A table on the staff page: follows it live, asks what the person may do now, and gives the orders. */
import { ServerTime } from "./clock.js";
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { Acted } from "./staff-acted.js";
import { ActionKeys } from "./staff-actions.js";
import { ask, Refused, sentence } from "./staff-api.js";
import { Asking } from "./staff-asking.js";
import { CallerList } from "./staff-callers.js";
import { byMeasure, givenWords, labelOf, titleOf } from "./staff-catalogue.js";
import { tick } from "./staff-clock.js";
import { hush, tell } from "./staff-dialog.js";
import { StaffFelt } from "./staff-felt.js";
import { unready } from "./staff-keys.js";
import { learn } from "./staff-learning.js";
import { StaffLink } from "./staff-link.js";
import { meantFor, OrderDialog } from "./staff-order.js";
import { Outbox, UNKNOWN } from "./staff-outbox.js";
import { ownForm } from "./staff-own-forms.js";
import { Payments } from "./staff-payments.js";
import { pointAt } from "./staff-finder.js";
import { PostedSigns } from "./staff-posted.js";
import { SessionCheck } from "./staff-session.js";
import { ShortBetKeys } from "./staff-short-bets.js";
import { TableBoard } from "./staff-table.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").ActionsNow} ActionsNow */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff.d.ts").ToldEvent} ToldEvent */

const RETRY = 2000;

export class TableDesk {
  table;
  /** What is to be brought before the eye, once the page has it. */
  #wanted = "";
  #me;
  #acted = new Acted();
  #failed;
  #time = new ServerTime();
  /** @type {Map<string, string>} */
  #wagers = new Map();
  /** @type {Map<string, OrderSchema>} */
  #schemas = new Map();
  /** @type {StaffView | null} */
  #view = null;
  #retry = 0;
  /** The round for which the keys were drawn. */
  #round = 0;
  /** @type {Action[]} */
  #actions = [];
  /** Whether a dialog waits for the keys as they are now. */
  #choosing = false;
  #ending = new AbortController();
  #session = new SessionCheck((error) => this.#page(error));

  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {string} me  who is signed in
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, table, me, failed) {
    this.table = table;
    this.#root = root;
    this.#me = me;
    this.#failed = failed;
    /** @type {import("./staff-keys.js").Give} */
    const giveForm = (action, form, more) =>
      this.#give(action, { type: action.order, ...form.values, ...more }, givenWords(action.order, form));
    /** @type {import("./staff-keys.js").Choose} */
    const choose = (action, known) => this.#choose(action, known);
    this.#shortKeys = new ShortBetKeys(giveForm, choose);
    this.#callers = new CallerList(giveForm, choose);
    this.#board = new TableBoard(
      this.#time,
      this.#wagers,
      this.#shortKeys,
      (action, round) => choose(action, { round }),
    );
    this.#outbox = new Outbox(table);
    this.#felt = new StaffFelt((order, words, { round = this.#view?.round.number ?? null, instead } = {}) =>
      this.#send(order, { round, words }, instead && ((stake) => instead(stake, round)))
    );
    this.#payments = new Payments(table, this.#wagers, () => this.#felt.pay(this.#payments?.left ?? []));
    this.#signs = new PostedSigns(
      this.#time,
      (command) => this.#send(command, { round: null }).then(() => this.#asking.redrawn()),
    );
    this.#keys = new ActionKeys(this.#schemas, giveForm, choose, this.#signs.root);
    this.#asking = new Asking(table, (now) => this.#allow(now), (error) => this.#refused(error));
    this.#dialog = new OrderDialog(
      table,
      this.#outbox,
      (words, answer) => this.#done(words, answer),
      (error) => this.#page(error),
    );
    const { strip, seats, files, events } = this.#board;
    const dealing = html("div", { class: "dealing" }, this.#keys.calls, this.#payments.root);
    root.replaceChildren(
      html("div", { class: "column" }, strip, this.#callers.root, this.#felt.root, seats, files, events),
      html("div", { class: "column" }, dealing, this.#keys.off, this.#keys.orders),
      this.#acted.root,
    );
    const { signal } = this.#ending;
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#asking.touch(), { signal });
    this.#clock = setInterval(() => this.#tick(), 1000);
    this.#start();
  }

  async #start() {
    try {
      const info = await learn(this.table, this.#schemas, this.#wagers);
      if (info && !this.#ending.signal.aborted) this.#felt.show(info);
    } catch (error) {
      if (this.#ending.signal.aborted || this.#page(error)) return;
      tell(sentence(error), "refusal");
      if (error instanceof Refused && !error.status) this.#retry = setTimeout(() => this.#start(), RETRY);
      return;
    }
    if (this.#ending.signal.aborted) return;
    this.#link = new StaffLink(
      this.table,
      (view, events) => this.#hear(view, events),
      (online) =>
        this.#failed(
          online ? null : new Refused(0, { error: "", message: "The table is out of reach. Reconnecting …" }),
        ),
      () => this.#session.look(),
    );
  }

  /**
   * Go on with a form that was being filled in when the console locked.
   * @param {TableDesk} before  the same table, as it was shown then
   * @param {HTMLElement} form
   */
  resume(before, form) {
    this.#dialog = before.#dialog;
    this.#dialog.resume(form, this.#outbox, (words, answer) => this.#done(words, answer));
  }

  /**
   * Bring the first of some orders or parts of the page before the eye that is there.
   * @param {string} names
   */
  point(names) {
    this.#wanted = names;
    if (this.#actions.length && !this.#asking.isOld) this.#reach(); // else once the keys are renewed
  }

  #reach() {
    if (!this.#wanted) return;
    const { seats, files, events } = this.#board;
    const { calls, closing } = this.#keys;
    const parts = { seats, files, events, calls, closing, posted: this.#signs.root };
    pointAt(this.#root, this.#wanted.split(","), parts);
    this.#wanted = "";
  }

  close() {
    this.#ending.abort();
    this.#link?.close();
    this.#outbox.close();
    this.#dialog.close();
    clearInterval(this.#clock);
    clearTimeout(this.#retry);
    this.#asking.close();
    hush();
  }

  /**
   * @param {StaffView} view
   * @param {ToldEvent[]} events
   */
  #hear(view, events) {
    const isFirst = this.#view === null;
    const dealt = this.#deals; // whoever is relieved is told by whom
    this.#view = view;
    this.#time.sync(view.now);
    this.#board.draw(view);
    this.#callers.draw(view);
    this.#felt.draw(view);
    this.#payments.draw(view, this.#me);
    this.#signs.draw(view);
    this.#dialog.moved(view.number);
    if (events.length) {
      this.#board.tell(events);
      this.#felt.hear(events);
      if (dealt || this.#deals) this.#acted.hear(events, this.#me);
    }
    if (isFirst && view.kind !== "public") this.#readEvents();
    this.#asking.soon();
  }

  get #deals() {
    return this.#view?.crew.dealer?.name === this.#me;
  }

  #tick() {
    const ended = [this.#board.tick(), tick(this.#keys.orders, this.#time.now), this.#signs.tick()];
    if (ended.includes(true)) this.#asking.ended();
    else if (this.#view) this.#asking.tick();
  }

  async #readEvents() {
    const path = `/tables/${encodeURIComponent(this.table)}/events`;
    const events = /** @type {ToldEvent[] | null} */ (await ask("GET", path).catch(() => null));
    if (this.#ending.signal.aborted) return;
    if (events) this.#board.tell(events);
    else this.#retry = setTimeout(() => this.#readEvents(), RETRY);
  }

  /**
   * Draw what the person may do now.
   * @param {ActionsNow} now
   * @returns {boolean}  whether the table has changed since
   */
  #allow(now) {
    [this.#round, this.#actions] = [now.round, now.actions];
    const { crew, dice, closing } = this.#view ?? {};
    const isDealt = !crew || crew.automatic || (crew.dealer !== null && !crew.gone);
    this.#keys.draw(now, this.#deals, dice, isDealt, !closing);
    this.#felt.allow(now.actions);
    this.#shortKeys.allow(now.actions);
    this.#callers.allow(now.actions);
    this.#board.allow();
    this.#board.results.allow(now.actions);
    this.#signs.allow(now.actions);
    tick(this.#keys.orders, this.#time.now);
    this.#reach();
    return this.#view !== null && now.number < this.#view.number;
  }

  /**
   * Give an order by its key. The key takes no second touch before the page knows what the first one did.
   * @param {Action} action
   * @param {Record<string, unknown>} command
   * @param {string} words  the order
   */
  async #give(action, command, words) {
    const question = this.#payments.question(action.order);
    if (question) {
      tell(question, "notice");
      return unready();
    }
    const carriedOut = this.#felt.follow(command);
    if (await this.#send(command, { round: meantFor(action, command, this.#round), words })) carriedOut();
    await this.#asking.redrawn();
  }

  /**
   * Send an order, and say what became of it.
   * @param {Record<string, unknown>} command
   * @param {import("./staff-outbox.js").How} how
   * @param {(stake: number) => unknown} [instead]  gives it with the stake that a refusal offers
   * @returns {Promise<boolean>}  whether it was carried out
   */
  async #send(command, how, instead) {
    try {
      this.#done(how.words ?? labelOf(String(command.type)), await this.#outbox.send(command, how));
      return true;
    } catch (error) {
      this.#refused(error, instead);
      this.#asking.soon();
      return false;
    }
  }

  /**
   * @param {Action} action
   * @param {import("./staff-order.js").Known} [known]
   */
  async #choose(action, known) {
    if (this.#choosing) return;
    this.#choosing = true;
    const now = this.#asking.isOld ? await this.#renewed(action) : action;
    this.#choosing = false;
    const schema = this.#schemas.get(action.order);
    if (!schema || !this.#view || this.#ending.signal.aborted) return;
    if (!now.open) return tell(now.why_not, "refusal");
    const own = ownForm(action.order, schema, this.#view, () => this.#time.now);
    const { tray } = this.#view;
    const filled = filledBefore(action.order, this.#view, this.#felt.stake);
    this.#dialog.open(now, schema, this.#round, this.#wagers, { seat: this.#felt.seat, tray, filled, ...known, own });
  }

  /**
   * An order as it is open now. One of whose forms only some are meant stays as it is.
   * @param {Action} action
   */
  async #renewed(action) {
    const find = () => this.#actions.flatMap(byMeasure).find((each) => titleOf(each) === titleOf(action));
    const isWhole = find()?.forms.length === action.forms.length;
    await this.#asking.redrawn();
    return (isWhole && find()) || action;
  }

  /**
   * @param {string} words  the order
   * @param {import("./staff-outbox.js").Answer} answer
   */
  #done(words, { notice, isLate }) {
    const became = isLate ? "it was carried out" : "done";
    tell([`${words}: ${became}.`, notice].filter(Boolean).join(" "), notice || isLate ? "notice" : "");
    this.#asking.soon();
  }

  /**
   * @param {unknown} error
   * @param {(stake: number) => unknown} [instead]
   */
  #refused(error, instead) {
    const isUnknown = error instanceof Refused && error.error === UNKNOWN;
    const isOfPage = this.#page(error);
    const stake = error instanceof Refused ? error.stake : undefined;
    const offer = instead && stake ? { words: `Bet ${dollars(stake)}`, act: () => instead(stake) } : undefined;
    if (!isOfPage || isUnknown) tell(sentence(error), "refusal", isUnknown, offer);
  }

  /**
   * A refusal that concerns the whole page: nobody is signed in, the console is locked, the server is away.
   * @param {unknown} error
   */
  #page(error) {
    if (!(error instanceof Refused)) throw error;
    return error.status !== 0 && this.#failed(error);
  }

  #root;
  #board;
  #callers;
  #shortKeys;
  #outbox;
  #felt;
  #payments;
  #signs;
  #keys;
  #asking;
  #dialog;
  #clock;
  /** @type {StaffLink | null} */
  #link = null;
}

/**
 * What is filled in before a person types: a name for a player who gives none, and the chips in hand as what a player buys in for.
 * @param {string} order
 * @param {StaffView} view
 * @param {number} stake  in hand
 * @returns {Record<string, string>}
 */
function filledBefore(order, { unused_name: seat = "" }, stake) {
  const amount = stake ? (stake / 100).toFixed(2) : "";
  if (order === "TakeSeat") return { seat, chips: amount };
  return order === "InsertMoney" ? { amount } : {};
}

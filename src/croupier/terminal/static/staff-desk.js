// @ts-check
/** A table on the staff page: follows it live, asks what the person may do now, and gives the orders. */
import { ServerTime } from "./clock.js";
import { html } from "./dom.js";
import { ActionKeys } from "./staff-actions.js";
import { ask, Refused, sentence } from "./staff-api.js";
import { labelOf } from "./staff-catalogue.js";
import { tell } from "./staff-dialog.js";
import { StaffFelt } from "./staff-felt.js";
import { unready } from "./staff-keys.js";
import { StaffLink } from "./staff-link.js";
import { meantFor, OrderDialog } from "./staff-order.js";
import { Outbox } from "./staff-outbox.js";
import { Payments } from "./staff-payments.js";
import { PostedSigns } from "./staff-posted.js";
import { freeFields } from "./staff-schema.js";
import { ShortBetKeys } from "./staff-short-bets.js";
import { changesSign, SignForm } from "./staff-sign.js";
import { TableBoard } from "./staff-table.js";
import { load } from "./unpack.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").ActionsNow} ActionsNow */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff.d.ts").ToldEvent} ToldEvent */

/** Milliseconds between a change and the question what may be done now. */
const PAUSE = 150;
/** A person who has touched nothing for so long is away. The page asks nothing more, so that the console can lock. */
const AWAY = 60_000;
/** Some orders open with time alone, such as a change that a sign has announced long enough. */
const ASK_AGAIN = 10_000;
const RETRY = 2000;

export class TableDesk {
  #table;
  #failed;
  #time = new ServerTime();
  /** @type {Map<string, string>} */
  #wagers = new Map();
  /** @type {Map<string, OrderSchema>} */
  #schemas = new Map();
  /** @type {StaffView | null} */
  #view = null;
  #asked = 0;
  #answered = 0;
  #touched = performance.now();
  #isStale = false;
  /** The round for which the keys were drawn. */
  #round = 0;
  /** Who waits until the keys say what may be done now. @type {(() => void)[]} */
  #redrawn = [];
  #ending = new AbortController();
  #isCheckingSession = false;

  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, table, failed) {
    this.#table = table;
    this.#failed = failed;
    const giveForm = (
      /** @type {Action} */ action,
      /** @type {import("./staff.d.ts").Form} */ form,
      /** @type {Record<string, unknown>} */ more = {},
    ) => this.#give(action, { type: action.order, ...form.values, ...more });
    const choose = (/** @type {Action} */ action) => this.#choose(action);
    this.#shortKeys = new ShortBetKeys(giveForm, choose);
    this.#board = new TableBoard(this.#time, this.#wagers, this.#shortKeys);
    this.#outbox = new Outbox(table, (order, notice) => this.#done(order, notice), (error) => {
      this.#refused(error);
      this.#askSoon();
    });
    this.#felt = new StaffFelt((command) => this.#outbox.send(command, this.#view?.round.number ?? null));
    this.#payments = new Payments(table, this.#wagers, () => this.#felt.pay(this.#payments?.left ?? []));
    this.#signs = new PostedSigns(this.#time, (command) => this.#outbox.send(command, null).then(() => this.#asking()));
    this.#keys = new ActionKeys(this.#schemas, giveForm, choose);
    this.#dialog = new OrderDialog(table, (order, notice) => this.#done(order, notice), (error) => this.#page(error));
    root.replaceChildren(
      html(
        "div",
        { class: "column" },
        this.#board.strip,
        this.#felt.root,
        this.#board.seats,
        this.#board.files,
        this.#board.events,
      ),
      html("div", { class: "column" }, this.#keys.calls, this.#payments.root, this.#signs.root, this.#keys.orders),
    );
    const { signal } = this.#ending;
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#touch(), { signal });
    this.#clock = setInterval(() => this.#tick(), 1000);
    this.#start();
  }

  async #start() {
    try {
      const [orders, info] = await Promise.all([
        /** @type {Promise<OrderSchema[]>} */ (ask("GET", "/orders")),
        load(this.#table).catch(() => null),
      ]);
      for (const each of orders) this.#schemas.set(each.order, each);
      for (const spot of info?.felt.screens.flatMap(({ spots }) => spots) ?? []) this.#wagers.set(spot.id, spot.title);
      if (info && !this.#ending.signal.aborted) this.#felt.show(info);
      await ask("GET", `/tables/${encodeURIComponent(this.#table)}`); // an unknown table has no socket that could say so
    } catch (error) {
      if (this.#ending.signal.aborted || this.#page(error)) return;
      tell(sentence(error), "refusal");
      if (error instanceof Refused && !error.status) this.#asked = setTimeout(() => this.#start(), RETRY);
      return;
    }
    this.#asked = 0;
    if (this.#ending.signal.aborted) return;
    this.#link = new StaffLink(
      this.#table,
      (view, events) => this.#hear(view, events),
      (online) =>
        this.#failed(
          online ? null : new Refused(0, { error: "", message: "The table is out of reach. Reconnecting …" }),
        ),
      () => this.#checkSession(),
    );
  }

  close() {
    this.#ending.abort();
    this.#link?.close();
    this.#dialog.close();
    clearInterval(this.#clock);
    clearTimeout(this.#asked);
    tell("");
  }

  /**
   * @param {StaffView} view
   * @param {ToldEvent[]} events
   */
  #hear(view, events) {
    const isFirst = this.#view === null;
    this.#view = view;
    this.#time.sync(view.now);
    this.#board.draw(view);
    this.#felt.draw(view);
    this.#payments.draw(view);
    this.#signs.draw(view);
    this.#dialog.moved(view.number);
    if (events.length) this.#board.tell(events);
    if (isFirst && view.kind !== "public") this.#readEvents();
    this.#askSoon();
  }

  #tick() {
    this.#board.tick();
    this.#signs.tick();
    if (this.#view && !document.hidden && performance.now() - this.#answered > ASK_AGAIN) this.#askSoon();
  }

  async #readEvents() {
    const path = `/tables/${encodeURIComponent(this.#table)}/events`;
    const events = /** @type {ToldEvent[] | null} */ (await ask("GET", path).catch(() => null));
    if (events) this.#board.tell(events);
  }

  /** Somebody is there: ask what was not asked while they were away. */
  #touch() {
    this.#touched = performance.now();
    if (this.#isStale) this.#askSoon();
  }

  #askSoon() {
    this.#isStale = performance.now() - this.#touched > AWAY;
    if (this.#isStale || this.#asked) return;
    this.#asked = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    try {
      const path = `/tables/${encodeURIComponent(this.#table)}/actions`;
      const now = /** @type {ActionsNow} */ (await ask("GET", path));
      this.#asked = 0;
      this.#answered = performance.now();
      if (this.#ending.signal.aborted) return;
      this.#round = now.round;
      this.#keys.draw(now, this.#view?.dice);
      this.#felt.allow(now.actions);
      this.#shortKeys.allow(now.actions);
      this.#board.allow();
      this.#signs.allow(now.actions);
      // Something happened while the answer was on its way.
      if (this.#view && now.number < this.#view.number) return this.#askSoon();
    } catch (error) {
      this.#asked = 0;
      if (!this.#ending.signal.aborted) this.#refused(error);
    }
    for (const redrawn of this.#redrawn.splice(0)) redrawn();
  }

  /**
   * Give an order by its key. The key takes no second touch before the page knows what the first one did.
   * @param {Action} action
   * @param {Record<string, unknown>} command
   */
  async #give(action, command) {
    const question = this.#payments.question(action.order);
    if (question) {
      tell(question, "notice");
      return unready();
    }
    await this.#outbox.send(command, meantFor(action, command, this.#round));
    await this.#asking();
  }

  /** @returns {Promise<void>}  until the keys are drawn anew */
  #asking() {
    return new Promise((redrawn) => {
      this.#redrawn.push(redrawn);
      this.#askSoon();
    });
  }

  /** @param {Action} action */
  #choose(action) {
    const schema = this.#schemas.get(action.order);
    if (!schema || !this.#view) return;
    const isSign = changesSign(freeFields(action.order, schema.schema, []));
    const sign = isSign ? new SignForm(action.order, this.#view, () => this.#time.now) : undefined;
    this.#dialog.open(action, schema, this.#round, this.#wagers, sign);
  }

  /**
   * @param {string} order
   * @param {string} notice
   */
  #done(order, notice) {
    tell(notice ? `${labelOf(order)}: done. ${notice}` : `${labelOf(order)}: done.`, notice ? "notice" : "");
    this.#askSoon();
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!this.#page(error)) tell(sentence(error), "refusal");
  }

  /**
   * A refusal that concerns the whole page: nobody is signed in, the console is locked, the server is away.
   * @param {unknown} error
   */
  #page(error) {
    if (!(error instanceof Refused)) throw error;
    return error.status !== 0 && this.#failed(error);
  }

  /** The server has ended the connection. Perhaps the person is signed out, or the console is locked. */
  async #checkSession() {
    if (this.#isCheckingSession) return;
    this.#isCheckingSession = true;
    try {
      const me = /** @type {import("./staff.d.ts").Me} */ (await ask("GET", "/session"));
      if (me.locked) this.#page(new Refused(423, { error: "console-locked", message: "" }));
    } catch (error) {
      this.#page(error);
    } finally {
      this.#isCheckingSession = false;
    }
  }

  #board;
  #shortKeys;
  #outbox;
  #felt;
  #payments;
  #signs;
  #keys;
  #dialog;
  #clock;
  /** @type {StaffLink | null} */
  #link = null;
}

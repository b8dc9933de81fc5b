// @ts-check
/** The clerk's own drawer, at the head of every page where cash is taken or paid. No amount of it is shown: counts are blind. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { askFor, choice, closeSent, line, reason, tell } from "./staff-dialog.js";
import { Listing, LIVE } from "./staff-listing.js";
import { pieces } from "./staff-pieces.js";
import { secondPerson } from "./staff-second.js";
import { amountOf } from "./staff-typed.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-chips.d.ts").CountDone} CountDone */
/** @typedef {import("./staff-chips.d.ts").CountRoomView} CountRoomView */
/** @typedef {import("./staff-chips.d.ts").DrawerView} DrawerView */

/** The notes that are counted, in cents. */
export const NOTES = [500, 1000, 2000, 5000, 10000];
/** The coins beside them, in a drawer. */
export const COINS = [5, 10, 20, 50, 100, 200];
/** @type {[string, string][]} */
const WAYS = [["in", "from the vault to the drawer"], ["out", "from the drawer to the vault"]];
const CLOSED = "Your drawer is closed. Count its opener first: before that you take and pay no cash.";
const BALANCES_FIRST =
  "An existing casino states its opening balances before the first count of a drawer (Count room): after it they are refused.";

export class OwnDrawer {
  root = html("section", { class: "drawer", "aria-label": "Your drawer", hidden: "" });
  #listing;
  /** What was drawn last. */
  #drawn = "";
  /** What comes before the first count of a drawer. */
  #before = "";
  #me;
  #failed;
  #cash;
  #changed;

  /**
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   * @param {HTMLButtonElement[]} [cash]  the keys of the page that take or pay cash
   * @param {() => void} [changed]  called when the drawer was counted
   */
  constructor(me, failed, cash = [], changed = () => {}) {
    this.#me = me;
    this.#failed = failed;
    this.#cash = cash;
    this.#changed = changed;
    this.#lock(true);
    this.#listing = new Listing(() => this.#refresh(), failed, { every: LIVE, isStamped: false });
  }

  close() {
    this.#listing.close();
  }

  async #refresh() {
    if (!this.#me.duties.includes("handle-money")) return;
    const { drawers, is_new } = /** @type {CountRoomView} */ (await ask("GET", "/cage/count-room"));
    const own = drawers.find(({ login }) => login === this.#me.login);
    const isOpen = own?.is_open ?? false;
    this.#before = is_new ? ` ${BALANCES_FIRST}` : "";
    const now = JSON.stringify([own, is_new]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.#lock(!isOpen);
    const count = (/** @type {boolean} */ isAgain) => () =>
      this.#count(this.#me.login, isAgain ? isOpen : !isOpen, isAgain);
    this.root.hidden = false;
    this.root.replaceChildren(
      html(
        "p",
        { "data-testid": "own-drawer" },
        own && isOpen ? `Your drawer is open since ${moment(own.at)}.` : `${CLOSED}${this.#before}`,
      ),
      html(
        "div",
        { class: "keys" },
        key("count-drawer", isOpen ? "Count the closer" : "Count the opener", count(false), isOpen ? "" : "main"),
        ...(own ? [key("recount-drawer", "Count it again", count(true))] : []),
        ...(isOpen ? [key("move-cash", "Move cash to or from the vault", () => this.#move())] : []),
      ),
    );
  }

  /** @param {boolean} isLocked */
  #lock(isLocked) {
    for (const each of this.#cash) {
      each.disabled = isLocked;
      each.title = isLocked ? CLOSED : "";
    }
  }

  /**
   * The keys for the drawer of somebody else, who may have gone home: its closer, or a count that was a mistake.
   * @param {DrawerView} drawer
   */
  keysFor({ login, clerk, is_open }) {
    const own = login === this.#me.login || !this.#me.duties.includes("handle-money");
    if (own) return [];
    const whose = ` of ${clerk}`;
    return [
      ...(is_open ? [key(`close-${login}`, "Count the closer", () => this.#count(login, false, false, whose))] : []),
      key(`recount-${login}`, "Count it again", () => this.#count(login, is_open, true, whose)),
    ];
  }

  /**
   * @param {string} clerk
   * @param {boolean} isOpener
   * @param {boolean} isAgain  whether its last count was a mistake
   * @param {string} [whose]
   */
  #count(clerk, isOpener, isAgain, whose = "") {
    const which = isOpener ? "opener" : "closer";
    const moved = isAgain ? [line("why", "Reason, if cash has moved since")] : [];
    const signs = secondPerson("Another person counts it, too, and signs");
    const entries = [pieces("notes", [...COINS, ...NOTES], "notes and coins"), ...moved, signs];
    const lead =
      `Count every note and coin, together with another person. You are told then what the books say.${this.#before}`;
    const title = `Count the ${which} of ${whose ? `the drawer${whose}` : "your drawer"}${isAgain ? " again" : ""}`;
    askFor({ title, lead, entries, key: "Enter the count" }, async ({ notes, why, second }) => {
      const order = isAgain
        ? { type: "RecountDrawer", clerk, notes, why: why || null }
        : { type: "CountDrawer", clerk, is_opener: isOpener, notes };
      const { count } = await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      tell(`The drawer${whose} has ${compared(count)}.`, count?.variance ? "refusal" : "notice");
      await this.#listing.refresh();
      this.#changed();
    }, this.#failed);
  }

  #move() {
    const entries = [
      choice("way", "Way", WAYS),
      line("amount", "Amount in dollars"),
      reason(),
      secondPerson("Another person sees it, too, and signs"),
    ];
    askFor({ title: "Move cash", entries, key: "Move it" }, async ({ way, amount: typed, why, second }) => {
      const amount = amountOf(typed);
      const order = { type: "MoveCash", amount, to_vault: way === "out", why };
      await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      tell(`${dollars(amount)} is moved ${WAYS.find(([each]) => each === way)?.[1]}.`);
      await this.#listing.refresh();
    }, this.#failed);
  }
}

/**
 * What was counted, and how it compares with the books.
 * @param {CountDone | null} count
 */
export function compared(count) {
  const counted = count?.counted ?? 0;
  if (count?.amount === null || count?.amount === undefined) return dollars(counted);
  const over = counted - count.amount;
  if (!over) return `${dollars(counted)}, as the books say`;
  const more = over > 0 ? "more" : "less";
  return `${dollars(counted)}, ${dollars(Math.abs(over))} ${more} than by the books: variance ${count.variance}`;
}

/**
 * @param {string} id
 * @param {string} words
 * @param {() => void} press
 * @param {string} [kind]
 */
export function key(id, words, press, kind = "") {
  const button = html("button", { type: "button", "data-testid": id, ...(kind ? { class: kind } : {}) }, words);
  button.addEventListener("click", press);
  return button;
}

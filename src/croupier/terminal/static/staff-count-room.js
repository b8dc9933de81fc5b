// @ts-check
/** The count room: two people count each box, neither sees the other's count or the books, and variances are explained. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { CageOrders } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { listed, rowsOf } from "./staff-chips.js";
import { askFor, choice, close, line, password, tell } from "./staff-dialog.js";
import { Listing } from "./staff-listing.js";
import { pieces } from "./staff-pieces.js";
import { amountOf } from "./staff-typed.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-chips.d.ts").BoxView} BoxView */
/** @typedef {import("./staff-chips.d.ts").CountDone} CountDone */
/** @typedef {import("./staff-chips.d.ts").CountRoomView} CountRoomView */
/** @typedef {import("./staff-chips.d.ts").Variance} Variance */

/** Milliseconds. */
const REFRESH = 3000;
/** The notes that are counted, in cents. */
const NOTES = [500, 1000, 2000, 5000, 10000];
/** The coins beside them, in the drawer of the cage. */
const COINS = [5, 10, 20, 50, 100, 200];

/** @type {[string, string][]} */
const WAYS = [["in", "from the vault to the drawer"], ["out", "from the drawer to the vault"]];

export class CountRoomPage {
  #boxes = html("tbody");
  #variances = html("tbody");
  #drawer = html("section", { class: "drawer", "aria-label": "Drawer of the cage" });
  #orders = new CageOrders();
  #drawn = "";
  #timer = 0;
  #me;
  #failed;
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#me = me;
    const day = html("button", { type: "button", "data-testid": "close-day" }, "Close the day");
    day.addEventListener("click", () => this.#closeDay());
    root.replaceChildren(
      html(
        "div",
        { class: "page-head" },
        html("h2", {}, "Count room"),
        ...(me.duties.includes("handle-money") ? [day] : []),
      ),
      cageTabs("count-room"),
      listed("Boxes", ["Box", "From", "Pulled", "Counted", "By the books", "Next step"], this.#boxes),
      this.#drawer,
      listed("Variances", ["Number", "Where", "Amount", "Found", "Explanation"], this.#variances),
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
    this.#timer = setInterval(() => document.hidden || this.#listing.refresh(), REFRESH);
  }

  close() {
    clearInterval(this.#timer);
    this.#listing.close();
    close();
  }

  async #refresh() {
    const view = /** @type {CountRoomView} */ (await ask("GET", "/cage/count-room"));
    const now = JSON.stringify([view.boxes, view.variances, view.drawer]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.#boxes.replaceChildren(...rowsOf(view.boxes.map((each) => this.#box(each)), 6));
    this.#drawer.replaceChildren(...this.#drawnDrawer(view));
    this.#variances.replaceChildren(...rowsOf(view.variances.map((each) => this.#variance(each)), 5));
    /** @type {HTMLElement | null} */ (this.#boxes.querySelector("button"))?.focus();
  }

  /** @param {BoxView} box */
  #box(box) {
    const { number, place, pulled, first, differed, amount, counted } = box;
    const count = html("button", { type: "button", class: "main", "data-testid": `count-${number}` }, "Count");
    count.addEventListener("click", () => this.#count(box));
    const pays = this.#me.duties.includes("handle-money");
    const waits = first === null ? "" : `${first} has counted; another person counts next.`;
    const again = differed && counted === null
      ? ` Counts differed ${differed === 1 ? "once" : `${differed} times`}.`
      : "";
    const mine = first !== null && first === this.#me.login;
    return [
      String(number),
      place,
      moment(pulled),
      counted === null ? `${waits}${again}` || "not yet" : dollars(counted),
      amount === null ? "" : dollars(amount),
      counted === null && pays && !mine ? count : "",
    ];
  }

  /** @param {BoxView} box */
  #count({ number, place }) {
    const entries = [pieces("notes", NOTES, "notes")];
    const lead = "Count every note. You are told what the books say once another person has counted the same.";
    askFor({ title: `Count box ${number} from ${place}`, lead, entries, key: "Enter the count" }, async ({ notes }) => {
      const { count } = await this.#orders.give({ type: "CountBox", box: number, notes });
      close();
      tell(verdict(number, count), count?.verdict === "differed" ? "refusal" : "notice");
      await this.#listing.refresh();
    }, this.#failed);
  }

  /**
   * The drawer, with what may be done next. Its amounts are not shown: every count is blind.
   * @param {CountRoomView} view
   */
  #drawnDrawer({ drawer }) {
    const isOpen = drawer?.is_open ?? false;
    const when = drawer
      ? `${isOpen ? "Open" : "Closed"} since ${moment(drawer.at)}, by ${drawer.by}.`
      : "Never counted.";
    const head = [html("h3", {}, "Drawer of the cage"), html("p", { class: "hint" }, when)];
    if (!this.#me.duties.includes("handle-money")) return head;
    const count = html(
      "button",
      { type: "button", "data-testid": "count-drawer" },
      `Count the ${isOpen ? "closer" : "opener"}`,
    );
    count.addEventListener("click", () => this.#countDrawer(!isOpen));
    const move = html("button", { type: "button", "data-testid": "move-cash" }, "Move cash to or from the vault");
    move.addEventListener("click", () => this.#moveCash());
    const again = html("button", { type: "button", "data-testid": "recount-drawer" }, "Count it again");
    again.addEventListener("click", () => this.#countDrawer(isOpen, true));
    const books = html("button", { type: "button", "data-testid": "open-balances" }, "Opening balances");
    books.addEventListener("click", () => this.#openBalances());
    return [...head, html("div", { class: "keys" }, count, ...(drawer ? [again] : [books]), move)];
  }

  /**
   * @param {boolean} isOpener
   * @param {boolean} [isAgain]  whether its last count was a mistake
   */
  #countDrawer(isOpener, isAgain = false) {
    const which = isOpener ? "opener" : "closer";
    const reason = isAgain ? [line("why", "Reason, if cash has moved since")] : [];
    const entries = [pieces("notes", [...COINS, ...NOTES], "notes and coins"), ...reason, ...secondPerson()];
    const lead = "Count every note and coin, together with another person. You are told then what the books say.";
    const title = `Count the ${which} of the drawer${isAgain ? " again" : ""}`;
    const form = { title, lead, entries, key: "Enter the count" };
    askFor(form, async ({ notes, why, login, password }) => {
      const order = isAgain
        ? { type: "RecountDrawer", notes, why: why || null }
        : { type: "CountDrawer", is_opener: isOpener, notes };
      const { count } = await this.#orders.give(order, { login, password });
      close();
      tell(`The drawer has ${compared(count)}.`, count?.variance ? "refusal" : "notice");
      await this.#listing.refresh();
    }, this.#failed);
  }

  /** What an existing casino has and owes, before the first business of this floor. */
  #openBalances() {
    const entries = [
      line("chips", "Chips that players have, in dollars"),
      line("vault", "Cash in the vault, in dollars"),
      line("accounts", "Accounts: patron and dollars, such as 1 200.00, 2 75.50"),
      ...secondPerson(),
    ];
    const lead = "Once, before the first business. A person with the duty settings signs, too.";
    const form = { title: "Opening balances", lead, entries, key: "Open the books" };
    askFor(form, async ({ chips, vault, accounts, login, password }) => {
      const amount = (/** @type {unknown} */ typed) => typed ? amountOf(typed) : 0;
      const stated = String(accounts).split(",").map((each) => each.trim().split(/\s+/)).filter(([patron]) => patron);
      const order = {
        type: "OpenBalances",
        chips_out: amount(chips),
        vault: amount(vault),
        accounts: Object.fromEntries(stated.map(([patron, typed]) => [patron, amountOf(typed ?? "")])),
      };
      await this.#orders.give(order, { login, password });
      close();
      tell("The books are opened.");
      await this.#listing.refresh();
    }, this.#failed);
  }

  #moveCash() {
    const way = choice("way", "Way", WAYS);
    const entries = [way, line("amount", "Amount in dollars"), line("why", "Reason"), ...secondPerson()];
    const form = { title: "Move cash", entries, key: "Move it" };
    askFor(form, async ({ way, amount: typed, why, login, password }) => {
      const amount = amountOf(typed);
      const order = { type: "MoveCash", amount, to_vault: way === "out", why };
      await this.#orders.give(order, { login, password });
      close();
      tell(`${dollars(amount)} is moved.`);
      await this.#listing.refresh();
    }, this.#failed);
  }

  /** @param {Variance} variance */
  #variance(variance) {
    const { number, place, what, amount, since, why } = variance;
    const explain = html("button", { type: "button", "data-testid": `explain-${number}` }, "Explain");
    explain.addEventListener("click", () => this.#explain(variance));
    const pays = this.#me.duties.includes("handle-money");
    const size = `${dollars(Math.abs(amount))} ${amount > 0 ? "too much" : "missing"}`;
    return [String(number), `${place}, ${what}`, size, moment(since), why ?? (pays ? explain : "not yet")];
  }

  #closeDay() {
    const entries = [line("day", "Gaming day, such as 2026-11-17"), ...secondPerson()];
    const lead =
      "Every box is counted, every variance explained, every closer counted. A supervisor or manager signs, too.";
    askFor({ title: "Close the day", lead, entries, key: "Close it" }, async ({ day, login, password }) => {
      await this.#orders.give({ type: "CloseDay", day }, { login, password });
      close();
      tell(`The gaming day ${day} is closed.`, "notice");
    }, this.#failed);
  }

  /** @param {Variance} variance */
  #explain({ number }) {
    const entries = [line("why", "Explanation"), ...secondPerson()];
    askFor({ title: `Explain variance ${number}`, entries, key: "Explain" }, async ({ why, login, password }) => {
      await this.#orders.give({ type: "ExplainVariance", variance: number, why }, { login, password });
      close();
      tell(`Variance ${number} is explained.`);
      await this.#listing.refresh();
    }, this.#failed);
  }
}

/**
 * @param {number} box
 * @param {CountDone | null} count
 */
function verdict(box, count) {
  if (!count || count.verdict === "first") return `Your count of box ${box} is entered. Another person counts it next.`;
  if (count.verdict === "differed") return `The two counts of box ${box} differ. Both count again.`;
  return `Box ${box} has ${compared(count)}.`;
}

/**
 * What was counted, and how it compares with the books.
 * @param {CountDone | null} count
 */
function compared(count) {
  const counted = count?.counted ?? 0;
  if (count?.amount === null || count?.amount === undefined) return dollars(counted);
  const over = counted - count.amount;
  if (!over) return `${dollars(counted)}, as the books say`;
  const more = over > 0 ? "more" : "less";
  return `${dollars(counted)}, ${dollars(Math.abs(over))} ${more} than by the books: variance ${count.variance}`;
}

/** Who signs, too. */
function secondPerson() {
  return [line("login", "Login of the second person"), password("password", "Password of the second person")];
}

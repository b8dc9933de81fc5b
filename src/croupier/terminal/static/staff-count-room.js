// @ts-check
/** The count room: two people count each box, neither sees the other's count or the books, and variances are explained. */
import { html } from "./dom.js";
import { dollars, typedCents } from "./money.js";
import { ask } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { listed, rowsOf } from "./staff-chips.js";
import { askFor, choice, close, closeSent, line, reason, tell } from "./staff-dialog.js";
import { compared, NOTES, OwnDrawer } from "./staff-drawer.js";
import { takeOverTickets } from "./staff-former-tickets.js";
import { Listing, LIVE } from "./staff-listing.js";
import { pieces } from "./staff-pieces.js";
import { secondPerson } from "./staff-second.js";
import { amountOf, Mistake } from "./staff-typed.js";
import { Vault } from "./staff-vault.js";
import { day as named, moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-chips.d.ts").BoxView} BoxView */
/** @typedef {import("./staff-chips.d.ts").CountDone} CountDone */
/** @typedef {import("./staff-chips.d.ts").CountRoomView} CountRoomView */
/** @typedef {import("./staff-chips.d.ts").DaysView} DaysView */
/** @typedef {import("./staff-chips.d.ts").DrawerView} DrawerView */
/** @typedef {import("./staff-chips.d.ts").Variance} Variance */

export class CountRoomPage {
  #boxes = html("tbody");
  #variances = html("tbody");
  #drawers = html("tbody");
  #chips = html("p", { "data-testid": "chips-counted" });
  /** @type {number[]} */
  #values = [];
  #books = html("button", { type: "button", "data-testid": "open-balances", hidden: "" }, "Opening balances");
  #former = html(
    "button",
    { type: "button", "data-testid": "former-tickets", hidden: "" },
    "Tickets of a former system",
  );
  #own;
  #drawn = "";
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
    day.addEventListener("click", () => this.#listing.attempt(() => this.#closeDay()));
    const reopen = html("button", { type: "button", "data-testid": "reopen-day" }, "Reopen the last day");
    reopen.addEventListener("click", () => this.#listing.attempt(() => this.#reopenDay()));
    this.#books.addEventListener("click", () => this.#openBalances());
    this.#former.addEventListener(
      "click",
      () => takeOverTickets(() => this.#listing.refresh(), this.#failed),
    );
    const vault = new Vault(() => this.#values, failed, () => this.#listing.refresh());
    this.#own = new OwnDrawer(me, failed, [], () => this.#listing.refresh());
    root.replaceChildren(
      html(
        "div",
        { class: "page-head" },
        html("h2", {}, "Count room"),
        ...(me.duties.includes("handle-money") ? [this.#former, this.#books, ...vault.keys, day, reopen] : []),
      ),
      cageTabs("count-room"),
      this.#own.root,
      listed("Boxes", ["Box", "From", "Pulled", "Counted", "By the books", "Next step"], this.#boxes),
      listed("Drawers", ["Clerk", "State", "Last count", "Next step"], this.#drawers),
      html(
        "section",
        { "aria-label": "Chips of the cage" },
        html("h3", {}, "Chips of the cage"),
        this.#chips,
        html("p", { class: "keys" }, ...(me.duties.includes("handle-money") ? vault.chipKeys : [])),
      ),
      listed("Variances", ["Number", "Where", "Amount", "Found", "Explanation"], this.#variances),
    );
    this.#listing = new Listing(() => this.#refresh(), failed, { every: LIVE });
  }

  close() {
    this.#listing.close();
    this.#own.close();
    close();
  }

  async #refresh() {
    const view = /** @type {CountRoomView} */ (await ask("GET", "/cage/count-room"));
    this.#values = view.chips;
    const now = JSON.stringify([view.boxes, view.variances, view.drawers, view.chips_counted, view.is_new]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const at = document.activeElement?.getAttribute("data-testid") ?? "";
    this.#boxes.replaceChildren(...rowsOf(view.boxes.map((each) => this.#box(each)), 6));
    this.#drawers.replaceChildren(...rowsOf(view.drawers.map((each) => this.#drawer(each)), 4));
    this.#chips.textContent = view.chips_counted === null
      ? "They were never counted."
      : `They were last counted ${moment(view.chips_counted)}.`;
    this.#former.hidden = this.#books.hidden = !view.is_new;
    this.#variances.replaceChildren(...rowsOf(view.variances.map((each) => this.#variance(each)), 5));
    // Whoever is at a key stays there, and whoever is at none goes on with the next box.
    const isAway = document.activeElement === document.body;
    const next = isAway &&
      (at && document.querySelector(`[data-testid="${CSS.escape(at)}"]`) || this.#boxes.querySelector("button"));
    if (next instanceof HTMLElement) next.focus();
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
      const { count } = await giveAtCage({ type: "CountBox", box: number, notes });
      closeSent();
      tell(verdict(number, count), count?.verdict === "differed" ? "refusal" : "notice");
      await this.#listing.refresh();
    }, this.#failed);
  }

  /**
   * Every drawer that was ever counted. Amounts are not shown: every count is blind.
   * @param {DrawerView} drawer
   */
  #drawer(drawer) {
    const { clerk, is_open, at, by } = drawer;
    const keys = html("span", { class: "keys" }, ...this.#own.keysFor(drawer));
    return [clerk, is_open ? "open" : "closed", `${moment(at)}, by ${by}`, keys];
  }

  /** What an existing casino has and owes, before the first business of this floor. */
  #openBalances() {
    const entries = [
      line("chips", "Chips that players have, in dollars"),
      line("vault", "Cash in the vault, in dollars"),
      accountList(),
      secondPerson(),
    ];
    const lead = "Once, before the first business. A person with the duty settings signs, too.";
    const form = { title: "Opening balances", lead, entries, key: "Open the books" };
    askFor(form, async ({ chips, vault, accounts, second }) => {
      const amount = (/** @type {unknown} */ typed) => typed ? amountOf(typed) : 0;
      const order = { type: "OpenBalances", chips_out: amount(chips), vault: amount(vault), accounts };
      await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      tell("The books are opened.");
      await this.#listing.refresh();
    }, this.#failed);
  }

  /** @param {Variance} variance */
  #variance(variance) {
    const { number, place, what, amount, since, why } = variance;
    const explain = html("button", { type: "button", "data-testid": `explain-${number}` }, "Explain");
    explain.addEventListener("click", () => this.#explain(variance));
    const pays = this.#me.duties.includes("handle-money");
    return [String(number), `${place}, ${what}`, over(amount), moment(since), why ?? (pays ? explain : "not yet")];
  }

  /** The day is not typed: the floor says which one is next, and all that is missing. */
  async #closeDay() {
    const { today, next } = /** @type {DaysView} */ (await ask("GET", "/cage/days"));
    if (!this.#boxes.isConnected) return; // the page is closed
    if (!next) {
      return tell(
        `No day can be closed now: ${named(today)} has not ended, and those before it are closed.`,
        "refusal",
      );
    }
    const { day, covers, missing } = next;
    const name = named(day);
    if (missing.length) return tell(`Before the day ${name} is closed: ${missing.join("; ")}.`, "refusal");
    const more = covers.length ? ` With it: ${covers.map(named).join(", ")}, when no money moved.` : "";
    const lead = `Nothing is left to count or to explain.${more}`;
    const entries = [choice("day", "Gaming day", [[day, name]]), secondPerson("A supervisor or a manager signs, too")];
    askFor({ title: "Close the day", lead, entries, key: "Close it" }, async ({ second }) => {
      await giveAtCage({ type: "CloseDay", day }, /** @type {any} */ (second));
      closeSent();
      tell(`The gaming day ${name} is closed.`, "notice");
    }, this.#failed);
  }

  /** Undo the newest closing. */
  async #reopenDay() {
    const { closed: [last] } = /** @type {DaysView} */ (await ask("GET", "/cage/days"));
    if (!this.#boxes.isConnected) return; // the page is closed
    if (!last) return tell("No day is closed.", "refusal");
    const lead = `Closed ${
      moment(last.at)
    } by ${last.by.name} and ${last.second.name}. The line of that stays on record.`;
    const entries = [reason(), secondPerson("A supervisor or a manager signs, too")];
    askFor({ title: `Reopen the day ${named(last.day)}`, lead, entries, key: "Reopen it" }, async ({ why, second }) => {
      await giveAtCage({ type: "ReopenDay", day: last.day, why }, /** @type {any} */ (second));
      closeSent();
      tell(`The gaming day ${named(last.day)} is open again.`);
    }, this.#failed);
  }

  /** @param {Variance} variance */
  #explain({ number, place, what, amount }) {
    const entries = [reason("Explanation", "Say how it came about."), secondPerson()];
    const lead = `${place}, ${what}: ${over(amount)}.`;
    askFor({ title: `Explain variance ${number}`, lead, entries, key: "Explain" }, async ({ why, second }) => {
      const order = { type: "ExplainVariance", variance: number, amount, why };
      await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      tell(`Variance ${number} is explained.`);
      await this.#listing.refresh();
    }, this.#failed);
  }
}

/** What a count has found too much, or missing. @param {number} amount */
function over(amount) {
  return amount ? `${dollars(Math.abs(amount))} ${amount > 0 ? "too much" : "missing"}` : "none";
}

/** What is in the accounts, in one line. The list as it is understood, with its sum, stands below before anybody signs. */
function accountList() {
  const { name, root, read } = line("accounts", "Accounts: patron and dollars, such as 1 200.00, 2 75.50");
  root.querySelector("input")?.removeAttribute("maxlength"); // a list that is cut off would state other amounts
  const sum = html("p", { class: "hint", role: "status", "data-testid": "accounts-sum" });
  const accounts = () => accountsOf(String(read()));
  root.addEventListener("input", () => {
    try {
      const stated = accounts();
      const owed = [...stated.values()].reduce((all, each) => all + each, 0);
      const each = [...stated].map(([patron, amount]) => `patron ${patron} ${dollars(amount)}`).join(", ");
      sum.textContent = each && `${each}: altogether ${dollars(owed)}.`;
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      sum.textContent = error.message;
    }
  });
  root.append(sum);
  return { name, root, read: () => Object.fromEntries(accounts()) };
}

/**
 * The balances by patron. Each entry is two words, and nobody is in the list twice.
 * @param {string} typed
 */
function accountsOf(typed) {
  /** @type {Map<number, number>} */
  const stated = new Map();
  for (const entry of typed.split(",").map((each) => each.trim()).filter(Boolean)) {
    const [, patron, amount] = entry.match(/^(\d{1,9})\s+(\S+)$/) ?? [];
    const cents = amount && typedCents(amount);
    if (!cents) throw new Mistake(`"${entry}" is not a patron and an amount, such as 1 200.00.`);
    if (stated.has(Number(patron))) throw new Mistake(`"${entry}": patron ${Number(patron)} is in the list already.`);
    stated.set(Number(patron), cents);
  }
  return stated;
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

// @ts-check
/**
 * The chips in the dealer's hand. They stay chosen until the dealer changes them, so that a touch on a spot is a bet; and the
 * last bet can be undone.
 */
import { html } from "./dom.js";
import { dollars, printed } from "./money.js";
import { NEVER } from "./staff-catalogue.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {{ seat: string, wager: string, stake: number, words: string }} Placed  a bet that the table has taken */

export class Hand {
  root = html("div", { class: "hand-row" });
  #chips = html("div", { class: "chip-keys", role: "group", "aria-label": "Chips" });
  #holds = html("button", { type: "button", class: "holds", "data-testid": "in-hand" });
  #undo =
    /** @type {HTMLButtonElement} */ (html("button", { type: "button", class: "undo", "data-testid": "undo-bet" }));
  #tray = "";
  #stack = 0;
  #isUp = false;
  /** The bets of this round that were placed here, newest last. @type {Placed[]} */
  #placed = [];
  #round = 0;
  #seat = "";
  /** For whom the table takes bets now. @type {Set<unknown>} */
  #takes = new Set();
  /** The forms of "take down" that the table accepts now. @type {Action["forms"]} */
  #downs = [];
  #changed;

  /**
   * @param {() => void} changed
   * @param {(bet: Placed) => Promise<boolean>} undo  whether the bet came down
   */
  constructor(changed, undo) {
    this.#changed = changed;
    this.#holds.addEventListener("click", () => this.#take(this.#stack, !this.#isUp));
    this.#undo.addEventListener("click", async () => {
      const bet = this.#placed.pop();
      this.#draw();
      if (bet && !(await undo(bet))) this.placed(bet);
    });
    this.root.append(this.#chips, this.#holds, this.#undo);
    this.root.hidden = true;
    this.#draw();
  }

  /** The amount of the chips in hand; 0 if there are none. */
  get stake() {
    return this.#isUp ? this.#stack : 0;
  }

  /**
   * Offer the chips of the tray.
   * @param {number[]} tray  in cents
   */
  fill(tray) {
    if (this.#tray === tray.join()) return;
    this.#tray = tray.join();
    const keys = tray.map((cents) =>
      this.#chipKey(printed(cents), `Add ${dollars(cents)}`, () => this.stake + cents, String(cents))
    );
    this.#chips.replaceChildren(...keys, this.#chipKey("Clear", "Clear", () => 0, "0"));
  }

  /** Whether a touch on a spot bets the chips in hand: a player is chosen, and the table takes bets. */
  get bets() {
    return this.stake > 0 && this.#takes.has(this.#seat);
  }

  /** Who is acted for; empty if nobody. @param {string} seat */
  actFor(seat) {
    this.#seat = seat;
    this.#draw();
  }

  /** A bet can be undone in its round only. @param {number} round */
  turn(round) {
    if (round === this.#round) return;
    [this.#round, this.#placed] = [round, []];
    this.#draw();
  }

  /** @param {Action[]} actions */
  allow(actions) {
    const place = actions.find(({ order }) => order === "PlaceBet");
    this.root.hidden = !place || NEVER.has(place.reason);
    const formsOf = (/** @type {string} */ name) =>
      actions.find(({ order, open }) => open && order === name)?.forms ?? [];
    this.#downs = formsOf("TakeDown");
    this.#takes = new Set(formsOf("PlaceBet").map(({ values }) => values.seat));
    this.#draw();
  }

  /** The table has taken a bet. @param {Placed} bet */
  placed(bet) {
    this.#placed.push(bet);
    this.#draw();
  }

  /**
   * Nothing that was put there can be undone any more.
   * @param {string} seat
   * @param {string} wager
   */
  forget(seat, wager) {
    this.#placed = this.#placed.filter((bet) => bet.seat !== seat || bet.wager !== wager);
    this.#draw();
  }

  /**
   * @param {number} stack
   * @param {boolean} isUp
   */
  #take(stack, isUp) {
    [this.#stack, this.#isUp] = [stack, isUp && stack > 0];
    this.#draw();
    this.#changed();
  }

  #draw() {
    this.#holds.setAttribute("aria-pressed", String(this.#isUp));
    this.#holds.textContent = this.bets
      ? `${dollars(this.#stack)}: a touch bets it`
      : this.#isUp
      ? `${dollars(this.#stack)} in hand`
      : this.#stack
      ? `Take ${dollars(this.#stack)} in hand`
      : "No chips in hand";
    this.#holds.toggleAttribute("disabled", !this.#stack);
    const last = this.#placed.at(-1);
    const isOpen = this.#downs.some(({ values }) => values.seat === last?.seat && values.wager === last?.wager);
    this.#undo.textContent = last ? `Undo ${last.words}` : "Undo";
    this.#undo.title = last?.words ?? "";
    this.#undo.disabled = !isOpen;
  }

  /**
   * @param {string} words
   * @param {string} name
   * @param {() => number} stack
   * @param {string} id
   */
  #chipKey(words, name, stack, id) {
    const key = html("button", { type: "button", "aria-label": name, "data-chip": id }, words);
    key.addEventListener("click", () => this.#take(stack(), true));
    return key;
  }
}

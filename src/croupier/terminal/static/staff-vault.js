// @ts-check
/**
 * The vault and the chips of the cage: two people count each. Cash goes to the bank or comes from there, chips come into use or
 * go out of it. No amount of either is shown: counts are blind.
 */
import { dollars } from "./money.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { askFor, choice, closeSent, line, reason, tell } from "./staff-dialog.js";
import { COINS, compared, key, NOTES } from "./staff-drawer.js";
import { inWords, pieces, worth } from "./staff-pieces.js";
import { secondPerson } from "./staff-second.js";
import { amountOf } from "./staff-typed.js";

/** @type {[string, string][]} */
const WAYS = [["in", "from the bank to the vault"], ["out", "from the vault to the bank"]];
/** @type {[string, string][]} */
const CHIP_WAYS = [["in", "new chips come to the cage"], ["out", "chips of the cage go out of use"]];

export class Vault {
  keys = [
    key("count-vault", "Count the vault", () => this.#count()),
    key("exchange-with-bank", "Cash to or from the bank", () => this.#exchange()),
  ];
  chipKeys = [
    key("count-chips", "Count the chips", () => this.#countChips()),
    key("restock-chips", "New or old chips", () => this.#restock()),
  ];
  #values;
  #failed;
  #changed;

  /**
   * @param {() => number[]} values  of the chips of the house, in cents
   * @param {(error: unknown) => boolean} failed
   * @param {() => Promise<unknown>} changed  called when the vault or the chips were counted
   */
  constructor(values, failed, changed) {
    this.#values = values;
    this.#failed = failed;
    this.#changed = changed;
  }

  #count() {
    const lead = "Count every note and coin, together with another person. You are told then what the books say.";
    const signs = secondPerson("A supervisor or a manager counts it, too, and signs");
    const entries = [pieces("notes", [...COINS, ...NOTES], "notes and coins"), signs];
    askFor({ title: "Count the vault", lead, entries, key: "Enter the count" }, async ({ notes, second }) => {
      const { count } = await giveAtCage({ type: "CountVault", notes }, /** @type {any} */ (second));
      closeSent();
      tell(`The vault has ${compared(count)}.`, count?.variance ? "refusal" : "notice");
      await this.#changed();
    }, this.#failed);
  }

  #countChips() {
    const lead =
      "Count every value chip that is at the cage, in the drawers and in the vault, together with another person. Wait until no fill or credit is on its way.";
    const signs = secondPerson("A supervisor or a manager counts them, too, and signs");
    const entries = [pieces("chips", this.#values(), "chips"), signs];
    askFor({ title: "Count the chips", lead, entries, key: "Enter the count" }, async ({ chips, second }) => {
      const { count } = await giveAtCage({ type: "CountChips", chips }, /** @type {any} */ (second));
      closeSent();
      tell(`The cage has chips for ${compared(count)}.`, count?.variance ? "refusal" : "notice");
      await this.#changed();
    }, this.#failed);
  }

  #restock() {
    const entries = [
      choice("way", "What", CHIP_WAYS),
      pieces("chips", this.#values(), "chips"),
      line("why", "Reason"),
      secondPerson("A supervisor or a manager counts them, too, and signs"),
    ];
    askFor({ title: "New or old chips", entries, key: "Enter it" }, async ({ way, chips, why, second }) => {
      const order = { type: "RestockChips", chips, to_cage: way === "in", why };
      await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      const counted = /** @type {Record<string, number>} */ (chips);
      tell(`${CHIP_WAYS.find(([each]) => each === way)?.[1]}: ${inWords(counted)}, ${dollars(worth(counted))}.`);
    }, this.#failed);
  }

  #exchange() {
    const entries = [
      choice("way", "Way", WAYS),
      line("amount", "Amount in dollars"),
      reason(),
      secondPerson("A supervisor or a manager counts it, too, and signs"),
    ];
    const form = { title: "Cash to or from the bank", entries, key: "Enter it" };
    askFor(form, async ({ way, amount: typed, why, second }) => {
      const amount = amountOf(typed);
      const order = { type: "ExchangeWithBank", amount, to_bank: way === "out", why };
      await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      tell(`${dollars(amount)} went ${WAYS.find(([each]) => each === way)?.[1]}.`);
    }, this.#failed);
  }
}

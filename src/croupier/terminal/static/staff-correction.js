// @ts-check
/** Which outcome a round should have: the round, and its dice as they lay. It stands in the dialog where other orders list their forms. */
import { arrange, html } from "./dom.js";
import { formOf, isDice } from "./staff-choice.js";
import { DiceEntry } from "./staff-dice-entry.js";

/** @typedef {import("./staff.d.ts").Form} Form */

/**
 * Whether these forms are rounds with every outcome of some dice.
 * @param {Form[]} forms
 */
export function areOutcomes(forms) {
  return forms.length > 1 &&
    forms.every(({ values }) => "round" in values && !("why" in values) && isDice(String(values.outcome ?? "")));
}

export class OutcomeChoice {
  /** @type {Form | null} */
  chosen = null;
  root = html("fieldset", { class: "forms", "data-testid": "outcome-choice" });
  #keys = html("div", { class: "round-keys" });
  #now = html("p", { class: "hint", role: "status" });
  #dice = new DiceEntry(() => this.#entered());
  /** Any round by its number. The table says whether it can be corrected. */
  #number = /** @type {HTMLInputElement} */ (html("input", {
    id: "round-number",
    class: "amount",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "9",
  }));
  #round;
  #forms;

  /**
   * @param {Form[]} forms
   * @param {number} round  the one that was touched; 0 if none was
   */
  constructor(forms, round) {
    this.#forms = forms;
    const rounds = [...new Set(forms.map(({ values }) => Number(values.round)))];
    this.#round = round || (rounds.length === 1 ? rounds[0] : 0);
    if (this.#round) this.#number.value = String(this.#round);
    arrange(this.#keys, rounds.map((each) => this.#roundKey(each)));
    this.#number.addEventListener("input", () => {
      this.#round = /^\s*\d+\s*$/.test(this.#number.value) ? Number(this.#number.value) : 0;
      this.#entered();
    });
    this.root.append(
      html("legend", {}, "Round, and its dice as they lay"),
      this.#keys,
      html("div", { class: "field" }, html("label", { for: this.#number.id }, "Round number"), this.#number),
      this.#dice.root,
      this.#now,
    );
    this.root.addEventListener("keydown", (event) => event.target === this.#number || this.#dice.press(event));
    this.#dice.draw(String(forms[0].values.outcome).split("-").length);
    this.#entered();
  }

  focus() {
    if (this.#round) this.#dice.focus();
    else this.#keys.querySelector("button")?.focus();
  }

  /** @param {number} round */
  #roundKey(round) {
    // The words of a form begin with the round and what was entered for it: "round 3 (2-4)".
    const words = this.#forms.find(({ values }) => values.round === round)?.words.split(", ")[0] ?? `round ${round}`;
    const key = html("button", { type: "button", "data-round": String(round) }, words);
    key.addEventListener("click", () => {
      this.#round = round;
      this.#number.value = String(round);
      this.#entered();
    });
    return key;
  }

  #entered() {
    for (const key of this.#keys.children) {
      key.setAttribute("aria-pressed", String(Number(key.getAttribute("data-round")) === this.#round));
    }
    const complete = this.#round > 0 && this.#dice.faces !== "" && !this.#dice.left;
    this.chosen = complete ? this.#meant() : null;
    this.#now.textContent = !this.#round
      ? "Choose the round."
      : this.chosen
      ? `Round ${this.#round} should be ${this.chosen.words}.`
      : complete
      ? "That is what was entered."
      : "Enter the dice as they lay.";
  }

  /** The form of this round with these dice. Of a round that is not listed only the table knows what was entered. */
  #meant() {
    const its = this.#forms.filter(({ values }) => values.round === this.#round);
    const form = formOf((its.length ? its : this.#forms).map(inDice), this.#dice.faces);
    return form && { ...form, values: { ...form.values, round: this.#round } };
  }
}

/** @param {Form} form */
function inDice(form) {
  return { ...form, words: String(form.values.outcome) };
}

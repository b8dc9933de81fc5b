// @ts-check
/** The sheet that asks for money when a bet needs more than the credit. It says what is lacking now. */
import { byId, html } from "./dom.js";
import { dollars } from "./money.js";

const NOTES = [2000, 5000, 10000, 50000];

export class InsertSheet {
  #sheet = /** @type {HTMLDialogElement} */ (byId("insert-sheet"));
  #why = html("p", { id: "insert-why" });

  /**
   * @param {(cents: number) => void} insert
   * @param {() => void} decline  the player does not want the bet any longer
   */
  constructor(insert, decline) {
    const notes = NOTES.map((cents) => {
      const key = html("button", { type: "button", "data-testid": `sheet-${cents}` }, dollars(cents));
      key.addEventListener("click", () => insert(cents));
      return key;
    });
    const close = html("button", { type: "button", "data-testid": "sheet-cancel" }, "Not now");
    close.addEventListener("click", () => {
      decline();
      this.close();
    });
    this.#sheet.addEventListener("cancel", decline);
    this.#sheet.append(
      html("h2", { id: "insert-title" }, "Insert money"),
      this.#why,
      html("div", { class: "panel-keys notes" }, ...notes),
      html("div", { class: "panel-keys" }, close),
    );
  }

  /** @param {string} why */
  open(why) {
    this.say(why);
    if (!this.#sheet.open) this.#sheet.showModal();
  }

  /** @param {string} why  as it is now: the credit has changed */
  say(why) {
    // Set the text only if it changes, so that screen readers do not repeat it.
    if (this.#why.textContent !== why) this.#why.textContent = why;
  }

  close() {
    this.#sheet.close();
  }
}

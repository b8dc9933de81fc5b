// @ts-check
/** The sheet that asks for money when a bet needs more than the credit, and places the bet once the money is there. */
import { byId, html } from "./dom.js";
import { dollars } from "./money.js";

const NOTES = [2000, 5000, 10000, 50000];

export class InsertSheet {
  #sheet = /** @type {HTMLDialogElement} */ (byId("insert-sheet"));
  #why = html("p", { id: "insert-why" });
  /** What waits for the money; nothing once it is done or the player wants it no longer. @type {((cents: number) => void) | null} */
  #after = null;

  /** @param {(cents: number) => Promise<boolean>} insert */
  constructor(insert) {
    const notes = NOTES.map((cents) => {
      const key = html("button", { type: "button", "data-testid": `sheet-${cents}` }, dollars(cents));
      key.addEventListener("click", async () => {
        if (!await insert(cents)) return;
        this.#sheet.close();
        this.#take()?.(cents);
      });
      return key;
    });
    const close = html("button", { type: "button", "data-testid": "sheet-cancel" }, "Not now");
    close.addEventListener("click", () => {
      this.#take();
      this.#sheet.close();
    });
    this.#sheet.addEventListener("cancel", () => this.#take());
    this.#sheet.append(
      html("h2", { id: "insert-title" }, "Insert money"),
      this.#why,
      html("div", { class: "panel-keys notes" }, ...notes),
      html("div", { class: "panel-keys" }, close),
    );
  }

  /**
   * @param {string} why
   * @param {(cents: number) => void} after  what waits for the money, and gets how much is in
   */
  open(why, after) {
    this.#why.textContent = why;
    this.#after = after;
    if (!this.#sheet.open) this.#sheet.showModal();
  }

  /** Nothing waits for the money any longer. Return whether something did. */
  drop() {
    this.#sheet.close();
    return this.#take() !== null;
  }

  /** What waits for the money, once: two notes do not make two bets. */
  #take() {
    const after = this.#after;
    this.#after = null;
    return after;
  }
}

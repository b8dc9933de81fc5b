// @ts-check
/** A page that is read again and again, and drawn again when something has changed. Whoever is at a key stays there, and presses it. */
import { close } from "./staff-dialog.js";
import { Listing, LIVE } from "./staff-listing.js";

/** @template T */
export class LivePage {
  /** What was drawn last. */
  #drawn = "";
  /** Whether something on the page is pressed: a key that is drawn anew between press and release is not given. */
  #isPressed = false;
  /** Draws what was read while something was pressed. @type {(() => void) | null} */
  #later = null;
  #ending = new AbortController();
  #root;
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {() => Promise<T>} read
   * @param {(found: T) => (Node | string)[]} draw
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, read, draw, failed) {
    this.#root = root;
    const { signal } = this.#ending;
    root.addEventListener("pointerdown", () => (this.#isPressed = true), { signal });
    for (const kind of ["pointerup", "pointercancel"]) {
      addEventListener(kind, () => {
        this.#isPressed = false;
        setTimeout(() => this.#isPressed || this.#drawLater()); // the click comes after the release
      }, { signal });
    }
    this.#listing = new Listing(
      async () => {
        const found = await read();
        const now = JSON.stringify(found);
        this.#later = now === this.#drawn ? null : () => {
          this.#drawn = now;
          this.#draw(draw(found));
        };
        if (!this.#isPressed) this.#drawLater();
      },
      failed,
      { every: LIVE },
    );
  }

  close() {
    this.#ending.abort();
    this.#listing.close();
    close();
  }

  refresh() {
    return this.#listing.refresh();
  }

  /** @param {() => Promise<unknown>} act */
  attempt(act) {
    return this.#listing.attempt(act);
  }

  #drawLater() {
    const draw = this.#later;
    this.#later = null;
    if (!this.#ending.signal.aborted) draw?.();
  }

  /** @param {(Node | string)[]} content */
  #draw(content) {
    const { key = "" } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    this.#root.replaceChildren(...content);
    const same = key && this.#root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (same instanceof HTMLElement) same.focus();
  }
}

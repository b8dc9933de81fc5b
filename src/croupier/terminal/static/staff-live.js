// @ts-check
/** A page that is read again and again, and drawn again when something has changed. Whoever is at a key stays there. */
import { close } from "./staff-dialog.js";
import { Listing, LIVE } from "./staff-listing.js";

/** @template T */
export class LivePage {
  /** What was drawn last. */
  #drawn = "";
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
    this.#listing = new Listing(
      async () => {
        const found = await read();
        const now = JSON.stringify(found);
        if (now === this.#drawn || this.#ending.signal.aborted) return;
        this.#drawn = now;
        this.#draw(draw(found));
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

  /** @param {(Node | string)[]} content */
  #draw(content) {
    const { key = "" } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    this.#root.replaceChildren(...content);
    const same = key && this.#root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (same instanceof HTMLElement) same.focus();
  }
}

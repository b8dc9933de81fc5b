// @ts-check
/** A list that is read when it is opened, when something was done, and when somebody comes back to the page. The page says as of when. */
import { html } from "./dom.js";
import { sentence, serverNow } from "./staff-api.js";
import { tell } from "./staff-dialog.js";
import { TOLD } from "./staff-unanswered.js";
import { clockTime, zoneName } from "./zone.js";

/** Milliseconds after which figures that change by themselves are read again. What a page asks by itself does not keep a console unlocked. */
export const LIVE = 3000;

/** What has been read on the page, and when. @type {Map<Listing, number>} */
const readAt = new Map();
const time = html("span");
const again = html(
  "button",
  { type: "button", class: "small", "aria-label": "Refresh: read the page again" },
  "Refresh",
);
again.addEventListener("click", () => [...readAt.keys()].forEach((each) => each.refresh()));
const asOf = html("p", { class: "as-of", "data-testid": "as-of" }, time, again);

/**
 * As of when something is shown, at the server and by the clocks of the floor.
 * @param {number} [at]
 */
export function asOfWords(at = serverNow()) {
  return `As of ${clockTime(at, "medium")}, ${zoneName()}`;
}

/** Say beside the title of the page how old it is: as old as what was read first. A page that was drawn anew has lost it. */
function stamp() {
  const heading = document.querySelector(
    ".managing:not([hidden]) .page-head > h2, .inspect:not([hidden]) .page-head > h2",
  );
  if (!readAt.size || !heading) return;
  time.textContent = asOfWords(Math.min(...readAt.values()));
  if (heading.nextSibling !== asOf) heading.after(asOf);
}

export class Listing {
  #ending = new AbortController();
  #timer = 0;
  #read;
  #failed;
  #isStamped;
  /** The reading that is on its way, or was the last one. @type {Promise<unknown>} */
  #reading = Promise.resolve();
  /** The reading that follows it. @type {Promise<boolean> | null} */
  #next = null;

  /**
   * @param {() => Promise<void>} read
   * @param {(error: unknown) => boolean} failed
   * @param {{ every?: number, isStamped?: boolean }} [how]  milliseconds after which it is read again by itself, 0 for never; and
   *   whether the page says as of when it was read
   */
  constructor(read, failed, { every = 0, isStamped = true } = {}) {
    this.#read = read;
    this.#failed = failed;
    this.#isStamped = isStamped;
    for (const when of ["focus", TOLD]) addEventListener(when, () => this.refresh(), { signal: this.#ending.signal });
    if (every > 0) this.#timer = setInterval(() => document.hidden || this.refresh(), every);
    this.refresh();
  }

  close() {
    clearInterval(this.#timer);
    this.#ending.abort();
    readAt.delete(this);
  }

  /** Read it. One reading follows another: an answer that comes late does not take the place of a later one. */
  refresh() {
    this.#next ??= this.#reading.then(() => {
      this.#next = null;
      const now = this.#ending.signal.aborted ? Promise.resolve(false) : this.#readNow();
      this.#reading = now.catch(() => {}); // the next one is read although this one has failed
      return now;
    });
    return this.#next;
  }

  #readNow() {
    return this.attempt(async () => {
      const at = serverNow();
      await this.#read();
      if (!this.#isStamped || this.#ending.signal.aborted) return;
      readAt.set(this, at);
      stamp();
    });
  }

  /**
   * @param {() => Promise<unknown>} act
   * @returns {Promise<boolean>}  whether it was done
   */
  async attempt(act) {
    try {
      await act();
      if (!this.#ending.signal.aborted) this.#failed(null);
      return true;
    } catch (error) {
      if (!this.#ending.signal.aborted && !this.#failed(error)) tell(sentence(error), "refusal");
      return false;
    }
  }
}

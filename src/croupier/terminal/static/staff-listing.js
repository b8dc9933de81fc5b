// @ts-check
/** A list that is read when it is opened, when something was done, and when somebody comes back to the page. */
import { sentence } from "./staff-api.js";
import { tell } from "./staff-dialog.js";

export class Listing {
  #ending = new AbortController();
  #read;
  #failed;

  /**
   * @param {() => Promise<void>} read
   * @param {(error: unknown) => boolean} failed
   */
  constructor(read, failed) {
    this.#read = read;
    this.#failed = failed;
    // It is not asked for again and again: that would keep a console unlocked that nobody uses.
    addEventListener("focus", () => this.refresh(), { signal: this.#ending.signal });
    this.refresh();
  }

  close() {
    this.#ending.abort();
  }

  refresh() {
    return this.attempt(this.#read);
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

// @ts-check
/** Asks who is signed in when the server has ended a connection: perhaps nobody is, or the console is locked. */
import { ask, Refused } from "./staff-api.js";

export class SessionCheck {
  #isAsking = false;
  #failed;

  /** @param {(error: unknown) => unknown} failed  deals with a refusal that concerns the whole page */
  constructor(failed) {
    this.#failed = failed;
  }

  async look() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const me = /** @type {import("./staff.d.ts").Me} */ (await ask("GET", "/session"));
      if (me.locked) this.#failed(new Refused(423, { error: "console-locked", message: "" }));
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isAsking = false;
    }
  }
}

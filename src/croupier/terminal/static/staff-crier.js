// @ts-check
/** What was called, in large letters over the layout for a moment. It lies on the page, so that nothing moves. */
import { html } from "./dom.js";
import { spelled } from "./staff-schema.js";

/** @typedef {import("./staff.d.ts").ToldEvent} ToldEvent */

/** Milliseconds for which a call is shown. */
const SHOWN_FOR = 4000;

export class Crier {
  root = html("p", { class: "crier", role: "status", "data-testid": "crier" });
  #timer = 0;
  #voidCall = "";

  /** @param {string} call  what a dealer calls when a round does not count */
  constructor(call) {
    this.#voidCall = spelled(call.replaceAll("-", " "));
  }

  /**
   * Call what has happened, if it is a result or a round that does not count.
   * @param {ToldEvent[]} events
   */
  hear(events) {
    for (const { event, call } of events) {
      if (event.type === "RoundSettled" && call) this.#cry(call.short, call.beside);
      else if (event.type === "RoundVoided") this.#cry(this.#voidCall, "");
    }
  }

  /**
   * @param {string} words
   * @param {string} more
   */
  #cry(words, more) {
    this.root.replaceChildren(html("b", {}, words), ...(more ? [html("small", {}, more)] : []));
    this.root.classList.add("cries");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.root.classList.remove("cries"), SHOWN_FOR);
  }
}

// @ts-check
/** What was called, in large letters over the layout for a moment. It lies on the page, so that nothing moves. */
import { html } from "./dom.js";
import { facesOf, fell, meaning } from "./results.js";
import { spelled } from "./staff-schema.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */
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
   * @param {Record<string, string>} pucks  where they lay before
   */
  hear(events, pucks) {
    for (const { event } of events) {
      if (event.type === "RoundSettled" && event.outcome) this.#cry(...called(event.outcome, pucks));
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

/**
 * A result as a dealer calls it, and what it is.
 * @param {string} outcome
 * @param {Record<string, string>} pucks
 * @returns {[words: string, more: string]}
 */
function called(outcome, pucks) {
  const faces = facesOf(outcome);
  const means = meaning(outcome, pucks.puck ?? "");
  const dice = faces.join(" ");
  if (faces.length === 3) return [String(faces.reduce((sum, face) => sum + face, 0)), `${dice}, ${means}`];
  if (means === "seven out") return ["Seven out", dice];
  if (means === "the point") return [`Point ${fell(outcome).replace(/\D/g, "")}`, dice];
  return [fell(outcome), means];
}

// @ts-check
/** The last results of a table, newest first. A touch on one opens its correction, if the person may correct it. */
import { arrange, html } from "./dom.js";
import { KeptKeys } from "./kept.js";
import { areOutcomes } from "./staff-correction.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */

const SHOWN = 10;
const ORDER = "CorrectOutcome";

export class LastResults {
  root = html("ol", { class: "results", "aria-label": "Last results, newest first" });
  #keys = new KeptKeys();
  /** @type {{ outcome: string, called: string, round: number }[]} */
  #results = [];
  /** @type {Action | undefined} */
  #action;
  #correct;

  /** @param {(action: Action, round: number) => void} correct */
  constructor(correct) {
    this.#correct = correct;
  }

  /** @param {Pick<StaffView, "history" | "calls" | "rounds">} view */
  draw({ history, calls, rounds }) {
    const before = history.length - rounds.length;
    this.#results = history.map((outcome, at) => ({
      outcome,
      called: calls[at].short,
      round: at < before ? 0 : rounds[at - before],
    })).slice(-SHOWN).toReversed();
    this.#show();
  }

  /** @param {Action[]} actions */
  allow(actions) {
    this.#action = actions.find(({ order, open }) => open && order === ORDER);
    this.#show();
  }

  #show() {
    this.#keys.begin();
    const forms = this.#action?.forms ?? [];
    const [isAny, listed] = [areOutcomes(forms), new Set(forms.map(({ values }) => values.round))];
    const isOpen = (/** @type {number} */ round) => round > 0 && (isAny || listed.has(round));
    arrange(this.root, this.#results.map((result, at) => this.#item(result, at, isOpen(result.round))));
  }

  /**
   * @param {{ outcome: string, called: string, round: number }} result
   * @param {number} at
   * @param {boolean} isOpen  whether it can be corrected
   */
  #item({ outcome, called, round }, at, isOpen) {
    const key = this.#keys.key(round ? `round ${round}` : `older ${at}`, { class: "small" }, () => {
      if (this.#action) this.#correct(this.#action, round);
    });
    key.disabled = !isOpen;
    key.title = isOpen ? `Round ${round}. Touch it to correct it.` : round ? `Round ${round}` : "";
    const faces = outcome.replaceAll("-", " ");
    // What is being touched stays the same element, or the touch would be lost.
    if (key.textContent !== `${faces} ${called}`) key.replaceChildren(html("b", {}, faces), ` ${called}`);
    const item = key.parentElement ?? html("li", {}, key);
    item.dataset.outcome = outcome;
    return item;
  }
}

// @ts-check
/** The last results of a table, newest first. A touch on one opens its correction, if the person may correct it. */
import { arrange, html } from "./dom.js";
import { KeptKeys } from "./kept.js";
import { markWords, withMarks } from "./results.js";
import { areOutcomes } from "./staff-correction.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./protocol.d.ts").ResultMark} ResultMark */
/** @typedef {{ outcome: string, called: string, round: number, mark?: ResultMark }} Shown */

const SHOWN = 10;
const ORDER = "CorrectOutcome";

export class LastResults {
  root = html("ol", { class: "results", "aria-label": "Last results, newest first" });
  #keys = new KeptKeys();
  /** @type {Shown[]} */
  #results = [];
  /** @type {Action | undefined} */
  #action;
  #correct;

  /** @param {(action: Action, round: number) => void} correct */
  constructor(correct) {
    this.#correct = correct;
  }

  /** @param {Pick<StaffView, "history" | "calls" | "rounds" | "marks">} view */
  draw({ history, calls, rounds, marks }) {
    const before = history.length - rounds.length;
    this.#results = withMarks(history, marks).map(({ outcome, at, mark }) => ({
      outcome: outcome ?? "",
      called: outcome === null ? "void" : calls[at].short,
      round: outcome === null || at < before ? 0 : rounds[at - before],
      mark,
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
   * @param {Shown} result
   * @param {number} at
   * @param {boolean} isOpen  whether it can be corrected
   */
  #item({ outcome, called, round, mark }, at, isOpen) {
    const key = this.#keys.key(round ? `round ${round}` : `older ${at}`, { class: "small" }, () => {
      if (this.#action) this.#correct(this.#action, round);
    });
    key.disabled = !isOpen;
    const words = mark ? [markWords(mark)] : [];
    const touch = isOpen ? ["Touch it to correct it"] : [];
    key.title = [...(round ? [`Round ${round}`] : []), ...words, ...touch].map((each) => `${each}.`).join(" ");
    const was = mark ? [" ", html("s", { "aria-hidden": "true" }, spaced(mark.was))] : [];
    const unseen = words.map((each) => html("span", { class: "unseen" }, ` ${each}`));
    // Of the wheel the call begins with the number: "14 red".
    const rest = called.startsWith(`${outcome} `) ? called.slice(outcome.length + 1) : called;
    const faces = outcome ? [html("b", {}, spaced(outcome)), " "] : [];
    const now = html("span", {}, ...faces, rest, ...was, ...unseen);
    // What is being touched stays the same element, or the touch would be lost.
    if (key.textContent !== now.textContent) key.replaceChildren(...now.childNodes);
    const item = key.parentElement ?? html("li", {}, key);
    item.dataset.outcome = outcome;
    return item;
  }
}

/** @param {string} outcome */
function spaced(outcome) {
  return outcome.replaceAll("-", " ");
}

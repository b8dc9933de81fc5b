// @ts-check
/** What another person has ordered at the table that somebody deals: who, what, why and when. One at a time, until it is touched. */
import { html } from "./dom.js";
import { clockTime } from "./zone.js";

/** @typedef {import("./staff.d.ts").ToldEvent} ToldEvent */

/** Events that change what the dealer works with. */
const TOLD = new Set([
  "SettledAgain",
  "RoundVoided",
  "BetsVoided",
  "TerminalsVoided",
  "PlayerSanctioned",
  "PlayerRefused",
  "PlayerLimitsSet",
  "TableDisabled",
  "TableEnabled",
  "SignChanged",
  "NoticePosted",
  "WagerEnded",
  "CloseAnnounced",
  "TableClosed",
  "DealerRelieved",
  "TableHandedBack",
]);

export class Acted {
  #words = html("p", {});
  #seen = html("button", { type: "button", class: "main" });
  root = html(
    "section",
    { class: "acted", "aria-label": "Ordered by others", "data-testid": "acted", hidden: "" },
    html("div", { role: "alert" }, this.#words),
    this.#seen,
  );
  /** What was not seen yet, the oldest first. @type {string[]} */
  #waiting = [];

  constructor() {
    // Answers to one's own orders stand below it (staff-dialog.css), however many lines it has.
    new ResizeObserver(() =>
      document.documentElement.style.setProperty("--acted", `${this.root.isConnected ? this.root.offsetHeight : 0}px`)
    ).observe(this.root);
    this.root.addEventListener("click", () => {
      this.#waiting.shift();
      this.#show();
    });
  }

  /**
   * Tell what others have ordered.
   * @param {ToldEvent[]} events
   * @param {string} dealer  who is told
   */
  hear(events, dealer) {
    const told = events.filter(({ event, words }) =>
      words.length && TOLD.has(event.type) && isOfAnother(event, dealer)
    );
    this.#waiting.push(...told.map(({ at, words }) => `${at ? `${clockTime(at)}: ` : ""}${words[0]}`));
    if (told.length) this.#show();
  }

  #show() {
    const [first = "", ...more] = this.#waiting;
    this.#words.textContent = first;
    this.#seen.textContent = more.length ? `Seen (${more.length} more)` : "Seen";
    this.root.hidden = !first;
  }
}

/**
 * @param {ToldEvent["event"]} event
 * @param {string} dealer
 */
function isOfAnother(event, dealer) {
  const by = "by" in event ? event.by : null;
  return Boolean(by && typeof by === "object" && "name" in by && by.name !== dealer);
}

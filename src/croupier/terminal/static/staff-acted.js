// @ts-check
/** What another person has ordered at the table that somebody deals: who, what and why, until it is touched. */
import { html } from "./dom.js";

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
]);

export class Acted {
  #list = html("ul", {});
  root = html(
    "section",
    { class: "acted", "aria-label": "Ordered by others", "data-testid": "acted", hidden: "" },
    html("div", { role: "alert" }, this.#list),
  );

  constructor() {
    const seen = html("button", { type: "button", class: "main" }, "Seen");
    this.root.append(seen);
    this.root.addEventListener("click", () => {
      this.root.hidden = true;
      this.#list.replaceChildren();
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
    this.#list.append(...told.map(({ words }) => html("li", {}, words[0])));
    this.root.hidden = !this.#list.childElementCount;
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

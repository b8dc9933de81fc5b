// @ts-check
/** The pages of the cage, as links at the head of each. */
import { html } from "./dom.js";

/** @type {[path: string, words: string][]} */
const TABS = [
  ["", "Tickets"],
  ["patrons", "Patrons"],
  ["hand-pays", "Hand pays"],
  ["chips", "Chips"],
  ["vouchers", "Vouchers"],
  ["receipts", "Receipts"],
  ["count-room", "Count room"],
  ["prizes", "Prizes"],
  ["report", "Report"],
  ["liability", "Liability"],
];

/**
 * The links, of which one is where the page is.
 * @param {string} here
 */
export function cageTabs(here) {
  const links = TABS.map(([path, words]) =>
    html("a", { href: `#cage/${path}`, ...(path === here ? { "aria-current": "page" } : {}) }, words)
  );
  return html("nav", { class: "cage-tabs", "aria-label": "Cage" }, ...links);
}

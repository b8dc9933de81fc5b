// @ts-check
/** What stands across the page: that the line is broken, that the table or the terminal is locked, that play is about to close. */
import { byId } from "./dom.js";

/** @typedef {import("./protocol.d.ts").Drawn} Drawn */

/**
 * @param {boolean} online
 * @param {string} why
 */
export function sayLine(online, why) {
  const before = why ? `${why} ` : "";
  say("offline", online ? "" : `${before}Offline. Confirmed bets and credit are written down; reconnecting …`);
}

/** @param {Drawn} drawn */
export function sayHouse(drawn) {
  say("locked", drawn.locked ? `Play is locked: ${drawn.locked}` : "");
  say("closing", drawn.closing ?? "");
}

/**
 * @param {string} id
 * @param {string} words
 */
function say(id, words) {
  const banner = byId(id);
  banner.hidden = !words;
  // Said once: the same words again would be read out again.
  if (banner.textContent !== words) banner.textContent = words;
}

// @ts-check
/** Banners across the page: connection lost, seat open in another window, table or terminal locked, play about to close. */
import { byId, html } from "./dom.js";

/** @typedef {import("./types.d.ts").Drawn} Drawn */

/**
 * @param {boolean} online
 * @param {string} why
 * @param {boolean} [refused]  whether the server can be reached, and gives this terminal no seat
 */
export function sayLine(online, why, refused = false) {
  const offline = `${why || "Offline."} Confirmed bets and credit are written down; reconnecting …`;
  say("offline", online ? "" : refused ? why : offline);
}

/** The floor does not know this terminal. */
export function sayStranger() {
  const link = html("a", { href: "/enrol" }, "Enrol it with a code from the pit.");
  const banner = byId("offline");
  banner.hidden = false;
  if (!banner.querySelector("a")) banner.replaceChildren("This terminal is not enrolled. ", link);
}

/**
 * The seat is played in another window, until the player wants to go on here.
 * @param {() => void} resume
 */
export function sayElsewhere(resume) {
  const sheet = /** @type {HTMLDialogElement} */ (byId("elsewhere"));
  // The table below it is not live. Browsers let a second Escape close a sheet whatever its page says: it opens again.
  sheet.oncancel = (event) => event.preventDefault();
  sheet.onclose = () => sheet.showModal();
  byId("play-here").onclick = () => {
    sheet.onclose = null;
    sheet.close();
    resume();
  };
  if (!sheet.open) sheet.showModal();
}

/** @param {Drawn} drawn */
export function sayHouse(drawn) {
  say("locked", drawn.mine.locked ? `Play is locked: ${drawn.mine.locked}` : "");
  say("closing", drawn.closing);
}

/**
 * @param {string} id
 * @param {string} words
 */
function say(id, words) {
  const banner = byId(id);
  banner.hidden = !words;
  // Set the text only if it changes, so that screen readers do not repeat it.
  if (banner.textContent !== words) banner.textContent = words;
}

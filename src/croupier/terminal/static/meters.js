// @ts-check
/** The player's meters on the rail, and which of its keys can be pressed. */
import { byId } from "./dom.js";
import { dollars } from "./money.js";

/** @typedef {import("./types.d.ts").Drawn} Drawn */

/**
 * @param {Drawn["mine"]} mine
 * @param {number} underway how much more is on its way to the felt than is told
 */
export function drawMeters(mine, underway) {
  byId("credit").textContent = dollars(mine.credit - underway);
  byId("stake-only").hidden = !mine.restricted;
  byId("restricted").textContent = dollars(Math.max(0, mine.restricted - underway)); // it is staked first
  byId("bet-meter").textContent = dollars(mine.staked + underway);
  byId("win-meter").textContent = dollars(mine.won);
  byId("win-meter").classList.toggle("won", mine.won > 0);
}

/**
 * @param {string} id
 * @param {boolean} on
 */
export function enable(id, on) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = !on;
}

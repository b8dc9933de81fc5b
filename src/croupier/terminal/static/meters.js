// @ts-check
/** The player's meters on the rail, and which of its keys can be pressed. */
import { byId } from "./dom.js";
import { endMode, pressed } from "./modes.js";
import { dollars } from "./money.js";

/** @typedef {import("./types.d.ts").Drawn} Drawn */

/** The keys that can be pressed whenever the table hears it. */
const ALWAYS = ["insert-10000", "insert-50000", "ticket", "card", "call", "shoot", "close-early"];

/**
 * @param {Drawn["mine"]} mine
 * @param {number} underway  how much more is on its way to the felt than is told
 * @param {number} won  what the last round paid; 0 once the player plays on
 */
export function drawMeters(mine, underway, won) {
  byId("credit").textContent = dollars(mine.credit - underway);
  byId("stake-only").hidden = !mine.restricted;
  byId("restricted").textContent = dollars(Math.max(0, mine.restricted - underway)); // it is staked first
  byId("bet-meter").textContent = dollars(mine.staked + underway);
  byId("win-meter").textContent = dollars(won); // gold by `cameTo` alone: clause 4.1.2 shows winnings beside larger losses, too
}

/**
 * The player's money after more of it was inserted.
 * @param {Drawn["mine"]} mine
 * @param {import("./protocol.d.ts").MoneyInserted} event
 * @returns {Drawn["mine"]}
 */
export function withMoney(mine, { amount = 0, tender }) {
  const restricted = mine.restricted + (tender?.way === "restricted" ? amount : 0);
  return { ...mine, credit: mine.credit + amount, restricted };
}

/**
 * @param {{ live: boolean, betting: boolean }} may  whether the table hears what the player does, and takes bets
 * @param {Drawn["mine"]} mine
 * @param {import("./wagering.js").Wagering} wagering
 */
export function drawKeys({ live, betting }, mine, { bets, doubled }) {
  enable("undo", betting && bets.undoable);
  enable("redo", betting && bets.redoable);
  enable("double", betting && doubled.length > 0);
  enable("clear", betting && Object.values(bets.fresh).some(Boolean));
  enable("rebet", betting && Object.keys(bets.gone).length > 0);
  if (!betting) endMode("take-down");
  enable("take-down", betting && (pressed("take-down") || comesDown(bets.shown, mine.stands)));
  byId("card").dataset.card = mine.card;
  byId("card").textContent = mine.card ? "Card in" : "Card";
  const { attendant } = mine;
  byId("call").dataset.call = attendant ? (attendant.coming ? "coming" : attendant.concern) : "";
  byId("call").textContent = attendant ? (attendant.coming ? "Coming" : "Called") : "Call";
  enable("collect", live && mine.credit > mine.restricted);
  enable("leave", live && !Object.keys(mine.bets).length && !bets.underway);
  for (const id of ALWAYS) enable(id, live);
}

/**
 * Whether a bet is down that is not locked.
 * @param {import("./types.d.ts").Amounts} shown
 * @param {string[]} stands
 */
export function comesDown(shown, stands) {
  return Object.entries(shown).some(([wager, cents]) => cents > 0 && !stands.includes(wager));
}

/**
 * @param {string} id
 * @param {boolean} on
 */
function enable(id, on) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = !on;
}

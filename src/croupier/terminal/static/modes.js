// @ts-check
/** What a touch on the felt means: a chip goes down, or comes down, or the spot explains itself. */
import { byId, onPress } from "./dom.js";

/** @type {Record<string, { look: string, hint: string, other: string }>} */
const MODES = {
  "take-down": { look: "taking-down", hint: "Touch a bet to take it down.", other: "help" },
  help: { look: "asking", hint: "Touch a spot to read about it.", other: "take-down" },
};

/** @param {(hint: string) => void} say */
export function listenToModes(say) {
  for (const [id, { hint, other }] of Object.entries(MODES)) {
    onPress(byId(id), () => {
      byId(other).setAttribute("aria-pressed", "false");
      byId(id).setAttribute("aria-pressed", String(!pressed(id)));
      for (const [each, { look }] of Object.entries(MODES)) document.body.classList.toggle(look, pressed(each));
      say(pressed(id) ? hint : "");
    });
  }
}

/** @param {string} id */
export function pressed(id) {
  return byId(id).getAttribute("aria-pressed") === "true";
}

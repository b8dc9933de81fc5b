// @ts-check
/** What a touch on the felt means: a chip goes down, or comes down, or the spot explains itself. */
import { byId, onPress } from "./dom.js";

/** @type {Record<string, { look: string, hint: string }>} */
const MODES = {
  "take-down": { look: "taking-down", hint: "Touch a bet to take it down." },
  help: { look: "asking", hint: "Touch a spot to read about it." },
};

/** Says what a touch means now; empty if it means a bet. @type {(hint: string) => void} */
let say = () => {};

/** @param {(hint: string) => void} tell */
export function listenToModes(tell) {
  say = tell;
  for (const id of Object.keys(MODES)) onPress(byId(id), () => change(pressed(id) ? "" : id));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") endModes();
  });
}

/** A touch means a bet again. */
export function endModes() {
  if (Object.keys(MODES).some(pressed)) change("");
}

/** A touch no longer means this. @param {string} id */
export function endMode(id) {
  if (pressed(id)) change("");
}

/** @param {string} id */
export function pressed(id) {
  return byId(id).getAttribute("aria-pressed") === "true";
}

/** @param {string} to  a mode; empty for none */
function change(to) {
  for (const [id, { look }] of Object.entries(MODES)) {
    byId(id).setAttribute("aria-pressed", String(id === to));
    document.body.classList.toggle(look, id === to);
  }
  say(MODES[to]?.hint ?? "");
}

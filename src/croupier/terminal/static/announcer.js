// @ts-check
/** Words for players who use a screen reader: what others see happen on the stage. */
import { byId } from "./dom.js";

/** @param {string} words */
export function announce(words) {
  byId("announcer").textContent = words;
}

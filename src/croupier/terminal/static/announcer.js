// @ts-check
/** Words for players who use a screen reader: what others see happen on the stage. None takes the place of another. */
import { byId, html } from "./dom.js";

/** A screen reader has taken notice of words that have stood for so many milliseconds. */
const NOTICED = 10_000;

/** @param {string} words */
export function announce(words) {
  if (!words) return;
  const line = html("p", {}, words);
  byId("announcer").append(line);
  setTimeout(() => line.remove(), NOTICED);
}

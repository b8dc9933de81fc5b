// @ts-check
/** What is marked on the player's own chips: called on or off, locked until decided; and spots that wait for odds. */
import { svg } from "./dom.js";

/**
 * @typedef {object} Markers
 * @property {Record<string, boolean>} called  by wager, whether it was called on or off
 * @property {string[]} stands  the wagers whose chips cannot come down now
 * @property {Set<string>} offered  the wagers on which the player may put odds now
 */

const PADLOCK = "M-3 -1v-2a3 3 0 0 1 6 0v2M-4.5 -1h9v7h-9z";

/**
 * @param {HTMLElement} felt
 * @param {Markers} markers
 */
export function drawMarkers(felt, { called, stands, offered }) {
  for (const old of felt.querySelectorAll(".chip .marker")) old.remove();
  for (const [wager, on] of Object.entries(called)) lay(felt, wager, callMarker(on));
  for (const wager of stands) lay(felt, wager, padlock());
  for (const spot of felt.querySelectorAll("[data-wager]")) {
    spot.classList.toggle("takes-odds", offered.has(spot.getAttribute("data-wager") ?? ""));
  }
}

/**
 * @param {HTMLElement} felt
 * @param {string} wager
 * @param {SVGElement} marker
 */
function lay(felt, wager, marker) {
  const chip = felt.querySelector(`[data-testid="bet-${CSS.escape(wager)}"]`);
  const radius = Number(chip?.querySelector(".chip-body")?.getAttribute("r") ?? 0);
  // Beside the chip, whose amount stays readable.
  const [x, y] = marker.classList.contains("padlock") ? [0.85, -0.85] : [-1.3, 0.1];
  marker.setAttribute("transform", `translate(${x * radius} ${y * radius})`);
  chip?.append(marker);
}

/** @param {boolean} on */
function callMarker(on) {
  const name = on ? "Called on" : "Called off";
  return svg(
    "g",
    { class: `marker ${on ? "on" : "off"}`, role: "img", "aria-label": name, "data-testid": "marker" },
    svg("circle", { r: 15 }),
    svg("text", { dy: "0.36em" }, on ? "ON" : "OFF"),
  );
}

function padlock() {
  return svg(
    "g",
    { class: "marker padlock", role: "img", "aria-label": "Stays until it is decided", "data-testid": "padlock" },
    svg("circle", { r: 9 }),
    svg("path", { d: PADLOCK }),
  );
}

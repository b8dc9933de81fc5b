// @ts-check
/** The strip of recent results. How they are called and drawn is said by the server. */
import { html } from "./dom.js";

const MOST = 12;

/**
 * @param {HTMLElement} root
 * @param {string[]} history  outcomes, newest last: "3-4" of two dice, "3-4-4" of three, "17" of the wheel
 * @param {(outcome: string, at: number) => string | undefined} lookOf  how an outcome of the history is drawn
 */
export function drawHistory(root, history, lookOf) {
  const looks = history.map((outcome, at) => ({ outcome, look: lookOf(outcome, at) ?? "" }));
  root.replaceChildren(
    ...looks.slice(-MOST).reverse().map(({ outcome, look }) => {
      const faces = outcome.split("-").map(Number);
      const detail = faces.length === 3 ? [html("small", {}, faces.join(" "))] : [];
      const total = faces.reduce((sum, face) => sum + face, 0);
      return html("li", { class: look, "data-outcome": outcome }, String(total), ...detail);
    }),
  );
}

// @ts-check
/** The strip of recent results. How they are called and drawn is said by the server. */
import { html } from "./dom.js";

/** @typedef {import("./protocol.d.ts").ResultMark} ResultMark */

const MOST = 12;

/**
 * @param {HTMLElement} root
 * @param {string[]} history  outcomes, newest last: "3-4" of two dice, "3-4-4" of three, "17" of the wheel
 * @param {(outcome: string, at: number) => string | undefined} lookOf  how an outcome of the history is drawn
 * @param {ResultMark[]} marks
 */
export function drawHistory(root, history, lookOf, marks) {
  const shown = withMarks(history, marks);
  root.replaceChildren(
    ...shown.slice(-MOST).reverse().map(({ outcome, at, mark }) => {
      if (outcome === null) return html("li", { class: "void", ...told(mark) }, ...before(mark, "void"));
      const faces = facesOf(outcome);
      const detail = faces.length === 3 ? [html("small", {}, faces.join(" "))] : [];
      const look = lookOf(outcome, at) ?? "";
      return html(
        "li",
        { class: mark ? `${look} corrected` : look, "data-outcome": outcome, ...told(mark) },
        total(outcome),
        ...detail,
        ...before(mark, ""),
      );
    }),
  );
}

/**
 * The results of a history, oldest first, each with what stood there before; and the void rounds among them, without an outcome.
 * @param {string[]} history
 * @param {ResultMark[]} marks
 * @returns {{ outcome: string | null, at: number, mark?: ResultMark }[]}
 */
export function withMarks(history, marks) {
  const voids = (/** @type {number} */ place) =>
    marks.filter(({ at, is_void }) => is_void && at === place).map((mark) => ({ outcome: null, at: place, mark }));
  return [
    ...history.flatMap((outcome, at) => [
      ...voids(at),
      { outcome, at, mark: marks.find((mark) => !mark.is_void && mark.at === at) },
    ]),
    ...voids(history.length),
  ];
}

/**
 * What became of a result that was shown.
 * @param {ResultMark} mark
 */
export function markWords({ words, is_void }) {
  return `${is_void ? "Void" : "Corrected"}: it was ${words}`;
}

/**
 * @param {ResultMark} [mark]
 * @returns {Record<string, string>}
 */
function told(mark) {
  return mark ? { title: markWords(mark), "data-was": mark.was } : {};
}

/**
 * The result before, struck out, and the same for whoever hears it.
 * @param {ResultMark | undefined} mark
 * @param {string} word  what stands beside it
 */
function before(mark, word) {
  if (!mark) return [];
  return [
    html("s", { "aria-hidden": "true" }, total(mark.was)),
    ...(word ? [html("small", { "aria-hidden": "true" }, word)] : []),
    html("span", { class: "unseen" }, mark.is_void ? markWords(mark) : ` ${markWords(mark)}`),
  ];
}

/** @param {string} outcome */
function facesOf(outcome) {
  return outcome.split("-").map(Number);
}

/** @param {string} outcome */
function total(outcome) {
  return String(facesOf(outcome).reduce((sum, face) => sum + face, 0));
}

// @ts-check
/** Clocks on the staff page. An element names its moment, and `tick` writes how far away that is. */
import { html } from "./dom.js";

/** What a countdown says once it has ended. */
const NOW = "now";

/**
 * @param {number} moment  to count down to
 * @param {string} [before]  the words before what is left
 */
export function until(moment, before = "") {
  return html("b", { class: "until", "data-until": String(moment), "data-before": before });
}

/**
 * The clock of something that has to be done: overdue, still in time, or waiting if nobody has set a time.
 * @param {{ due_at: number | null, since: number }} due
 */
export function dueClock({ due_at, since }) {
  return due_at === null
    ? html("b", { class: "until", "data-since": String(since) })
    : html("b", { class: "until", "data-due": String(due_at) });
}

/**
 * The clock of something that ought to have gone on.
 * @param {number} due
 */
export function overdue(due) {
  return html("b", { class: "until", "data-due": String(due) });
}

/**
 * Write every clock in a part of the page.
 * @param {Element} root
 * @param {number} now  the time at the server
 * @returns {boolean}  whether a countdown has just ended
 */
export function tick(root, now) {
  let hasEnded = false;
  for (const each of root.querySelectorAll("[data-until], [data-since], [data-due]")) {
    const { until, since, due, before = "" } = /** @type {HTMLElement} */ (each).dataset;
    const words = until
      ? Number(until) > now ? before + span(Number(until) - now) : NOW
      : since
      ? `waiting for ${span(now - Number(since))}`
      : Number(due) > now
      ? `due in ${span(Number(due) - now)}`
      : `overdue by ${span(now - Number(due))}`;
    if (due) each.classList.toggle("overdue", Number(due) <= now);
    if (each.textContent === words) continue;
    hasEnded ||= words === NOW && each.textContent !== "";
    each.textContent = words;
  }
  return hasEnded;
}

/** @param {number} milliseconds */
export function span(milliseconds) {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)} h`
    : minutes
    ? `${minutes}:${two(seconds % 60)} min`
    : `${seconds} s`;
}

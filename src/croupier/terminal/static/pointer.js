// @ts-check
/** One pointer from the moment it is pressed: its moves, its release, or its end without one. */

export const LONG_PRESS = 600;
/** How far a pointer moves, in CSS pixels, before it drags. */
const SLACK = 8;

/**
 * @param {PointerEvent} start
 * @param {AbortSignal} signal  ends it
 * @param {{ move: (event: PointerEvent) => void, release: (event: PointerEvent) => void, cancel: () => void }} act
 */
export function followPointer(start, signal, { move, release, cancel }) {
  const on = (
    /** @type {"pointermove" | "pointerup" | "pointercancel"} */ kind,
    /** @type {(event: PointerEvent) => void} */ act,
  ) => addEventListener(kind, (event) => event.pointerId === start.pointerId && act(event), { signal });
  on("pointermove", move);
  on("pointerup", release);
  on("pointercancel", cancel);
  addEventListener("blur", cancel, { signal });
}

/**
 * Whether a pointer has moved so far that it drags.
 * @param {PointerEvent} start
 * @param {PointerEvent} event
 */
export function drags(start, event) {
  return Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK;
}

/**
 * Whether a pointer has moved more across than along. A finger never scrolls a table sideways (`touch-action` in frame.css).
 * @param {PointerEvent} start
 * @param {PointerEvent} event
 */
export function isSideways(start, event) {
  return Math.abs(event.clientX - start.clientX) > Math.abs(event.clientY - start.clientY);
}

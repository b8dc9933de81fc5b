// @ts-check
/** Times that people type, as the clocks of the floor show them and not those of the browser. */
import { moment } from "./zone.js";

/**
 * What the clocks of the floor show at a time, as if it were UTC.
 * @param {number} at
 */
function shown(at) {
  return Date.parse(`${moment(at)} UTC`);
}

/**
 * A time that was typed, such as "2026-11-17T19:42", in milliseconds since 1970; undefined if it is none.
 * @param {string} typed
 */
export function floorTime(typed) {
  const wanted = Date.parse(`${typed}Z`);
  if (Number.isNaN(wanted)) return undefined;
  // Twice, because the clocks may be changed between the two times.
  const near = wanted + wanted - shown(wanted);
  return near + wanted - shown(near);
}

/**
 * A time as it is typed.
 * @param {number} at
 */
export function typedTime(at) {
  return new Date(shown(at)).toISOString().slice(0, 16);
}

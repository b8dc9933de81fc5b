// @ts-check
/** What the browser keeps from one visit to the next. A browser that keeps nothing (some private windows) costs only that. */

/** @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} value  null forgets it
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing is kept.
  }
}

/**
 * The name under which the key of the visitor's seat at a table is kept.
 * @param {string} table
 */
export function seatKey(table) {
  return `key of ${table}`;
}

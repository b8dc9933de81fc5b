// @ts-check
/** What this tab keeps until it is closed, also while the page is read again. A browser that keeps nothing costs only that. */

/** @param {string} name */
export function keptHere(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} value  null forgets it
 */
export function keepHere(name, value) {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Nothing is kept.
  }
}

/**
 * The name under which terms are kept that a person has filled in and not saved.
 * @param {string} login
 * @param {number | string} number  of the promotion
 */
export function termsName(login, number) {
  return `terms not saved, ${login}/${number}`;
}

/**
 * Forget the terms that a person has not saved.
 * @param {string} login
 */
export function forgetTerms(login) {
  try {
    const begins = termsName(login, "");
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(begins)) sessionStorage.removeItem(name);
  } catch {
    // Nothing is kept.
  }
}

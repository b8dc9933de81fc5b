// @ts-check
/** Elements that stay the same from one drawing to the next, so that a press, a tick and the focus are never lost. */
import { html } from "./dom.js";

/**
 * Things by id. What a drawing does not ask for is dropped by the next one.
 * @template T
 */
export class Kept {
  /** @type {Map<string, T>} */
  #before = new Map();
  /** @type {Map<string, T>} */
  #now = new Map();

  /** A new drawing begins. */
  begin() {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /**
   * @param {string} id
   * @param {() => T} make
   * @returns {T}
   */
  get(id, make) {
    const kept = this.#now.get(id) ?? this.#before.get(id) ?? make();
    this.#now.set(id, kept);
    return kept;
  }
}

/** Keys by their place. Each does what its latest drawing says. */
export class KeptKeys {
  /** @type {Kept<{ key: HTMLButtonElement, latest: { act: () => unknown } }>} */
  #kept = new Kept();

  begin() {
    this.#kept.begin();
  }

  /**
   * @param {string} place
   * @param {Record<string, string>} attributes  of a new key
   * @param {() => unknown} act  the key takes no touch until a promise of it has ended
   */
  key(place, attributes, act) {
    const { key, latest } = this.#kept.get(place, () => newKey(attributes));
    latest.act = act;
    return key;
  }
}

/** @param {Record<string, string>} attributes */
function newKey(attributes) {
  const key = /** @type {HTMLButtonElement} */ (html("button", { type: "button", ...attributes }));
  const latest = { act: () => /** @type {unknown} */ (undefined) };
  key.addEventListener("click", () => {
    if (isHeld(key)) return;
    const doing = latest.act();
    if (!(doing instanceof Promise)) return;
    key.setAttribute("aria-busy", "true");
    hold(key, doing).then(() => key.removeAttribute("aria-busy"));
  });
  return { key, latest };
}

/** How often each key is held. @type {WeakMap<HTMLElement, number>} */
const holds = new WeakMap();

/** @param {HTMLElement} key */
export function isHeld(key) {
  return Boolean(holds.get(key));
}

/**
 * Let a key take no touch until something has ended. It keeps the focus.
 * @param {HTMLElement} key
 * @param {Promise<unknown>} until
 */
export async function hold(key, until) {
  holds.set(key, (holds.get(key) ?? 0) + 1);
  key.setAttribute("aria-disabled", "true");
  await until.catch(() => {});
  const left = (holds.get(key) ?? 1) - 1;
  holds.set(key, left);
  if (!left) key.removeAttribute("aria-disabled");
}

/**
 * Disable a key, or enable it. A key that is disabled loses the focus, and with it the keyboard: another gets it.
 * @param {HTMLButtonElement} key
 * @param {boolean} isDisabled
 * @param {{ focus: () => void } | null} instead
 */
export function disable(key, isDisabled, instead) {
  if (isDisabled && document.activeElement === key) instead?.focus();
  key.disabled = isDisabled;
}

// @ts-check
/** The few things about the page that every module needs. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with its attributes and children.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * An HTML element with its attributes and children.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * The element of that id, which the page must have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Give an element these children. Those that it has already stay where they are: a child that is moved loses the focus,
 * and the click whose button is down.
 * @param {Element} parent
 * @param {Node[]} children
 */
export function arrange(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
  children.forEach((child, at) => {
    const there = parent.childNodes[at];
    if (there !== child) parent.insertBefore(child, there ?? null);
  });
}

/**
 * Act on pointerdown, without the delay of a click. Clicks (detail 0) come from keyboards and screen readers.
 * @param {HTMLElement} button
 * @param {() => void} act
 */
export function onPress(button, act) {
  const disabled = () => button instanceof HTMLButtonElement && button.disabled;
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && !disabled()) act();
  });
  button.addEventListener("click", (event) => {
    if (event.detail === 0 && !disabled()) act();
  });
}

/** Whether to show results at once: the visitor prefers no motion, or the page is hidden. */
export function still() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Milliseconds until a module is asked for again, the first time and at most. */
const [AGAIN_FIRST, AGAIN_AT_MOST] = [250, 4000];

/**
 * Load a module that this page may need later. While the server cannot be reached, ask again.
 * @template Module
 * @param {() => Promise<Module>} load
 */
export async function lazily(load) {
  for (let wait = AGAIN_FIRST;; wait = Math.min(2 * wait, AGAIN_AT_MOST)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

// @ts-check
/** Brings the key or the part of the page before the eye that a warning leads to. */

/**
 * @param {HTMLElement} root
 * @param {string[]} names  of orders, or of parts; the first that can be seen is meant
 * @param {Record<string, HTMLElement>} parts
 */
export function pointAt(root, names, parts) {
  const found = names.map((name) => parts[name] ?? keyOf(root, name)).find((each) => each && !each.hidden);
  if (!found) return;
  for (let around = found.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true;
  }
  if (!found.matches("button")) found.tabIndex = -1;
  found.classList.add("pointed");
  found.addEventListener("blur", () => found.classList.remove("pointed"), { once: true });
  found.scrollIntoView({ block: "center" });
  found.focus({ preventScroll: true });
}

/**
 * The key of an order, also of one that others give.
 * @param {HTMLElement} root
 * @param {string} order
 * @returns {HTMLElement | null}
 */
function keyOf(root, order) {
  const named = ["order", "theirs"].map((each) => `[data-${each}="${CSS.escape(order)}"]`);
  return named.map((each) => /** @type {HTMLElement | null} */ (root.querySelector(each))).find(Boolean) ?? null;
}

// @ts-check
/** Shows that something goes on below: its lower edge fades, with an arrow over it, until it is scrolled to its end. */
import { html } from "./dom.js";

const SLACK = 4;

/**
 * @param {HTMLElement} window  what scrolls
 * @param {HTMLElement} content  what is scrolled
 */
export function showMore(window, content) {
  const arrow = html("span", { class: "more-below", "data-testid": "more-below", "aria-hidden": "true" }, "▾");
  arrow.hidden = true;
  window.after(arrow);
  const look = () => {
    const more = window.scrollTop + window.clientHeight < window.scrollHeight - SLACK;
    window.classList.toggle("more", more);
    arrow.hidden = !more;
  };
  window.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(window);
  sizes.observe(content);
}

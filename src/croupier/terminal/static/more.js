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
  const said = document.getElementById("status"); // a page of the staff has none
  const look = () => {
    const more = window.scrollTop + window.clientHeight < window.scrollHeight - SLACK;
    window.classList.toggle("more", more);
    arrow.hidden = !more;
    // Words of more than a line stand over the edge of the felt: the arrow stands over them.
    if (!said) return;
    const under = window.getBoundingClientRect().bottom - said.getBoundingClientRect().top;
    arrow.style.marginBottom = said.textContent ? `${Math.max(0, under)}px` : "0";
  };
  window.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(window);
  sizes.observe(content);
  if (!said) return;
  sizes.observe(said);
  new MutationObserver(look).observe(said, { childList: true });
}

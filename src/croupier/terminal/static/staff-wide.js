// @ts-check
/** A region that is scrolled to the right where the screen is too narrow for what is in it. It says so until its end is seen. */
import { html } from "./dom.js";

const MORE = "There is more on the right: scroll this table sideways.";
const SLACK = 2;

/**
 * @param {string} title
 * @param {(Node | string)[]} content
 */
export function wide(title, ...content) {
  const hint = html("p", { class: "hint more-right", hidden: "" }, MORE);
  const region = html("div", { class: "wide", role: "region", "aria-label": title, tabindex: "0" }, ...content);
  const look = () => {
    hint.hidden = region.scrollLeft + region.clientWidth >= region.scrollWidth - SLACK;
  };
  region.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(region);
  // What is in it may be drawn anew.
  new MutationObserver(look).observe(region, { childList: true, subtree: true });
  return { root: html("div", { class: "wide-frame" }, hint, region), region };
}

// @ts-check
/** Links to the terms of promotions, as long as there are any. */
import { html } from "./dom.js";

const REFRESH = 60_000;

/**
 * Tell whenever it is looked which promotions run: the number and the title of each.
 * @param {(running: [number: string, title: string][]) => void} tell
 */
export function watchPrizes(tell) {
  const look = async () => {
    const floor = await fetch("/floor.json").then((answer) => answer.json()).catch(() => null);
    if (floor) tell(Object.entries(floor.promotions ?? {}));
  };
  look();
  setInterval(() => document.hidden || look(), REFRESH);
}

/**
 * Put a link to the terms beside another one.
 * @param {HTMLElement} beside
 */
export function linkPrizes(beside) {
  const link = html(
    "a",
    { class: "rules-key", href: "/promotions", target: "_blank", rel: "noopener", "data-testid": "prizes" },
    "Prizes",
  );
  watchPrizes((running) => running.length ? beside.after(link) : link.remove());
}

// @ts-check
/** Areas that flash while they can be bet. A CSS animation would keep the browser busy between two changes of colour. */
import { still } from "./dom.js";

const PERIOD = 900;

/** @param {HTMLElement} felt */
export function flashOpenStreaks(felt) {
  const timer = setInterval(() => {
    if (!felt.isConnected) return clearInterval(timer);
    const open = !felt.classList.contains("closed") && felt.querySelector(".streak:not(.waits)") && !still();
    felt.classList.toggle("flash", Boolean(open) && !felt.classList.contains("flash"));
  }, PERIOD);
}

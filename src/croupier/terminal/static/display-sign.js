// @ts-check
/** The sign: what else holds, which changes come and when, and the limits of single players. What does not fit takes turns. */
import { html } from "./dom.js";
import { dollars } from "./money.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./clock.js").ServerTime} ServerTime */

const SECOND = 1000;
/** How long a part of the sign is shown if there is not room for all of it, in seconds. */
const TURN = 8;

export class DisplaySign {
  #root;
  #time;
  #drawn = "";
  #seconds = 0;
  /** The texts of countdowns, each with its moment. @type {{ text: HTMLElement, moment: number }[]} */
  #running = [];

  /**
   * @param {HTMLElement} root
   * @param {ServerTime} time
   */
  constructor(root, time) {
    this.#root = root;
    this.#time = time;
    setInterval(() => this.#tick(), SECOND);
    new ResizeObserver(() => this.#fit()).observe(/** @type {HTMLElement} */ (root.parentElement));
  }

  /** @param {StaffView} view */
  draw({ sign, announced, limits_shown }) {
    const now = JSON.stringify([sign.lines, announced, limits_shown]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.#running = [];
    this.#root.replaceChildren(
      ...announced.map((each) => this.#coming(each)),
      ...Object.entries(limits_shown).map(([seat, { minimum, maximum }]) =>
        html("li", { class: "own" }, `${seat}: ${dollars(minimum)} to ${dollars(maximum)}`)
      ),
      ...sign.lines.map((line) => html("li", {}, line)),
    );
    this.#count();
    this.#fit();
  }

  /** @param {StaffView["announced"][number]} change */
  #coming({ words, takes_effect }) {
    const text = html("b", { class: "left" });
    this.#running.push({ text, moment: takes_effect });
    return html("li", { class: "coming" }, text, html("span", {}, words[0].toUpperCase() + words.slice(1)));
  }

  #tick() {
    this.#count();
    this.#seconds = (this.#seconds + 1) % TURN;
    const first = this.#root.firstElementChild;
    if (this.#seconds || !first || !this.#root.querySelector("[hidden]")) return;
    this.#root.append(first);
    this.#fit();
  }

  #count() {
    for (const { text, moment } of this.#running) text.textContent = left(moment - this.#time.now);
  }

  /** Hide what there is no room for. */
  #fit() {
    const items = /** @type {HTMLElement[]} */ ([...this.#root.children]);
    for (const each of items) each.hidden = false;
    const room = this.#root.parentElement?.clientHeight ?? 0;
    for (const each of items.reverse()) each.hidden = this.#root.offsetHeight > room && each !== this.#root.firstChild;
  }
}

/**
 * How long it is until then: "19:59", or "1:05:00".
 * @param {number} milliseconds
 */
function left(milliseconds) {
  const seconds = Math.ceil(milliseconds / SECOND);
  if (seconds <= 0) return "now";
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => String(part).padStart(at ? 2 : 1, "0")).join(":");
}

// @ts-check
/** The signs that announce a change: how long each has yet to hang and, when its time has come, the key that carries it out. */
import { html } from "./dom.js";
import { NEVER } from "./staff-catalogue.js";
import { labelOf } from "./staff-catalogue.js";
import { tick, until } from "./staff-clock.js";
import { clockTime } from "./zone.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").PostedView} PostedView */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */

export class PostedSigns {
  #list = html("ul", {});
  root = html(
    "section",
    { class: "posted", "aria-label": "Signs put up", hidden: "" },
    html("h2", {}, "Signs put up"),
    this.#list,
  );
  /** @type {PostedView[]} */
  #signs = [];
  /** @type {Action[]} */
  #actions = [];
  #drawn = "";
  #time;
  #give;

  /**
   * @param {import("./clock.js").ServerTime} time
   * @param {(command: Record<string, unknown>) => Promise<unknown>} give
   */
  constructor(time, give) {
    this.#time = time;
    this.#give = give;
  }

  /** @param {StaffView} view */
  draw({ posted = {} }) {
    this.#signs = Object.values(posted);
    this.tick();
  }

  /** @param {Action[]} actions  what the person may do now */
  allow(actions) {
    this.#actions = actions;
    this.tick();
  }

  /** @returns {boolean}  whether a countdown has just ended */
  tick() {
    const signs = this.#signs.map((sign) => ({ sign, ...this.#key(sign) }));
    const now = JSON.stringify(signs);
    if (now !== this.#drawn) {
      this.#drawn = now;
      this.root.hidden = !signs.length;
      this.#list.replaceChildren(...signs.map((each) => this.#line(each)));
    }
    return tick(this.root, this.#time.now);
  }

  /**
   * Whether the key of a sign is offered now; and if its time has come all the same, why it is not.
   * @param {PostedView} sign
   */
  #key({ takes_effect, order }) {
    const action = this.#actions.find((each) => each.order === order.type);
    if (!action || NEVER.has(action.reason) || takes_effect > this.#time.now) return { isOpen: false, why: "" };
    return { isOpen: action.open, why: action.why_not };
  }

  /** @param {{ sign: PostedView, isOpen: boolean, why: string }} line */
  #line({ sign, isOpen, why }) {
    const { words, since, takes_effect, order } = sign;
    const key = /** @type {HTMLButtonElement} */ (html(
      "button",
      { type: "button", class: "main", "data-carries-out": String(order.type) },
      `Put into force: ${labelOf(String(order.type))}`,
    ));
    key.addEventListener("click", async () => {
      key.disabled = true;
      await this.#give(order);
      key.disabled = false;
    });
    return html(
      "li",
      {},
      html("b", {}, words[0].toUpperCase() + words.slice(1)),
      html("span", {}, `since ${clockTime(since)}, from ${clockTime(takes_effect)}: `, until(takes_effect)),
      ...(isOpen ? [key] : []),
      ...(why ? [html("p", { class: "hint" }, why)] : []),
    );
  }
}

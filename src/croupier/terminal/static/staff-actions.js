// @ts-check
/** The orders that are open to the person, as keys; and the others, with the reason why not. */
import { html } from "./dom.js";
import { grouped, isPlain, labelOf, nextCall } from "./staff-catalogue.js";
import { chosenIn } from "./staff-order.js";
import { freeFields } from "./staff-schema.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */

/** Reasons that do not pass with time: the order is not for this person, or not for this game. */
const NEVER = new Set(["not-your-power", "no-such-power"]);

/** Milliseconds for which a new call takes no touch: the second half of a double click was meant for the call before. */
const UNREADY = 400;

/**
 * Whether an order is given with one touch.
 * @param {Action} action
 * @param {OrderSchema | undefined} schema
 */
function isOneTouch(action, schema) {
  return isPlain(action, fieldsOf(action, schema));
}

/**
 * @param {Action} action
 * @param {OrderSchema | undefined} schema
 */
function fieldsOf(action, schema) {
  return schema ? freeFields(action.order, schema.schema, chosenIn(action)) : [];
}

export class ActionKeys {
  calls = html("section", { class: "calls", "aria-label": "Next call" });
  orders = html("section", { class: "orders", "aria-label": "Orders" });
  #open = html("div", {});
  #later = html("ul", {});
  #never = html("ul", {});
  #shown = "";
  #next = "";
  #readyAt = 0;
  #schemas;
  #give;
  #choose;

  /**
   * @param {Map<string, OrderSchema>} schemas
   * @param {(action: Action) => void} give  at once
   * @param {(action: Action) => void} choose  with a form
   */
  constructor(schemas, give, choose) {
    this.#schemas = schemas;
    this.#give = give;
    this.#choose = choose;
    this.orders.append(
      this.#open,
      html("details", { "data-testid": "not-now" }, html("summary", {}, "Not now"), this.#later),
      html("details", {}, html("summary", {}, "Not yours, or not in this game"), this.#never),
    );
  }

  /** @param {Action[]} actions */
  draw(actions) {
    const now = JSON.stringify(actions);
    if (now === this.#shown) return;
    this.#shown = now;
    const focused = document.activeElement?.getAttribute("data-order");
    const groups = grouped(actions);
    const calls = groups.find(({ id }) => id === "call")?.actions ?? [];
    this.#drawCalls(calls);
    this.#open.replaceChildren(...groups.filter(({ id }) => id !== "call").flatMap((group) => this.#group(group)));
    const closed = actions.filter(({ open }) => !open);
    this.#later.replaceChildren(...closed.filter(({ reason }) => !NEVER.has(reason)).map(whyNot));
    this.#never.replaceChildren(...closed.filter(({ reason }) => NEVER.has(reason)).map(whyNot));
    const again = focused &&
      [this.calls, this.orders].map((root) => root.querySelector(`[data-order="${focused}"]`)).find(Boolean);
    if (again) /** @type {HTMLElement} */ (again).focus();
    else if (focused) /** @type {HTMLElement | null} */ (this.calls.querySelector("button"))?.focus();
  }

  /** @param {Action[]} calls */
  #drawCalls(calls) {
    const { next, others } = nextCall(calls);
    if (next && next.order !== this.#next) this.#readyAt = performance.now() + UNREADY;
    this.#next = next?.order ?? "";
    const keys = others.map((action) => this.#key(action, ""));
    const why = next ? [] : waitsFor(calls).map((words) => html("p", { class: "hint" }, words));
    const more = next && isOneTouch(next, this.#schemas.get(next.order)) &&
      fieldsOf(next, this.#schemas.get(next.order)).length;
    this.calls.replaceChildren(
      html("h2", {}, "Next call"),
      ...(next ? [this.#key(next, "next")] : [html("p", {}, "No call of the round is open to you."), ...why]),
      ...(next && more ? [this.#details(next)] : []),
      ...(keys.length ? [html("div", { class: "keys" }, ...keys)] : []),
    );
  }

  /** @param {{ id: string, title: string, actions: Action[] }} group */
  #group({ id, title, actions }) {
    const open = actions.filter((action) => action.open);
    if (!open.length) return [];
    return [
      html("h2", {}, title),
      html("div", { class: `keys ${id}` }, ...open.map((action) => this.#key(action, ""))),
    ];
  }

  /**
   * Calls that need nothing are given at once. Everything else opens its form.
   * @param {Action} action
   * @param {string} look
   */
  #key(action, look) {
    const atOnce = look === "next" && isOneTouch(action, this.#schemas.get(action.order));
    const key = html(
      "button",
      { type: "button", class: look, title: action.words, "data-order": action.order },
      html("span", {}, labelOf(action.order), atOnce ? "" : "\u00a0…"),
      ...(atOnce && action.forms[0].words ? [html("span", { class: "what" }, action.forms[0].words)] : []),
      ...(action.clause ? [html("small", { class: "clause" }, action.clause)] : []),
    );
    const wait = look === "next" ? this.#readyAt - performance.now() : 0;
    if (wait > 0) {
      key.setAttribute("aria-disabled", "true");
      setTimeout(() => key.removeAttribute("aria-disabled"), wait);
    }
    key.addEventListener("click", () => {
      if (key.hasAttribute("aria-disabled")) return;
      if (atOnce) this.#give(action);
      else this.#choose(action);
    });
    return key;
  }

  /** @param {Action} action */
  #details(action) {
    const key = html("button", { type: "button", class: "small", "data-more": action.order }, "with details …");
    key.addEventListener("click", () => this.#choose(action));
    return key;
  }
}

/**
 * Why the round does not go on: what the last of the closed calls waits for, other than for calls before it.
 * @param {Action[]} calls
 */
function waitsFor(calls) {
  const closed = calls.filter(({ open, reason }) => !open && !NEVER.has(reason));
  const last = closed.filter(({ reason }) => reason !== "out-of-sequence").at(-1) ?? closed[0];
  return last ? [last.why_not] : [];
}

/** @param {Action} action */
function whyNot({ order, why_not, clause }) {
  return html(
    "li",
    { "data-closed": order },
    html("b", {}, labelOf(order)),
    html("span", {}, why_not),
    ...(clause ? [html("small", { class: "clause" }, clause)] : []),
  );
}

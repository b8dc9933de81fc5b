// @ts-check
/** The orders that are open to the person, as keys; and the others, with the reason why not. */
import { arrange, html } from "./dom.js";
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
  #heading = html("h2", {}, "Next call");
  #others = html("div", { class: "keys" });
  #open = html("div", {});
  /** @type {Map<string, { heading: HTMLElement, keys: HTMLElement }>} */
  #groups = new Map();
  /** By look and order. @type {Map<string, { key: HTMLElement, latest: { action: Action, atOnce: boolean } }>} */
  #keys = new Map();
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
    this.#drawCalls(groups.find(({ id }) => id === "call")?.actions ?? []);
    arrange(this.#open, groups.filter(({ id }) => id !== "call").flatMap((group) => this.#group(group)));
    const closed = actions.filter(({ open }) => !open);
    this.#later.replaceChildren(...closed.filter(({ reason }) => !NEVER.has(reason)).map(whyNot));
    this.#never.replaceChildren(...closed.filter(({ reason }) => NEVER.has(reason)).map(whyNot));
    if (focused && document.activeElement?.getAttribute("data-order") !== focused) this.#focus(focused);
  }

  /** An order that has moved to another place keeps the focus; one that is closed gives it to the next call. @param {string} order */
  #focus(order) {
    const key = [this.calls, this.orders].map((root) => root.querySelector(`[data-order="${order}"]`)).find(Boolean);
    /** @type {HTMLElement | null} */ (key ?? this.calls.querySelector("button"))?.focus();
  }

  /** @param {Action[]} calls */
  #drawCalls(calls) {
    const { next, others } = nextCall(calls);
    if (next && next.order !== this.#next) this.#readyAt = performance.now() + UNREADY;
    this.#next = next?.order ?? "";
    const why = next ? [] : waitsFor(calls).map((words) => html("p", { class: "hint" }, words));
    const more = next && isOneTouch(next, this.#schemas.get(next.order)) &&
      fieldsOf(next, this.#schemas.get(next.order)).length;
    arrange(this.#others, others.map((action) => this.#key(action, "")));
    arrange(this.calls, [
      this.#heading,
      ...(next ? [this.#key(next, "next")] : [html("p", {}, "No call of the round is open to you."), ...why]),
      ...(next && more ? [this.#details(next)] : []),
      ...(others.length ? [this.#others] : []),
    ]);
  }

  /** @param {{ id: string, title: string, actions: Action[] }} group */
  #group({ id, title, actions }) {
    const open = actions.filter((action) => action.open);
    if (!open.length) return [];
    const { heading, keys } = this.#groups.get(id) ??
      { heading: html("h2", {}, title), keys: html("div", { class: `keys ${id}` }) };
    this.#groups.set(id, { heading, keys });
    arrange(keys, open.map((action) => this.#key(action, "")));
    return [heading, keys];
  }

  /**
   * The key of an order, which stays the same element for as long as its place is. Calls that need nothing are given at
   * once. Everything else opens its form.
   * @param {Action} action
   * @param {string} look
   */
  #key(action, look) {
    const place = `${look} ${action.order}`;
    const { key, latest } = this.#keys.get(place) ?? this.#newKey(look, action);
    this.#keys.set(place, { key, latest });
    latest.action = action;
    latest.atOnce = look === "next" && isOneTouch(action, this.#schemas.get(action.order));
    key.title = action.words;
    const words = html("span", {}, labelOf(action.order), latest.atOnce ? "" : "\u00a0…");
    const what = latest.atOnce && action.forms[0].words;
    key.replaceChildren(
      words,
      ...(what ? [html("span", { class: "what" }, what)] : []),
      ...(action.clause ? [html("small", { class: "clause" }, action.clause)] : []),
    );
    const wait = look === "next" ? this.#readyAt - performance.now() : 0;
    if (wait > 0) {
      key.setAttribute("aria-disabled", "true");
      setTimeout(() => key.removeAttribute("aria-disabled"), wait);
    }
    return key;
  }

  /**
   * @param {string} look
   * @param {Action} action
   */
  #newKey(look, action) {
    const key = html("button", { type: "button", class: look, "data-order": action.order });
    const latest = { action, atOnce: false };
    key.addEventListener("click", () => {
      if (key.hasAttribute("aria-disabled")) return;
      if (latest.atOnce) this.#give(latest.action);
      else this.#choose(latest.action);
    });
    return { key, latest };
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

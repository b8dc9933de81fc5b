// @ts-check
/** The orders that are open to the person, as keys; and the others, with the reason why not. */
import { arrange, html } from "./dom.js";
import { Calls } from "./staff-calls.js";
import { byMeasure, clauseMark, grouped, labelOf, NEVER, THIS_ROUND } from "./staff-catalogue.js";
import { Closing } from "./staff-closing.js";
import { OrderKeys } from "./staff-keys.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").ActionsNow} ActionsNow */
/** @typedef {import("./staff.d.ts").DiceView} DiceView */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */

/** Orders that stay in their place, greyed, for a dealer who may not give them. */
const IN_PLACE = new Set(["VoidRound", "CorrectOutcome", "RefuseBet", "Sanction"]);
/** One that does so only while a die is missing. */
const FOUND = "RecoverDie";
/** Why a step is not open while a fault waits for a decision. */
const FAULT_PENDING = "fault-pending";
/** The group whose keys stand first. */
const OFF = "off";
/** The ground that a dealer needs most often. */
const COCKED = "cocked";
/** Groups whose orders have a key for each of their forms, beside the one for the dialog. */
const AT_ONCE = new Set([OFF, "dice"]);
/** Of an order that counts something, the larger numbers are chosen in the dialog. */
const MOST_COUNTS = 2;

export class ActionKeys {
  orders = html("section", { class: "orders", "aria-label": "Orders" });
  /** The keys of a throw that does not count, in their own place. */
  off = html("section", { class: "call-off", "aria-label": "Call off" });
  #open = html("div", {});
  /** @type {Map<string, { heading: HTMLElement, quick: HTMLElement, keys: HTMLElement }>} */
  #groups = new Map();
  #later = html("ul", {});
  #never = html("ul", {});
  #shown = "";
  #isDealer = false;
  /** Whether a round is played, or comes next. */
  #isPlayed = false;
  #isDieLost = false;
  #keys;
  #calls;
  #closing;
  #signs;

  /**
   * @param {Map<string, OrderSchema>} schemas
   * @param {import("./staff-keys.js").Give} give
   * @param {import("./staff-keys.js").Choose} choose
   * @param {HTMLElement} signs  that announce a change
   */
  constructor(schemas, give, choose, signs = html("div", {})) {
    this.#signs = signs;
    this.#keys = new OrderKeys(schemas, give, choose);
    this.#calls = new Calls(this.#keys, give, choose);
    this.#closing = new Closing(choose);
    this.orders.append(
      this.#open,
      html("details", { "data-testid": "not-now" }, html("summary", {}, "Not now"), this.#later),
      html("details", {}, html("summary", {}, "Not yours, or not in this game"), this.#never),
    );
  }

  get calls() {
    return this.#calls.root;
  }

  get closing() {
    return this.#closing.root;
  }

  /**
   * @param {Pick<ActionsNow, "actions" | "ahead" | "round" | "closing">} answer
   * @param {boolean} deals  whether the person deals at the table
   * @param {DiceView} [dice]
   * @param {boolean} [isDealt]  whether somebody does, a person or the automatic dealer
   * @param {boolean} [takesBets]  whether new bets are taken: the table does not close
   */
  draw({ actions, ahead, round, closing }, deals, dice, isDealt = true, takesBets = true) {
    const now = JSON.stringify([actions, ahead, round, closing, deals, isDealt, takesBets, dice]);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#keys.begin();
    this.#keys.takesBets = takesBets;
    const at = document.activeElement;
    const focused = at?.matches("button.next") ? null : at?.getAttribute("data-order"); // the large key is the next call's
    const groups = grouped(actions);
    this.#isDealer = actions.some(({ call, reason }) => call && !NEVER.has(reason));
    this.#isPlayed = ahead.length > 0;
    this.#isDieLost = Boolean(dice?.lost);
    this.calls.classList.toggle("mine", deals);
    this.#closing.draw(closing, actions);
    const calls = groups.find(({ id }) => id === "call")?.actions ?? [];
    this.#calls.draw(calls, ahead, round, isDealt, dice, firstOf(actions, dice));
    const off = groups.filter(({ id }) => id === OFF).flatMap((group) => this.#group(group));
    const parts = groups.filter(({ id }) => id !== "call" && id !== OFF).flatMap((group) => this.#group(group));
    arrange(this.off, off);
    // First come signs, and a closing that has begun.
    arrange(
      this.#open,
      [this.#signs, ...(this.#closing.isLed ? [this.#closing.root, ...parts] : [...parts, this.#closing.root])],
    );
    const closed = actions.filter(({ open }) => !open);
    this.#later.replaceChildren(...closed.filter(({ reason }) => !NEVER.has(reason)).map(whyNot));
    this.#never.replaceChildren(...closed.filter(({ reason }) => NEVER.has(reason)).map(whyNot));
    if (focused && document.activeElement?.getAttribute("data-order") !== focused) this.#focus(focused);
  }

  /** An order that has moved to another place keeps the focus; one that is closed gives it to the next call. @param {string} order */
  #focus(order) {
    const key = [this.calls, this.off, this.orders].map((root) => root.querySelector(`[data-order="${order}"]`)).find(
      Boolean,
    );
    /** @type {HTMLElement | null} */ (key ?? this.calls.querySelector("button:not(:disabled)"))?.focus();
  }

  /** @param {{ id: string, title: string, actions: Action[] }} group */
  #group({ id, title, actions }) {
    const open = actions.filter((action) => action.open);
    const isInPlace = (/** @type {string} */ order) => IN_PLACE.has(order) || (order === FOUND && this.#isDieLost);
    const theirs = actions.filter(({ order, whose }) => this.#isDealer && whose && isInPlace(order));
    const isKept = id === OFF && this.#isPlayed && actions.some(({ later }) => later.length);
    if (!open.length && !theirs.length && !isKept) return [];
    const parts = this.#groups.get(id) ?? {
      heading: html("h2", {}, title),
      quick: html("div", { class: `keys quick ${id}` }),
      keys: html("div", { class: `keys ${id}` }),
    };
    this.#groups.set(id, parts);
    const isQuick = this.#isPlayed && AT_ONCE.has(id);
    const quick = id === OFF ? actions.filter(({ open, later }) => open || later.length) : open;
    arrange(parts.quick, isQuick ? quick.flatMap((action) => this.#quick(action)) : []);
    const inDialog = open.filter((action) => !(isQuick && this.#isWholly(action)));
    arrange(parts.keys, [
      ...inDialog.flatMap(byMeasure).map((action) => this.#keys.dialog(action)),
      ...theirs.map((action) => this.#keys.theirs(action)),
    ]);
    return [parts.heading, ...(parts.quick.childElementCount ? [parts.quick] : []), parts.keys];
  }

  /**
   * Whether keys that give an order at once leave nothing to choose or to fill in. An order on a ground keeps its dialog.
   * @param {Action} action
   */
  #isWholly(action) {
    const isOnGround = action.chosen.includes("ground") || action.chosen.includes("why");
    return !isOnGround && !this.#keys.fieldsOf(action).length && this.#quick(action).length === action.forms.length;
  }

  /**
   * A key for each form of an order: a cocked die first, then the grounds that the document demands, and the grave ones last.
   * A ground of another step of the round keeps its place, and takes no touch.
   * @param {Action} action
   */
  #quick(action) {
    const { chosen, order, later } = action;
    if (!later.length && !this.#keys.isPlain(action)) return [];
    if (!chosen.includes("ground") && !chosen.includes("why")) {
      const forms = chosen.includes("count") ? action.forms.slice(0, MOST_COUNTS) : action.forms;
      return forms.map((form) => this.#keys.atOnce(action, form, "quick"));
    }
    const forms = [...action.forms.filter(({ values }) => !values.round), ...later];
    const before = order === "VoidRound" ? "" : `${labelOf(order)}: `;
    const placeOf = (/** @type {import("./staff.d.ts").Form} */ form) => `${rankOf(form)} ${form.clause} ${form.words}`;
    return forms.sort((one, other) => placeOf(one) < placeOf(other) ? -1 : 1)
      .map((form) =>
        this.#keys.ground(action, form, before + form.words.replace(THIS_ROUND, ""), !later.includes(form))
      );
  }
}

/** @param {import("./staff.d.ts").Form} form */
function rankOf({ values, must, grave }) {
  if (values.ground === COCKED) return 0;
  return (must ? 1 : 2) + (grave ? 2 : 0);
}

/**
 * What comes before every call: the round is called off, if what was reported asks for it; or a new set of dice is brought.
 * @param {Action[]} actions
 * @param {DiceView} [dice]
 * @returns {Action | undefined}
 */
function firstOf(actions, dice) {
  const open = (/** @type {string} */ wanted) => actions.find(({ order, open }) => open && order === wanted);
  if (actions.some(({ reason }) => reason === FAULT_PENDING)) {
    const off = open("VoidRound");
    const forms = off?.forms.filter(({ must, again }) => must && !again) ?? [];
    if (off && forms.length) return { ...off, forms };
  }
  return dice?.new_set ? open("ReplaceDice") : undefined;
}

/** @param {Action} action */
function whyNot({ order, why_not, clause }) {
  return html(
    "li",
    { "data-closed": order },
    html("b", {}, labelOf(order)),
    html("span", {}, why_not),
    ...(clause ? [clauseMark(clause)] : []),
  );
}

// @ts-check
/** The next call of a round as one large key: with its result, its dice or its player, what follows it, and what it waits for. */
import { arrange, html } from "./dom.js";
import { clauseMark } from "./staff-catalogue.js";
import { DiceChoice } from "./staff-dice-choice.js";
import { holdBack } from "./staff-keys.js";
import { isResult, ResultEntry } from "./staff-result.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").CallAhead} CallAhead */
/** @typedef {import("./staff.d.ts").DiceView} DiceView */

/** More forms than this, beside the first, are chosen in the dialog. */
const MOST_OTHERS = 2;
const TAKE_OVER = "RelieveDealer";
const CALL_OFF = "VoidRound";

export class Calls {
  root = html("section", { class: "calls", "aria-label": "Next call" });
  #heading = html("h2", {}, "Next call");
  #others = html("div", { class: "keys" });
  #ahead = html("p", { class: "ahead", "data-testid": "ahead" });
  #next = "";
  /** Which time it is of several. */
  #which = "";
  #round = 0;
  /** @type {DiceView | undefined} */
  #dice;
  #result;
  #choice;
  #keys;
  #choose;

  /**
   * @param {import("./staff-keys.js").OrderKeys} keys
   * @param {import("./staff-keys.js").Give} give
   * @param {import("./staff-keys.js").Choose} choose
   */
  constructor(keys, give, choose) {
    this.#keys = keys;
    this.#choose = choose;
    this.#result = new ResultEntry(give);
    this.#choice = new DiceChoice(give);
    this.root.addEventListener("keydown", (event) => {
      this.#result.press(event);
      this.#choice.press(event);
    });
  }

  /**
   * @param {Action[]} calls
   * @param {CallAhead[]} ahead  the steps to the end of the round
   * @param {number} round
   * @param {boolean} isDealt  whether somebody deals, a person or the automatic dealer
   * @param {DiceView} [dice]
   * @param {Action} [first]  what comes before every call, where somebody deals
   */
  draw(calls, ahead, round, isDealt, dice, first) {
    [this.#dice, this.#round] = [dice, round];
    const taking = isDealt ? undefined : calls.find(({ order, open }) => open && order === TAKE_OVER);
    const { next, others } = nextCall(calls, ahead, taking ?? first);
    this.root.classList.toggle("vacant", taking !== undefined);
    this.#which = whichTime(ahead.find(({ order }) => order === next?.order));
    const now = next ? `${next.order} ${round}` : "";
    const isNew = now !== this.#next;
    this.#next = now;
    const keys = next
      ? this.#nextKeys(next)
      : [html("p", {}, ahead.length ? "There is nothing to call yet." : "No call of the round is open to you.")];
    // What was entered for a throw that did not count must not be there at the next one.
    for (const entry of [this.#result, this.#choice]) if (!keys.includes(entry.root)) entry.clear();
    if (isNew) { for (const key of keys.flatMap(largeKeys)) holdBack(key); }
    // A dealer who can call nothing reads who can.
    const theirs = next || !this.root.matches(".mine") ? [] : calls.filter(({ call, whose }) => call && whose);
    arrange(this.#others, [
      ...others.map((action) => this.#other(action)),
      ...theirs.map((action) => this.#keys.theirs(action)),
    ]);
    this.#ahead.replaceChildren(...follows(next, calls, ahead, (order) => this.#keys.labelOf(order)));
    const isHere = this.root.contains(document.activeElement);
    arrange(this.root, [
      this.#heading,
      ...keys,
      ...(this.#ahead.childNodes.length ? [this.#ahead] : []),
      ...(this.#others.childElementCount ? [this.#others] : []),
    ]);
    // A result that is entered goes with its keys: whoever deals by the keyboard goes on with the next call.
    if (isHere && !this.root.contains(document.activeElement)) this.#focusNext();
  }

  #focusNext() {
    const key =
      /** @type {HTMLElement | null} */ (this.root.querySelector("button.next:not(:disabled), button:not(:disabled)"));
    key?.focus();
  }

  /** @param {Action} next */
  #nextKeys(next) {
    if (isResult(next)) {
      const says = this.#keys.fieldsOf(next).length > 0 || next.forms.some(({ values }) => values.disputed);
      return [this.#result.draw(next, this.#round), ...(says ? [this.#details(next)] : [])];
    }
    if (next.order === "AcceptDice" && this.#dice?.choose) return [this.#choice.draw(next, this.#dice, this.#round)];
    if (!this.#keys.isPlain(next)) {
      const key = this.#keys.dialog(next);
      key.classList.add("next");
      return [key];
    }
    const [first, ...rest] = next.forms;
    const others = rest.length > MOST_OTHERS ? [] : rest;
    const more = this.#keys.fieldsOf(next).length > 0 || others.length < rest.length;
    return [
      this.#keys.atOnce(next, first, "next", this.#which),
      ...others.map((form) => this.#keys.atOnce(next, form, "other")),
      ...(more ? [this.#details(next)] : []),
    ];
  }

  /**
   * Another call: at once if there is nothing to choose.
   * @param {Action} action
   */
  #other(action) {
    return !action.call && action.forms.length === 1 && this.#keys.isPlain(action)
      ? this.#keys.atOnce(action, action.forms[0], "")
      : this.#keys.dialog(action);
  }

  /** @param {Action} action */
  #details(action) {
    const key = html("button", { type: "button", class: "small", "data-more": action.order }, "with details …");
    key.addEventListener("click", () => this.#choose(action));
    return key;
  }
}

/**
 * The next call: what comes before every call, or the first step ahead that is open, or else what it waits for; and the other calls
 * that are open.
 * @param {Action[]} calls
 * @param {CallAhead[]} ahead
 * @param {Action} [first]
 */
function nextCall(calls, ahead, first) {
  const open = calls.filter((action) => action.open);
  if (first) return { next: first, others: open.filter((action) => action !== first) };
  const steps = ahead.flatMap((step) => open.filter(({ order }) => order === step.order));
  const next = steps[0] ?? open.find(({ call }) => call) ?? null;
  return { next, others: open.filter((action) => action !== next) };
}

/** @param {CallAhead} [step] */
function whichTime(step) {
  return step && step.times > 1 ? `${step.taken + 1} of ${step.times}` : "";
}

/** @param {HTMLElement} part */
function largeKeys(part) {
  return part.matches("button.next")
    ? [part]
    : [...part.querySelectorAll("button.next")].filter((each) => each instanceof HTMLElement);
}

/**
 * What follows the next call, or what the round waits for; and why the call after that is not open yet.
 * @param {Action | null} next
 * @param {Action[]} calls
 * @param {CallAhead[]} ahead
 * @param {(order: string) => string} labelled
 */
function follows(next, calls, ahead, labelled) {
  if (next?.order === CALL_OFF) return [];
  const at = ahead.findIndex(({ order }) => order === next?.order);
  const after = next ? ahead.slice(at + 1).find(({ order }) => order !== next.order) : ahead[0];
  if (!after) return [];
  const closed = calls.find(({ order, open }) => order === after.order && !open);
  // That the next call comes first goes without saying.
  const why = closed && !(next && closed.reason === "out-of-sequence") ? closed.why_not : "";
  return [
    html("b", {}, next ? `Then: ${labelled(after.order)}` : `Waiting: ${after.words}`),
    ...(after.clause ? [" ", clauseMark(after.clause)] : []),
    ...(why ? [html("span", { class: "why" }, why)] : []),
  ];
}

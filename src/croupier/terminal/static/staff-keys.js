// @ts-check
/** The keys of orders. */
import { html } from "./dom.js";
import { hold, KeptKeys } from "./kept.js";
import { clauseMark, isPlain, labelOf, RANKS, THIS_ROUND, titleOf } from "./staff-catalogue.js";
import { askedFields } from "./staff-order.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").Form} Form */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */
/** @typedef {(action: Action, form: Form, more?: Record<string, unknown>) => unknown} Give  at once, in this form, with further fields */
/** @typedef {(action: Action, known?: import("./staff-order.js").Known) => unknown} Choose  with a dialog */

/** Milliseconds for which a new call takes no touch: the second half of a double click was meant for the call before. */
const UNREADY = 400;
/** The call that opens a round at a table that closes. */
const NO_NEW_BETS = "Next round, no new bets";

export class OrderKeys {
  /** Whether new bets are taken. */
  takesBets = true;
  /** By look, order and form. */
  #keys = new KeptKeys();
  #schemas;
  #give;
  #choose;

  /**
   * @param {Map<string, OrderSchema>} schemas
   * @param {Give} give
   * @param {Choose} choose
   */
  constructor(schemas, give, choose) {
    this.#schemas = schemas;
    this.#give = give;
    this.#choose = choose;
  }

  /** A new drawing begins. */
  begin() {
    this.#keys.begin();
  }

  /**
   * The name of a call. Bets that stand are decided while a table closes, and nobody is asked to bet.
   * @param {string} order
   */
  labelOf(order) {
    return order === "OpenBetting" && !this.takesBets ? NO_NEW_BETS : labelOf(order);
  }

  /**
   * The fields that a person fills in.
   * @param {Action} action
   */
  fieldsOf(action) {
    const schema = this.#schemas.get(action.order);
    return schema ? askedFields(action, schema) : [];
  }

  /**
   * Whether each of its forms is given with one touch.
   * @param {Action} action
   */
  isPlain(action) {
    return isPlain(action, this.fieldsOf(action));
  }

  /**
   * The key that opens the dialog of an order.
   * @param {Action} action
   */
  dialog(action) {
    const title = titleOf(action);
    const attributes = { "data-order": action.order };
    const key = this.#keys.key(`dialog ${action.order} ${title}`, attributes, () => this.#choose(action));
    key.title = action.words;
    key.replaceChildren(html("span", {}, title, "\u00a0…"), ...clauseOf(action.clause));
    return key;
  }

  /**
   * The key that gives an order in one of its forms at once.
   * @param {Action} action
   * @param {Form} form
   * @param {string} look
   * @param {string} [which]  of several times
   */
  atOnce(action, form, look, which = "") {
    const place = `${look} ${action.order} ${JSON.stringify(form.values)}`;
    const key = this.#keys.key(place, { class: look, "data-order": action.order }, () => this.#give(action, form));
    key.title = action.words;
    key.replaceChildren(
      html("span", {}, this.labelOf(action.order)),
      ...[form.words.replace(THIS_ROUND, ""), which].filter(Boolean).map((what) =>
        html("span", { class: "what" }, what)
      ),
      ...clauseOf(form.clause || action.clause),
    );
    return key;
  }

  /**
   * An order that others may give, in its place: who they are, and nothing to touch.
   * @param {Action} action
   */
  theirs(action) {
    const key = this.#keys.key(`theirs ${action.order}`, { class: "theirs", "aria-disabled": "true" }, () => {});
    key.dataset.theirs = action.order;
    key.title = action.why_not;
    key.replaceChildren(
      html("span", {}, labelOf(action.order), html("small", {}, `For ${action.whose}.`)),
      ...clauseOf(action.clause),
    );
    return key;
  }

  /**
   * The key of a ground: what happened, and whether the document demands the order then. What is settled or grave takes a second
   * touch. The dots of that have their room at any time, so that no key moves under a finger.
   * @param {Action} action
   * @param {Form} form
   * @param {string} words
   * @param {boolean} isOpen  at this step of the round
   */
  ground(action, form, words, isOpen) {
    const rank = form.must ? "must" : "may";
    const place = `ground ${action.order} ${JSON.stringify(form.values)}`;
    const asks = form.again || form.grave || (isOpen && !this.isPlain(action));
    const touched = () => asks ? this.#choose({ ...action, forms: [form] }) : this.#give(action, form);
    const key = this.#keys.key(place, { class: `ground ${rank}` }, touched);
    key.disabled = !isOpen;
    key.setAttribute("data-ground", String(form.values.ground ?? form.values.why ?? ""));
    key.replaceChildren(
      html("span", {}, words, html("span", { class: asks ? "" : "no-dots" }, "\u00a0…")),
      html("b", { class: rank }, RANKS[rank]),
      ...clauseOf(form.clause),
    );
    return key;
  }
}

/**
 * Let a key that has just appeared take no touch for a moment.
 * @param {HTMLElement} key
 */
export function holdBack(key) {
  hold(key, unready());
}

/** @returns {Promise<void>}  until the second half of a double click is over */
export function unready() {
  return new Promise((ready) => setTimeout(ready, UNREADY));
}

/** @param {string} clause */
function clauseOf(clause) {
  return clause ? [clauseMark(clause)] : [];
}

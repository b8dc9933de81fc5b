// @ts-check
/** The keys beside a bet below the minimum: to have it corrected as its owner agrees, or to refuse it. */
import { KeptKeys } from "./kept.js";
import { clauseMark, labelOf, saidOf } from "./staff-catalogue.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").Form} Form */

/** Orders that are given with one touch, and those that ask for the reason first. */
const [CORRECT, REFUSE] = ["CorrectBet", "RefuseBet"];

export class ShortBetKeys {
  /** @type {Action[]} */
  #actions = [];
  #keys = new KeptKeys();
  #give;
  #choose;

  /**
   * @param {import("./staff-keys.js").Give} give
   * @param {import("./staff-keys.js").Choose} choose
   */
  constructor(give, choose) {
    this.#give = give;
    this.#choose = choose;
  }

  /** @param {Action[]} actions */
  allow(actions) {
    this.#actions = actions.filter(({ order, open }) => open && (order === CORRECT || order === REFUSE));
  }

  /** What the keys are drawn from. */
  get drawnFrom() {
    return this.#actions;
  }

  /** A new drawing begins. */
  begin() {
    this.#keys.begin();
  }

  /**
   * @param {string} seat
   * @param {string} wager
   */
  of(seat, wager) {
    return this.#actions.flatMap((action) => {
      const forms = action.forms.filter(({ values }) => values.seat === seat && values.wager === wager);
      if (action.order === CORRECT) return forms.map((form) => this.#correct(action, form));
      return forms.length ? [this.#refuse(action, forms)] : [];
    });
  }

  /**
   * @param {Action} action
   * @param {Form} form
   */
  #correct(action, form) {
    const { values, clause } = form;
    const place = `${action.order} ${JSON.stringify(values)}`;
    const key = this.#keys.key(place, { class: "small", "data-short": "correct" }, () => this.#give(action, form));
    key.replaceChildren(saidOf(action.order, values), " ", clauseMark(clause));
    return key;
  }

  /**
   * @param {Action} action
   * @param {Form[]} forms
   */
  #refuse(action, forms) {
    const [{ values, clause }] = forms;
    const place = `${action.order} ${values.seat} ${values.wager}`;
    const key = this.#keys.key(
      place,
      { class: "small", "data-short": "refuse" },
      () => this.#choose({ ...action, forms }),
    );
    key.replaceChildren(`${labelOf(action.order)} …`, " ", clauseMark(clause));
    return key;
  }
}

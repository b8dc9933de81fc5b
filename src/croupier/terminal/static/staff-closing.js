// @ts-check
/** The way to the closing of a table, step by step: what is done, the key of what comes next, and what it waits for. */
import { arrange, html } from "./dom.js";
import { KeptKeys } from "./kept.js";
import { until } from "./staff-clock.js";
import { clauseMark, labelOf } from "./staff-catalogue.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").ClosingStep} ClosingStep */

export class Closing {
  root = html("details", { class: "closing", "data-testid": "closing-steps" });
  #steps = html("ol", {});
  #keys = new KeptKeys();
  /** Whether the closing has begun: the console leads. */
  isLed = false;
  #choose;

  /** @param {import("./staff-keys.js").Choose} choose */
  constructor(choose) {
    this.#choose = choose;
    this.root.hidden = true;
    this.root.append(html("summary", {}, "Close the table, step by step"), this.#steps);
  }

  /**
   * @param {ClosingStep[]} steps
   * @param {Action[]} actions
   */
  draw(steps, actions) {
    this.root.hidden = !steps.length;
    const isLed = steps.some(({ done }) => done);
    if (isLed && !this.isLed) this.root.setAttribute("open", "");
    this.isLed = isLed;
    this.#keys.begin();
    const next = steps.find(({ done }) => !done);
    arrange(this.#steps, steps.map((step) => this.#step(step, step === next, actions)));
  }

  /**
   * @param {ClosingStep} step
   * @param {boolean} isNext
   * @param {Action[]} actions
   */
  #step(step, isNext, actions) {
    const { order, words, clause, done, until: moment } = step;
    const action = actions.find((each) => each.order === order);
    const forms = action?.forms.filter((form) => fits(form.values, step.values)) ?? [];
    const isOpen = isNext && action?.open && forms.length > 0;
    const why = isNext && action && !isOpen ? (action.whose ? `For ${action.whose}.` : action.why_not) : "";
    return html(
      "li",
      { class: done ? "done" : isNext ? "now" : "", "data-step": order },
      html("span", {}, done ? `Done: ${words}` : words),
      ...(clause ? [" ", clauseMark(clause)] : []),
      ...(moment ? [html("p", { class: "hint" }, "It hangs for another ", until(moment))] : []),
      ...(why ? [html("p", { class: "hint" }, why)] : []),
      ...(action && isOpen ? [this.#key({ ...action, forms })] : []),
    );
  }

  /** @param {Action} action  with the forms of the step */
  #key(action) {
    const key = this.#keys.key(action.order, { class: "main" }, () => this.#choose(action));
    key.textContent = `${labelOf(action.order)} …`;
    return key;
  }
}

/**
 * @param {Record<string, unknown>} values
 * @param {Record<string, unknown>} wanted
 */
function fits(values, wanted) {
  return Object.entries(wanted).every(([name, value]) => values[name] === value);
}

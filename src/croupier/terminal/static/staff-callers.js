// @ts-check
/** The players who call from their terminals: where they are, what for, and the keys to answer them. */
import { arrange, html } from "./dom.js";
import { KeptKeys } from "./kept.js";
import { labelOf } from "./staff-catalogue.js";
import { callWords } from "./staff-warnings.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */

const [ANSWER, END, FAULT] = ["AnswerCall", "EndCall", "DeclareFault"];

export class CallerList {
  root = html("section", { class: "callers", "aria-label": "Players who call", "data-testid": "callers", hidden: "" });
  #keys = new KeptKeys();
  /** @type {Action[]} */
  #actions = [];
  /** @type {StaffView | null} */
  #view = null;
  /** What the list was drawn from: keys that are moved lose the press and the focus. */
  #drawn = "";
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
    this.#actions = actions.filter(({ order, open }) => open && [ANSWER, END, FAULT].includes(order));
    this.#draw();
  }

  /** @param {StaffView} view */
  draw(view) {
    this.#view = view;
    this.#draw();
  }

  #draw() {
    const view = this.#view;
    const calls = Object.entries(view?.attendant_calls ?? {});
    const said = calls.map(([seat, call]) => view ? callWords(view, seat, call) : "");
    const now = JSON.stringify([said, calls.length ? this.#actions : []]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.root.hidden = !calls.length;
    this.#keys.begin();
    const rows = calls.map(([seat, call], at) => {
      const orders = call.concern === "fault" ? [ANSWER, FAULT, END] : [ANSWER, END];
      const keys = orders.flatMap((order) => this.#key(order, seat));
      return html("li", { "data-caller": seat }, html("span", {}, said[at]), ...keys);
    });
    arrange(this.root, calls.length ? [html("h2", {}, "Players call"), html("ul", {}, ...rows)] : []);
  }

  /**
   * @param {string} order
   * @param {string} seat
   */
  #key(order, seat) {
    const action = this.#actions.find((each) => each.order === order);
    const forms = action?.forms.filter(({ values }) => values.seat === seat) ?? [];
    if (!action || !forms.length) return [];
    const press = () => order === FAULT ? this.#choose({ ...action, forms }) : this.#give(action, forms[0]);
    const key = this.#keys.key(`${order} ${seat}`, { class: "small", "data-call": order }, press);
    key.replaceChildren(order === FAULT ? `${labelOf(order)} …` : labelOf(order));
    return [key];
  }
}

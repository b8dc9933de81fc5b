// @ts-check
/** The dialog in which an order is given: which form, its free fields, and a second person if the document wants one. */
import { byId, html } from "./dom.js";
import { Refused, sentence } from "./staff-api.js";
import { givenWords, isPreviewed, titleOf } from "./staff-catalogue.js";
import { Choice } from "./staff-choice.js";
import { areOutcomes, OutcomeChoice } from "./staff-correction.js";
import { tell } from "./staff-dialog.js";
import { control, Mistake, values } from "./staff-fields.js";
import { PreviewPanel } from "./staff-preview.js";
import { freeFields } from "./staff-schema.js";
import { secondPerson } from "./staff-second.js";
import { tenderControl } from "./staff-tender.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */

/**
 * What is known when the dialog opens: the round that was touched, the player who is chosen, and the form of an order that changes the
 * sign.
 * @typedef {{ round?: number, seat?: string, sign?: import("./staff-sign.js").SignForm }} Known
 */

const LISTED = new Set(["wager", "to", "bets"]);

export class OrderDialog {
  #dialog = /** @type {HTMLDialogElement} */ (byId("order"));
  /** @type {PreviewPanel | null} */
  #preview = null;
  #table;
  #outbox;
  #done;
  #refused;

  /**
   * @param {string} table
   * @param {import("./staff-outbox.js").Outbox} outbox  sends the order after those that were given before
   * @param {(words: string, answer: import("./staff-outbox.js").Answer) => void} done  with the order in words
   * @param {(error: unknown) => boolean} refused  whether the refusal was dealt with: the console is locked, say
   */
  constructor(table, outbox, done, refused) {
    this.#table = table;
    this.#outbox = outbox;
    this.#done = done;
    this.#refused = refused;
  }

  /**
   * @param {Action} action
   * @param {OrderSchema} schema
   * @param {number} round
   * @param {Map<string, string>} wagers  titles by id
   * @param {Known} [known]
   */
  open(action, schema, round, wagers, known = {}) {
    const { sign } = known;
    const choice = areOutcomes(action.forms)
      ? new OutcomeChoice(action.forms, known.round ?? 0)
      : new Choice(action.forms, action.chosen, action.clause, known.seat ?? "");
    const list = html(
      "datalist",
      { id: "wagers" },
      ...[...wagers].map(([id, title]) => html("option", { value: id }, title)),
    );
    /** @type {[string, import("./staff-fields.js").Control][]} */
    const controls = lastly("why", freeFields(action.order, schema.schema, chosenIn(action))).map((field) => [
      field.name,
      sign?.control(field) ?? tenderControl(field, action.tenders) ??
        control(field, LISTED.has(field.name) || field.kind === "object" ? "wagers" : ""),
    ]);
    const second = action.second ? secondPerson() : null;
    const problem = html("p", { class: "problem", role: "alert" });
    const send = /** @type {HTMLButtonElement} */ (html(
      "button",
      { type: "submit", class: "main", "data-testid": "give" },
      titleOf(action),
    ));
    const read = () => {
      if (!choice.chosen) throw new Mistake("Choose one first.", choice.root.querySelector("input") ?? undefined);
      const command = { type: action.order, ...choice.chosen.values, ...values(controls) };
      return { command: sign?.linked(command) ?? command, round: meantFor(action, command, round) };
    };
    this.#forget();
    if (isPreviewed(action)) this.#preview = new PreviewPanel(this.#table, send, read, wagers, this.#refused);
    const preview = this.#preview;
    const cancel = html("button", { type: "button" }, "Cancel");
    cancel.addEventListener("click", () => this.#dialog.close());
    const needsChoice = action.forms.length > 1 || Boolean(action.forms[0]?.words);
    const form = html(
      "form",
      { novalidate: "" },
      html("h2", { id: "order-title" }, titleOf(action), ...clause(action.clause)),
      html("p", { class: "lead" }, action.words),
      html(
        "div",
        { class: "body" },
        ...(needsChoice ? [choice.root] : []),
        list,
        ...controls.map(([, { root }]) => root),
      ),
      ...(sign ? [sign.status] : []),
      ...(preview ? [preview.root] : []),
      ...(second ? [second.root] : []),
      html("div", { class: "keys" }, problem, cancel, send),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = choice.chosen ? givenWords(action.order, choice.chosen) : titleOf(action);
      this.#submit(words, read, second, problem, send);
    });
    const look = () => {
      preview?.look();
      if (sign) send.textContent = sign.look(choice.chosen?.values);
    };
    for (const kind of ["input", "change", "click", "keyup"]) form.addEventListener(kind, look);
    look();
    this.#dialog.addEventListener("close", () => this.#preview === preview && this.#forget(), { once: true });
    this.#dialog.replaceChildren(form);
    this.#dialog.showModal();
    if (needsChoice && !(known.seat && choice.chosen)) choice.focus();
    else focus(form.querySelector(".body input, .body select") ?? send);
  }

  close() {
    this.#dialog.close();
  }

  /** The table has come to this event. @param {number} number */
  moved(number) {
    this.#preview?.moved(number);
  }

  #forget() {
    this.#preview?.close();
    this.#preview = null;
  }

  /**
   * @param {string} words  the order
   * @param {() => import("./staff-preview.js").Wanted} read
   * @param {ReturnType<typeof secondPerson> | null} second
   * @param {HTMLElement} problem
   * @param {HTMLButtonElement} send
   */
  async #submit(words, read, second, problem, send) {
    problem.textContent = "";
    send.disabled = true;
    const preview = this.#preview;
    try {
      const { command, ...more } = read();
      const seen = preview ? { preview: preview.digest } : {};
      const answer = await this.#outbox.send(command, {
        ...more,
        ...seen,
        words,
        ...(second ? { second: second.read() } : {}),
        say: (words) => (problem.textContent = words),
      });
      if (problem.isConnected) this.#dialog.close();
      this.#done(words, answer);
    } catch (error) {
      if (error instanceof Mistake) {
        problem.textContent = error.message;
        error.at?.focus();
      } else if (!this.#refused(error)) {
        // Nobody reads a dialog that was closed.
        if (problem.isConnected) problem.textContent = sentence(error);
        else tell(sentence(error), "refusal");
      }
      if (error instanceof Refused && error.error === "other-preview") preview?.renew();
    } finally {
      send.disabled = preview !== null && !preview.digest;
      if (document.activeElement === document.body) send.focus();
    }
  }
}

/**
 * The round that an order is meant for; null if any. A call, and an order about "this round", must not reach the next one.
 * @param {Action} action
 * @param {Record<string, unknown>} command
 * @param {number} round  in play when the order was offered
 */
export function meantFor(action, command, round) {
  return action.call || command.round === 0 ? round : null;
}

/**
 * The fields that the forms decide. A form may leave a chosen field out, which is free then.
 * @param {Action} action
 */
export function chosenIn({ chosen, forms }) {
  return forms.length ? chosen.filter((name) => forms.some(({ values }) => name in values)) : chosen;
}

/**
 * The same fields, with one of them at the end.
 * @param {string} name
 * @param {import("./staff.d.ts").Field[]} fields
 */
function lastly(name, fields) {
  return [...fields.filter((field) => field.name !== name), ...fields.filter((field) => field.name === name)];
}

/** @param {Element} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus();
}

/** @param {string} text */
function clause(text) {
  return text ? [" ", html("small", { class: "clause" }, text)] : [];
}

// @ts-check
/** The dialog in which an order is given: which form, its free fields, and a second person if the document wants one. */
import { byId, html } from "./dom.js";
import { dollars } from "./money.js";
import { Refused, sentence } from "./staff-api.js";
import { clauseMark, givenWords, isPreviewed, titleOf } from "./staff-catalogue.js";
import { Choice } from "./staff-choice.js";
import { areOutcomes, OutcomeChoice } from "./staff-correction.js";
import { setAnswered, tell } from "./staff-dialog.js";
import { control, values } from "./staff-fields.js";
import { UNKNOWN } from "./staff-outbox.js";
import { pieces } from "./staff-pieces.js";
import { PreviewPanel } from "./staff-preview.js";
import { freeFields } from "./staff-schema.js";
import { secondPerson } from "./staff-second.js";
import { tenderControl } from "./staff-tender.js";
import { Mistake } from "./staff-typed.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */

/**
 * What is known when the dialog opens: the round that was touched, the player who is chosen, the values of the chips, the order's own form
 * if it has one, and what is filled in before, by the name of the field.
 * @typedef {{ round?: number, seat?: string, tray?: number[], own?: import("./staff-own-forms.js").OwnForm, filled?: Record<string, string> }} Known
 */

/** What a person reads before an order on a grave ground. */
const GRAVE = "This round will not count, and this reason stays on record under your name. Nobody can take it back.";

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
    const { own } = known;
    const choice = areOutcomes(action.forms)
      ? new OutcomeChoice(action.forms, known.round ?? 0)
      : new Choice(action.forms, action.chosen, action.clause, known.seat ?? "");
    const list = html(
      "datalist",
      { id: "wagers" },
      ...[...wagers].map(([id, title]) => html("option", { value: title, "data-id": id })),
    );
    /** @type {[string, import("./staff-fields.js").Control][]} */
    const controls = lastly("why", askedFields(action, schema)).map((field) => [
      field.name,
      own?.control(field) ?? chipsControl(field, known.tray) ?? tenderControl(field, action.tenders) ??
        control(
          known.filled?.[field.name] ? { ...field, fallback: known.filled[field.name] } : field,
          LISTED.has(field.name) || field.kind === "object" ? "wagers" : "",
        ),
    ]);
    // Bets are kept for fraud only.
    const asked = () => controls.filter(([name]) => name !== "forfeit" || choice.chosen?.fraud);
    const second = action.second ? secondPerson(action.signs || undefined) : null;
    const problem = html("p", { class: "problem", role: "alert" });
    const send = /** @type {HTMLButtonElement} */ (html(
      "button",
      { type: "submit", class: "main", "data-testid": "give" },
      titleOf(action),
    ));
    const read = () => {
      if (!choice.chosen) throw new Mistake("Choose one first.", choice.root.querySelector("input") ?? undefined);
      const command = { type: action.order, ...choice.chosen.values, ...values(asked()) };
      return { command: own?.linked(command) ?? command, round: meantFor(action, command, round) };
    };
    this.#preview?.close();
    const refused = (/** @type {unknown} */ error) => this.#refused(error);
    const preview = isPreviewed(action) ? new PreviewPanel(this.#table, send, read, wagers, refused) : null;
    this.#preview = preview;
    const cancel = html("button", { type: "button" }, "Cancel");
    cancel.addEventListener("click", () => this.#dialog.close());
    const grave = action.forms.some(({ grave }) => grave) ? [html("p", { class: "grave" }, GRAVE)] : [];
    const needsChoice = action.forms.length > 1 || Boolean(action.forms[0]?.words);
    const form = html(
      "form",
      { novalidate: "" },
      html("h2", { id: "order-title" }, titleOf(action), ...clause(action.clause)),
      html("p", { class: "lead" }, action.words),
      ...grave,
      html(
        "div",
        { class: "body" },
        ...(needsChoice ? [choice.root] : []),
        list,
        ...controls.map(([, { root }]) => root),
      ),
      ...(preview ? [preview.root] : []),
      ...(second ? [second.root] : []),
      html("div", { class: "keys" }, ...(own ? [own.status] : []), problem, cancel, send),
    );
    const words = () => {
      const filled = filledIn(values(asked()), wagers);
      return choice.chosen ? givenWords(String(read().command.type), choice.chosen, filled) : titleOf(action);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(words, read, second, problem, send);
    });
    const look = () => {
      preview?.look();
      for (const control of controls) control[1].root.hidden = !asked().includes(control);
      for (const each of grave) each.classList.toggle("unasked", !choice.chosen?.grave);
      if (own) send.textContent = own.look(choice.chosen?.values);
    };
    for (const kind of ["input", "change", "click", "keyup"]) form.addEventListener(kind, look);
    form.addEventListener("input", () => (problem.textContent = "")); // it was about what was filled in before
    look();
    this.#show(form);
    if (needsChoice && !(known.seat && choice.chosen)) choice.focus();
    else focus(form.querySelector(".body input, .body select") ?? send);
  }

  /**
   * Show a form again that was set aside while the console was locked.
   * @param {HTMLElement} form
   * @param {import("./staff-outbox.js").Outbox} outbox
   * @param {(words: string, answer: import("./staff-outbox.js").Answer) => void} done
   */
  resume(form, outbox, done) {
    [this.#outbox, this.#done] = [outbox, done];
    this.#show(form);
    this.#preview?.look();
    focus(form.querySelector(".body input, .body select") ?? form);
  }

  close() {
    this.#dialog.close();
  }

  /** The table has come to this event. @param {number} number */
  moved(number) {
    if (this.#dialog.open) this.#preview?.moved(number);
  }

  /** @param {HTMLElement} form */
  #show(form) {
    const preview = this.#preview;
    this.#dialog.addEventListener("close", () => preview?.close(), { once: true });
    this.#dialog.replaceChildren(form);
    this.#dialog.showModal();
  }

  /**
   * @param {() => string} inWords  the order
   * @param {() => import("./staff-preview.js").Wanted} read
   * @param {ReturnType<typeof secondPerson> | null} second
   * @param {HTMLElement} problem
   * @param {HTMLButtonElement} send
   */
  async #submit(inWords, read, second, problem, send) {
    problem.textContent = "";
    send.disabled = true;
    const preview = this.#preview;
    try {
      const { command, ...more } = read();
      const words = inWords();
      const seen = preview ? { preview: preview.digest } : {};
      const answer = await this.#outbox.send(command, {
        ...more,
        ...seen,
        words,
        ...(second ? { second: second.read() } : {}),
        say: (words) => (problem.textContent = words),
      });
      const form = problem.closest("form");
      if (form) setAnswered(form);
      if (problem.isConnected) this.#dialog.close();
      this.#done(words, answer);
    } catch (error) {
      if (error instanceof Mistake) {
        problem.textContent = error.message;
        error.at?.focus();
      } else if (!this.#refused(error)) {
        // Nobody reads a dialog that was closed, as it is when somebody has to sign in again.
        const isUnknown = error instanceof Refused && error.error === UNKNOWN;
        const isRead = problem.isConnected && this.#dialog.open; // a form that is cancelled stays in its dialog
        if (isRead) problem.textContent = sentence(error);
        if (isUnknown || !isRead) tell(sentence(error), "refusal", isUnknown);
      }
      if (error instanceof Refused && error.error === "other-preview") preview?.renew();
    } finally {
      send.disabled = preview !== null && !preview.isReady;
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
 * Who, what and how much was filled in, in words.
 * @param {Record<string, unknown>} given
 * @param {Map<string, string>} wagers  titles by id
 */
function filledIn(given, wagers) {
  const money = ["stake", "chips", "amount", "value"].map((name) => given[name]).filter((each) =>
    typeof each === "number"
  );
  const names = ["seat", "wager", "to"].map((name) => given[name]).filter((each) => typeof each === "string");
  return [...names.map((each) => wagers.get(each) ?? each), ...money.map(dollars)].filter(Boolean);
}

/**
 * Chips by value, with what they come to; null for any other field.
 * @param {import("./staff.d.ts").Field} field
 * @param {number[]} [tray]  the values of the chips, in cents
 */
function chipsControl({ name, kind }, tray = []) {
  return name === "chips" && kind === "map" && tray.length ? pieces(name, tray, "chips") : null;
}

/**
 * The same fields, with one of them at the end.
 * @param {string} name
 * @param {import("./staff.d.ts").Field[]} fields
 */
function lastly(name, fields) {
  return [...fields.filter((field) => field.name !== name), ...fields.filter((field) => field.name === name)];
}

/**
 * The fields that a person fills in: not what the forms decide, nor what means nothing at this table.
 * @param {Action} action
 * @param {OrderSchema} schema
 */
export function askedFields(action, { schema }) {
  return freeFields(action.order, schema, [...chosenIn(action), ...action.without]);
}

/** @param {Element} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus();
}

/** @param {string} text */
function clause(text) {
  return text ? [" ", clauseMark(text)] : [];
}

// @ts-check
/** Orders about promotions: the keys for them, and the dialog that asks for their fields. The register says which there are. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { Refused } from "./staff-api.js";
import { askFor, choice, closeSent, showSheet, tell } from "./staff-dialog.js";
import { offerReceipt, roundedWords, showEntry } from "./staff-receipt-slip.js";
import { secondPerson } from "./staff-second.js";
import { floorTime } from "./staff-times.js";
import { Mistake, parsed } from "./staff-typed.js";
import { voucherPaper } from "./staff-vouchers.js";
import { zoneName } from "./zone.js";
import { sendOnce } from "./staff-unanswered.js";

/** @typedef {import("./staff-promotions.d.ts").AskedField} AskedField */
/** @typedef {import("./staff-promotions.d.ts").PrizeAction} PrizeAction */
/** @typedef {import("./staff-promotions.d.ts").PromotionView} PromotionView */
/** @typedef {import("./staff-dialog.js").Entry} Entry */
/** What is sent beside an order: whom it is about, and the login and the password of whoever signs it, too. @typedef {{ who?: unknown, second?: unknown }} Beside */

/** What is kept of a person. @type {[name: string, label: string][]} */
const PRIVATE = [["name", "Name"], ["address", "Address"], ["telephone", "Telephone"], ["email", "Email"]];
const SIMILAR = "person-similar";
/** The refusals that a second signature mends. */
const UNSIGNED = [SIMILAR, "second-person-needed"];

export class PrizeOrders {
  #failed;
  #done;

  /**
   * @param {(error: unknown) => boolean} failed
   * @param {(after: PromotionView) => unknown} done
   */
  constructor(failed, done) {
    this.#failed = failed;
    this.#done = done;
  }

  /**
   * The keys of orders. Those that cannot be given now say why.
   * @param {PrizeAction[]} actions
   */
  keys(actions) {
    const now = actions.filter(({ why_not }) => !why_not).map((action) => {
      const button = html(
        "button",
        { type: "button", "data-order": action.order, "data-key": action.title },
        action.title,
      );
      button.addEventListener("click", () => this.ask(action));
      return button;
    });
    const later = actions.filter(({ why_not }) => why_not).map(({ order, title, why_not, clause }) =>
      html("li", { "data-not": order }, `${title}: ${why_not} (${clause})`)
    );
    return [
      ...(now.length ? [html("div", { class: "keys" }, ...now)] : []),
      ...(later.length ? [html("ul", { class: "not-now", "aria-label": "Not now" }, ...later)] : []),
    ];
  }

  /**
   * Ask for the fields of an order, and give it.
   * @param {PrizeAction} action
   * @param {Record<string, unknown>} [known]  fields that the page has asked for
   */
  ask({ order, title, values, fields, clause, why_two }, known = {}) {
    const asked = fields.filter(({ name }) => !(name in known));
    const times = asked.some(({ kind }) => kind === "time") ? ` Times are ${zoneName()}.` : "";
    const lead = clause ? `Clause ${clause}.${times}` : times.trim();
    const signature = why_two ? [secondPerson(`${why_two} A second person signs`)] : [];
    askFor({ title, lead, entries: [...asked.map(entry), ...signature], key: title }, async ({ second, ...given }) => {
      const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const { person: who, ...rest } = filled;
      const person = who ? { person: 0 } : {}; // the register takes them in with the order
      await this.#given(title, { type: order, ...values, ...known, ...rest, ...person }, { who, second });
    }, this.#failed);
  }

  /**
   * Give an order, with a second signature if its fields need one, and with the reason for somebody with the name of another.
   * @param {string} title
   * @param {Record<string, unknown>} order
   * @param {Beside} beside
   */
  async #given(title, order, beside) {
    try {
      const after = await this.give(title, order, beside);
      closeSent();
      tell(`${title}: done. It is on record.${roundedWords(after?.receipt)}`);
      if (after?.entry) showEntry({ promotion: after.number, title: after.terms.title ?? "", number: after.entry });
      if (after?.voucher) showSheet("Voucher to print", [voucherPaper(after.voucher)]);
      await this.#done(after);
      if (after?.receipt) offerReceipt(after.receipt);
    } catch (error) {
      if (!(error instanceof Refused && UNSIGNED.includes(error.error)) || beside.second) throw error;
      const why = error.error === SIMILAR ? [line({ name: "why", label: "Why this is somebody else" })] : [];
      const entries = [...why, secondPerson("Another officer signs, too")];
      const isAsked = askFor({ title, lead: error.message, entries, key: title }, async ({ second, ...reason }) => {
        await this.#given(title, { ...order, ...reason }, { ...beside, second });
      }, this.#failed);
      if (!isAsked) throw error; // another form is open
    }
  }

  /**
   * @param {string} title  the label of its key
   * @param {Record<string, unknown>} order
   * @param {Beside} [beside]
   * @returns {Promise<PromotionView>}
   */
  give(title, order, { who, second } = {}) {
    const body = { order, ...(who ? { who } : {}), ...(second ? { second } : {}) };
    const words = [title, ...(order.promotion ? [`promotion ${order.promotion}`] : [])].join(", ");
    return sendOnce("/promotions/orders", { order, who }, body, words);
  }

  /**
   * Ask for what is not known of a person.
   * @param {number} person
   * @param {Record<string, string>} data  what is known
   */
  askDetails(person, data) {
    const title = `Add to what is known of person ${person}`;
    const unknown = PRIVATE.filter(([name]) => !(name in data));
    const entries = unknown.map(([name, label]) => line({ name, label, required: false }));
    askFor({ title, lead: "What is known already cannot be changed.", entries, key: "Add" }, async (given) => {
      const more = Object.fromEntries(Object.entries(given).filter(([, text]) => text));
      if (!Object.keys(more).length) throw new Mistake("Fill in something.");
      await sendOnce(`/claimants/${person}`, more, more, title);
      closeSent();
      tell(`${title}: done. It is on record.`);
    }, this.#failed);
  }
}

/**
 * @param {AskedField} field
 * @returns {Entry}
 */
function entry(field) {
  switch (field.kind) {
    case "yes-or-no":
      return yesOrNo(field);
    case "choice":
      return choice(field.name, field.label, field.options ?? []);
    case "person":
      return person(field);
    case "payment":
      return payment(field);
    default:
      return line(field);
  }
}

/**
 * A text or a time.
 * @param {AskedField} field
 * @returns {Entry}
 */
function line({ name, label, kind, required = true }) {
  /** @type {Record<string, string>} */
  const type = kind === "time" ? { type: "datetime-local" } : { maxlength: "500" };
  const input = /** @type {HTMLInputElement} */ (html("input", { id: `new-${name}`, autocomplete: "off", ...type }));
  const optional = required ? [] : [html("small", {}, " may be left out")];
  const root = html("div", { class: "field" }, html("label", { for: input.id }, label, ...optional), input);
  const read = () => {
    const text = input.value.trim();
    if (!text && !required) return undefined;
    const value = kind === "time" ? floorTime(text) : text;
    if (!value) throw new Mistake(`${label}: fill this in.`, input);
    return value;
  };
  return { name, root, read };
}

/**
 * @param {AskedField} field
 * @returns {Entry}
 */
function yesOrNo({ name, label }) {
  const box = /** @type {HTMLInputElement} */ (html("input", { id: `new-${name}`, type: "checkbox" }));
  return {
    name,
    root: html("div", { class: "field tick" }, box, html("label", { for: box.id }, label)),
    read: () => box.checked,
  };
}

/**
 * Somebody who is taken into the register.
 * @param {AskedField} field
 * @returns {Entry}
 */
function person({ name, label, required = true, needed = [] }) {
  const patron = line({ name: "patron", label: "Number of the patron, whose data the casino has", required: false });
  const lines = PRIVATE.map(([part, words]) => line({ name: part, label: words, required: needed.includes(part) }));
  const legend = html("legend", {}, label, ...(required ? [] : [html("small", {}, " may be left out")]));
  const root = html("fieldset", { class: "field" }, legend, patron.root, ...lines.map((each) => each.root));
  const read = () => {
    const number = patron.read();
    if (number) return { patron: number };
    const data = Object.fromEntries(lines.map((each) => [each.name, each.read()]).filter(([, text]) => text));
    if (!data.name && (required || Object.keys(data).length)) {
      throw new Mistake("Name: fill this in.", root.querySelector("input") ?? undefined);
    }
    return data.name ? data : undefined;
  };
  return { name, root, read };
}

/**
 * An amount for each way of payment.
 * @param {AskedField} field
 * @returns {Entry}
 */
function payment({ name, label, options = [], total = 0 }) {
  const inputs = options.map((
    [way],
  ) => /** @type {HTMLInputElement} */ (html("input", { id: `new-${way}`, inputmode: "decimal", class: "amount" })));
  const rows = options.map(([, words], at) =>
    html("div", { class: "field" }, html("label", { for: inputs[at].id }, `${words}, $`), inputs[at])
  );
  const legend = html("legend", {}, `${label}: ${dollars(total)} altogether`);
  const read = () =>
    options.flatMap(([way], at) => {
      const text = inputs[at].value.trim();
      const amount = text ? parsed("cents", text) : 0;
      if (amount === undefined) throw new Mistake(`${label}: “${text}” is no amount such as 12.50.`, inputs[at]);
      return amount ? [{ way, amount }] : [];
    });
  return { name, root: html("fieldset", { class: "field" }, legend, ...rows), read };
}

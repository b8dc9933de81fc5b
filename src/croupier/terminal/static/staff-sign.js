// @ts-check
/**
 * The form in which a sign is changed or a change is announced: a row for each setting, and from when it holds. The server says
 * which settings may change, and how long a sign has to announce what. A change that must be announced becomes that sign.
 */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { labelOf } from "./staff-catalogue.js";
import { span } from "./staff-clock.js";
import { Mistake, parsed } from "./staff-typed.js";
import { clockTime, nextAt, zoneName } from "./zone.js";

/** @typedef {import("./staff.d.ts").Field} Field */
/** @typedef {import("./staff.d.ts").SettingView} SettingView */
/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff-fields.js").Control} Control */

const MINUTE = 60_000;
const CHANGE = "ChangeSign";
const ANNOUNCE = "PostNotice";
/** What a sign announces if settings will change. */
const ACT = "change the sign";
const YES_OR_NO = ["", "yes", "no"];

export class SignForm {
  /** From when the change holds. */
  status = html("p", { class: "from", role: "status", "data-testid": "from" });
  #order;
  #settings;
  #announcements;
  #posted;
  #now;
  /** @type {[SettingView, HTMLInputElement | HTMLSelectElement][]} */
  #rows = [];
  /** @type {HTMLElement | null} */
  #values = null;
  /** How long a sign has to announce what was chosen, in milliseconds. */
  #wait = 0;
  #from =
    /** @type {HTMLInputElement} */ (html("input", { id: "sign-from", type: "time", "data-field": "takes_effect" }));

  /**
   * @param {string} order
   * @param {StaffView} view
   * @param {() => number} now  the time at the server
   */
  constructor(order, { settings = [], announcements = {}, posted = {} }, now) {
    this.#order = order;
    this.#settings = order === CHANGE || order === ANNOUNCE ? settings.filter(({ changes }) => changes) : settings;
    this.#announcements = announcements;
    this.#posted = Object.values(posted);
    this.#now = now;
  }

  /**
   * The control of a field of the order; null if this form has none for it.
   * @param {Field} field
   * @returns {Control | null}
   */
  control(field) {
    if (field.of === "setting" && this.#settings.length) return this.#settingRows(field);
    if (this.#order !== ANNOUNCE || field.kind !== "time") return null;
    const label = html("label", { for: this.#from.id }, "From", html("small", {}, ` (${zoneName()}) may be left out`));
    return { root: html("div", { class: "field" }, label, this.#from), read: () => this.#takesEffect() };
  }

  /**
   * Say from when the change holds, as the form is filled in now.
   * @param {Record<string, unknown>} [chosen]  the chosen fields of the order
   * @returns {string}  the words for the key
   */
  look(chosen = {}) {
    if (this.#values && chosen.act) this.#values.hidden = chosen.act !== ACT;
    if (this.#order === ANNOUNCE) return this.#announcing(String(chosen.act ?? ""));
    const [first] = this.#order === CHANGE ? this.#toAnnounce() : [];
    if (!first) {
      this.status.textContent = this.#order === CHANGE ? "It holds at once." : "";
      return labelOf(this.#order);
    }
    const { title, minutes, clause } = first;
    const earliest = clockTime(this.#now() + minutes * MINUTE);
    this.status.textContent =
      `A sign has to announce a higher ${title.toLowerCase()} for ${minutes} minutes (${clause}). In force from ${earliest} ` +
      `(${zoneName()}) at the earliest: the key for it is under the clock of the sign.`;
    return labelOf(ANNOUNCE);
  }

  /**
   * The order to give: the one that was filled in, or the sign that has to announce it first.
   * @param {Record<string, unknown>} command
   */
  linked(command) {
    if (this.#order !== CHANGE || !this.#toAnnounce().length) return command;
    return { ...command, type: ANNOUNCE, act: ACT };
  }

  /** @param {string} act */
  #announcing(act) {
    const minutes = this.#announcements[act]?.minutes ?? 0;
    this.#wait = minutes * MINUTE;
    const earliest = this.#now() + this.#wait;
    const wanted = this.#from.value ? nextAt(this.#from.value, earliest) : null;
    this.status.textContent = !act
      ? ""
      : wanted === null
      ? `From ${clockTime(earliest)} (${zoneName()}), the earliest: ${
        minutes ? `the sign has to hang for ${minutes} minutes.` : "no time is set."
      }`
      : `From ${clockTime(wanted)}, in ${span(wanted - this.#now())}.`;
    return labelOf(ANNOUNCE);
  }

  #takesEffect() {
    if (!this.#from.value) return undefined; // the earliest
    const at = nextAt(this.#from.value, this.#now() + this.#wait);
    if (at === null) throw new Mistake("No clock shows that time.", this.#from);
    return at;
  }

  /** The settings that are to rise, and that a sign has to announce first. */
  #toAnnounce() {
    return this.#rows.filter(([setting, input]) => {
      const value = input.value.trim() && valueOf(setting, input.value.trim());
      if (typeof value !== "number" || !setting.raised || value <= Number(setting.value ?? 0)) return false;
      return !this.#posted.some(({ values, takes_effect }) =>
        values[setting.name] === value && takes_effect <= this.#now()
      );
    }).map(([{ title, raised }]) => ({ title, minutes: raised?.minutes ?? 0, clause: raised?.clause ?? "" }));
  }

  /**
   * @param {Field} field
   * @returns {Control}
   */
  #settingRows(field) {
    this.#rows = this.#settings.map((setting) => [setting, entry(setting)]);
    this.#values = html(
      "fieldset",
      { class: "field settings", "data-field": field.name },
      html("legend", {}, "What changes, for the whole table"),
      ...this.#rows.map(([setting, input]) =>
        html("div", { class: "setting" }, label(setting, input.id), input, html("small", {}, now(setting)))
      ),
    );
    return {
      root: this.#values,
      read: () => {
        const filled = this.#values?.hidden ? [] : this.#rows.filter(([, { value }]) => value.trim());
        if (!filled.length && field.required) throw new Mistake("Say what is to change.", this.#rows[0][1]);
        return filled.length
          ? Object.fromEntries(filled.map(([setting, input]) => [setting.name, checked(setting, input)]))
          : undefined;
      },
    };
  }
}

/**
 * Whether an order is given with this form.
 * @param {import("./staff.d.ts").Field[]} fields
 */
export function changesSign(fields) {
  return fields.some(({ of }) => of === "setting");
}

/** @param {SettingView} setting */
function entry({ name, kind }) {
  const id = `setting-${name}`;
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (kind === "yes-or-no"
    ? html("select", { id }, ...YES_OR_NO.map((value) => html("option", { value }, value || "as it is")))
    : html("input", {
      id,
      class: "amount",
      autocomplete: "off",
      inputmode: kind === "cents" ? "decimal" : "numeric",
      placeholder: "as it is",
    }));
}

/**
 * @param {SettingView} setting
 * @param {string} id
 */
function label({ title, kind }, id) {
  return html("label", { for: id }, `New ${title.toLowerCase()}${kind === "cents" ? ", $" : ""}`);
}

/** @param {SettingView} setting */
function now({ kind, value, clause }) {
  const said = value === null
    ? "none"
    : typeof value === "boolean"
    ? value ? "yes" : "no"
    : kind === "cents"
    ? dollars(value)
    : String(value);
  return `now ${said}${clause ? `, ${clause}` : ""}`;
}

/**
 * @param {SettingView} setting
 * @param {string} text
 */
function valueOf({ kind }, text) {
  return kind === "yes-or-no" ? text === "yes" : parsed(kind, text);
}

/**
 * @param {SettingView} setting
 * @param {HTMLInputElement | HTMLSelectElement} input
 */
function checked(setting, input) {
  const value = valueOf(setting, input.value.trim());
  if (value !== undefined) return value;
  const wanted = setting.kind === "cents" ? "no amount such as 12.50" : "no whole number";
  throw new Mistake(`${setting.title}: “${input.value.trim()}” is ${wanted}.`, input);
}

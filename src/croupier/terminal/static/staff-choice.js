// @ts-check
/** The forms that the table accepts now, to choose one. A long list can be searched, and dice can be tapped. */
import { html } from "./dom.js";
import { clauseMark, RANKS } from "./staff-catalogue.js";

/** @typedef {import("./staff.d.ts").Form} Form */

const LONG = 12;
const MOST_SHOWN = 40;
const DICE = /^\d(-\d)+/;

export class Choice {
  /** @type {Form | null} */
  chosen = null;
  root = html("fieldset", { class: "forms" });
  #list = html("div", { class: "list" });
  #find =
    /** @type {HTMLInputElement} */ (html("input", { type: "search", autocomplete: "off", "aria-label": "Find" }));
  #forms;
  #hasGrounds;
  #clause;

  /**
   * @param {Form[]} forms
   * @param {string[]} chosen  the names of the chosen fields
   * @param {string} clause  of the order, which is shown once
   * @param {string} seat  the player who is chosen on the page; empty if none
   */
  constructor(forms, chosen, clause, seat) {
    this.#clause = clause;
    this.#hasGrounds = chosen.includes("ground") || chosen.includes("why") || forms.some(({ must }) => must);
    const theirs = forms.filter(({ values }) => seat && values.seat === seat);
    this.#forms = [...theirs, ...forms.filter((form) => !theirs.includes(form))];
    const any = forms.find(({ values }) => Object.values(values).every((each) => each === null));
    this.chosen = forms.length === 1 ? forms[0] : theirs.length === 1 ? theirs[0] : any ?? null;
    this.root.append(html("legend", {}, named(forms)));
    if (forms.length > LONG) this.root.append(this.#search());
    this.root.append(this.#list);
    this.#draw();
  }

  #search() {
    this.#find.placeholder = "Type to find";
    this.#find.addEventListener("input", () => this.#draw());
    if (!this.#forms.every(({ words }) => isDice(words))) return this.#find;
    const keys = ["1", "2", "3", "4", "5", "6", "⌫"].map((key) => {
      const button = html("button", { type: "button", "aria-label": key === "⌫" ? "Delete" : key }, key);
      button.addEventListener("click", () => {
        this.#find.value = key === "⌫" ? this.#find.value.slice(0, -1) : this.#find.value + key;
        this.#draw();
      });
      return button;
    });
    return html("div", { class: "dice-keys" }, this.#find, ...keys);
  }

  #draw() {
    const wanted = this.#find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#forms.filter(({ words }) => wanted.every((part) => matches(words, part)));
    if (this.#forms.length > LONG) this.chosen = meant(found, wanted.length === 1 ? wanted[0] : "");
    const shown = found.slice(0, MOST_SHOWN).map((form) => this.#radio(form));
    const more = found.length - MOST_SHOWN;
    if (more > 0) shown.push(html("p", { class: "hint" }, `and ${more} more; type to find them`));
    if (!found.length) shown.push(html("p", { class: "hint" }, "Nothing like that can be chosen now."));
    this.#list.replaceChildren(...shown);
  }

  /** @param {Form} form */
  #radio(form) {
    const input = /** @type {HTMLInputElement} */ (html("input", { type: "radio", name: "form" }));
    input.checked = this.chosen === form;
    input.addEventListener("change", () => (this.chosen = form));
    const rank = form.must ? "must" : "may";
    return html(
      "label",
      { class: `form ${rank}` },
      input,
      html("span", {}, form.words || "As the table stands"),
      ...(this.#hasGrounds ? [html("b", { class: rank }, RANKS[rank])] : []),
      ...(form.clause && form.clause !== this.#clause ? [clauseMark(form.clause)] : []),
    );
  }

  focus() {
    const radio = this.#list.querySelector("input");
    (this.#forms.length > LONG ? this.#find : radio)?.focus();
  }
}

/** What a person chooses, by the field that tells the forms apart. @type {Record<string, string>} */
const NAMED = { seat: "Player", place: "Place", ground: "Ground", slip: "Slip", dispute: "Dispute", notice: "Notice" };

/** @param {Form[]} forms */
function named(forms) {
  const fields = [...new Set(forms.flatMap(({ values }) => Object.keys(values)))];
  return (fields.length === 1 && NAMED[fields[0]]) || "Which";
}

/**
 * Whether these words begin with a throw of dice.
 * @param {string} words
 */
export function isDice(words) {
  return DICE.test(words);
}

/**
 * Digits match the faces of dice in any order: "351" finds 1-3-5. Other words are looked for as they are.
 * @param {string} words
 * @param {string} part
 */
function matches(words, part) {
  const faces = facesOf(words);
  if (!faces || !/^\d+$/.test(part)) return words.toLowerCase().includes(part);
  return [...part].every((face) => faces.split(face).length >= part.split(face).length);
}

/**
 * The form of these dice, which were entered as they lie: in this order if there is such a form, or else in any.
 * @param {Form[]} forms
 * @param {string} faces
 */
export function formOf(forms, faces) {
  const sorted = (/** @type {string} */ each) => [...each].sort().join("");
  const same = forms.filter(({ words }) => sorted(facesOf(words)) === sorted(faces));
  return same.find(({ words }) => facesOf(words) === faces) ?? same[0] ?? null;
}

/**
 * The form that was typed in full: all faces of the dice, in this order if there is such a form; or else the only one found.
 * @param {Form[]} found
 * @param {string} typed
 */
function meant(found, typed) {
  const whole = found.filter(({ words }) => typed && facesOf(words).length === typed.length);
  return whole.find(({ words }) => facesOf(words) === typed) ?? whole[0] ?? (found.length === 1 ? found[0] : null);
}

/**
 * The faces of the dice with which these words begin; empty if they do not.
 * @param {string} words
 */
export function facesOf(words) {
  return words.match(DICE)?.[0].replaceAll("-", "") ?? "";
}

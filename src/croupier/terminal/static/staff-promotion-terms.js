// @ts-check
/** The guided form: a new promotion, or the terms of one. What is missing or forbidden is listed once a field was left, or when it is asked for. */
import { arrange, html } from "./dom.js";
import { ask } from "./staff-api.js";
import { close, tell } from "./staff-dialog.js";
import { keepHere, keptHere, termsName } from "./staff-kept.js";
import { Listing } from "./staff-listing.js";
import { PrizeOrders } from "./staff-prize-orders.js";
import { asksTerms, readPromotion } from "./staff-promotion.js";
import { TermsForm } from "./staff-promotion-form.js";
import { named } from "./staff-promotions.js";
import { pick } from "./staff-terms-fields.js";
import { Mistake } from "./staff-typed.js";
import { zoneName } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").Chapter} Chapter */
/** @typedef {import("./staff-promotions.d.ts").PrizeAction} PrizeAction */
/** @typedef {import("./staff-promotions.d.ts").Terms} Terms */
/** @typedef {import("./staff-promotions.d.ts").TermsFault} TermsFault */

/** The most bytes of terms: a request has at most 65,536. */
const MOST_BYTES = 60_000;

/** What was filled in and not saved, as this tab keeps it: a console locks, a link is touched by mistake, a page is read again. @typedef {{ rules: string, terms: Terms, written: number }} Unsaved */

export class TermsPage {
  #root = html("div", { class: "promotion" });
  #wrong = html("section", { class: "wrong", "aria-label": "What is missing or forbidden", "aria-live": "polite" });
  /** It stays while the terms are checked: a touch on it leaves a field, and so has them checked. */
  #showAll = html("button", { type: "button", "data-testid": "check" }, "Check the terms");
  #problem = html("p", { class: "problem", role: "alert", "data-testid": "problem" });
  #number;
  #orders;
  #listing;
  /** How often the terms were checked: the answer to an older check says nothing any more. */
  #checks = 0;
  /** @type {TermsForm | null} */
  #form = null;
  /** Under which key a form is kept that was not saved. */
  #key;
  #touched = false;
  #rules = "";
  /** When the terms were written that the form changes; 0 for a new promotion. */
  #written = 0;

  /**
   * @param {HTMLElement} root
   * @param {number} number  0 for a new promotion
   * @param {string} login  of the person
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, number, login, failed) {
    this.#number = number;
    this.#key = termsName(login, number);
    this.#orders = new PrizeOrders(failed, ({ number }) => {
      this.#saved();
      if (this.#root.isConnected) location.hash = `promotions/${number}`;
    });
    this.#showAll.addEventListener("click", () => this.#form?.showAll());
    this.#root.addEventListener("input", () => {
      this.#touched = true;
      this.#keep();
    });
    root.replaceChildren(this.#root);
    this.#listing = new Listing(() => this.#open(), failed, { isStamped: false });
  }

  close() {
    this.#keep();
    this.#listing.close();
    close();
  }

  /** Keep what was filled in, as far as it can be read. */
  #keep() {
    const terms = this.#touched && this.#form && this.#read(this.#form);
    if (terms) keepHere(this.#key, JSON.stringify({ rules: this.#rules, terms, written: this.#written }));
  }

  /** What was filled in before and not saved. @returns {Unsaved | null} */
  get #unsaved() {
    return JSON.parse(keptHere(this.#key) ?? "null");
  }

  /** What was filled in need not be kept any more. */
  #saved() {
    this.#touched = false;
    keepHere(this.#key, null);
  }

  /** Read once what the form needs. What was typed is not read again. */
  async #open() {
    if (this.#form || this.#root.firstChild) return;
    const chapters = /** @type {Chapter[]} */ (await ask("GET", "/promotions/chapters"));
    if (!this.#number) {
      this.#begin(chapters);
      return;
    }
    const [view, actions] = await readPromotion(this.#number);
    const action = actions.find((each) => !each.why_not && asksTerms(each));
    const chapter = chapters.find(({ rules }) => rules === view.rules);
    if (!action || !chapter) {
      this.#root.replaceChildren(html("p", {}, "These terms cannot be changed now."));
      return;
    }
    const terms = this.#unsaved?.terms ?? view.terms;
    this.#written = view.written;
    this.#show(chapter, chapters, terms, `${action.title} of ${named(view)}`, action);
  }

  /** @param {Chapter[]} chapters */
  #begin(chapters) {
    const document = pick("Document under which it runs", chapters.map(({ rules, title }) => [rules, title]), "");
    document.input.addEventListener("change", () => {
      const chapter = chapters.find(({ rules }) => rules === document.input.value);
      if (chapter) this.#show(chapter, chapters, { prizes: [{ kind: "money" }] }, "New promotion", null);
    });
    const before = this.#unsaved;
    const chapter = chapters.find(({ rules }) => rules === before?.rules);
    if (before && chapter) {
      this.#show(chapter, chapters, before.terms, "New promotion", null);
      return;
    }
    this.#root.replaceChildren(html("h2", {}, "New promotion"), document.root);
    document.input.focus();
  }

  /**
   * @param {Chapter} chapter
   * @param {Chapter[]} chapters  of all documents of the floor
   * @param {Terms} terms
   * @param {string} title
   * @param {PrizeAction | null} action  null for a new promotion
   */
  #show(chapter, chapters, terms, title, action) {
    const before = this.#unsaved;
    this.#touched = before !== null;
    this.#rules = chapter.rules;
    const form = this.#form = new TermsForm(
      chapter,
      chapters.filter(({ rules }) => rules !== chapter.rules),
      terms,
      () => this.#check(chapter, form),
    );
    const isAmending = action?.order === "AmendTerms";
    const save = html(
      "button",
      { type: "button", class: "main", "data-testid": "save" },
      isAmending ? "Amend" : "Save the draft",
    );
    save.addEventListener("click", () => this.#save(chapter, form, action));
    const anew = html("button", { type: "button", class: "small", "data-testid": "anew" }, "Discard it");
    anew.addEventListener("click", () => {
      this.#saved();
      this.#form = null;
      this.#root.replaceChildren();
      this.#listing.refresh();
    });
    const meanwhile = before && before.written !== this.#written
      ? "Somebody else has changed these terms since. What you save takes the place of that: discard this to read it. "
      : "";
    const again = html(
      "p",
      { class: "hint" },
      `This is what you filled in before, and did not save. ${meanwhile}`,
      anew,
    );
    this.#root.replaceChildren(
      html("h2", {}, title),
      ...(before ? [again] : []),
      html(
        "p",
        { class: "hint" },
        `${chapter.title}.${isAmending ? "" : " A draft may be incomplete."} Times are ${zoneName()}.`,
      ),
      html("div", { class: "with-faults" }, form.root, this.#wrong),
      html("div", { class: "keys" }, this.#problem, save),
    );
    this.#check(chapter, form);
  }

  /**
   * @param {Chapter} chapter
   * @param {TermsForm} form
   */
  async #check({ rules }, form) {
    const count = ++this.#checks;
    await this.#listing.attempt(async () => {
      const terms = this.#read(form);
      if (!terms) return;
      const faults = /** @type {TermsFault[]} */ (await ask("POST", "/promotions/check", { rules, terms }));
      if (count !== this.#checks) return;
      const shown = form.mark(faults);
      const line = (/** @type {TermsFault} */ { place, sentence, clause }) => {
        const key = html("button", { type: "button", class: "small" }, place);
        key.addEventListener("click", () => form.goTo(place));
        return html("li", {}, key, ` ${sentence} (${clause})`);
      };
      const wrong = shown.filter(({ warning }) => !warning);
      const doubtful = shown.filter(({ warning }) => warning);
      const toCome = faults.length - shown.length;
      const head = wrong.length
        ? `Missing or forbidden: ${wrong.length}`
        : toCome
        ? "Fill in the terms."
        : "The terms are complete.";
      arrange(this.#wrong, [
        html("h3", { "data-testid": "faults" }, head),
        html("ol", {}, ...wrong.map(line)),
        ...(toCome ? [this.#showAll] : []),
        ...(doubtful.length ? [html("h3", {}, "Read this again"), html("ol", {}, ...doubtful.map(line))] : []),
      ]);
    });
  }

  /**
   * What was filled in; null if it cannot be read, and then the page says why.
   * @param {TermsForm} form
   */
  #read(form) {
    try {
      this.#problem.textContent = "";
      const terms = form.read();
      const bytes = new Blob([JSON.stringify(terms)]).size;
      if (bytes > MOST_BYTES) {
        const most = MOST_BYTES.toLocaleString("en");
        throw new Mistake(`The terms have ${bytes.toLocaleString("en")} characters, and at most ${most} are taken.`);
      }
      return terms;
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.#problem.textContent = error.message;
      return null;
    }
  }

  /**
   * @param {Chapter} chapter
   * @param {TermsForm} form
   * @param {PrizeAction | null} action
   */
  async #save({ rules }, form, action) {
    const terms = this.#read(form);
    if (!terms) return;
    if (action?.order === "AmendTerms") {
      this.#orders.ask(action, { terms, written: this.#written });
      return;
    }
    const order = action
      ? { type: action.order, ...action.values, terms, written: this.#written }
      : { type: "DraftPromotion", rules, terms };
    await this.#listing.attempt(async () => {
      const { number } = await this.#orders.give(action?.title ?? "Draft a promotion", order);
      this.#saved();
      tell("The draft is on record.");
      if (this.#root.isConnected) location.hash = `promotions/${number}`;
    });
  }
}

// @ts-check
/** The form of a promotion's terms: what the chapter asks for, clause by clause, and what is wrong, at its place. */
import { html } from "./dom.js";
import { prizePart } from "./staff-prize-form.js";
import { amount, newFieldId, pick, placed, text, typed, wholeNumber } from "./staff-terms-fields.js";
import { floorTime, typedTime } from "./staff-times.js";

/** @typedef {import("./staff-promotions.d.ts").Chapter} Chapter */
/** @typedef {import("./staff-promotions.d.ts").Statement} Statement */
/** @typedef {import("./staff-promotions.d.ts").Terms} Terms */
/** @typedef {import("./staff-promotions.d.ts").TermsFault} TermsFault */

/** @typedef {import("./staff-terms-fields.js").FormPart} FormPart */

/** What the register has to know besides a text. @type {Record<string, { label: string, answers?: [string, string][] }>} */
const FACTS = {
  starts: { label: "It starts" },
  closes: { label: "Entries close" },
  drawn: { label: "The prizes are drawn" },
  wager: { label: "Bet", answers: [["no", "No bet is needed to take part"], ["yes", "A bet is needed to take part"]] },
  present: {
    label: "Presence",
    answers: [["no", "The winner need not be present"], ["yes", "The winner has to be present at the draw"]],
  },
  claim_days: { label: "Days after the draw until whose end a prize can be claimed" },
  notice: { label: "Methods of notice" },
};
/** The facts that are times. Their statements ask for the rest, and one of them has none: it states a time only. */
const TIMES = ["starts", "closes", "drawn"];
const TIME_ONLY = "closes";

export class TermsForm {
  root = html("div", { class: "terms-form" });
  #chapter;
  #others;
  #changed;
  /** @type {FormPart[]} */
  #parts = [];
  /** The places that somebody has left: what is wrong there is shown. @type {Set<string>} */
  #left = new Set();
  /** Whether it was asked what is wrong everywhere. */
  #isChecked = false;

  /**
   * @param {Chapter} chapter
   * @param {Chapter[]} others  of the other documents of the floor
   * @param {Terms} terms
   * @param {() => void} changed  something else was filled in
   */
  constructor(chapter, others, terms, changed) {
    this.#chapter = chapter;
    this.#others = others;
    this.#changed = changed;
    this.#draw(terms);
    this.root.addEventListener("change", ({ target }) => {
      this.#leave(target);
      this.#changed();
    });
    this.root.addEventListener("focusout", ({ target, relatedTarget }) => {
      const place = placeOf(target);
      if (place && placeOf(relatedTarget) !== place && this.#leave(target)) this.#changed();
    });
  }

  /** The terms as they are filled in. Throws a Mistake that says what cannot be read. */
  read() {
    /** @type {Terms} */
    const terms = { texts: {}, prizes: [] };
    for (const part of this.#parts) part.write(terms);
    return terms;
  }

  /** From now on, show what is wrong also where nothing was filled in. */
  showAll() {
    this.#isChecked = true;
    this.#changed();
  }

  /**
   * Remember that somebody was at a field. Returns whether it is the first time.
   * @param {EventTarget | null} target
   */
  #leave(target) {
    const place = placeOf(target), before = this.#left.size;
    if (place) this.#left.add(place);
    return this.#left.size > before;
  }

  /**
   * Show what is wrong at its place, once somebody has left it or has asked. Returns what is shown.
   * @param {TermsFault[]} all
   */
  mark(all) {
    const places = new Set([...this.root.querySelectorAll("[data-place]")].map((each) => placeOf(each)));
    const faults = all.filter(({ place }) => this.#isChecked || this.#left.has(place) || !places.has(place));
    for (const field of this.root.querySelectorAll("[data-place]")) {
      const here = faults.filter(({ place }) => place === field.getAttribute("data-place"));
      const list = field.querySelector(":scope > .faults");
      list?.replaceChildren(...here.map(({ sentence, clause }) => html("li", {}, `${sentence} (${clause})`)));
    }
    return faults;
  }

  /**
   * Go to the field at a place.
   * @param {string} place
   */
  goTo(place) {
    const field = this.root.querySelector(`[data-place="${CSS.escape(place)}"]`);
    const input = field?.querySelector("input, select, textarea, button");
    if (input instanceof HTMLElement) input.focus();
  }

  /** @param {Terms} terms */
  #draw(terms) {
    const { terms: statements, prizes: clause } = this.#chapter;
    const redraw = (/** @type {(terms: Terms) => void} */ change) => {
      const now = this.read();
      change(now);
      this.#draw(now);
      this.#changed();
    };
    const title = text("title", "Title", terms.title ?? "", (terms, value) => (terms.title = value));
    const each = "Entries of a person at most";
    const times = typed(each, String(terms.most ?? 1), { inputmode: "numeric", class: "amount" });
    const most = {
      root: placed("most", times.root),
      write: (/** @type {Terms} */ terms) => (terms.most = wholeNumber(each, times.input)),
    };
    const also = placedTicks(
      "also",
      "Other documents to which it keeps, because play at their tables earns entries",
      this.#others.map(({ rules, title }) => [rules, title]),
      terms.also ?? [],
      (terms, chosen) => chosen.length && (terms.also = chosen),
    );
    const stated = statements.map((each) => this.#statement(each, terms));
    const prizes = (terms.prizes ?? []).map((prize, at) => prizePart(this.#chapter, prize, at, redraw));
    this.#parts = [title, also, most, ...stated, ...prizes];
    const add = html("button", { type: "button", "data-testid": "add-prize" }, "Add a prize");
    add.addEventListener("click", () => redraw(({ prizes = [] }) => prizes.push({ kind: "money" })));
    this.root.replaceChildren(
      title.root,
      ...(this.#others.length ? [also.root] : []),
      most.root,
      ...stated.map(({ root }) => root),
      html("h3", {}, `Prizes (${clause})`),
      ...prizes.map(({ root }) => root),
      placed("prizes", html("div", { class: "field" }, add)),
    );
  }

  /**
   * @param {Statement} statement
   * @param {Terms} terms
   * @returns {FormPart}
   */
  #statement({ clause, id, words, facts }, terms) {
    const asked = `${words.charAt(0).toUpperCase()}${words.slice(1)} (${clause})`;
    if (facts.length === 1 && facts[0] === TIME_ONLY) {
      const { root, write } = this.#fact(TIME_ONLY, terms);
      return { root: placed(id, html("div", {}, root, html("p", { class: "hint" }, asked))), write };
    }
    const label = facts.some((fact) => TIMES.includes(fact)) ? `${asked}: the place` : asked;
    const said = text(id, label, terms.texts?.[id] ?? "", (terms, value) => {
      if (terms.texts && value) terms.texts[id] = value;
    });
    const more = facts.map((fact) => this.#fact(fact, terms));
    said.root.querySelector(".faults")?.before(...more.map(({ root }) => root));
    return { root: said.root, write: (terms) => [said, ...more].forEach(({ write }) => write(terms)) };
  }

  /**
   * @param {string} fact
   * @param {Terms} terms
   * @returns {FormPart}
   */
  #fact(fact, terms) {
    const { label, answers } = FACTS[fact];
    const had = /** @type {Record<string, unknown>} */ (terms)[fact];
    if (fact === "notice") {
      const methods = this.#chapter.methods.map(({ id, words }) => /** @type {[string, string]} */ ([id, words]));
      return ticks(label, methods, terms.notice ?? [], (terms, chosen) => (terms.notice = chosen));
    }
    if (answers) {
      const play = fact === "wager" ? playPart(terms) : null;
      const select = pick(label, answers, had === undefined ? "" : had ? "yes" : "no");
      const show = () => play && (play.root.hidden = select.input.value !== "yes");
      select.input.addEventListener("change", show);
      show();
      return {
        root: html("div", {}, select.root, ...(play ? [play.root] : [])),
        write: (terms) => {
          if (select.input.value) Object.assign(terms, { [fact]: select.input.value === "yes" });
          if (select.input.value === "yes") play?.write(terms);
        },
      };
    }
    if (fact === "claim_days") {
      const days = typed(label, had === undefined ? "" : String(had), { inputmode: "numeric", class: "amount" });
      const write = (/** @type {Terms} */ terms) => {
        if (days.input.value.trim()) terms.claim_days = wholeNumber(label, days.input);
      };
      return { root: days.root, write };
    }
    const time = typed(label, typeof had === "number" ? typedTime(had) : "", { type: "datetime-local" });
    return {
      root: time.root,
      write: (terms) => {
        if (time.input.value) Object.assign(terms, { [fact]: floorTime(time.input.value) });
      },
    };
  }
}

/**
 * The place in the terms to which a field belongs.
 * @param {EventTarget | null} target
 */
function placeOf(target) {
  return target instanceof Element ? target.closest("[data-place]")?.getAttribute("data-place") ?? "" : "";
}

/**
 * Boxes to tick.
 * @param {string} label
 * @param {[value: string, words: string][]} options
 * @param {string[]} chosen
 * @param {(terms: Terms, chosen: string[]) => unknown} write
 * @returns {FormPart}
 */
function ticks(label, options, chosen, write) {
  const boxes = options.map(([value, words]) => {
    const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", id: newFieldId(), value }));
    box.checked = chosen.includes(value);
    return { box, root: html("div", { class: "field tick" }, box, html("label", { for: box.id }, words)) };
  });
  const root = html("fieldset", { class: "field" }, html("legend", {}, label), ...boxes.map((each) => each.root));
  return {
    root,
    write: (terms) => write(terms, boxes.filter(({ box }) => box.checked).map(({ box }) => box.value)),
  };
}

/**
 * Boxes to tick, with a place for what is wrong.
 * @param {string} place
 * @param {Parameters<typeof ticks>} asked
 * @returns {FormPart}
 */
function placedTicks(place, ...asked) {
  const { root, write } = ticks(...asked);
  return { root: placed(place, root), write };
}

/**
 * Which bets earn an entry by themselves. Without a smallest stake none does.
 * @param {Terms} terms
 * @returns {FormPart}
 */
function playPart({ play }) {
  const label = "Smallest stake, $";
  const least = typed(label, play ? (play.least / 100).toFixed(2) : "", { inputmode: "decimal", class: "amount" });
  const tables = typed(
    "Names of tables, with commas between them; nothing for all of these documents",
    play?.tables?.join(", ") ?? "",
  );
  const wagers = typed(
    "Wagers as the rules name them, with commas between them; nothing for all",
    play?.wagers?.join(", ") ?? "",
  );
  const names = (/** @type {HTMLInputElement} */ { value }) =>
    value.split(",").map((each) => each.trim()).filter(Boolean);
  const write = (/** @type {Terms} */ terms) => {
    const cents = amount(label, least.input);
    if (cents === undefined) return;
    terms.play = { least: cents, tables: names(tables.input), wagers: names(wagers.input) };
  };
  const legend = html("legend", {}, "Bets of carded players that earn an entry by themselves, if any");
  const root = html("fieldset", { class: "prize" }, legend, least.root, tables.root, wagers.root);
  return { root, write };
}

// @ts-check
/** A clause that an event or a finding cites: how the system answers it, through which orders, in which code, by which tests. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";

/** @typedef {import("./staff.d.ts").TracedClause} TracedClause */

/** The clause at the end of a sentence, such as "(8.9)." or "(14(i))". */
const CITED = /^(.*) \(((?:[^()\s]|\([^()\s]*\))+)\)(\.?)$/;

export class ClauseDialog {
  root =
    /** @type {HTMLDialogElement} */ (html("dialog", { class: "clause-sheet", "aria-labelledby": "clause-title" }));

  /**
   * @param {string} table  empty if clauses cannot be looked up
   * @param {(error: unknown) => void} tell
   */
  constructor(table, tell) {
    this.table = table;
    this.tell = tell;
    this.root.addEventListener("click", (event) => event.target === this.root && this.root.close());
  }

  close() {
    this.root.close();
  }

  /**
   * A key that shows a clause.
   * @param {string} clause
   * @returns {Node | string}
   */
  key(clause) {
    if (!clause || !this.table) return clause;
    const key = html("button", { type: "button", class: "cite" }, clause);
    key.addEventListener("click", () => this.#show(clause));
    return key;
  }

  /**
   * A sentence, with a key for the clause at its end.
   * @param {string} words
   * @returns {(Node | string)[]}
   */
  cited(words) {
    const [, before, clause, end] = words.match(CITED) ?? [];
    return clause && /\d/.test(clause) ? [`${before} (`, this.key(clause), `)${end}`] : [words];
  }

  /** @param {string} clause */
  async #show(clause) {
    try {
      const path = `/tables/${encodeURIComponent(this.table)}/clauses/${encodeURIComponent(clause)}`;
      this.#draw(await ask("GET", path));
    } catch (error) {
      this.tell(error);
    }
  }

  /** @param {TracedClause} clause */
  #draw({ clause, topic, answer, meaning, orders, pages, code, tests, note }) {
    const close = html("button", { type: "button", class: "main" }, "Close");
    close.addEventListener("click", () => this.root.close());
    this.root.replaceChildren(
      html("h2", { id: "clause-title" }, `Clause ${clause}: ${topic}`),
      html("p", {}, html("b", {}, `${answer}: `), meaning),
      html("p", {}, note),
      ...list("Orders", orders),
      ...list("Pages", pages),
      ...list("Code", code),
      ...list("Tests", tests),
      html("p", {}, html("a", { href: `/rules/${encodeURIComponent(this.table)}` }, "Rule book of this table")),
      close,
    );
    if (!this.root.open && this.root.isConnected) this.root.showModal(); // the page may be closed
  }
}

/**
 * @param {string} title
 * @param {string[]} all
 */
function list(title, all) {
  return all.length ? [html("h3", {}, title), html("ul", {}, ...all.map((each) => html("li", {}, each)))] : [];
}

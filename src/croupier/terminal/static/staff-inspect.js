// @ts-check
/** What an inspector reads: inspections of the journal, and of one table its rules, its files and every line. Nothing is changed. */
import { html } from "./dom.js";
import { ask, Refused, sentence } from "./staff-api.js";
import { ClauseDialog } from "./staff-clause.js";
import { DueList } from "./staff-dues.js";
import { REGISTER } from "./staff-export.js";
import { Findings } from "./staff-findings.js";
import { JournalLines } from "./staff-lines.js";
import { Listing } from "./staff-listing.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff.d.ts").RulesInForce} RulesInForce */

export class InspectDesk {
  #table;
  #failed;
  #isOver = false;
  #problem = html("p", { class: "problem", role: "alert" });
  #clauses;
  #findings;
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {string} table  empty for the whole floor
   * @param {import("./staff.d.ts").Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, table, me, failed) {
    this.#table = table;
    this.#failed = failed;
    const tell = (/** @type {unknown} */ error) => this.#tell(error);
    this.#clauses = new ClauseDialog(table === REGISTER ? "" : table, tell);
    this.#findings = new Findings(table, this.#clauses, tell);
    const head = html("div", { class: "page-head" }, html("h2", {}, table ? `Inspect ${named(table)}` : "Inspect"));
    const tables = html("nav", { class: "tables", "aria-label": "Tables to inspect" });
    const about = html("div", { class: "about" });
    const lines = table ? [new JournalLines(table, this.#clauses, (error) => this.#isHandled(error)).root] : [];
    const dues = new DueList(table ? [] : me.duties);
    root.replaceChildren(
      head,
      this.#problem,
      tables,
      dues.root,
      this.#findings.root,
      about,
      ...lines,
      this.#clauses.root,
    );
    this.#listing = new Listing(() => this.#refresh(tables, about, dues), failed);
  }

  close() {
    this.#isOver = true;
    this.#listing.close();
    this.#findings.close();
    this.#clauses.close();
  }

  /**
   * @param {HTMLElement} tables
   * @param {HTMLElement} about
   * @param {DueList} dues
   */
  async #refresh(tables, about, dues) {
    const may = /** @type {import("./staff.d.ts").Inspectable} */ (await ask("GET", "/inspections/tables"));
    this.#findings.allow(may);
    const names = [...(may.everything ? [""] : []), ...may.tables, ...may.registers];
    tables.replaceChildren(...names.map((name) => link(name, name === this.#table)));
    if (this.#table && this.#table !== REGISTER) {
      const path = `/tables/${encodeURIComponent(this.#table)}`;
      const [view, rules] = await Promise.all([
        /** @type {Promise<StaffView>} */ (ask("GET", path)),
        /** @type {Promise<RulesInForce>} */ (ask("GET", `${path}/rules`)),
      ]);
      const open = [...about.children].map((each) => each.hasAttribute("open"));
      about.replaceChildren(this.#rules(rules, view.copy), ...this.#files(view));
      [...about.children].forEach((each, at) => each.toggleAttribute("open", open[at] ?? false));
    }
    await dues.refresh();
  }

  /**
   * @param {RulesInForce} rules
   * @param {string} [copy]  why players cannot read the approved document here
   */
  #rules({ title, ruleset, fingerprint, version, software, readings }, copy = "") {
    return html(
      "details",
      { class: "card" },
      html("summary", {}, html("h2", {}, "Rules in force")),
      html(
        "p",
        {},
        `${title} (${ruleset}). `,
        html("a", { href: `/rules/${encodeURIComponent(this.#table)}` }, "Rule book"),
        " ",
        copy
          ? html("b", { "data-testid": "no-copy" }, `Players cannot read the approved document here: ${copy}.`)
          : html("a", { href: `/document/${encodeURIComponent(this.#table)}` }, "Approved document"),
      ),
      html("p", { "data-testid": "fingerprint" }, `Fingerprint of the rules: ${fingerprint}`),
      html("p", { "data-testid": "software" }, `Software: croupier ${version}, fingerprint ${software}`),
      html(
        "dl",
        { class: "readings" },
        ...readings.flatMap(({ id, clauses, read, value, decided_by, edge }) => [
          html("dt", {}, id, " ", ...clauses.flatMap((clause) => [this.#clauses.key(clause), " "])),
          html(
            "dd",
            {},
            value ? html("b", {}, `${value}: `) : "",
            read,
            html("small", {}, ` Chosen by ${decided_by}.`),
          ),
          ...edge.map((each) => html("dd", { class: "edge" }, each)),
        ]),
      ),
    );
  }

  /** @param {StaffView} view */
  #files({ notices = {}, disputes = {} }) {
    return [
      files("Disputes", disputes, ({ seat, round, about, decided_by, decision, reviewed_by, review }) => [
        `${seat}, round ${round}: ${about}. `,
        decided_by ? `Decided by ${decided_by.name}: ${decision}. ` : "Not decided. ",
        reviewed_by ? `Reviewed by ${reviewed_by.name}: ${review}.` : "",
      ]),
      files("Notices", notices, ({ to, due, about, given, by, how, clause }) => [
        `To ${to}, ${due}: ${about}. `,
        given === null ? "Not given yet. " : `Given at ${moment(given, "medium")} by ${by?.name}: ${how}. `,
        this.#clauses.key(clause),
      ]),
    ];
  }

  /** @param {unknown} error */
  #tell(error) {
    if (this.#isHandled(error)) return;
    this.#problem.textContent = error === null ? "" : sentence(error);
  }

  /**
   * Whether nothing has to be said: the page is over, or locked.
   * @param {unknown} error
   */
  #isHandled(error) {
    return this.#isOver || (error instanceof Refused && this.#failed(error));
  }
}

/**
 * @param {string} table
 * @param {boolean} isHere
 */
function link(table, isHere) {
  const href = `#inspect/${encodeURIComponent(table)}`;
  return html("a", { href, ...(isHere ? { "aria-current": "page" } : {}) }, named(table) || "All tables");
}

/** What people call a table, or the prize register. @param {string} table */
function named(table) {
  return table === REGISTER ? "the prize register" : table;
}

/**
 * @template T
 * @param {string} title
 * @param {Record<string, T>} all
 * @param {(each: T) => (Node | string)[]} words
 */
function files(title, all, words) {
  const found = Object.entries(all);
  return html(
    "details",
    { class: "card" },
    html("summary", {}, html("h2", {}, `${title}: ${found.length}`)),
    html("ul", {}, ...found.map(([number, each]) => html("li", {}, `${number}. `, ...words(each)))),
  );
}

// @ts-check
/** The journal of a table, line by line: by number, page by page, with the clauses that its events cite; and its export. */
import { html } from "./dom.js";
import { ask, sentence } from "./staff-api.js";
import { csv, download, exported, gist, jsonLines, linesOf, onPaper } from "./staff-export.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").JournalLines} Lines */
/** @typedef {import("./staff.d.ts").JournalLine} JournalLine */
/** @typedef {import("./staff-clause.js").ClauseDialog} ClauseDialog */

const PAGE = 20;

export class JournalLines {
  #table;
  #clauses;
  #failed;
  #first = 1;
  #last = 0;
  #list = html("ol", { class: "lines", "data-testid": "lines" });
  #state = html("p", { class: "state", role: "status" });
  #from = number("line-from", "1");
  #to = number("line-to", "1");

  /**
   * @param {string} table
   * @param {ClauseDialog} clauses
   * @param {(error: unknown) => boolean} failed  whether the page deals with it
   */
  constructor(table, clauses, failed) {
    this.#table = table;
    this.#clauses = clauses;
    this.#failed = failed;
    const show = html(
      "form",
      { class: "row" },
      html("label", { for: "line-from" }, "From line"),
      this.#from,
      html("button", { type: "submit" }, "Show"),
      key("First", () => this.#show(1)),
      key("Earlier", () => this.#show(this.#first - PAGE)),
      key("Later", () => this.#show(this.#first + PAGE)),
      key("Last", () => this.#show(this.#last - PAGE + 1)),
    );
    show.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#show(Number(this.#from.value));
    });
    this.root = html(
      "section",
      { class: "card journal", "aria-label": "Journal" },
      html("h2", {}, "Journal"),
      show,
      html(
        "div",
        { class: "row" },
        html("label", { for: "line-to" }, "Export up to line"),
        this.#to,
        key("JSON lines", () => this.#export("jsonl", jsonLines)),
        key("CSV", () => this.#export("csv", csv)),
        key("On paper", () => this.#paper()),
        key("Print", () => this.#print()),
      ),
      this.#state,
      this.#list,
    );
    this.#show(1);
  }

  /** @param {number} first */
  async #show(first) {
    const asked = this.#first = Math.max(1, this.#last ? Math.min(first, this.#last) : first);
    try {
      const path = `${linesOf(this.#table)}?after=${this.#first - 1}&limit=${PAGE}`;
      const { last, lines } = /** @type {Lines} */ (await ask("GET", path));
      if (asked !== this.#first) return; // other lines are asked for by now
      this.#last = last;
      this.#from.value = String(this.#first);
      this.#to.value = String(lines.at(-1)?.number ?? this.#first);
      this.#state.textContent = `${last.toLocaleString("en-US")} lines`;
      this.#list.replaceChildren(...lines.map((line) => this.#line(line)));
    } catch (error) {
      this.#say(error);
    }
  }

  /** @param {JournalLine} line */
  #line(line) {
    const { at, command, by, events } = gist(line);
    const cited = [...new Set((line.body.events ?? []).map(({ clause }) => clause ?? ""))].filter(Boolean);
    return html(
      "li",
      { "data-line": String(line.number) },
      html(
        "details",
        {},
        html(
          "summary",
          {},
          html("b", {}, String(line.number)),
          ` ${at ? moment(at, "medium") : ""} `,
          html("span", {}, [command, by && `by ${by}`].filter(Boolean).join(" ")),
          events.length ? ` → ${events.join(", ")}` : "",
          ...line.later.map((words) => html("span", { class: "later" }, ` ${words}`)),
        ),
        html("p", { class: "hash" }, line.hash),
        html("pre", { tabindex: "0", "aria-label": `Line ${line.number}` }, JSON.stringify(line.body, null, 1)),
      ),
      ...cited.flatMap((clause) => [this.#clauses.key(clause), " "]),
    );
  }

  /** Save the lines to print, in a file that the server writes. */
  async #paper() {
    try {
      this.#state.textContent = "The file is being written …";
      const { name, first, last, content } = await onPaper(
        this.#table,
        Number(this.#from.value),
        Number(this.#to.value),
      );
      download(name, content);
      this.#state.textContent = `Lines ${first} to ${last} exported`;
    } catch (error) {
      this.#say(error);
    }
  }

  /**
   * Say what went wrong beside the keys, which may be far below the top of the page.
   * @param {unknown} error
   */
  #say(error) {
    this.#state.textContent = this.#failed(error) ? "" : sentence(error);
    this.#state.scrollIntoView({ block: "nearest" });
  }

  /** Print the page. The lines on it are asked for again, so that the export is on record. */
  async #print() {
    try {
      await exported(this.#table, this.#first, this.#first + this.#list.childElementCount - 1);
      print();
    } catch (error) {
      this.#say(error);
    }
  }

  /**
   * @param {string} ending
   * @param {(lines: JournalLine[]) => string} write
   */
  async #export(ending, write) {
    try {
      const [from, to] = [Number(this.#from.value), Number(this.#to.value)];
      const lines = await exported(this.#table, from, to);
      download(`${this.#table.split("/").at(-1)}-${from}-${to}.${ending}`, write(lines));
      this.#state.textContent = `${lines.length.toLocaleString("en-US")} lines exported`;
    } catch (error) {
      this.#say(error);
    }
  }
}

/**
 * @param {string} words
 * @param {() => void} act
 */
function key(words, act) {
  const made = html("button", { type: "button" }, words);
  made.addEventListener("click", act);
  return made;
}

/**
 * @param {string} id
 * @param {string} value
 */
function number(id, value) {
  return /** @type {HTMLInputElement} */ (html("input", { type: "number", min: "1", id, value, required: "" }));
}

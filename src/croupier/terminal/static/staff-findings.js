// @ts-check
/** Inspections of the journal: started here, run by the server beside the tables, and followed until their findings are there. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { download, REGISTER } from "./staff-export.js";

/** @typedef {import("./staff.d.ts").InspectionView} InspectionView */
/** @typedef {import("./staff-clause.js").ClauseDialog} ClauseDialog */

const FOLLOW = 500;
/** The inspection that always reads the whole journal. */
const WHOLE = "verify";
const KINDS = { verify: "Verify the journal", balance: "Balance the books", resettle: "Settle again" };
const TELL = "Tell";

export class Findings {
  #table;
  #clauses;
  #tell;
  #timer = 0;
  #isOver = false;
  /** How often the server was asked: the answer to an older question says nothing any more. */
  #asked = 0;
  #bar = html("progress", { max: "1", value: "0", "aria-label": "Progress", hidden: "" });
  #state = html("p", { class: "state", role: "status", "data-testid": "inspection" });
  #said = html("ol", { class: "said", "data-testid": "findings" });
  #save = html("button", { type: "button", hidden: "" }, "Save findings");
  /** Hidden until it is known which of them the person may use. @type {HTMLElement[]} */
  #keys = [];
  #stop = html("button", { type: "button", hidden: "" }, "Stop");
  #round =
    /** @type {HTMLInputElement} */ (html("input", { type: "number", min: "0", id: "told-round", required: "" }));
  /** @type {InspectionView | null} */
  #shown = null;

  /**
   * @param {string} table  empty for all
   * @param {ClauseDialog} clauses
   * @param {(error: unknown) => void} tell
   */
  constructor(table, clauses, tell) {
    this.#table = table;
    this.#clauses = clauses;
    this.#tell = tell;
    this.#keys = Object.entries(KINDS).map(([kind, words]) => {
      const key = html("button", { type: "button", "data-kind": kind, hidden: "" }, words);
      key.addEventListener("click", () => this.#start({ kind }));
      return key;
    });
    this.#stop.addEventListener("click", () => this.#ask("POST", `/inspections/${this.#shown?.number}/stop`));
    this.#save.addEventListener("click", () => this.#export());
    this.root = html(
      "section",
      { class: "card findings", "aria-label": "Inspections" },
      html("h2", {}, "Inspections"),
      html("div", { class: "row" }, ...this.#keys, ...(table ? [this.#rounds()] : []), this.#stop, this.#save),
      this.#bar,
      this.#state,
      this.#said,
    );
  }

  /**
   * Show the keys of the inspections that the person may start.
   * @param {import("./staff.d.ts").Inspectable} may
   */
  allow({ tables, registers, everything }) {
    for (const key of this.#keys) {
      const isOfAll = key.dataset.kind === WHOLE || !this.#table;
      key.hidden = isOfAll ? !everything : ![...tables, ...registers].includes(this.#table);
    }
  }

  close() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #rounds() {
    const form = html(
      "form",
      { class: "row" },
      html("label", { for: "told-round" }, this.#table === REGISTER ? "Promotion (0 for all)" : "Round"),
      this.#round,
      html("button", { type: "submit" }, TELL),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start({ kind: "tell", round: Number(this.#round.value) });
    });
    return form;
  }

  /** @param {Record<string, unknown>} wanted */
  #start(wanted) {
    this.#ask("POST", "/inspections", { ...wanted, ...(this.#table ? { table: this.#table } : {}) });
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  async #ask(method, path, body) {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    try {
      const inspection = await ask(method, path, body);
      if (asked === this.#asked) this.#draw(inspection);
      this.#tell(null);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** @param {InspectionView} inspection */
  #draw(inspection) {
    if (this.#isOver) return;
    this.#shown = inspection;
    const { number, kind, table, round, done, of, holds, sentences } = inspection;
    const runs = holds === null;
    this.#bar.hidden = this.#stop.hidden = !runs;
    this.#bar.setAttribute("value", String(done / of));
    this.#save.hidden = runs;
    const told = round === null ? "" : ` ${table === REGISTER ? "promotion" : "round"} ${round}`;
    const what = `${KINDS[/** @type {keyof typeof KINDS} */ (kind)] ?? TELL}${told}, ${where(table)}`;
    const result = holds === null ? `${done.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} lines` : "done";
    this.#state.textContent = `${what}: ${holds === false ? "see below" : result}`;
    this.#state.classList.toggle("wrong", holds === false);
    this.#said.replaceChildren(...sentences.map((each) => html("li", {}, ...this.#clauses.cited(each))));
    if (runs) this.#timer = setTimeout(() => this.#ask("GET", `/inspections/${number}`), FOLLOW);
  }

  /** Save the findings. They are asked for again, so that the export is on record. */
  async #export() {
    try {
      const { kind, table, sentences } = /** @type {InspectionView} */ (
        await ask("GET", `/inspections/${this.#shown?.number}?export=1`)
      );
      download(`${kind}-${(table ?? "all").split("/").at(-1)}.txt`, `${sentences.join("\n")}\n`);
      this.#tell(null);
    } catch (error) {
      this.#tell(error);
    }
  }
}

/** What was inspected, in words. @param {string | null} table */
function where(table) {
  return table === REGISTER ? "the prize register" : table ?? "all tables";
}

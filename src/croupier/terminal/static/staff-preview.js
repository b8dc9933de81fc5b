// @ts-check
/** What an order would change, shown before it can be given. It is asked for again when the order or the table changes. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask, Refused, sentence } from "./staff-api.js";
import { changesTable, historiesTable } from "./staff-changes.js";
import { Mistake } from "./staff-typed.js";

/** @typedef {import("./staff.d.ts").Preview} Preview */
/** @typedef {{ command: Record<string, unknown>, round: number | null }} Wanted */

/** Milliseconds between a change of the form and the question. */
const PAUSE = 200;
/** Milliseconds between a change of the table and the question. */
const RENEW = 1000;

export class PreviewPanel {
  root = html("section", { class: "preview", "aria-label": "What would change", "data-testid": "preview" });
  /** Stands for the changes that are shown; empty while none are. */
  digest = "";
  #status = html("p", { class: "hint", role: "status" });
  /** What players will ask about: it stands first, in sight. */
  #dropped = html("div", {});
  #shown = html("div", {});
  #sentences = html("ul", { class: "words" });
  /** What the order still needs. */
  #missing = html("p", { class: "hint", role: "status", "data-testid": "missing" });
  #wanted = "";
  /** The order that is shown, without its reason: the reason changes no money. */
  #about = "";
  #number = 0;
  #timer = 0;
  #table;
  #send;
  #read;
  #wagers;
  #refused;

  /**
   * @param {string} table
   * @param {HTMLButtonElement} send  cannot be pressed until the changes are shown
   * @param {() => Wanted} read  the order as it is filled in; throws a Mistake if it is not complete
   * @param {Map<string, string>} wagers  titles by id
   * @param {(error: unknown) => boolean} refused  whether the refusal concerns the whole page
   */
  constructor(table, send, read, wagers, refused) {
    this.#table = table;
    this.#send = send;
    this.#read = read;
    this.#wagers = wagers;
    this.#refused = refused;
    this.root.append(html("h3", {}, "What would change"), this.#status, this.#dropped, this.#shown, this.#missing);
    this.look();
  }

  /** Stop asking. `look` asks again. */
  close() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#wanted = "";
  }

  /** Whether the changes are shown and nothing is missing. */
  get isReady() {
    return this.digest !== "" && !this.#missing.textContent;
  }

  /** Something was filled in: what was shown holds no longer. */
  look() {
    const { wanted, mistake } = this.#filledIn();
    const now = wanted ? JSON.stringify(wanted) : mistake;
    if (now === this.#wanted) return;
    this.#wanted = now;
    const about = wanted ? JSON.stringify({ ...wanted, command: { ...wanted.command, why: "" } }) : "";
    if (wanted && this.digest && about === this.#about) this.#send.disabled = true;
    else this.#hide(wanted ? "Looking …" : mistake);
    this.#about = about;
    if (wanted) this.#askIn(PAUSE, wanted);
  }

  /** The table has come to this event. @param {number} number */
  moved(number) {
    const { wanted } = this.#filledIn();
    if (wanted && number > this.#number && !this.#timer) this.#askIn(RENEW, wanted);
  }

  /** The table has refused the order, because it would change something else. */
  renew() {
    const { wanted } = this.#filledIn();
    if (wanted) this.#askIn(0, wanted);
  }

  /** @returns {{ wanted: Wanted | null, mistake: string }} */
  #filledIn() {
    try {
      return { wanted: this.#read(), mistake: "" };
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      return { wanted: null, mistake: error.message };
    }
  }

  /**
   * @param {number} pause
   * @param {Wanted} wanted
   */
  #askIn(pause, wanted) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(wanted), pause);
  }

  /** @param {Wanted} wanted */
  async #ask(wanted) {
    const asked = this.#wanted;
    this.#timer = 0;
    try {
      const path = `/tables/${encodeURIComponent(this.#table)}/preview`;
      const preview = /** @type {Preview} */ (await ask("POST", path, wanted));
      if (asked === this.#wanted) this.#show(preview);
    } catch (error) {
      if (asked !== this.#wanted || this.#refused(error)) return;
      this.#hide(sentence(error));
      if (error instanceof Refused && !error.status) this.#askIn(RENEW, wanted);
    }
  }

  /** @param {string} why */
  #hide(why) {
    this.digest = "";
    this.#send.disabled = true;
    this.#status.textContent = why;
    this.#missing.textContent = "";
    this.#dropped.replaceChildren();
    this.#shown.replaceChildren();
  }

  /** @param {Preview} preview */
  #show(preview) {
    this.#number = preview.number;
    this.#send.disabled = preview.missing !== "";
    this.#missing.textContent = preview.missing;
    if (preview.digest !== this.digest) this.#draw(preview);
    this.#dropped.replaceChildren(...(preview.dropped.length ? [droppedList(preview.dropped)] : []));
    this.#sentences.replaceChildren(
      ...preview.words.map((each) => html("li", { class: lookOf(each) }, each.trim())),
    );
  }

  /** @param {Preview} preview */
  #draw({ digest, balances, bets, rounds }) {
    this.digest = digest;
    const house = balances.find(({ of }) => of === "house");
    this.#status.textContent = !balances.length && !bets.length
      ? "No money moves."
      : house
      ? `The house ${house.after > house.before ? "gains" : "loses"} ${dollars(Math.abs(house.after - house.before))}.`
      : "The house neither gains nor loses.";
    this.#shown.replaceChildren(
      ...(rounds.length ? [historiesTable(rounds)] : []),
      ...(balances.length || bets.length ? [changesTable(balances, bets, this.#wagers)] : []),
      html(
        "details",
        rounds.length || bets.length ? {} : { open: "" },
        html("summary", {}, "In sentences"),
        this.#sentences,
      ),
    );
  }
}

/** @param {string[]} dropped */
function droppedList(dropped) {
  return html(
    "section",
    { class: "dropped", "data-testid": "dropped", "aria-label": "No longer possible" },
    html("h4", {}, "No longer possible: tell the players"),
    html("ul", {}, ...dropped.map((each) => html("li", {}, each))),
  );
}

/** @param {string} line */
function lookOf(line) {
  return line.startsWith(" ") ? "consequence" : "";
}

// @ts-check
/** How long private data of claimants is kept, and erasing it when that time is over. Two people sign both. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { askFor, close, closeSent, line, tell } from "./staff-dialog.js";
import { Listing } from "./staff-listing.js";
import { secondPerson } from "./staff-second.js";
import { Mistake } from "./staff-typed.js";
import { sendOnce } from "./staff-unanswered.js";

/** @typedef {import("./staff-promotions.d.ts").PrivateData} PrivateData */

export class PrivateDataPage {
  #inside = html("div", { class: "promotion" });
  #listing;
  #mayChange;
  #failed;

  /**
   * @param {HTMLElement} root
   * @param {import("./staff.d.ts").Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#mayChange = me.duties.includes("promotions");
    this.#failed = failed;
    root.replaceChildren(
      html(
        "div",
        { class: "page-head" },
        html("h2", {}, "Private data"),
        html("a", { class: "button", href: "#promotions/" }, "All promotions"),
      ),
      this.#inside,
    );
    this.#listing = new Listing(async () => this.#draw(await ask("GET", "/claimants")), failed);
  }

  close() {
    this.#listing.close();
    close();
  }

  /** @param {PrivateData} found */
  #draw(found) {
    const { kept, erased, over, people } = found;
    /** @type {[name: string, words: string][]} */
    const rows = [
      ["Kept", period(found)],
      ["Kept of", count(kept)],
      ["Erased of", count(erased)],
      [
        "Time is over",
        over ? `${count(over)}: numbers ${ranges(people)}${over > people.length ? " and more" : ""}` : "nobody",
      ],
    ];
    const keys = [
      this.#key("Change the period", () => this.#change(found)),
      ...(over ? [this.#key(`Erase the data of ${count(people.length)}`, () => this.#erase(people))] : []),
    ];
    this.#inside.replaceChildren(
      html(
        "p",
        { class: "hint" },
        "Names and addresses of entrants, winners and claimants are kept apart from the journal. Once erased, nobody can bring them back; the journal still verifies.",
      ),
      html("dl", { class: "facts" }, ...rows.flatMap(([name, words]) => [html("dt", {}, name), html("dd", {}, words)])),
      ...(this.#mayChange ? [html("div", { class: "keys" }, ...keys)] : []),
    );
  }

  /**
   * @param {string} words
   * @param {() => void} act
   */
  #key(words, act) {
    const key = html("button", { type: "button", "data-key": words }, words);
    key.addEventListener("click", act);
    return key;
  }

  /** @param {PrivateData} found */
  #change({ keep_days }) {
    const days = line("days", "Days after the end of a promotion, or nothing for ever");
    const input = /** @type {HTMLInputElement} */ (days.root.querySelector("input"));
    input.value = keep_days === null ? "" : String(keep_days);
    const read = () => {
      const text = input.value.trim();
      if (text && !/^\d{1,6}$/.test(text)) throw new Mistake("Write a whole number of days, or nothing.", input);
      return text ? Number(text) : null;
    };
    this.#ask("Change the period", "Change", [{ ...days, read }], ({ days }) => ({ type: "KeepPrivateData", days }));
  }

  /** @param {number[]} people */
  #erase(people) {
    const title = `Erase the data of ${count(people.length)}`;
    const why = line("why", "Reason");
    const read = () => {
      const text = why.read();
      if (!text) throw new Mistake("Reason: fill this in.", why.root.querySelector("input") ?? undefined);
      return text;
    };
    this.#ask(title, "Erase for good", [{ ...why, read }], ({ why }) => ({ type: "ErasePeople", people, why }));
  }

  /**
   * @param {string} title
   * @param {string} key
   * @param {import("./staff-dialog.js").Entry[]} entries
   * @param {(given: Record<string, unknown>) => Record<string, unknown>} made
   */
  #ask(title, key, entries, made) {
    askFor({ title, entries: [...entries, secondPerson()], key }, async ({ second, ...given }) => {
      const order = made(given);
      await sendOnce("/promotions/orders", order, { order, second }, title);
      closeSent();
      tell(`${title}: done. It is on record.`);
      await this.#listing.refresh();
    }, this.#failed);
  }
}

/** @param {number} people */
function count(people) {
  return people === 1 ? "1 person" : `${people} people`;
}

/**
 * Numbers in their order, those that follow each other as a range: "1 to 4, 7".
 * @param {number[]} numbers
 */
function ranges(numbers) {
  /** @type {[first: number, last: number][]} */
  const found = [];
  for (const number of numbers) {
    const latest = found.at(-1);
    if (latest && latest[1] === number - 1) latest[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? first : `${first} to ${last}`)).join(", ");
}

/** @param {PrivateData} found */
function period({ keep_days }) {
  if (keep_days === null) return "for ever: nobody has set a period";
  return `for ${keep_days === 1 ? "1 day" : `${keep_days} days`} after the end of a promotion`;
}

// @ts-check
/** What the floor owes, on one page: as a whole, and by table. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { close } from "./staff-dialog.js";
import { download, table as asCsv } from "./staff-export.js";
import { Listing } from "./staff-listing.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-hand-pays.d.ts").Liability} Liability */
/** @typedef {import("./staff-hand-pays.d.ts").LiabilityView} LiabilityView */

/** @type {[keyof Liability, string][]} */
export const OWED = [
  ["credits", "Chips and credits of players"],
  ["bets", "Bets on the layouts"],
  ["hand_pays", "Hand pays that wait"],
  ["withheld_hand_pays", "Hand pays withheld"],
  ["withheld", "Credits withheld"],
  ["owed", "Owed to players who have left"],
  ["tickets", "Tickets outstanding"],
  ["withheld_tickets", "Tickets withheld"],
  ["expired_tickets", "Tickets expired"],
  ["void_tickets", "Tickets declared void"],
  ["accounts", "Accounts of patrons"],
  ["prizes", "Prizes not handed over"],
  ["total", "Altogether"],
];

export class LiabilityPage {
  #at = html("p", { class: "hint" });
  #table = html("table", { class: "tickets figures" });
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {unknown} _
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, _, failed) {
    const save = html("button", { type: "button" }, "Save as CSV");
    save.addEventListener("click", () => this.#listing.attempt(() => this.#save()));
    const print = html("button", { type: "button" }, "Print");
    print.addEventListener("click", () => globalThis.print());
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "What the floor owes"), save, print),
      cageTabs("liability"),
      this.#at,
      html("div", { class: "wide", role: "region", "aria-label": "What the floor owes", tabindex: "0" }, this.#table),
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
  }

  close() {
    this.#listing.close();
    close();
  }

  async #refresh() {
    const view = /** @type {LiabilityView} */ (await ask("GET", "/cage/liability"));
    this.#at.textContent = `${moment(view.at, "medium")}. croupier audit balance comes to the same total.`;
    const [heads, ...rows] = cells(view);
    this.#table.replaceChildren(
      html("thead", {}, html("tr", {}, ...heads.map((words) => html("th", { scope: "col" }, words)))),
      html(
        "tbody",
        {},
        ...rows.map(([name, ...amounts], at) =>
          html(
            "tr",
            { "data-owed": OWED[at][0] },
            html("th", { scope: "row" }, name),
            ...amounts.map((words) => html("td", {}, words)),
          )
        ),
      ),
    );
  }

  async #save() {
    const view = /** @type {LiabilityView} */ (await ask("GET", "/cage/liability?export=1"));
    download("liability.csv", "text/csv", asCsv(cells(view)));
  }
}

/**
 * The page as rows of texts: the whole floor, then every place.
 * @param {LiabilityView} view
 */
function cells({ floor, places }) {
  const of = [floor, ...Object.values(places)];
  return [
    ["Owed for", "Floor", ...Object.keys(places)],
    ...OWED.map(([name, words]) => [words, ...of.map((each) => dollars(each[name]))]),
  ];
}

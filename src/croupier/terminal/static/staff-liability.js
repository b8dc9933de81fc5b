// @ts-check
/** What the floor owes, on one page: as a whole, and by table. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { FiguresPage } from "./staff-figures.js";
import { LIVE } from "./staff-listing.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-hand-pays.d.ts").Liability} Liability */
/** @typedef {import("./staff-hand-pays.d.ts").LiabilityView} LiabilityView */

/** @type {[keyof Liability, string][]} */
export const OWED = [
  ["credits", "Chips and credits of players"],
  ["bets", "Bets on the layout"],
  ["hand_pays", "Hand pays that wait"],
  ["withheld_hand_pays", "Hand pays withheld"],
  ["withheld", "Credits withheld"],
  ["owed", "Owed to players, less owed by them"],
  ["tickets", "Tickets outstanding"],
  ["withheld_tickets", "Tickets withheld"],
  ["expired_tickets", "Tickets expired"],
  ["former_tickets", "Tickets of a former system"],
  ["void_tickets", "Tickets declared void"],
  ["unclaimed", "Unclaimed tickets, for whom the law says"],
  ["accounts", "Accounts of patrons"],
  ["chips", "Chips in players' pockets"],
  ["colour_checks", "Colour checks carried away"],
  ["prizes", "Prizes not handed over"],
  ["passed", "Passed between tables and the cage"],
  ["total", "Altogether"],
];

export class LiabilityPage extends FiguresPage {
  /**
   * @param {HTMLElement} root
   * @param {unknown} _
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, _, failed) {
    const at = html("p", { class: "hint" });
    const page = { title: "What the floor owes", here: "liability", head: [at], file: () => "liability" };
    super(root, failed, page, async (isExport) => {
      const view = /** @type {LiabilityView} */ (await ask("GET", `/cage/liability?export=${Number(isExport)}`));
      const total = view.floor.total === null
        ? "Figures from which the cash of a drawer would follow, and the total, are left out."
        : "croupier audit balance comes to the same total.";
      at.textContent = `${moment(view.at, "medium")}. ${total}`;
      return [cells(view)];
    }, LIVE);
  }
}

/**
 * The page as rows of texts: the whole floor, then every place.
 * @param {LiabilityView} view
 */
function cells({ floor, places }) {
  const of = [floor, ...Object.values(places)];
  return [
    ["Owed for", "Floor", ...Object.keys(places).map((each) => each.replace(/^floor\//, ""))],
    ...OWED.filter(([name]) => floor[name] !== null) // a clerk who counts boxes is not shown what follows from them
      .map(([name, words]) => [words, ...of.map((each) => dollars(each[name] ?? 0))]),
  ];
}

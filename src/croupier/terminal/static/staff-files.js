// @ts-check
/** What waits for somebody at a table, and the proof of what was done: hand pays, notices, disputes, debts, bars. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { clauseMark } from "./staff-catalogue.js";
import { dueClock } from "./staff-clock.js";
import { withTerminals } from "./staff-terminals.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */

/** Of the measures after which a person may not play, the one that holds at every table. */
const EXCLUSION = "exclude a person from the casino";

/**
 * @param {StaffView} view
 * @returns {Node[]}
 */
export function files(view) {
  const entries = entriesWith((text) => withTerminals(view.seats ?? [], text));
  const lists = [
    entries("Hand pays", view.hand_pays, (amount, seat) => [`${seat}: ${dollars(amount)}`]),
    entries("Notices due", pick(view.notices, ({ given }) => given === null), (each, number) => [
      `${number}. To ${each.to}, ${each.due}: ${each.about} `,
      dueClock(each),
      " ",
      clauseMark(each.clause),
    ]),
    entries("Disputes", view.disputes, (each, number) => [
      `${number}. ${each.seat}${each.round === null ? "" : `, round ${each.round}`}: ${ended(each.about)} ${
        decided(each)
      }`,
    ]),
    entries(
      "Own limits",
      view.limits_shown,
      (each, seat) => [`${seat}: ${dollars(each.minimum)} to ${dollars(each.maximum)}`],
    ),
    entries("Demanded back", { ...view.debts, ...view.debts_elsewhere }, (each, seat) => [
      `${each.player ?? seat}: ${dollars(each.amount)}${"table" in each ? `, at ${each.table}` : ""}`,
    ]),
    entries(
      "May not play",
      view.bars,
      (each, person) => [
        `${person}: ${each.measure === EXCLUSION ? "excluded from the casino" : "barred from the game"}: ${
          ended(each.why)
        } `,
        clauseMark(each.clause),
      ],
    ),
    entries("Notices given", pick(view.notices, ({ given }) => given !== null), (each, number) => [
      `${number}. To ${each.to}: ${each.about}. ${each.by?.name ?? ""}, ${moment(each.given ?? 0)}: ${each.how} `,
      clauseMark(each.clause),
    ]),
  ];
  return lists.flat();
}

/** @param {import("./staff.d.ts").Dispute} dispute */
function decided({ decided_by, decision, reviewed_by, review, advised_by }) {
  if (!decided_by) return "Not decided.";
  const reviewed = reviewed_by ? ` Reviewed by ${reviewed_by.name}: ${ended(review)}` : "";
  return `Decided by ${decided_by.name}: ${ended(decision)}${reviewed}${
    advised_by ? " Advised of the right to complain." : ""
  }`;
}

/**
 * What a person wrote, as a sentence.
 * @param {string} text
 */
function ended(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * @template T
 * @param {Record<string, T> | undefined} all
 * @param {(each: T) => boolean} wanted
 */
function pick(all = {}, wanted) {
  return Object.fromEntries(Object.entries(all).filter(([, each]) => wanted(each)));
}

/**
 * Writes titled lists; nothing for one that is empty.
 * @param {(text: string) => string} named  with the names of terminals
 */
function entriesWith(named) {
  /**
   * @template T
   * @param {string} title
   * @param {Record<string, T> | undefined} all
   * @param {(each: T, key: string) => (Node | string)[]} words
   */
  return (title, all, words) => {
    const found = Object.entries(all ?? {});
    if (!found.length) return [];
    const lines = found.map(([key, each]) =>
      words(each, key).map((part) => typeof part === "string" ? named(part) : part)
    );
    return [html("h3", {}, title), html("ul", {}, ...lines.map((line) => html("li", {}, ...line)))];
  };
}

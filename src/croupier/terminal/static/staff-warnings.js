// @ts-check
/** What somebody should see to at a table, in a few words each, and who deals. What is urgent comes first. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { dueClock, until } from "./staff-clock.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {{ words: string, urgent: boolean, clock?: () => HTMLElement }} Warning */

/**
 * @param {StaffView} view
 * @returns {Warning[]}
 */
export function warnings(view) {
  const { crew, offline = [] } = view;
  const locked = (view.seats ?? []).filter((seat) => seat.locked).length;
  const undecided = Object.values(view.disputes ?? {}).filter(({ decided_by }) => decided_by === null).length;
  const said = [
    urgent(crew.stopped && `Play is stopped: ${crew.stopped}`),
    urgent(nobodyDeals(view)),
    urgent(crew.fault && `To be called off: ${crew.fault.replaceAll("-", " ")}`),
    urgent(view.device === false ? "Its device is missing" : ""),
    ...Object.entries(view.devices ?? {}).filter(([, { words }]) => words).map(([seat, { words, faults }]) =>
      faults.length ? urgent(`${seat}: ${words}`) : calm(`${seat}: ${words}`)
    ),
    ...dueNotices(view),
    urgent(counted(locked, "terminal is locked or faulty", "terminals are locked or faulty")),
    calm(counted(Object.keys(view.hand_pays ?? {}).length, "hand pay waits", "hand pays wait")),
    ...slips(view),
    calm(counted(undecided, "dispute is undecided", "disputes are undecided")),
    calm(counted(offline.length, "terminal is offline", "terminals are offline")),
    calm(counted(view.below_minimum?.length ?? 0, "bet below the minimum", "bets below the minimum")),
    calm(view.disregarded ? "A display was reported as wrong" : ""),
    calm(view.closing),
    calm(view.copy ? `Players cannot read the approved document here: ${view.copy}` : ""),
    ...view.announced.map(({ words, takes_effect }) => calm(`Announced: ${words},`, () => until(takes_effect, "in "))),
  ].filter(({ words }) => words);
  return [...said.filter((each) => each.urgent), ...said.filter((each) => !each.urgent)];
}

/**
 * That players wait for a dealer; empty if they do not.
 * @param {StaffView} view
 */
function nobodyDeals({ crew: { dealer, gone, automatic }, seats = [] }) {
  if (dealer && gone) return `${dealer.name} has signed out or is disabled: somebody has to take the table over`;
  return !dealer && !automatic && seats.length ? "Nobody deals, and players are here" : "";
}

/**
 * A warning in words, with its clock. Urgent ones say so.
 * @param {string} tag
 * @param {Warning} warning
 */
export function warningLine(tag, { words, urgent, clock }) {
  const rank = urgent ? [html("b", { class: "rank" }, "Urgent"), " "] : [];
  return html(tag, { class: urgent ? "alarm urgent" : "alarm" }, ...rank, words, ...(clock ? [" ", clock()] : []));
}

/**
 * Fills and credits that wait, and for whom.
 * @param {StaffView} view
 */
function slips({ slips = {} }) {
  return Object.entries(slips).map(([number, { is_fill, is_sent, amount }]) => {
    const waits = is_fill && is_sent ? "is here: receive it" : "waits for the cage";
    return calm(`${is_fill ? "Fill" : "Credit"} ${number} of ${dollars(amount)} ${waits}`);
  });
}

/** @param {StaffView} view */
function dueNotices({ notices = {} }) {
  return Object.values(notices).filter(({ given }) => given === null).map((notice) => ({
    words: `Tell ${notice.to} ${notice.due} (${notice.clause}):`,
    urgent: notice.due_at !== null,
    clock: () => dueClock(notice),
  }));
}

/**
 * @param {string} words
 * @returns {Warning}
 */
function urgent(words) {
  return { words, urgent: true };
}

/**
 * @param {string} words
 * @param {() => HTMLElement} [clock]
 * @returns {Warning}
 */
function calm(words, clock) {
  return { words, urgent: false, clock };
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
function counted(count, one, many) {
  return count ? `${count} ${count === 1 ? one : many}` : "";
}

/** @param {StaffView["crew"]} crew */
export function dealtBy({ dealer, automatic }) {
  if (automatic) return "The automatic dealer deals";
  return dealer ? `${dealer.name} (${dealer.role.replaceAll("-", " ")}) deals` : "Nobody deals";
}

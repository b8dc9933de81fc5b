// @ts-check
/** What somebody should see to at a table, in a few words each, and who deals. What is urgent comes first. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { dueClock, overdue, until } from "./staff-clock.js";
import { terminalName } from "./staff-terminals.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/**
 * Where a warning leads: to the first of these that is on the page of the table. A name is an order's, or that of a part of the
 * page in small letters. A page of the staff ends with a slash; a page of the table that guests read begins with one, too.
 * @typedef {{ words: string, urgent: boolean, to: string[], clock?: () => HTMLElement }} Warning
 */

/** So many terminals are named in a warning. */
const FEW = 3;

/**
 * @param {StaffView} view
 * @param {number} now  the time at the server
 * @returns {Warning[]}
 */
export function warnings(view, now) {
  const { crew, offline = [] } = view;
  const locked = (view.seats ?? []).filter((seat) => seat.locked);
  const gone = (view.seats ?? []).filter(({ seat }) => offline.includes(seat));
  const undecided = Object.values(view.disputes ?? {}).filter(({ decided_by }) => decided_by === null).length;
  const terminals = view.kind === "pit" ? ["clients/"] : ["seats"];
  const said = [
    urgent(crew.stopped && `Play is stopped: ${crew.stopped}`, ["Rectify", "calls"]),
    urgent(nobodyDeals(view), ["RelieveDealer", "calls"]),
    urgent(atOtherTables(crew), ["RelieveDealer", "HandBackTable", "calls"]),
    ...standsStill(view, now),
    urgent(crew.fault && `To be called off: ${crew.fault.replaceAll("-", " ")}`, ["VoidRound", "calls"]),
    urgent(view.device === false ? "Its device is missing" : "", terminals),
    ...Object.entries(view.devices ?? {}).filter(([, { words }]) => words).map(
      ([seat, { terminal, words, faults }]) => {
        const said = `${terminalName({ seat, terminal })}: ${words}`;
        return faults.length ? urgent(said, ["ClearDeviceFault", "seats"]) : calm(said, ["seats"]);
      },
    ),
    ...Object.entries(view.attendant_calls ?? {}).map(([seat, call]) => (
      {
        words: callWords(view, seat, call),
        urgent: call.answered_by === null,
        to: ["AnswerCall", "EndCall", "seats"],
        clock: () => dueClock({ due_at: null, since: call.since }),
      }
    )),
    ...dueNotices(view),
    urgent(counted(locked.length, "terminal is locked or faulty", "terminals are locked or faulty") + names(locked), [
      "UnlockTerminal",
      "seats",
    ]),
    calm(counted(Object.keys(view.hand_pays ?? {}).length, "hand pay waits", "hand pays wait"), ["files"]),
    ...slips(view),
    urgent(counted(undecided, "dispute is undecided", "disputes are undecided"), ["HearDispute", "files"]),
    calm(counted(offline.length, "terminal is offline", "terminals are offline") + names(gone), ["seats"]),
    calm(counted(view.below_minimum?.length ?? 0, "bet below the minimum", "bets below the minimum"), ["seats"]),
    calm(view.disregarded ? "A display was reported as wrong" : "", ["events"]),
    calm(view.closing, ["closing", "calls"]),
    calm(view.copy ? `Players cannot read the approved document here: ${view.copy}` : "", ["/rules/"]),
    ...view.announced.map(({ words, takes_effect }) =>
      calm(`Announced: ${words},`, ["posted"], () => until(takes_effect, "in "))
    ),
  ].filter(({ words }) => words);
  return [...said.filter((each) => each.urgent), ...said.filter((each) => !each.urgent)];
}

/**
 * Where a player calls, and what for; or who goes there.
 * @param {StaffView} view
 * @param {string} seat
 * @param {import("./staff-messages.d.ts").AttendantCall} call
 */
export function callWords({ seats = [] }, seat, { concern, answered_by }) {
  const found = seats.find((each) => each.seat === seat);
  const where = found ? `Place ${found.place}, ${terminalName(found)}` : seat;
  if (answered_by) return `${where}: ${answered_by.name} is on the way`;
  return `${where} ${concern === "fault" ? "reports a fault of the terminal" : "calls an attendant"}`;
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
 * That the dealer has taken over other tables, too; empty if not.
 * @param {StaffView["crew"]} crew
 */
function atOtherTables({ dealer, gone, also_at: others }) {
  return dealer && !gone && others.length ? `${dealer.name} also deals at ${others.join(" and ")}` : "";
}

/**
 * That nothing has been called for long.
 * @param {StaffView} view
 * @param {number} now
 */
function standsStill({ crew: { still_from: from, stopped, gone } }, now) {
  if (from === null || from > now || stopped || gone) return [];
  return [{ ...urgent("The round stands still:", ["calls"]), clock: () => overdue(from) }];
}

/**
 * A warning in words, with its clock, as a link to what ends it. Urgent ones say so.
 * @param {string} tag
 * @param {Warning} warning
 * @param {string} table
 */
export function warningLine(tag, { words, urgent, to, clock }, table) {
  const rank = urgent ? [html("b", { class: "rank" }, "Urgent"), " "] : [];
  const [first] = to;
  const href = first.startsWith("/")
    ? first + encodeURIComponent(table)
    : first.endsWith("/")
    ? `#${first}`
    : `#${encodeURIComponent(table)}?${to.join(",")}`;
  return html(
    tag,
    { class: urgent ? "alarm urgent" : "alarm" },
    ...rank,
    html("a", { href }, words),
    ...(clock ? [" ", clock()] : []),
  );
}

/**
 * Fills and credits that wait, and for whom.
 * @param {StaffView} view
 */
function slips({ slips = {} }) {
  return Object.entries(slips).map(([number, { is_fill, is_sent, amount }]) => {
    const waits = is_fill && is_sent ? "is here: receive it" : "waits for the cage";
    return calm(`${is_fill ? "Fill" : "Credit"} ${number} of ${dollars(amount)} ${waits}`, [
      "ReceiveFill",
      "CancelSlip",
    ]);
  });
}

/** @param {StaffView} view */
function dueNotices({ notices = {} }) {
  return Object.values(notices).filter(({ given }) => given === null).map((notice) => ({
    words: `Tell ${notice.to} ${notice.due} (${notice.clause}):`,
    urgent: notice.due_at !== null,
    to: ["GiveNotice", "files"],
    clock: () => dueClock(notice),
  }));
}

/**
 * @param {string} words
 * @param {string[]} to
 * @returns {Warning}
 */
function urgent(words, to) {
  return { words, urgent: true, to };
}

/**
 * @param {string} words
 * @param {string[]} to
 * @param {() => HTMLElement} [clock]
 * @returns {Warning}
 */
function calm(words, to, clock) {
  return { words, urgent: false, to, clock };
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
function counted(count, one, many) {
  return count ? `${count} ${count === 1 ? one : many}` : "";
}

/**
 * Which terminals, if they are few and have names.
 * @param {{ seat: string, terminal: string | null }[]} seats
 */
function names(seats) {
  const named = seats.filter(({ terminal }) => terminal);
  return named.length && named.length <= FEW ? `: ${named.map(terminalName).join(", ")}` : "";
}

/** @param {StaffView["crew"]} crew */
export function dealtBy({ dealer, gone, automatic, supervisor }) {
  const supervises = supervisor ? `, ${named(supervisor)} supervises` : "";
  if (automatic) return `The automatic dealer deals${supervises}`;
  return (dealer && !gone ? `${named(dealer)} deals` : "Nobody deals") + supervises;
}

/** @param {{ name: string, role: string }} person */
function named({ name, role }) {
  return `${name} (${role.replaceAll("-", " ")})`;
}

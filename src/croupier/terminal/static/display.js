// @ts-check
/** The display of one table for the room: /display/TABLE. It shows what the server tells, and recovers by itself. */
import { Countdown, ServerTime } from "./clock.js";
import { byId, html } from "./dom.js";
import { drawResult } from "./display-result.js";
import { drawRuns } from "./display-runs.js";
import { DisplaySign } from "./display-sign.js";
import { dollars } from "./money.js";
import { WORDS } from "./phases.js";
import { puckWords } from "./pucks.js";
import { StaffLink } from "./staff-link.js";
import { watchPrizes } from "./prizes.js";
import { clockTime, learnFloor, zoneName } from "./zone.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */

/** How often to ask whether the server can be reached. A connection may die without a word. */
const PATIENCE = 10_000;
const OUT_OF_REACH = "This display is out of date: the server is out of reach.";
const NOT_ENROLLED = "This display is not enrolled. Open /enrol here, with a code from the pit.";
const DISREGARDED = "This display is wrong. The result at the table counts.";
const STOPPED = "Play has stopped. A fault is being put right.";

const table = decodeURIComponent(location.pathname.split("/")[2]);
const time = new ServerTime();
const sign = new DisplaySign(byId("sign"), time);
const countdown = new Countdown(time, (seconds) => byId("countdown").textContent = seconds ? String(seconds) : "");

/** Whether what is shown is what the server has. */
let online = false;
/** @type {StaffView | null} */
let shown = null;
/** Why the server refuses this display; empty if it does not. */
let refused = "";
/** What is played here. @type {{ game: string, short: string } | null} */
let played = null;

/** @param {StaffView} view */
function draw(view) {
  shown = view;
  refused = "";
  time.sync(view.now);
  drawLast(view);
  drawRuns(byId("runs"), view.runs, view.round.phase);
  sign.draw(view);
  byId("phase").textContent = phaseOf(view);
  countdown.to(view.crew.stopped ? 0 : view.round.deadline);
  drawPoint(view);
  byId("limits").textContent = limitsOf(view);
  byId("dealt").textContent = view.crew.automatic ? "" : "A person deals";
  sayAlarm();
}

/** The last result; before the first one, what is played here and for how much. @param {StaffView} view */
function drawLast(view) {
  const welcome = [played?.game ?? table, played?.short ?? "", phaseOf(view), limitsOf(view)];
  drawResult(view.history, view.calls, view.marks, welcome.filter(Boolean));
}

/** @param {StaffView} view */
function phaseOf({ crew, closing, round }) {
  return crew.stopped || closing || !round.number ? "" : WORDS[round.phase];
}

/** @param {StaffView} view */
function limitsOf({ sign: { minimum, maximum } }) {
  return maximum ? `${dollars(minimum)} to ${dollars(maximum)}` : `From ${dollars(minimum)}`;
}

/**
 * The point of a game that has one. The markers of runs are shown with the runs.
 * @param {StaffView} view
 */
function drawPoint({ pucks, runs }) {
  const [state = ""] = runs.length ? [] : Object.values(pucks);
  const point = byId("point");
  point.hidden = !state;
  point.dataset.on = String(state.startsWith("point"));
  point.textContent = puckWords(state);
}

/** What everybody in the room must know before anything else. */
function sayAlarm() {
  const words = !online
    ? refused || OUT_OF_REACH
    : [shown?.disregarded && DISREGARDED, shown?.crew.stopped && STOPPED, shown?.closing].filter(Boolean).join(" ");
  const alarm = byId("alarm");
  alarm.hidden = !words;
  if (alarm.textContent !== words) alarm.textContent = words;
  document.body.classList.toggle("stale", !online);
}

/** @param {boolean} now */
function reached(now) {
  if (now && !online) name();
  online = now;
  sayAlarm();
}

/** Show the name of the table and its game. */
async function name() {
  const tables = await fetch("/tables.json").then((answer) => answer.json()).catch(() => []);
  const found = tables.find((/** @type {{ name: string }} */ each) => each.name === table);
  if (!found) return;
  played = found;
  const words = found.name === found.ruleset ? found.short : table;
  byId("title").textContent = `${found.game} · ${words}`;
  await learnFloor();
  watchPrizes(showPrizes);
  byId("document").textContent = found.document_url ? `The approved rules: ${location.host}${found.document_url}` : "";
  byId("zone").textContent = zoneName();
  if (shown) drawLast(shown);
  document.title = `${found.game} · ${words} · croupier display`;
}

/** @param {[number: string, title: string][]} running */
function showPrizes(running) {
  const links = running.flatMap(([number, title]) => {
    const address = `/promotions/${number}`;
    return [`${title}: terms at `, html("a", { href: address }, location.host + address), ". "];
  });
  byId("prizes").replaceChildren(...links);
  byId("prizes").hidden = !running.length;
}

/** The server has ended the connection: perhaps it does not know this display, or knows it at another table. */
async function ended() {
  const answer = await fetch(`/api/v1/tables/${encodeURIComponent(table)}/clients/display`).catch(() => null);
  const admission = answer?.ok ? await answer.json() : null;
  refused = admission?.needs_code ? NOT_ENROLLED : admission?.refused ?? "";
  link.isRefused = refused !== "";
  sayAlarm();
}

/** Show the time at the server. */
function tellTime() {
  if (shown) byId("clock").textContent = clockTime(time.now);
}

const link = new StaffLink(table, draw, reached, ended, "display");

setInterval(tellTime, 1000);
setInterval(async () => {
  const answers = await fetch("/health", { signal: AbortSignal.timeout(PATIENCE / 2) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers || !online) return;
  reached(false);
  link.renew();
}, PATIENCE);

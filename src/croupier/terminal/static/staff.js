// @ts-check
/**
 * The page of the staff: who is signed in, and what is shown. The address keeps it: /staff#craps is a table, /staff#inspect/craps
 * its inspection, /staff#people/ a page. A slash tells a page from a table.
 */
import { byId, html } from "./dom.js";
import { ask, beginSession, OUT_OF_REACH, Refused, sentence } from "./staff-api.js";
import { AuditPage } from "./staff-audit.js";
import { CagePage } from "./staff-cage.js";
import { ChipsPage } from "./staff-chips.js";
import { ClientsPage } from "./staff-clients.js";
import { DayPage } from "./staff-day.js";
import { changePassword, signIn, unlock } from "./staff-door.js";
import { TableDesk } from "./staff-desk.js";
import { CountRoomPage } from "./staff-count-room.js";
import { hush, isAnswered, putBack, setAside, showBrought, tell } from "./staff-dialog.js";
import { HandPaysPage } from "./staff-hand-pays.js";
import { InspectDesk } from "./staff-inspect.js";
import { forgetTerms } from "./staff-kept.js";
import { LiabilityPage } from "./staff-liability.js";
import { PatronsPage } from "./staff-patrons.js";
import { PeoplePage } from "./staff-people.js";
import { PrizesPage } from "./staff-prizes.js";
import { promotionsPage } from "./staff-promotion-pages.js";
import { ReportPage } from "./staff-report.js";
import { ReportsPage } from "./staff-reports.js";
import { SettingsPage } from "./staff-settings.js";
import { TableList } from "./staff-tables.js";
import { ReceiptsPage } from "./staff-receipts.js";
import { tellUnanswered } from "./staff-unanswered.js";
import { VouchersPage } from "./staff-vouchers.js";
import { learnFloor, zoneName } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */

/** @typedef {{ close: () => void }} Part */

/** Milliseconds between two questions whether the server answers again. */
const PROBE = 1000;
/** Milliseconds between two questions whether the settings are approved. */
const SETTINGS = 5000;

/** The pages of the cage, by what follows in the address. @type {Record<string, new (root: HTMLElement, me: Me, failed: (error: unknown) => boolean) => Part>} */
const CAGE_PAGES = {
  patrons: PatronsPage,
  "hand-pays": HandPaysPage,
  chips: ChipsPage,
  vouchers: VouchersPage,
  receipts: ReceiptsPage,
  "count-room": CountRoomPage,
  report: ReportPage,
  liability: LiabilityPage,
};

/**
 * The pages beside the tables, each with the duties of those to whom it is linked. The API decides. `open` gets what follows
 * the name in the address.
 * @type {{ name: string, title: string, duties: import("./staff.d.ts").Duty[], part: "inspect" | "managing", open: (rest: string, me: Me) => Part }[]}
 */
const PAGES = [
  {
    name: "inspect/",
    title: "Inspect",
    duties: ["read-everything", "disable"],
    part: "inspect",
    open: (table, me) => new InspectDesk(byId("inspect"), table, me, failed),
  },
  {
    name: "cage/",
    title: "Cage",
    duties: ["handle-money", "read-everything"],
    part: "managing",
    open: (rest, me) =>
      rest === "prizes"
        ? new PrizesPage(byId("managing"), 0, failed)
        : new (CAGE_PAGES[rest] ?? CagePage)(byId("managing"), me, failed),
  },
  {
    name: "day/",
    title: "Day",
    duties: ["disable", "read-everything"],
    part: "managing",
    open: () => new DayPage(byId("managing"), failed),
  },
  {
    name: "reports/",
    title: "Reports",
    duties: ["disable", "read-everything"],
    part: "managing",
    open: (rest) => new ReportsPage(byId("managing"), rest, failed),
  },
  {
    name: "promotions/",
    title: "Promotions",
    duties: ["promotions", "handle-money", "read-everything"],
    part: "managing",
    open: (rest, me) => promotionsPage(byId("managing"), rest, me, failed),
  },
  {
    name: "audit/",
    title: "Audit mode",
    duties: [], // it is opened at a terminal
    part: "managing",
    open: (place) => new AuditPage(byId("managing"), place, failed),
  },
  {
    name: "people/",
    title: "People",
    duties: ["manage-staff", "disable"],
    part: "managing",
    open: (_, me) => new PeoplePage(byId("managing"), me, failed),
  },
  {
    name: "clients/",
    title: "Terminals",
    duties: ["enrol"],
    part: "managing",
    open: (_, me) => new ClientsPage(byId("managing"), me, failed),
  },
  {
    name: "settings/",
    title: "Settings",
    duties: ["settings", "read-everything"],
    part: "managing",
    open: (_, me) => new SettingsPage(byId("managing"), me, failed),
  },
];

/** What is shown now. @type {Part | null} */
let shown = null;
/** @type {Me | null} */
let me = null;
/** Whether the person is being signed out. */
let isLeaving = false;
/** What was being filled in when the console locked, by whom and where. @type {{ form: HTMLElement, login: string, hash: string, part: Part | null } | null} */
let aside = null;

/**
 * Show one part of the page, and end what was shown before.
 * @param {"door" | "floor" | "table" | "inspect" | "managing"} part
 */
function turnTo(part) {
  shown?.close();
  shown = null;
  for (const id of ["door", "floor", "table", "inspect", "managing"]) byId(id).hidden = id !== part;
  drawWarning();
  if (part !== "door") byId("door").replaceChildren(); // a password was typed there
  else hush();
  say("");
}

/** Say that nobody has approved the settings, as long as that is so. Above a table there is no room for it. */
async function warnOfSettings() {
  const floor = await learnFloor();
  if (!floor) return;
  byId("not-approved").textContent = floor.not_approved ?? "";
  drawWarning();
}

function drawWarning() {
  const hasRoom = byId("door").hidden && byId("table").hidden;
  byId("not-approved").hidden = !hasRoom || !byId("not-approved").textContent;
}

/** @param {Me} who */
function enter(who) {
  beginSession(who.login);
  const isSame = me?.login === who.login; // nobody is there once a person has signed out
  me = who;
  byId("who").textContent = `${who.name} (${who.roles.join(", ")})`;
  byId("sign-out").hidden = byId("lock").hidden = false;
  if (!location.hash && !aside && isClerk(who)) history.replaceState(null, "", "#cage/");
  route();
  goOn(who);
  showBrought(isSame);
  tellUnanswered(who.login);
}

/**
 * Give a person the form back that they were filling in when the console locked. Nobody else sees it.
 * @param {Me} who
 */
function goOn({ login }) {
  const before = aside;
  aside = null;
  if (before?.login !== login || before.hash !== location.hash || isAnswered(before.form)) return;
  if (shown instanceof TableDesk && before.part instanceof TableDesk) shown.resume(before.part, before.form);
  else putBack(before.form, route); // its page has been drawn anew, and does not hear what becomes of the form
}

/** Show the page or the table that the address names, or all tables. */
function route() {
  if (!me) return;
  const [address, target] = location.hash.slice(1).split("?");
  const hash = decodeURIComponent(address);
  if (target) {
    history.replaceState(null, "", `#${address}`); // so that the same link leads there again
    if (shown instanceof TableDesk && shown.table === hash) return shown.point(target);
  }
  const page = PAGES.find(({ name }) => hash.startsWith(name));
  if (page && !isFor(page, me)) return leave(page.title);
  const rest = page ? hash.slice(page.name.length) : hash;
  byId("where").textContent = page?.part === "managing" ? "" : rest;
  document.title = hash ? `${page?.title ?? hash} · croupier staff` : "croupier: staff";
  drawPages(me, page?.name ?? hash);
  turnTo(page ? page.part : hash ? "table" : "floor");
  if (page) shown = page.open(rest, me);
  else if (!hash) shown = new TableList(byId("floor"), me, failed);
  else {
    const desk = new TableDesk(byId("table"), hash, me.name, failed);
    shown = desk;
    if (target) desk.point(target);
  }
}

/**
 * Whether a person has no other work than the cage, and begins there instead of at the tables.
 * @param {Me} me
 */
function isClerk({ roles, duties }) {
  return roles.length === 1 && duties.length === 1 && duties[0] === "handle-money";
}

/**
 * Whether a page is for this person.
 * @param {typeof PAGES[number]} page
 * @param {Me} me
 */
function isFor(page, { duties }) {
  return !page.duties.length || page.duties.some((duty) => duties.includes(duty));
}

/**
 * Show all tables in place of a page that is not for this person: somebody else may have had it open.
 * @param {string} title
 */
function leave(title) {
  location.hash = "";
  tell(`${title} is not for your roles. Here are the tables.`, "notice");
}

/**
 * Link to the pages that are for this person.
 * @param {Me} me
 * @param {string} here  the name of what is shown now
 */
function drawPages(me, here) {
  const pages = PAGES.filter((page) => page.duties.length && isFor(page, me));
  const links = [{ name: "", title: "Tables" }, ...pages].map(({ name, title }) =>
    html("a", { href: `#${name}`, ...(name === here ? { "aria-current": "page" } : {}) }, title)
  );
  byId("pages").replaceChildren(...links);
  byId("pages").hidden = false;
}

/** Ask who is signed in, and show what that person may see. */
async function start() {
  try {
    admit(await ask("GET", "/session"));
  } catch (error) {
    if (!failed(error)) say(sentence(error));
    if (error instanceof Refused && !error.status) setTimeout(start, 2000);
  }
}

/** @param {Me} who */
function admit(who) {
  if (!who.must_change_password && !who.locked) {
    enter(who);
    return;
  }
  // Several answers may say that the console is locked, and somebody may be typing there already.
  if (me?.locked && who.locked && !byId("door").hidden) return;
  const form = setAside();
  aside = form && who.locked ? { form, login: who.login, hash: location.hash, part: shown } : null;
  me = who;
  turnTo("door");
  byId("sign-out").hidden = false;
  byId("lock").hidden = true;
  if (who.must_change_password) changePassword(who, enter);
  else unlock(who, enter);
}

/**
 * Deal with a refusal that concerns the whole page. Null says that the server answers again.
 * @param {unknown} error
 * @returns {boolean}  whether it was dealt with
 */
function failed(error) {
  if (error === null) {
    say("");
    tellUnanswered();
    return true;
  }
  if (!(error instanceof Refused)) throw error;
  if (error.isOld || isLeaving) return true;
  // A wrong password of a second person is also answered with 401, and ends no session.
  if (error.error === "not-signed-in") {
    if (!me && byId("door").firstChild) return true; // somebody may be typing there already
    const why = me ? error.message : "";
    me = aside = null;
    beginSession();
    turnTo("door");
    byId("who").textContent = byId("where").textContent = "";
    byId("sign-out").hidden = byId("lock").hidden = byId("pages").hidden = true;
    signIn(why, (who) => {
      tell(""); // it was said to the person before
      enter(who);
    });
  } else if (error.status === 423 || error.error === "password-due") start();
  else if (!error.status) {
    say(error.message);
    if (error.error === OUT_OF_REACH) probe();
  } else return false;
  return true;
}

let probing = 0;

/** Ask until the server answers again. Most pages ask nothing by themselves, and would say for ever that it is out of reach. */
function probe() {
  clearTimeout(probing);
  probing = setTimeout(() => ask("GET", "/session").then(() => failed(null), failed), PROBE);
}

/** @param {string} words */
function say(words) {
  const banner = byId("away");
  banner.hidden = !words;
  if (banner.textContent !== words) banner.textContent = words;
}

byId("lock").addEventListener("click", async () => {
  try {
    admit(await ask("POST", "/session/lock"));
  } catch (error) {
    if (!failed(error)) say(sentence(error));
  }
});
byId("sign-out").addEventListener("click", async () => {
  const login = me?.login ?? "";
  isLeaving = true; // what the page asks meanwhile may be refused already, and nobody may sign in before the answer is there
  await ask("DELETE", "/session").catch(() => null);
  isLeaving = false;
  failed(new Refused(401, { error: "not-signed-in", message: "" }));
  forgetTerms(login); // its page has kept them when it was closed
});
byId("home").addEventListener("click", (event) => {
  event.preventDefault();
  location.hash = "";
});
addEventListener("hashchange", route);
await warnOfSettings();
byId("zone").textContent = `All times are ${zoneName()}.`;
setInterval(() => document.hidden || warnOfSettings(), SETTINGS);
await start();

// @ts-check
/**
 * The page of the staff: who is signed in, and what is shown. The address keeps it: /staff#craps is a table, /staff#inspect/craps
 * its inspection.
 */
import { byId } from "./dom.js";
import { ask, Refused, sentence } from "./staff-api.js";
import { changePassword, signIn, unlock } from "./staff-door.js";
import { TableDesk } from "./staff-desk.js";
import { InspectDesk } from "./staff-inspect.js";
import { TableList } from "./staff-tables.js";

/** @typedef {import("./staff.d.ts").Me} Me */

/** The duties of those who inspect: inspectors, and the pit. The API decides. */
const INSPECT = ["read-everything", "disable"];
const INSPECTING = "inspect/";

/** What is shown now. @type {TableList | TableDesk | InspectDesk | null} */
let shown = null;
/** @type {Me | null} */
let me = null;

/**
 * Show one part of the page, and end what was shown before.
 * @param {"door" | "floor" | "table" | "inspect"} part
 */
function turnTo(part) {
  shown?.close();
  shown = null;
  for (const id of ["door", "floor", "table", "inspect"]) byId(id).hidden = id !== part;
  say("");
}

/** @param {Me} who */
function enter(who) {
  me = who;
  byId("who").textContent = `${who.name} (${who.roles.join(", ")})`;
  byId("sign-out").hidden = false;
  byId("to-inspect").hidden = !INSPECT.some((duty) => who.duties.includes(duty));
  route();
}

/** Show the table that the address names, or all of them. */
function route() {
  if (!me) return;
  const hash = decodeURIComponent(location.hash.slice(1));
  if (hash.startsWith(INSPECTING)) {
    inspect(hash.slice(INSPECTING.length));
    return;
  }
  const table = hash;
  byId("where").textContent = table;
  document.title = table ? `${table} · croupier staff` : "croupier: staff";
  turnTo(table ? "table" : "floor");
  shown = table ? new TableDesk(byId("table"), table, failed) : new TableList(byId("floor"), failed);
}

/** @param {string} table  empty for the whole floor */
function inspect(table) {
  byId("where").textContent = table ? `Inspect ${table}` : "Inspect";
  document.title = "inspect · croupier staff";
  turnTo("inspect");
  shown = new InspectDesk(byId("inspect"), table, failed);
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
  me = who;
  turnTo("door");
  byId("sign-out").hidden = false;
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
    return true;
  }
  if (!(error instanceof Refused)) throw error;
  if (error.status === 401) {
    me = null;
    turnTo("door");
    byId("who").textContent = byId("where").textContent = "";
    byId("sign-out").hidden = byId("to-inspect").hidden = true;
    signIn(enter);
  } else if (error.status === 423 || error.error === "change-password") start();
  else if (!error.status) say(error.message);
  else return false;
  return true;
}

/** @param {string} words */
function say(words) {
  const banner = byId("away");
  banner.hidden = !words;
  if (banner.textContent !== words) banner.textContent = words;
}

byId("sign-out").addEventListener("click", async () => {
  await ask("DELETE", "/session").catch(() => null);
  failed(new Refused(401, { error: "not-signed-in", message: "" }));
});
byId("home").addEventListener("click", (event) => {
  event.preventDefault();
  location.hash = "";
});
addEventListener("hashchange", route);
await start();

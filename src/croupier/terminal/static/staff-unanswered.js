// @ts-check
/**
 * Orders at tables, of the cage and of promotions whose answer nobody has seen: the server, the line or the page was gone. This tab keeps
 * their ids, and once the server answers again it says of each whether it was carried out. An order that is tried again until
 * then keeps its id.
 */
import { newId } from "./link.js";
import { dollars } from "./money.js";
import { ask, Refused } from "./staff-api.js";
import { labelOf } from "./staff-catalogue.js";
import { isAside, tell } from "./staff-dialog.js";
import { keepHere, keptHere } from "./staff-kept.js";
import { worth } from "./staff-pieces.js";
import { offerEntry, offerReceipt } from "./staff-receipt-slip.js";

/** @typedef {import("./staff-cage.d.ts").ReceiptView} ReceiptView */
/** @typedef {{ login: string, id: string, words: string, then: string }} Given */

/** Milliseconds before the server is asked again, if it did not say what became of orders. */
const PAUSE = 2000;
const NAME = "orders without an answer";
/** Happens to the window once the page has said what became of orders: what it had read before them is old. */
export const TOLD = "orders-told";
/** Answers to nobody: nobody is signed in, or the console is locked. */
const NOBODY_THERE = new Set([401, 423]);
/** What to do about orders whose answer had what is to be printed. @type {Record<string, string>} */
const PAPER_LOST = {
  SellTicket: "It was not printed: reprint it.",
  ReprintTicket: "It was not printed: reprint it.",
  IssueVoucher: "It was not printed: void it, and issue another one.",
  IssueCard: "Its number was not shown: replace it.",
  ReplaceCard: "Its number was not shown: replace it.",
};

let login = "";
/** The ids by person, address and what the orders say, each with the form that gave it. @type {Map<string, { id: string, form: Element | null }>} */
const ids = new Map();
/** The ids that are on their way. */
const underway = new Set();
let asking = 0;
/** The ids that had no answer once. */
const lost = new Set();

/**
 * Give an order at the cage. Afterwards the page says what became of it, if there was no answer.
 * @template T
 * @param {Record<string, unknown>} order
 * @param {Record<string, unknown>} more  that is sent with it
 * @param {Record<string, unknown>} about  what the order does not name, and its words do: the ticket of a number
 * @returns {Promise<T>}
 */
export function giveOnce(order, more, about) {
  const words = wordsOf({ ...order, ...about });
  return sendOnce("/cage/orders", order, { order, ...more }, words, PAPER_LOST[String(order.type)]);
}

/**
 * Send something that has an id. If it is sent again because there was no answer, it keeps its id, and so is carried out once.
 * @template [T=any]
 * @param {string} path
 * @param {unknown} said  what it says, without secrets
 * @param {Record<string, unknown>} body
 * @param {string} words  what it is called when the page says what became of it; empty if nothing is said
 * @param {string} then  what to do if it was carried out
 * @returns {Promise<T>}
 */
export async function sendOnce(path, said, body, words = "", then = "") {
  const key = JSON.stringify([login, path, said]);
  // A browser tells late that a form was closed: the next one may be open by then, and its order is another one.
  const form = document.querySelector("dialog[open] form"), before = ids.get(key);
  const id = before?.form === form ? before.id : newId();
  ids.set(key, { id, form });
  if (words) keepAll([...all().filter((each) => each.id !== id), { login, id, words, then }]);
  underway.add(id);
  let isOld = false;
  try {
    const done = /** @type {T} */ (await ask("POST", path, { id, ...body }));
    forget(id);
    return done;
  } catch (error) {
    const status = error instanceof Refused ? error.status : 0;
    isOld = error instanceof Refused && error.isOld;
    // Nobody has read the answer to an earlier session. Whoever gave the order is told.
    if (!status || status >= 500 || isOld) lost.add(id);
    // A refusal says nothing about an earlier request with the same id: that one may have been carried out.
    else if (!lost.has(id)) forget(id);
    throw error;
  } finally {
    underway.delete(id);
    if (isOld) tellUnanswered();
  }
}

/**
 * Say what became of the orders of this person. While a form is open, its order can still be given again.
 * @param {string} [who]  the login of whoever has signed in
 */
export async function tellUnanswered(who = login) {
  login = who;
  const open = all().filter((each) => each.login === login && !underway.has(each.id));
  if (!open.length || document.querySelector("dialog[open]")) return;
  clearTimeout(asking);
  const told = await Promise.all(open.map(becameOf)).catch((error) => {
    // The server is away again, or still carries one out. Whoever signs in or unlocks the console next is told.
    if (!(error instanceof Refused && NOBODY_THERE.has(error.status))) {
      asking = setTimeout(() => tellUnanswered(), PAUSE);
    }
  });
  if (!told) return;
  for (const { id } of open) forget(id);
  tell(
    `No answer had come. ${told.map(({ words }) => words).join(" ")}`,
    told.some(({ done }) => !done) ? "refusal" : "notice",
    true,
  );
  for (const { receipt, entry } of told) {
    if (receipt) offerReceipt(receipt);
    if (entry) offerEntry(entry);
  }
  dispatchEvent(new Event(TOLD));
}

/**
 * An order at a table is on its way. Its queue gives it until there is an answer.
 * @param {string} id
 * @param {string} words
 */
export function keepUntilAnswered(id, words) {
  keepAll([...all().filter((each) => each.id !== id), { login, id, words, then: "" }]);
  underway.add(id);
}

/**
 * The queue of a table has done with an order.
 * @param {string} id
 * @param {boolean} isKnown  whether the page has said what became of it
 */
export function doneWith(id, isKnown) {
  underway.delete(id);
  if (isKnown) forget(id);
  else tellUnanswered();
}

/** @param {Given} given */
async function becameOf({ id, words, then }) {
  /** @type {{ carried_out: boolean, receipt: ReceiptView | null, entry: import("./staff-receipt-slip.js").GivenEntry | null }} */
  const { carried_out: done, receipt, entry } = await ask("GET", `/orders/${id}`);
  // The receipt says what the words leave out: which ticket was sold, and what was paid for one.
  const on = receipt
    ? [`receipt ${receipt.number}`, receipt.serial ? `ticket ${receipt.serial}` : "", dollars(receipt.amount)]
    : [];
  const more = on.filter((each) => each && !words.split(", ").includes(each)).join(", ");
  const what = done ? `was carried out${more ? `: ${more}` : ""}. ${then}`.trim() : "was not carried out.";
  return { done, receipt, entry, words: `${words} ${what}` };
}

/** What an order is, without any number by which money can be had. @param {Record<string, unknown>} order */
export function wordsOf({ type, amount, chips, patron, serial, box, day, slip, checks, colour, variance }) {
  const about = [
    variance ? `variance ${variance}` : "",
    typeof amount === "number" ? dollars(amount) : "",
    chips ? dollars(worth(/** @type {Record<string, number>} */ (chips))) : "",
    patron ? `patron ${patron}` : "",
    serial ? `ticket ${serial}` : "",
    box ? `box ${box}` : "",
    day ? `${day}` : "",
    slip ? `slip ${slip}` : "",
    checks ? `${checks} ${colour} checks` : "",
  ];
  return [labelOf(String(type)), ...about.filter(Boolean)].join(", ");
}

/** @param {string} id */
function forget(id) {
  lost.delete(id);
  for (const [key, other] of ids) if (other.id === id) ids.delete(key);
  keepAll(all().filter((each) => each.id !== id));
}

/** @returns {Given[]} */
function all() {
  return JSON.parse(keptHere(NAME) ?? "[]");
}

/** Of a browser that keeps nothing, the receipts and the lists say what was done. @param {Given[]} given */
function keepAll(given) {
  keepHere(NAME, JSON.stringify(given));
}

// A form was closed: what it gave without an answer is not given again. The same order in another form is another order. A form
// that was set aside when the console locked may be put back, and its order be given again.
document.addEventListener("close", () => {
  if (document.querySelector("dialog[open]")) return;
  const told = new Set(all().map(({ id }) => id));
  for (const [key, { id, form }] of ids) if (told.has(id) && !isAside(form)) ids.delete(key);
  tellUnanswered();
}, true);

// @ts-check
/** A dialog with a form, and what was shown once. What is refused is told in the API's own words. */
import { byId, html } from "./dom.js";
import { Refused, sentence, serverNow } from "./staff-api.js";
import { later, Mistake } from "./staff-typed.js";
import { moment } from "./zone.js";

/** @typedef {{ name: string, root: HTMLElement, read: () => unknown }} Entry */

const TOLD_FOR = 8000;
let timer = 0;
/** Whether what was said last is also for a person who leaves. */
let isKept = false;
/** What is called once the dialog is closed. @type {(() => void)[]} */
const waiting = [];
/** The form whose order is on its way. Orders go one after another, so that each answer finds its own form. @type {HTMLElement | null} */
let underway = null;
/** Ends with the last order. @type {Promise<unknown>} */
let sent = Promise.resolve();
/** The forms whose order was carried out. One that was set aside meanwhile is not given again. @type {WeakSet<HTMLElement>} */
const answered = new WeakSet();
/** Shows what orders have brought while the console was locked. @type {(() => void)[]} */
let brought = [];
/** The form that was set aside last, until it is put back. @type {HTMLElement | null} */
let aside = null;

/**
 * Ask for something in the dialog of the page. `send` gets what was entered, by name. A form that somebody is filling in by now stays.
 * @param {{ title: string, lead?: string, entries?: Entry[], key: string }} asked
 * @param {(given: Record<string, unknown>) => Promise<void>} send
 * @param {(error: unknown) => boolean} failed  whether the refusal was dealt with: the console is locked, say
 * @returns {boolean}  whether it is asked for
 */
export function askFor({ title, lead = "", entries = [], key }, send, failed) {
  if (isOther() || isAtDoor()) return false;
  const problem = html("p", { class: "problem", role: "alert", "data-testid": "problem" });
  const submit =
    /** @type {HTMLButtonElement} */ (html("button", { type: "submit", class: "main", "data-testid": "give" }, key));
  const cancel = html("button", { type: "button" }, "Cancel");
  cancel.addEventListener("click", close);
  const form = html(
    "form",
    { novalidate: "" },
    html("h2", { id: "order-title" }, title),
    ...(lead ? [html("p", { class: "lead" }, lead)] : []),
    ...entries.map(({ root }) => root),
    html("div", { class: "keys" }, problem, cancel, submit),
  );
  // A browser sends a form on Enter in a line of text, and not in a list.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
    event.preventDefault();
    submit.click();
  });
  const refuse = (/** @type {string} */ words) => {
    problem.textContent = words;
    if (!form.isConnected) tell(words, "refusal"); // nobody reads a form that was closed
  };
  /** Whether an order before it is on its way. */
  let isQueued = false;
  const give = async () => {
    if (!form.isConnected) return; // it was closed before its turn came
    isQueued = false;
    problem.textContent = "";
    underway = form;
    try {
      await send(Object.fromEntries(entries.map(({ name, read }) => [name, read()])));
      answered.add(form);
    } catch (error) {
      if (error instanceof Mistake) {
        refuse(error.message);
        error.at?.focus();
      } else if (!failed(error)) refuse(sentence(error));
      else if (isAway(error)) problem.textContent = sentence(error);
    } finally {
      underway = null;
    }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    if (underway) {
      problem.textContent = "The order before this one is still on its way. This one follows it.";
      isQueued = true;
      waiting.push(() => isQueued && !isAtDoor() && tell(`${title}: not sent. Its form was closed.`, "refusal"));
    }
    submit.disabled = true;
    const given = sent.then(give);
    sent = given.catch(() => {});
    await given.finally(() => {
      submit.disabled = false;
      if (document.activeElement === document.body) submit.focus();
    });
  });
  show(form, form.querySelector("input, select") ?? submit);
  return true;
}

/** Whether somebody is filling in a form, or reading a sheet, whose order is not on its way. */
function isOther() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("order"));
  return dialog.open && !underway?.isConnected;
}

/** Whether nobody is signed in, or the console is locked. */
function isAtDoor() {
  return !byId("door").hidden;
}

/**
 * Whether the order of a form was carried out.
 * @param {HTMLElement} form
 */
export function isAnswered(form) {
  return answered.has(form);
}

/**
 * The order of a form was carried out.
 * @param {HTMLElement} form
 */
export function setAnswered(form) {
  answered.add(form);
}

/**
 * Show what an order has brought. Somebody may be filling in another form by then: it comes after that.
 * @param {HTMLElement} form
 * @param {Element} first
 * @param {() => void} [closed]
 */
function showPaper(form, first, closed) {
  if (isAtDoor()) brought.push(() => showPaper(form, first, closed));
  else if (isOther()) waiting.push(() => showPaper(form, first, closed));
  else show(form, first, closed);
}

/**
 * Show what orders have brought while the console was locked. It is forgotten if somebody else has come.
 * @param {boolean} isSame  whether the same person is there again
 */
export function showBrought(isSame) {
  const papers = brought;
  brought = [];
  if (isSame) { for (const paper of papers) paper(); }
}

/**
 * Whether the server has not answered. The page says so too, behind the dialog.
 * @param {unknown} error
 */
function isAway(error) {
  return error instanceof Refused && !error.status;
}

/**
 * Show a secret, which nobody can show again.
 * @param {string} title
 * @param {string} lead
 * @param {string} secret
 */
export function showOnce(title, lead, secret) {
  const done = html("button", { type: "submit", class: "main" }, "Done");
  const form = html(
    "form",
    { method: "dialog" },
    html("h2", { id: "order-title" }, title),
    html("p", { class: "lead" }, lead),
    html("output", { class: "secret", "data-testid": "secret" }, secret),
    html("div", { class: "keys" }, done),
  );
  showPaper(form, done);
}

/**
 * Show something to print, such as a ticket.
 * @param {string} title
 * @param {Node[]} content
 * @param {() => void} [closed]
 */
export function showSheet(title, content, closed) {
  const print = html("button", { type: "button", class: "main", "data-testid": "print" }, "Print");
  print.addEventListener("click", () => globalThis.print());
  const done = html("button", { type: "submit" }, "Done");
  const form = html(
    "form",
    { method: "dialog" },
    html("h2", { id: "order-title" }, title),
    html("div", { class: "slip", "data-testid": "ticket" }, ...content),
    html("div", { class: "keys" }, done, print),
  );
  showPaper(form, print, closed);
}

/**
 * Take the form out of the dialog, with what was filled in but for passwords. It stays in the memory of the page only.
 * @returns {HTMLElement | null}  null if nothing was being filled in
 */
export function setAside() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("order"));
  const form = dialog.open ? dialog.querySelector("form") : null;
  for (const input of form?.querySelectorAll("input") ?? []) if (input.type === "password") input.value = "";
  const isFilledIn = form?.querySelector("input, select, textarea") !== null;
  close();
  return aside = isFilledIn ? form : null;
}

/**
 * Whether a form was set aside, and may be put back.
 * @param {Element | null} form
 */
export function isAside(form) {
  return form !== null && form === aside;
}

/**
 * Show a form again that was set aside.
 * @param {HTMLElement} form
 * @param {() => void} closed
 */
export function putBack(form, closed) {
  aside = null;
  show(form, form.querySelector("input, select") ?? form, closed);
}

/** Close the dialog, and forget what was in it. */
export function close() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("order"));
  dialog.close();
  dialog.replaceChildren();
}

/**
 * Close the dialog after the answer to its form. The person may have closed that form meanwhile, and opened another one: it stays.
 * @returns {boolean}  whether the person has waited for the answer
 */
export function closeSent() {
  const isOpen = underway?.isConnected ?? false;
  if (underway) answered.add(underway); // what follows only reads the page again
  if (isOpen) close();
  return isOpen;
}

/**
 * Say what became of something. No words take the last ones away.
 * @param {string} words
 * @param {"" | "notice" | "refusal"} [look]
 * @param {boolean} [keep]  whether it stays, also when its page ends, until something else is said: nobody tells it again
 * @param {{ words: string, act: () => unknown }} [offer]  what one touch does, and takes the words away
 */
export function tell(words, look = "", keep = false, offer = undefined) {
  isKept = keep;
  const told = byId("told");
  told.replaceChildren(words, ...(offer ? [offerKey(offer)] : []));
  told.className = `told ${look}`;
  told.hidden = !words;
  clearTimeout(timer);
  if (!keep) timer = setTimeout(() => (told.hidden = true), look ? 3 * TOLD_FOR : TOLD_FOR);
}

/** Put a key beside what was said, which stays from then on until something else is said. @param {HTMLElement} key */
export function tellWith(key) {
  isKept = true;
  clearTimeout(timer);
  byId("told").append(key);
  byId("told").hidden = false;
}

/** @param {{ words: string, act: () => unknown }} offer */
function offerKey({ words, act }) {
  const key = html("button", { type: "button", class: "main", "data-testid": "offer" }, words);
  key.addEventListener("click", () => {
    hush();
    act();
  }, { once: true });
  return key;
}

/** Take away what was said on a page that ends, or to a person who is gone. */
export function hush() {
  if (!isKept) tell("");
}

/**
 * A line of text.
 * @param {string} name
 * @param {string} label
 * @param {string} [value]  what stands in it at first
 * @returns {Entry}
 */
export function line(name, label, value = "") {
  const input = /** @type {HTMLInputElement} */ (html("input", {
    id: `new-${name}`,
    maxlength: "100",
    autocomplete: "off",
    autocapitalize: name === "login" ? "none" : "words",
  }));
  input.value = value;
  return { name, root: field(name, label, input), read: () => input.value.trim() };
}

/**
 * The reason of an order, which goes on record.
 * @param {string} [label]
 * @param {string} [missing]  what is said if it is left out
 * @returns {Entry}
 */
export function reason(label = "Reason", missing = "Say why.") {
  const { name, root, read } = line("why", label);
  const input = root.querySelector("input");
  input?.setAttribute("maxlength", "200");
  const given = () => {
    if (!read()) throw new Mistake(missing, input ?? undefined);
    return read();
  };
  return { name, root, read: given };
}

/**
 * A time of day that is still to come. It is read in milliseconds once the form has shown its date: a time that has just passed is
 * that of the next day.
 * @returns {Entry}
 */
export function timeToCome() {
  const { name, root, read } = line("time", "Time, such as 19:42");
  const date = html("p", { class: "hint", role: "status", "data-testid": "time-to-come" });
  let told = 0;
  const tellDate = (/** @type {number} */ at) => {
    told = at;
    const [day] = moment(at).split(",");
    date.textContent = at
      ? `That is ${moment(serverNow()).startsWith(day) ? "today" : "tomorrow"}, ${moment(at)}.`
      : "";
  };
  root.addEventListener("input", () => tellDate(later(read(), 0)));
  root.append(date);
  const given = () => {
    const at = later(read());
    if (at === told) return at;
    tellDate(at);
    throw new Mistake(`That time has passed. The next is ${moment(at)}: give the order again if that is agreed.`);
  };
  return { name, root, read: given };
}

/**
 * A password, which is not shown.
 * @param {string} name
 * @param {string} label
 * @param {"current-password" | "new-password"} [autocomplete]  whether a browser may offer the password of this console
 * @returns {Entry}
 */
export function password(name, label, autocomplete = "current-password") {
  const input = /** @type {HTMLInputElement} */ (html("input", {
    id: `new-${name}`,
    type: "password",
    maxlength: "256",
    autocomplete,
  }));
  return { name, root: field(name, label, input), read: () => input.value };
}

/**
 * One of several values.
 * @param {string} name
 * @param {string} label
 * @param {[value: string, words: string][]} options
 * @param {string} [value]  what is chosen at first
 * @returns {Entry}
 */
export function choice(name, label, options, value = options[0][0]) {
  const select = /** @type {HTMLSelectElement} */ (html(
    "select",
    { id: `new-${name}` },
    ...options.map(([value, words]) => html("option", { value }, words)),
  ));
  select.value = value;
  return { name, root: field(name, label, select), read: () => select.value };
}

/**
 * Any number of several values.
 * @param {string} name
 * @param {string} label
 * @param {string[]} options
 * @param {string[]} chosen
 * @returns {Entry}
 */
export function ticks(name, label, options, chosen) {
  const boxes = options.map((value) => {
    const box =
      /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", id: `new-${name}-${value}`, value }));
    box.checked = chosen.includes(value);
    return box;
  });
  const root = html(
    "fieldset",
    { class: "field ticks" },
    html("legend", {}, label),
    ...boxes.map((box) => html("div", { class: "field tick" }, box, html("label", { for: box.id }, box.value))),
  );
  return { name, root, read: () => boxes.filter(({ checked }) => checked).map(({ value }) => value) };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {HTMLElement} control
 */
function field(name, label, control) {
  return html("div", { class: "field" }, html("label", { for: `new-${name}` }, label), control);
}

/**
 * @param {HTMLElement} form
 * @param {Element} first
 * @param {() => void} [closed]  called once the dialog is closed
 */
function show(form, first, closed) {
  if (closed) waiting.push(closed);
  const dialog = /** @type {HTMLDialogElement} */ (byId("order"));
  dialog.replaceChildren(form);
  // The browser tells of a close later: by then the dialog may show something else.
  dialog.onclose = () => {
    if (dialog.open) return;
    dialog.replaceChildren();
    for (const each of waiting.splice(0)) each();
  };
  if (!dialog.open) dialog.showModal();
  if (first instanceof HTMLElement) first.focus();
}

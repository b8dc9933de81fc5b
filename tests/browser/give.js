/**
 * A person who gives orders on the staff page, and the server behind it: it shows one table after another, and keeps what the
 * page sends. Keys and forms are those of the page.
 */
(() => {
  const API = "/api/v1";
  const PATIENCE = 60_000;
  /** The least size of a key, in pixels. */
  const FINGER = 44;
  const [load, later] = [
    window.fetch.bind(window),
    window.setTimeout.bind(window),
  ];
  const soon = () => new Promise((done) => later(done));
  let know;
  const known = new Promise((done) => (know = done));
  let [scene, socket, sent, isAsked, number] = [null, null, null, false, 0];

  // Nobody waits here: short pauses of the page are none.
  window.setTimeout = (act, wait = 0, ...rest) => later(act, wait < 1000 ? 0 : wait, ...rest);

  window.WebSocket = class {
    constructor() {
      socket = this;
      later(() => this.onopen());
    }
    send() {
      show();
    }
    close() {}
  };

  window.fetch = async (address, how) => {
    if (!String(address).startsWith(API)) return load(address, how);
    const body = await answer(String(address).slice(API.length), how);
    return Response.json(body);
  };

  async function answer(path, how) {
    const answers = await known;
    if (path in answers) return answers[path];
    if (path.endsWith("/events")) return [];
    if (path.endsWith("/preview")) return { ...answers["/preview"], number };
    if (path.endsWith("/commands")) {
      sent = JSON.parse(how.body);
      return { notice: "" };
    }
    isAsked ||= path.endsWith("/actions");
    return path.endsWith("/actions") ? scene.now : scene.view;
  }

  function show() {
    if (scene) socket.onmessage({ data: JSON.stringify(scene.view) });
  }

  async function until(test, what) {
    const end = performance.now() + PATIENCE;
    while (!test()) {
      if (performance.now() > end) throw new Error(`not so: ${what}`);
      await soon();
    }
  }

  /** Show a table, and wait until the page has drawn what may be done there. */
  async function appear(next) {
    scene = next;
    scene.view.number = scene.now.number = ++number;
    dispatchEvent(new PointerEvent("pointerdown")); // somebody is there
    const where = document.querySelector("#where");
    if (where.textContent !== scene.view.table) {
      location.hash = scene.view.table;
      await until(
        () => where.textContent === scene.view.table,
        "the page is at the table",
      );
      isAsked = false;
    } else {
      isAsked = false;
      show();
    }
    await until(() => isAsked, "the page asks what may be done");
    for (let turn = 0; turn < 3; turn++) await soon(); // it draws
  }

  /** The orders that have a key. One in the group of other orders has no place of its own, and does not count. */
  async function keys(next) {
    await appear(next);
    const found = [...document.querySelectorAll("#table [data-order]")].filter((
      key,
    ) => !key.closest(".keys.other") && isForEverybody(key));
    return [...new Set(found.map((key) => key.dataset.order))];
  }

  /** Whether a key can be pressed with a mouse, with a finger and with the keyboard. */
  function isForEverybody(key) {
    const { width, height } = key.getBoundingClientRect();
    return key.matches("button") && key.tabIndex === 0 && Math.min(width, height) >= FINGER;
  }

  async function give(next) {
    await appear(next);
    sent = null;
    const { wanted } = scene;
    const action = scene.now.actions.find(({ order }) => order === wanted.type);
    if (!action?.open) {
      throw new Error(`${wanted.type} is not open: ${action?.why_not}`);
    }
    const isWanted = ({ values }) => Object.entries(values).every(([name, value]) => same(value, wanted[name]));
    const form = action.forms.find(isWanted);
    if (!form) {
      throw new Error(
        `${wanted.type} has no such form: ${JSON.stringify(wanted)}`,
      );
    }
    const { titleOf } = await import("/static/staff-catalogue.js");
    const title = form.values.measure ? titleOf({ order: wanted.type, forms: [form] }) : "";
    enterDice(wanted.type, form);
    for (const die of wanted.dice ?? []) document.querySelector(`#table [data-die="${die}"]`)?.click();
    const keys = keysOf(wanted.type, form).filter(({ textContent }) => textContent.includes(title));
    for (const key of keys) {
      if (await press(key, form, wanted)) return sent;
    }
    throw new Error(`no key gives ${JSON.stringify(wanted)}`);
  }

  /** How many keys could give an order, and what the page says why it is not open. */
  async function refuses(next) {
    await appear(next);
    const { type } = scene.wanted;
    const keys = [
      ...document.querySelectorAll(
        `#table [data-order="${type}"], #table [data-more="${type}"]`,
      ),
    ].filter(({ disabled }) => !disabled);
    const why = document.querySelector(`#table [data-closed="${type}"] span`);
    return [keys.length, why?.textContent ?? ""];
  }

  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  /** Enter a result with the keys of the dice, where the page has them. The key that confirms it opens then. */
  function enterDice(order, { words }) {
    const entry = document.querySelector(`#table [data-testid=result-entry]:has([data-order="${order}"])`);
    if (!entry) return;
    for (const face of facesIn(words).split("-")) {
      entry.querySelector(`.face-key[aria-label="${face}"]`).click();
    }
  }

  /** The faces of dice at the beginning of a form, such as "3-4"; nothing if it has none. */
  const facesIn = (words) => words.match(/^\d(-\d)+/)?.[0];

  /** The keys of an order: those that open its form first, then those that give it at once in this form. */
  function keysOf(order, { words }) {
    const keys = [
      ...document.querySelectorAll(
        `#table [data-more="${order}"], #table [data-order="${order}"]`,
      ),
    ];
    const rank = (key) => key.textContent.includes("…") ? 0 : key.textContent.includes(words) ? 1 : 2;
    return keys.filter(({ disabled }) => !disabled).sort((one, other) => rank(one) - rank(other));
  }

  /** Press a key, and fill in its form. Answers whether the order was given. */
  async function press(key, form, wanted) {
    const dialog = document.querySelector("dialog#order");
    // Of bets that are not ticked, the page asks once; one more touch goes on.
    for (let touch = 0; touch < 2 && !dialog.open && !sent; touch++) {
      key.click();
      for (let turn = 0; turn < 3; turn++) await soon();
    }
    if (!dialog.open) return sent !== null;
    if (!choose(dialog, form)) {
      dialog.close();
      return false;
    }
    const { labelOf } = await import("/static/staff-catalogue.js");
    for (const [name, value] of Object.entries(wanted)) {
      if (!(name in form.values) && name !== "type") {
        fill(dialog, name, value, labelOf);
      }
    }
    for (
      const [id, text] of [["second-login", "robin"], [
        "second-password",
        "their password",
      ]]
    ) {
      const field = dialog.querySelector(`#${id}`);
      if (field) write(field, text);
    }
    const [send, problem] = [
      dialog.querySelector("[data-testid=give]"),
      dialog.querySelector(".problem"),
    ];
    await until(() => !send.disabled, "the order can be given");
    send.click();
    await until(() => sent || problem.textContent, "the order is sent");
    if (!sent) throw new Error(`${wanted.type}: ${problem.textContent}`);
    await until(() => !dialog.open, "the form is closed");
    return true;
  }

  /** Choose a form in the dialog. Answers whether it is there. */
  function choose(dialog, { words, values }) {
    const dice = dialog.querySelector("[data-testid=outcome-choice]");
    if (dice) {
      dice.querySelector(`[data-round="${values.round}"]`).click();
      for (const face of values.outcome.split("-")) {
        dice.querySelector(`.face-key[aria-label="${face}"]`).click();
      }
      return true;
    }
    if (!dialog.querySelector(".forms")) return true;
    const short = words.replace(`, ${values.measure}`, "");
    const find = dialog.querySelector(".forms [type=search]");
    // Dice are found by their faces.
    if (find) write(find, facesIn(words)?.replaceAll("-", "") ?? short);
    const called = [words, short, ...(words ? [] : ["As the table stands"])];
    const found = [...dialog.querySelectorAll(".forms .form")]
      .find((each) => called.includes(each.querySelector("span").textContent));
    found?.querySelector("input").click();
    return Boolean(found);
  }

  /** Fill in a field as a person would. What is not said is left out, and so is the time of a sign: it takes the earliest. */
  function fill(root, name, value, labelOf) {
    const field = root.querySelector(`[data-field="${name}"]`);
    if (!field || value === null || value === "" || name === "takes_effect") {
      return;
    }
    if (field.type === "checkbox") {
      if (field.checked !== value) field.click();
    } else if (field.matches(".settings")) {
      for (const [setting, its] of Object.entries(value)) {
        write(field.querySelector(`#setting-${setting}`), its);
      }
    } else if (field.matches(".rows")) {
      for (const pair of Object.entries(value)) fillRow(field, pair);
    } else if (field.matches("select") && typeof value === "object") {
      const option = [...field.options].find(({ textContent }) => textContent === labelOf(value.type));
      write(field, option.value);
      const inside = field.parentElement.querySelector(".inside");
      for (const [each, its] of Object.entries(value)) {
        fill(inside, each, its, labelOf);
      }
    } else write(field, value);
  }

  function fillRow(field, pair) {
    const empty = () => [...field.querySelectorAll("li")].find((row) => !row.querySelector("input").value);
    if (!empty()) field.querySelector(":scope > button").click();
    empty().querySelectorAll("input").forEach((input, at) => write(input, pair[at]));
  }

  function write(input, value) {
    const isMoney = input.inputMode === "decimal";
    const text = typeof value === "boolean" ? (value ? "yes" : "no") : Array.isArray(value) ? value.join(", ") : value;
    // A time is written as the clock of the console shows it.
    if (input.type === "datetime-local") input.value = minutes(value);
    else input.value = isMoney ? (Number(value) / 100).toFixed(2) : String(text);
    for (const kind of ["input", "change"]) {
      input.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  }

  function minutes(time) {
    const ahead = new Date(time).getTimezoneOffset() * 60_000;
    return new Date(time - ahead).toISOString().slice(0, "2024-11-01T12:00".length);
  }

  window.console_ = { knows: (answers) => know(answers), keys, refuses, give };
})();

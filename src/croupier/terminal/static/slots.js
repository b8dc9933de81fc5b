// @ts-check
/** The money devices as a player sees them: a note slot, a ticket slot and a printer; and an attendant who can break them. */
import { byId, html } from "./dom.js";
import { MoneyDevices } from "./devices.js";
import { dollars } from "./money.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./protocol.d.ts").DeviceFault} DeviceFault */
/** @typedef {import("./protocol.d.ts").PrintedTicket} PrintedTicket */
/** A ticket in the hand of the player. @typedef {{ serial: number, number: string, amount: number }} Held */

const WALLET = "tickets in hand";
const MOST_HELD = 12;
/** What an attendant can let go wrong, and put right again. @type {[DeviceFault, string][]} */
const FAULTS = [
  ["paper-low", "Paper is low"],
  ["paper-out", "Paper is out"],
  ["printer-jam", "Printer is jammed"],
  ["note-jam", "Note is stuck"],
  ["stacker-full", "Stacker is full"],
];

export class Slots {
  #sheet = /** @type {HTMLDialogElement} */ (byId("money-sheet"));
  #notes = html("div", { class: "banknotes" });
  #noteSays = html("p", { class: "device-says", role: "status", "data-testid": "note-says" });
  #ticketSays = html("p", { class: "device-says", role: "status", "data-testid": "ticket-says" });
  #printerSays = html("p", { class: "device-says", "data-testid": "printer-says" });
  #wallet = html("div", { class: "wallet", "data-testid": "wallet" });
  #number = /** @type {HTMLInputElement} */ (html("input", {
    id: "slot-number",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "40",
    "data-testid": "slot-number",
  }));
  #acceptor = device("Notes", "acceptor", html("div", { class: "mouth" }), this.#notes, this.#noteSays);
  #reader = device("Tickets", "reader", html("div", { class: "mouth" }), this.#wallet, this.#form(), this.#ticketSays);
  #printer = device("Printer", "printer", html("div", { class: "mouth" }), this.#printerSays);
  /** What the notes and tickets of the last drawing were, so that a key stays while a finger is on it. */
  #drawn = "";

  /**
   * @param {string} table
   * @param {(ticket: PrintedTicket) => void} printed  shows a ticket that came out
   */
  constructor(table, printed) {
    document.head.append(html("link", { rel: "stylesheet", href: "/static/devices.css" }));
    this.devices = new MoneyDevices(table, () => this.#draw(), (ticket) => {
      this.#hold({ serial: ticket.serial, number: ticket.number, amount: ticket.amount });
      printed(ticket);
    });
    const close = html("button", { type: "button", "data-testid": "money-close" }, "Close");
    close.addEventListener("click", () => this.#sheet.close());
    this.#sheet.append(
      html("h2", { id: "money-title" }, "Money"),
      html("div", { class: "devices" }, this.#acceptor, this.#reader, this.#printer),
      this.#attendant(),
      html("div", { class: "panel-keys" }, close),
    );
    this.#draw();
  }

  open() {
    this.#noteSays.textContent = this.#ticketSays.textContent = "";
    this.#draw();
    if (!this.#sheet.open) this.#sheet.showModal();
  }

  /**
   * Put notes in until they come to an amount.
   * @param {number} cents
   */
  async feed(cents) {
    const result = await this.devices.feed(cents);
    this.#noteSays.textContent = result.message;
    return result;
  }

  #form() {
    const key = html("button", { type: "submit", "data-testid": "slot-in" }, "Put in");
    const form = html(
      "form",
      { class: "by-number" },
      html("label", { for: "slot-number" }, "The 20 digits of a ticket"),
      this.#number,
      key,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#putIn(this.#number.value);
    });
    return form;
  }

  /** @param {string} number */
  async #putIn(number) {
    const { ok, message } = await this.devices.putTicketIn(number);
    this.#ticketSays.textContent = ok ? "The ticket is in." : message;
    if (!ok) return;
    this.#number.value = "";
    keepHeld(held().filter((each) => digits(each.number) !== digits(number)));
    this.#draw();
  }

  /** @param {Held} ticket */
  #hold(ticket) {
    keepHeld([...held().filter((each) => each.serial !== ticket.serial), ticket].slice(-MOST_HELD));
    this.#draw();
  }

  #draw() {
    const { slot, faults, item, online } = this.devices;
    this.#acceptor.dataset.lit = item?.say.startsWith("note") ? "busy" : slot.notes.length ? "on" : "off";
    this.#reader.dataset.lit = item?.say.startsWith("ticket") ? "busy" : slot.tickets ? "on" : "off";
    const stuck = ["paper-out", "printer-jam"].some((fault) => faults.includes(/** @type {DeviceFault} */ (fault)));
    this.#printer.dataset.lit = online && !stuck ? "on" : "off";
    const wrong = FAULTS.filter(([fault]) => faults.includes(fault)).map(([, words]) => `${words}.`).join(" ");
    this.#printerSays.textContent = wrong || (online ? "Collected credit comes out here, on a ticket." : "");
    if (!slot.notes.length && slot.why) this.#noteSays.textContent = slot.why;
    else if (this.#noteSays.textContent === this.#drawnWhy) this.#noteSays.textContent = "";
    this.#drawnWhy = slot.notes.length ? "" : slot.why;
    const drawn = JSON.stringify([slot.shown, slot.notes, slot.tickets, kept(WALLET)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#notes.replaceChildren(...slot.shown.map((value) => this.#note(value, slot.notes.includes(value))));
    this.#wallet.replaceChildren(...held().map((each) => this.#ticket(each, slot.tickets)));
  }

  /** Why the slot was off when it was last drawn. */
  #drawnWhy = "";

  /**
   * @param {number} value
   * @param {boolean} taken
   */
  #note(value, taken) {
    const words = dollars(value).replace(".00", "");
    const key = html(
      "button",
      { type: "button", class: `banknote n${value / 100}`, "data-testid": `note-${value}` },
      words,
    );
    key.setAttribute("aria-label", `Put a ${words} note in`);
    /** @type {HTMLButtonElement} */ (key).disabled = !taken;
    key.addEventListener("click", () => this.feed(value));
    return key;
  }

  /**
   * @param {Held} ticket
   * @param {boolean} taken
   */
  #ticket({ serial, number, amount }, taken) {
    const key = html(
      "button",
      { type: "button", "data-testid": `held-${serial}` },
      `${dollars(amount)}, ticket ${serial}`,
    );
    /** @type {HTMLButtonElement} */ (key).disabled = !taken;
    key.addEventListener("click", () => this.#putIn(number));
    return key;
  }

  #attendant() {
    const switches = FAULTS.map(([fault, words]) => {
      const box =
        /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", "data-testid": `fault-${fault}` }));
      box.checked = this.devices.faults.includes(fault);
      box.addEventListener("change", () => this.devices.setFault(fault, box.checked));
      return html("label", {}, box, words);
    });
    const plug = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", "data-testid": "unplugged" }));
    plug.addEventListener("change", () => plug.checked ? this.devices.close() : this.devices.connect());
    return html(
      "details",
      { class: "attendant", "data-testid": "attendant" },
      html("summary", {}, "Attendant: let a device fail"),
      html("div", { class: "switches" }, ...switches, html("label", {}, plug, "Devices are unplugged")),
      html("p", {}, "A fault stays open until staff clear it: ", html("a", { href: "/staff" }, "staff page"), "."),
    );
  }
}

/**
 * @param {string} title
 * @param {string} name
 * @param {(Node | string)[]} parts
 */
function device(title, name, ...parts) {
  const attributes = { class: `device ${name}`, "data-lit": "off", "data-testid": name, "aria-label": title };
  return html("section", attributes, html("h3", {}, title), ...parts);
}

/** The tickets in the player's hand: those that came out in this browser and were not put in. @returns {Held[]} */
function held() {
  return JSON.parse(kept(WALLET) ?? "[]");
}

/** @param {Held[]} tickets */
function keepHeld(tickets) {
  keep(WALLET, JSON.stringify(tickets));
}

/** @param {string} number */
function digits(number) {
  return number.replace(/\D/g, "");
}

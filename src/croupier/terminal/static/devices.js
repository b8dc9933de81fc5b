// @ts-check
/**
 * The money devices of a demonstration: a note acceptor, a ticket reader and a printer that are made of this page. They speak to
 * the server as real ones do (docs/reference/money-devices.md), and remember through a lost connection what is in the slot.
 */
import { newId } from "./link.js";
import { keep, kept, seatKey } from "./storage.js";

/** @typedef {import("./protocol.d.ts").DeviceFault} DeviceFault */
/** @typedef {import("./protocol.d.ts").MoneySaid} MoneySaid */
/** @typedef {import("./protocol.d.ts").MoneyTold} MoneyTold */
/** @typedef {import("./protocol.d.ts").PrintedTicket} PrintedTicket */
/** @typedef {import("./protocol.d.ts").SlotState} SlotState */
/** A note or a ticket in the slot, and what is said about it until there is an answer. */
/** @typedef {{ say: "note" | "note-stacked", id: string, value: number } | { say: "ticket" | "ticket-stacked", id: string, number: string }} Item */
/** @typedef {{ item: Item | null, out: number[], faults: DeviceFault[] }} Memory */
/** What became of something that was put in. @typedef {{ ok: boolean, message: string }} Result */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;
/** How many printed tickets the printer remembers, so that it prints none of them twice. */
const REMEMBERED = 20;
/** Milliseconds that a note waits for a slot that is about to connect. */
const PATIENCE = 3000;
const OFF = "The slot is off. Call an attendant.";
const NO_PRINTING = ["paper-out", "printer-jam", "printer-disconnected"];

export class MoneyDevices {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #welcomed = false;
  /** Whether the server has said on this connection what the slot takes. */
  #known = false;
  #wanted = false;
  /** @type {Memory} */
  #memory;
  /** Told what became of the item in the slot. @type {((result: Result) => void) | null} */
  #resolve = null;
  /** Things that are put in go in one after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** What the slot takes, as the server said it last. @type {SlotState} */
  slot = { is: "slot", shown: [], notes: [], tickets: false, why: OFF };

  /**
   * @param {string} table
   * @param {() => void} changed
   * @param {(ticket: PrintedTicket) => void} printed  a ticket comes out
   */
  constructor(table, changed, printed) {
    this.table = table;
    this.changed = changed;
    this.printed = printed;
    this.#memory = { item: null, out: [], faults: [], ...JSON.parse(kept(this.#name) ?? "{}") };
  }

  /** Plug the devices in. They connect by themselves again when the connection is lost. */
  connect() {
    this.#wanted = true;
    if (this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}/money`);
    this.#socket = socket;
    socket.onopen = () => this.#say({ say: "hello", key: kept(seatKey(this.table)) ?? "", faults: this.faults });
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#heard(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken();
    };
  }

  /** Unplug the devices. */
  close() {
    this.#wanted = false;
    this.#socket?.close();
  }

  get online() {
    return this.#welcomed;
  }

  get faults() {
    return this.#memory.faults;
  }

  /**
   * Let something go wrong, or put it right.
   * @param {DeviceFault} fault
   * @param {boolean} on
   */
  setFault(fault, on) {
    const others = this.faults.filter((each) => each !== fault);
    this.#remember({ faults: on ? [...others, fault] : others });
    if (this.#welcomed) this.#say({ say: "state", faults: this.faults });
    this.changed();
  }

  /**
   * Put notes in, one after the other, until one comes back.
   * @param {number} cents
   * @returns {Promise<Result>}
   */
  async feed(cents) {
    await this.#ready();
    let left = cents;
    while (left > 0) {
      const note = this.slot.shown.filter((value) => value <= left).at(-1) ?? left;
      const result = await this.#putIn({ say: "note", id: newId(), value: note });
      if (!result.ok) return result;
      left -= note;
    }
    return { ok: true, message: "" };
  }

  /**
   * Put a ticket in.
   * @param {string} number
   * @returns {Promise<Result>}
   */
  putTicketIn(number) {
    return this.#putIn({ say: "ticket", id: newId(), number });
  }

  /** Wait until the slot is known, or for as long as somebody who holds a note would. */
  async #ready() {
    for (let waited = 0; !this.#known && waited < PATIENCE; waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /**
   * @param {Item} item
   * @returns {Promise<Result>}
   */
  #putIn(item) {
    const put = this.#queue.then(() => {
      if (!this.#welcomed || this.#memory.item) return { ok: false, message: OFF };
      return new Promise((resolve) => {
        this.#resolve = resolve;
        this.#remember({ item });
        this.#say(item);
        this.changed();
      });
    });
    this.#queue = put;
    return put;
  }

  /** What is in the slot. */
  get item() {
    return this.#memory.item;
  }

  /** @param {MoneyTold} told */
  #heard(told) {
    if (told.is === "welcome") {
      this.#welcomed = true;
      this.#wait = FIRST_WAIT;
      if (this.item) this.#say(this.item);
    } else if (told.is === "slot") {
      this.slot = told;
      this.#known = true;
    } else if (told.is === "verdict" && told.id === this.item?.id) this.#judged(this.item, told.take, told.message);
    else if (told.is === "done" && told.id === this.item?.id) this.#end({ ok: told.ok, message: told.message });
    else if (told.is === "print") this.#print(told.ticket);
    else if (told.is === "goodbye" && told.final) this.#wanted = false;
    this.changed();
  }

  /**
   * Stack what is in the slot, or give it back. It is remembered as stacked before that is said.
   * @param {Item} item
   * @param {boolean} take
   * @param {string} message
   */
  #judged(item, take, message) {
    if (!take) return this.#end({ ok: false, message });
    /** @type {Item} */
    const stacked = "value" in item ? { ...item, say: "note-stacked" } : { ...item, say: "ticket-stacked" };
    this.#remember({ item: stacked });
    this.#say(stacked);
  }

  /** @param {Result} result */
  #end(result) {
    this.#remember({ item: null });
    this.#resolve?.(result);
    this.#resolve = null;
  }

  /** @param {PrintedTicket} ticket */
  #print(ticket) {
    const { serial } = ticket;
    if (!this.#memory.out.includes(serial)) {
      if (this.faults.some((fault) => NO_PRINTING.includes(fault))) {
        this.#say({ say: "not-printed", serial, detail: "No paper came out." });
        return;
      }
      this.#remember({ out: [...this.#memory.out, serial].slice(-REMEMBERED) });
      this.printed(ticket);
    }
    this.#say({ say: "printed", serial });
  }

  /** @param {MoneySaid} said */
  #say(said) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(said));
  }

  /** @param {Partial<Memory>} changes */
  #remember(changes) {
    this.#memory = { ...this.#memory, ...changes };
    keep(this.#name, JSON.stringify(this.#memory));
  }

  #broken() {
    this.#socket = null;
    this.#welcomed = this.#known = false;
    this.slot = { ...this.slot, notes: [], tickets: false, why: OFF };
    this.changed();
    if (!this.#wanted) return;
    setTimeout(() => this.#wanted && this.connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  get #name() {
    return `devices of ${this.table}`;
  }
}

// @ts-check
/** The connection of a console or a display to one table: a snapshot, then changes. It reconnects by itself and asks for what it missed. */

/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff.d.ts").Shown} Shown */
/** @typedef {import("./staff.d.ts").ToldEvent} ToldEvent */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
// The longest wait after a refusal: what the server has refused, it may allow later.
const REFUSED_WAIT = 15_000;

export class StaffLink {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #over = false;
  /** @type {StaffView | null} */
  #view = null;
  #timer = 0;
  /** Whether the server can be reached, and refuses the connection. */
  isRefused = false;

  /**
   * @param {string} table
   * @param {(view: StaffView, events: ToldEvent[]) => void} hear
   * @param {(online: boolean) => void} changed
   * @param {() => void} ended  the server ended the connection: somebody should ask who is signed in
   * @param {"staff" | "display"} [as]
   */
  constructor(table, hear, changed, ended, as = "staff") {
    this.as = as;
    this.table = table;
    this.hear = hear;
    this.changed = changed;
    this.ended = ended;
    this.#connect();
  }

  /** End the connection for good. */
  close() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Connect again: the connection may have died without a word. */
  renew() {
    this.#socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.table)}/${this.as}`);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ say: "hello", last: this.#view?.number ?? 0 }));
    socket.onmessage = (message) => this.#heard(JSON.parse(message.data));
    socket.onclose = () => this.#closed();
  }

  /** @param {Shown} heard */
  #heard(heard) {
    if (this.#over) return;
    if (heard.is === "goodbye") {
      this.ended();
      return;
    }
    this.#wait = FIRST_WAIT;
    this.isRefused = false;
    this.changed(true);
    if (heard.is === "table") {
      this.#view = heard;
      this.hear(heard, []);
    } else if (this.#view) {
      const { is: _, events = [], ...parts } = heard;
      this.#view = { ...this.#view, ...parts };
      this.hear(this.#view, events);
    }
  }

  #closed() {
    if (this.#over) return;
    this.changed(false);
    this.ended();
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, this.isRefused ? REFUSED_WAIT : LONGEST_WAIT);
  }
}

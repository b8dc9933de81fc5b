// @ts-check
/**
 * The WebSocket connection to the table. It reconnects by itself, and resends with the same id what was sent and not answered.
 * Nothing is kept for later: a wish that cannot be sent is refused at once.
 */
import { keep, kept, seatKey } from "./storage.js";

/** @typedef {import("./protocol.d.ts").Told} Told */
/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").Heard} Heard */
/** @typedef {import("./types.d.ts").NewWish} NewWish */
/** @typedef {import("./types.d.ts").Replied} Replied */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;
// The longest wait after a refusal: what the server has refused, it may allow later.
const REFUSED_WAIT = 15_000;
// Milliseconds without an answer to a wish, or without a message that is due, after which the connection counts as broken.
// A wish that is older when the connection is back is not done any more.
const PATIENCE = 5000;

// Extra milliseconds between two rounds, while a result is shown and no message arrives.
const SLACK = 15_000;

/** @type {Omit<Answered, "id">} */
const NOT_SENT = { is: "answer", ok: false, error: "offline", message: "This terminal is offline: nothing was sent." };

export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #welcomed = false;
  /**
   * `at` is when the player asked, by the wall clock: the other one may stand still while the machine sleeps.
   * @type {Map<string, { said: string, resolve: (reply: Replied) => void, since: number, at: number, late: boolean }>}
   */
  #unanswered = new Map();
  /** The table as it is drawn: the last snapshot, with the parts that events have changed since. @type {Drawn | null} */
  #drawn = null;
  #why = "";
  /** Why the server gives this terminal no seat; empty if it does, or cannot be asked. */
  #refused = "";
  /** Whether this terminal has to enrol first. */
  #isStranger = false;
  /** Whether the server has accepted the last connection. */
  #opened = false;
  /** Whether the connection is over for good: the player left, or plays on in another window. */
  #over = false;
  /** When the table is due to do something, or the line to be welcomed. While nothing is timed, a table may be silent. */
  #due = 0;

  /**
   * @param {string} table
   * @param {(heard: Heard) => void} hear
   * @param {(online: boolean, why: string, refused: boolean) => void} changed
   * @param {() => void} displaced  the seat was opened in another window, and this one does not reconnect
   * @param {() => void} unknown  the server does not know this terminal: it has to enrol first
   */
  constructor(table, hear, changed, displaced, unknown) {
    this.table = table;
    this.hear = hear;
    this.changed = changed;
    this.displaced = displaced;
    this.unknown = unknown;
    addEventListener("offline", () => this.#broken());
    addEventListener("online", () => this.#connect());
    setInterval(() => this.#watch(), 1000);
    this.#connect();
  }

  /**
   * Send a wish. Resolves with its answer, even if the connection breaks after it was sent.
   * @param {NewWish} wish
   * @param {string} [id]
   * @returns {Promise<Replied>}
   */
  ask(wish, id = newId()) {
    if (!this.#welcomed) return Promise.resolve({ ...NOT_SENT, id });
    return new Promise((resolve) => {
      const said = JSON.stringify({ ...wish, id });
      this.#unanswered.set(id, { said, resolve, since: performance.now(), at: Date.now(), late: false });
      this.#socket?.send(said);
    });
  }

  /** End the connection and forget the key of the seat, which the player has left. */
  forget() {
    this.#over = true;
    const socket = this.#socket;
    this.#socket = null; // what becomes of it is no news
    socket?.close();
    keep(this.#keyName, null);
  }

  /** Take the seat back from another window. */
  resume() {
    this.#over = false;
    this.#why = "";
    this.#connect();
  }

  #connect() {
    if (this.#socket || this.#over) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`);
    this.#socket = socket;
    this.#due = performance.now();
    this.#opened = false;
    socket.onopen = () => {
      this.#opened = true;
      const key = kept(this.#keyName) ?? "";
      socket.send(JSON.stringify({ say: "hello", key, last: key ? this.#drawn?.number ?? 0 : 0 }));
    };
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#heard(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken();
    };
  }

  /** @param {Told} heard */
  #heard(heard) {
    switch (heard.is) {
      case "answer": {
        const wish = this.#unanswered.get(heard.id);
        this.#unanswered.delete(heard.id);
        wish?.resolve({ ...heard, late: wish.late });
        return;
      }
      case "welcome": {
        keep(this.#keyName, heard.key);
        this.#welcomed = true;
        this.#wait = FIRST_WAIT;
        this.#why = this.#refused = "";
        this.#isStranger = false;
        this.changed(true, "", false);
        this.hear(heard);
        for (const wish of this.#unanswered.values()) {
          wish.since = performance.now();
          wish.late ||= Date.now() - wish.at > PATIENCE;
          this.#socket?.send(wish.late ? `{"say":"late","wish":${wish.said}}` : wish.said);
        }
        return;
      }
      case "goodbye": {
        this.#why = heard.why;
        this.#over = heard.final;
        if (!this.#welcomed) this.#refused = heard.why;
        if (heard.final) this.#askWhy().then(() => this.#refused || this.displaced());
        return;
      }
      case "snapshot": {
        this.#drawn = heard;
        this.#expect(heard);
        this.hear(heard);
        return;
      }
      case "event": {
        if (!this.#drawn) return;
        const { is, event, call, lit, stays, charged, revised, ...changed } = heard;
        this.#drawn = { ...this.#drawn, ...changed };
        this.#expect(this.#drawn);
        this.hear({ ...this.#drawn, is, event, call, lit, stays, charged, revised });
      }
    }
  }

  /** @param {Drawn} drawn */
  #expect({ round, now }) {
    this.#due = round.deadline ? performance.now() + Math.max(0, round.deadline - now) : Infinity;
  }

  #broken() {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    socket?.close();
    if (this.#over) return this.changed(false, this.#why, true);
    this.#tell();
    if (!this.#opened) this.#askWhy();
    setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, this.#refused ? REFUSED_WAIT : LONGEST_WAIT);
  }

  /** Ask why the server refuses this terminal, and say it. A browser does not tell why a WebSocket was refused. */
  async #askWhy() {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(`/api/v1/tables/${this.table}/clients/terminal`, { signal }).catch(() => null);
    const { refused = "", needs_code = false } = answer?.ok ? await answer.json() : {};
    if (this.#welcomed && !this.#over) return;
    this.#refused = refused;
    this.#isStranger = needs_code;
    if (refused || !this.#over) this.#tell();
  }

  #tell() {
    if (this.#isStranger) this.unknown();
    else this.changed(false, this.#refused || this.#why, this.#refused !== "");
  }

  #watch() {
    const oldest = this.#unanswered.values().next().value;
    const waiting = performance.now() - Math.min(oldest?.since ?? Infinity, this.#due + SLACK);
    if (this.#socket && waiting > PATIENCE) this.#broken();
  }

  get #keyName() {
    return seatKey(this.table);
  }
}

/** An id that no other wish has; crypto.randomUUID is not available on pages served without TLS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

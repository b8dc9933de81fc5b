// @ts-check
/** Asks the API of the floor. What it refuses is thrown with its own sentence. */

import { ServerTime } from "./clock.js";
import { released } from "./staff-press.js";

const API = "/api/v1";
/** What time it is at the server, by its last answer. The clock of the machine with this browser may be another. */
const serverTime = new ServerTime();
serverTime.sync(Date.now());
/** Milliseconds after which a server that has not answered is out of reach. */
const PATIENCE = 15_000;
/** The error of a request without an answer. */
export const OUT_OF_REACH = "out-of-reach";

/** When the person last did something here. What the page asks by itself must not keep the console unlocked. */
let acted = performance.now();
for (const kind of ["pointerdown", "keydown", "wheel"]) {
  addEventListener(kind, () => acted = performance.now(), { capture: true, passive: true });
}

/** Counts the sessions of this page. @see beginSession */
let session = 0;
/** Who is signed in. */
let login = "";

/**
 * Somebody has signed in, out, or unlocked the console. Whatever was asked before, the server answers it to who was there then:
 * that nobody is signed in, say, is no longer so.
 * @param {string} [who]  the login; empty if nobody is signed in
 */
export function beginSession(who = "") {
  session += 1;
  login = who;
}

/** The answer of the API when it does not do what it was asked. */
export class Refused extends Error {
  /**
   * @param {number} status  of HTTP; 0 if the server did not answer
   * @param {{ error: string, message: string, stake?: number }} problem
   * @param {boolean} [isOld]  it was asked in an earlier session
   */
  constructor(status, problem, isOld = false) {
    super(problem.message);
    this.status = status;
    this.isOld = isOld;
    /** The stake that would be taken in place of the one that was refused; undefined if there is none. */
    this.stake = problem.stake;
    this.error = problem.error;
  }
}

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {number} [patience]  milliseconds
 * @returns {Promise<T>}
 */
export async function ask(method, path, body, patience = PATIENCE) {
  const idle = { "Idle-Seconds": String(Math.floor((performance.now() - acted) / 1000)) };
  const sent = body === undefined
    ? { headers: idle }
    : { headers: { ...idle, "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(patience), asked = session, by = login;
  const response = await fetch(API + path, { method, signal, ...sent }).catch(() => null);
  const said = Date.parse(response?.headers.get("Date") ?? "");
  if (said) serverTime.sync(said);
  const answer = await response?.json().catch(() => undefined);
  if (!response || answer === undefined) {
    throw new Refused(0, { error: OUT_OF_REACH, message: "The server is out of reach." });
  }
  if (method === "GET") await released();
  // Nobody else is told what a person has done, and nothing is drawn that was read before a page was drawn anew.
  const isNobody = response.status === 423 || answer?.error === "not-signed-in";
  const isOld = asked !== session && (method === "GET" || by !== login || isNobody);
  if (!response.ok) throw new Refused(response.status, answer, isOld);
  if (isOld) {
    throw new Refused(
      response.status,
      { error: "earlier-session", message: "This was asked in an earlier session." },
      true,
    );
  }
  return answer;
}

/** The time at the server. */
export function serverNow() {
  return serverTime.now;
}

/**
 * Give a command. Whoever sends it again with the same id gets the first answer: it is carried out once.
 * @param {string} table
 * @param {{ id: string, command: Record<string, unknown> }} body
 * @returns {Promise<{ notice: string }>}
 */
export function give(table, body) {
  return ask("POST", `/tables/${encodeURIComponent(table)}/commands`, body);
}

/**
 * A refusal in words. They name its clause.
 * @param {unknown} error
 */
export function sentence(error) {
  if (!(error instanceof Refused)) throw error;
  return error.message;
}

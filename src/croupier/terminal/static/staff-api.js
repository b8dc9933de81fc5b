// @ts-check
/** Asks the API of the floor. What it refuses is thrown with its own sentence. */

const API = "/api/v1";
/** Milliseconds after which a server that has not answered is out of reach. */
const PATIENCE = 15_000;
/** The error of a request without an answer. */
export const OUT_OF_REACH = "out-of-reach";

/** When the person last did something here. What the page asks by itself must not keep the console unlocked. */
let acted = performance.now();
for (const kind of ["pointerdown", "keydown", "wheel"]) {
  addEventListener(kind, () => acted = performance.now(), { capture: true, passive: true });
}

/** The answer of the API when it does not do what it was asked. */
export class Refused extends Error {
  /**
   * @param {number} status  of HTTP; 0 if the server did not answer
   * @param {{ error: string, message: string }} problem
   */
  constructor(status, problem) {
    super(problem.message);
    this.status = status;
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
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(API + path, { method, signal, ...sent }).catch(() => null);
  const answer = await response?.json().catch(() => undefined);
  if (!response || answer === undefined) {
    throw new Refused(0, { error: OUT_OF_REACH, message: "The server is out of reach." });
  }
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
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

// @ts-check
/** Asks the API of the floor. What it refuses is thrown with its own sentence. */
import { newId } from "./link.js";

const API = "/api/v1";
const RETRIES = [300, 1000, 3000];
/** Milliseconds after which a server that has not answered is out of reach. */
const PATIENCE = 15_000;
const OUT_OF_REACH = "The server is out of reach. Try again.";

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
  const sent = body === undefined
    ? {}
    : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(API + path, { method, signal, ...sent }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!response || !answer) throw new Refused(0, { error: "out-of-reach", message: OUT_OF_REACH });
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/**
 * Give a command. If the server does not answer, send it again with the same id: it is carried out once.
 * @param {string} table
 * @param {Record<string, unknown>} command
 * @param {{ second?: { login: string, password: string }, round?: number | null, preview?: string }} [more]
 * @returns {Promise<{ notice: string }>}
 */
export async function give(table, command, more = {}) {
  const body = { id: newId(), command, ...more };
  for (const wait of RETRIES) {
    try {
      return await ask("POST", `/tables/${encodeURIComponent(table)}/commands`, body);
    } catch (error) {
      if (!(error instanceof Refused) || error.status) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
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

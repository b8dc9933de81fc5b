// @ts-check
/** Tickets that a former system has printed, from a file: they are taken over once, before the first business. */
import { html } from "./dom.js";
import { Refused, sentence } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { askFor, closeSent, tell } from "./staff-dialog.js";
import { secondPerson } from "./staff-second.js";
import { floorTime } from "./staff-times.js";
import { amountOf, Mistake } from "./staff-typed.js";

/** @typedef {{ number: string, amount: number, issued: number }} FormerTicket */

const AT_ONCE = 500;

/**
 * Ask for the file and for the second signature, and take its tickets over.
 * @param {() => Promise<unknown>} refresh
 * @param {(error: unknown) => boolean} failed
 */
export function takeOverTickets(refresh, failed) {
  const lead =
    "Before the opening balances. A file with a line for each ticket that was not redeemed: its number as it is " +
    "printed, its value in dollars and the date, such as 0012-3456, 40.00, 2026-10-31. A person with the duty settings signs, too.";
  const asked = { title: "Tickets of a former system", lead, entries: [file(), secondPerson()], key: "Take them over" };
  askFor(asked, async ({ tickets, second }) => {
    const found = ticketsIn(await /** @type {Promise<string>} */ (tickets));
    for (let done = 0; done < found.length; done += AT_ONCE) {
      const order = { type: "TakeOverTickets", tickets: found.slice(done, done + AT_ONCE) };
      try {
        await giveAtCage(order, /** @type {any} */ (second));
      } catch (error) {
        if (error instanceof Refused && error.error === "nothing-new") continue; // from an earlier try with this file
        if (!done) throw error;
        throw new Mistake(
          `The first ${done} tickets of the file are taken over. ${sentence(error)} Then give the whole file again.`,
        );
      }
    }
    closeSent();
    tell(`${found.length} tickets of the former system are taken over.`);
    await refresh();
  }, failed);
}

/** @returns {import("./staff-dialog.js").Entry} */
function file() {
  const input =
    /** @type {HTMLInputElement} */ (html("input", { id: "new-tickets", type: "file", accept: ".csv,.txt" }));
  const root = html("div", { class: "field" }, html("label", { for: "new-tickets" }, "File with the tickets"), input);
  const read = () => {
    const chosen = input.files?.[0];
    if (!chosen) throw new Mistake("Choose the file.", input);
    return chosen.text();
  };
  return { name: "tickets", root, read };
}

/**
 * The tickets that a file lists, a line for each.
 * @param {string} text
 * @returns {FormerTicket[]}
 */
function ticketsIn(text) {
  const lines = text.split(/\r?\n/).map((line, place) => ({ line: line.trim(), place: place + 1 })).filter(({ line }) =>
    line
  );
  if (!lines.length) throw new Mistake("The file has no tickets.");
  return lines.map(({ line, place }) => {
    const [number, value, date, ...more] = line.split(/[,;\t]/).map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
    const issued = /^\d{4}-\d\d-\d\d$/.test(date ?? "") ? floorTime(`${date}T00:00`) : undefined;
    if (!number || !value || issued === undefined || more.length) {
      throw new Mistake(
        `Line ${place} of the file is not a number, a value and a date such as 0012-3456, 40.00, 2026-10-31.`,
      );
    }
    try {
      return { number, amount: amountOf(value), issued };
    } catch {
      throw new Mistake(`Line ${place} of the file: ${value} is no amount such as 40.00.`);
    }
  });
}

// @ts-check
/** Audit mode of a terminal: its meters, its money devices, and the last tickets that it printed and took in. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { Listing, LIVE } from "./staff-listing.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-messages.d.ts").TerminalAudit} TerminalAudit */
/** @typedef {import("./staff-messages.d.ts").TicketView} TicketView */

export class AuditPage {
  #meters = html("dl", { class: "owed", "data-testid": "terminal-meters" });
  #devices = html("p", { class: "hint", "data-testid": "terminal-devices" });
  #printed = html("tbody", { "data-testid": "printed-tickets" });
  #accepted = html("tbody", { "data-testid": "accepted-tickets" });
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {string} place  the table and the seat
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, place, failed) {
    const [table, seat = ""] = place.split("/");
    const end = html("button", { type: "button", class: "main", "data-testid": "end-audit" }, "End audit mode");
    end.addEventListener("click", async () => {
      await ask("DELETE", "/session").catch(() => null); // the next person here is a player
      location.href = `/play/${encodeURIComponent(table)}`;
    });
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, `Audit mode: ${seat} at ${table}`), end),
      this.#devices,
      html(
        "div",
        { class: "cage" },
        html(
          "div",
          {},
          list("The last 35 tickets printed", this.#printed),
          list("The last 35 tickets taken in", this.#accepted),
        ),
        html("section", { "aria-label": "Meters" }, html("h3", {}, "Meters"), this.#meters),
      ),
    );
    const address = `/cage/places/${encodeURIComponent(table)}/${encodeURIComponent(seat)}`;
    this.#listing = new Listing(async () => this.#show(await ask("GET", address)), failed, { every: LIVE });
  }

  close() {
    this.#listing.close();
  }

  /** @param {TerminalAudit} audit */
  #show({ printed, accepted, meters, devices }) {
    this.#devices.textContent = !devices
      ? "This terminal has no money devices."
      : devices.words
      ? `Its money devices: ${devices.words}.`
      : "Its money devices are connected and report no fault.";
    this.#printed.replaceChildren(...printed.map(row));
    this.#accepted.replaceChildren(...accepted.map(row));
    const notes = Object.entries(meters.notes ?? {}).map(([value, count]) => {
      const there = meters.stacked?.[Number(value)] ?? 0;
      return /** @type {[string, string]} */ ([
        `${dollars(Number(value))} notes in`,
        `${count}, ${there} in the stacker`,
      ]);
    });
    this.#meters.replaceChildren(...[
      ...notes,
      ...ways(meters.brought, "in"),
      ["Tickets in", String(meters.tickets_in)],
      ...ways(meters.taken, "out"),
      ["Tickets out", String(meters.tickets_out)],
      ["Paid by hand", dollars(meters.paid_by_hand)],
      ...(meters.turnover === null ? [] : [["Turnover", dollars(meters.turnover)]]),
      ...(meters.wins === null ? [] : [["Wins", dollars(meters.wins)]]),
      ...(meters.corrected_up === null ? [] : [["Gained by corrections", dollars(meters.corrected_up)]]),
      ...(meters.corrected_down === null ? [] : [["Lost by corrections", dollars(meters.corrected_down)]]),
      ["Games", String(meters.games)],
    ].flatMap(([words, figure]) => [html("dt", {}, words), html("dd", {}, figure)]));
  }
}

/**
 * @param {Record<string, number>} amounts
 * @param {string} which
 * @returns {[string, string][]}
 */
function ways(amounts, which) {
  return Object.entries(amounts).map((
    [way, amount],
  ) => [`Money ${which}: ${way.replaceAll("-", " ")}`, dollars(amount)]);
}

/**
 * @param {string} title
 * @param {HTMLElement} rows
 */
function list(title, rows) {
  const heads = ["Ticket", "Number ends", "Amount", "State", "Issued"].map((words) =>
    html("th", { scope: "col" }, words)
  );
  const table = html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...heads)), rows);
  return html("section", { "aria-label": title }, html("h3", {}, title), table);
}

/** @param {TicketView} ticket */
function row({ serial, ends, amount, state, issued }) {
  const cells = [ends, dollars(amount), state, moment(issued)].map((words) => html("td", {}, words));
  return html("tr", { "data-serial": String(serial) }, html("th", { scope: "row" }, String(serial)), ...cells);
}

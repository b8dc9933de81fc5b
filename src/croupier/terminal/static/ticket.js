// @ts-check
/** Tickets at the terminal: the printer shows the one that was printed, and the reader takes one in by its number. */
import { byId, html, lazily, svg } from "./dom.js";
import { dollars } from "./money.js";
import { floorName, learnFloor, moment } from "./zone.js";

/** @typedef {import("./protocol.d.ts").PrintedTicket} PrintedTicket */
/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

const BAR_HEIGHT = 24;
/** The light edge of a bar code, which readers need. */
const QUIET = 10;
const QUIET_QR = 4;

/**
 * What takes tickets in and what shows a printed one; and the money devices, if this page stands for them.
 * @param {import("./protocol.d.ts").TableInfo} info
 * @param {(wish: NewWish) => Promise<Answered>} send  and let the sheet say what the table answers
 */
export async function openTickets(info, send) {
  const printer = new TicketPrinter(info);
  if (!info.devices) {
    return { printer, reader: new TicketReader((number) => send({ say: "ticket", number })), slots: null };
  }
  // Only a demonstration needs them.
  const { Slots } = await lazily(() => import("./slots.js"));
  const slots = new Slots(info.table, (ticket) => printer.show(ticket));
  return { printer, reader: slots, slots };
}

/** Show the ticket that was printed until the player has taken it. */
class TicketPrinter {
  #sheet = /** @type {HTMLDialogElement} */ (byId("ticket-sheet"));
  #slip = html("div", { class: "slip", "data-testid": "ticket" });

  /** @param {import("./protocol.d.ts").TableInfo} info */
  constructor(info) {
    this.info = info;
    const print = html("button", { type: "button" }, "Print");
    print.addEventListener("click", () => globalThis.print());
    const take = html("button", { type: "button", class: "main", "data-testid": "take-ticket" }, "Take the ticket");
    take.addEventListener("click", () => this.#sheet.close());
    this.#sheet.append(
      html("h2", { id: "ticket-title" }, "Your ticket"),
      this.#slip,
      html("div", { class: "panel-keys" }, print, take),
    );
  }

  /** @param {PrintedTicket} ticket */
  async show(ticket) {
    await learnFloor();
    const { ruleset, game } = this.info;
    this.#slip.replaceChildren(...slip(ticket, ticket.table === ruleset ? game : ticket.table));
    if (!this.#sheet.open) this.#sheet.showModal();
  }
}

/** Ask for the number of a ticket, and put it in. */
class TicketReader {
  #sheet = /** @type {HTMLDialogElement} */ (byId("reader-sheet"));
  #number = /** @type {HTMLInputElement} */ (html("input", {
    id: "ticket-number",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "40",
    required: "",
    "data-testid": "ticket-number",
  }));
  #why = html("p", { class: "why", role: "alert" });
  /** How often the sheet was opened: the answer about an earlier ticket says nothing any more. */
  #opened = 0;

  /** @param {(number: string) => Promise<Answered>} insert */
  constructor(insert) {
    const form = html(
      "form",
      {},
      html("h2", { id: "reader-title" }, "Put a ticket in"),
      html("label", { for: "ticket-number" }, "The 20 digits on the ticket"),
      this.#number,
      this.#why,
      html(
        "div",
        { class: "panel-keys" },
        this.#cancel(),
        html("button", { type: "submit", class: "main", "data-testid": "ticket-in" }, "Put in"),
      ),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const opened = this.#opened;
      const answer = await insert(this.#number.value);
      if (opened !== this.#opened) return;
      this.#why.textContent = answer.ok ? "" : answer.message ?? "";
      if (answer.ok) this.#sheet.close();
      else this.#number.select();
    });
    this.#sheet.append(form);
  }

  open() {
    this.#opened += 1;
    this.#number.value = this.#why.textContent = "";
    if (!this.#sheet.open) this.#sheet.showModal();
    this.#number.focus();
  }

  #cancel() {
    const cancel = html("button", { type: "button" }, "Not now");
    cancel.addEventListener("click", () => this.#sheet.close());
    return cancel;
  }
}

/**
 * What is on a ticket: its value, where and when it was printed, and its number for people and for readers.
 * @param {PrintedTicket} ticket
 * @param {string} [table]  the table in words
 */
export function slip(ticket, table = ticket.table) {
  const where = ticket.terminal ? `${table}, ${ticket.terminal}` : "Cage";
  return [
    html("p", {}, floorName()),
    html("p", { class: "slip-title" }, `Cashout ticket ${ticket.serial}`),
    html("p", { class: "slip-amount", "data-testid": "ticket-amount" }, dollars(ticket.amount)),
    bars(ticket.bars),
    html("p", { class: "slip-number", "data-testid": "printed-number" }, ticket.number),
    html("p", {}, `${where} · ${moment(ticket.issued, "medium")}`),
    html(
      "p",
      {},
      ticket.expires === null ? "This ticket does not expire." : `Not paid after ${moment(ticket.expires)}.`,
    ),
    squares(ticket.squares),
  ];
}

/** @param {string} modules */
function bars(modules) {
  const dark = [...modules.matchAll(/1+/g)].map(({ index, 0: { length } }) =>
    `M${index} 0h${length}v${BAR_HEIGHT}h-${length}z`
  );
  const box = `${-QUIET} 0 ${modules.length + 2 * QUIET} ${BAR_HEIGHT}`;
  return svg(
    "svg",
    { class: "bars", viewBox: box, role: "img", "aria-label": "Bar code of the number", preserveAspectRatio: "none" },
    svg("path", { d: dark.join("") }),
  );
}

/** @param {readonly string[]} rows */
function squares(rows) {
  const dark = rows.flatMap((row, y) => [...row].map((each, x) => each === "1" ? `M${x} ${y}h1v1h-1z` : ""));
  const size = rows.length + 2 * QUIET_QR;
  return svg(
    "svg",
    {
      class: "squares",
      viewBox: `${-QUIET_QR} ${-QUIET_QR} ${size} ${size}`,
      role: "img",
      "aria-label": "QR code of the number",
    },
    svg("path", { d: dark.join("") }),
  );
}

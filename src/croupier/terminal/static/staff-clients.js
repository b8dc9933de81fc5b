// @ts-check
/** Terminals, displays and devices: codes with which they enrol, and keys that are revoked. And tables out of service. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { askFor, choice, close, line, reason, showOnce, tell } from "./staff-dialog.js";
import { Listing } from "./staff-listing.js";
import { secondPerson } from "./staff-second.js";
import { Service } from "./staff-service.js";
import { clockTime, moment, zoneName } from "./zone.js";

/** @typedef {import("./protocol.d.ts").LobbyTable} LobbyTable */
/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff.d.ts").ClientView} ClientView */

/** @type {[string, string][]} */
const KINDS = [
  ["terminal", "Terminal of a player"],
  ["display", "Display in the room"],
  ["device", "Device that reports outcomes"],
  ["money-devices", "Money devices of a terminal"],
];
const ANY = "";

export class ClientsPage {
  #list = html("ul", { class: "cards" });
  #revoked = html("ul", { class: "cards" });
  #gone = html("details", { class: "gone", hidden: "" }, html("summary", {}, "Revoked"), this.#revoked);
  #none = html("p", { class: "hint", hidden: "" }, "Nothing is enrolled yet.");
  /** Open once the tables are known, of which a code names one. */
  #issueKey = html("button", { type: "button", class: "main", disabled: "" }, "Issue a code");
  #failed;
  #listing;
  #mayRevoke;
  #service;
  /** @type {string[]} */
  #tables = [];
  /** The terminals in use, of which money devices belong to one. @type {ClientView[]} */
  #terminals = [];

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#mayRevoke = me.duties.includes("disable");
    this.#service = new Service(failed);
    this.#issueKey.addEventListener("click", () => this.#issue());
    const head = html("div", { class: "page-head" }, html("h2", {}, "Terminals, displays and devices"), this.#issueKey);
    root.replaceChildren(head, this.#none, this.#list, this.#gone, this.#service.root);
    this.#listing = new Listing(() => this.#refresh(), failed);
  }

  close() {
    this.#listing.close();
    close();
  }

  async #refresh() {
    const [clients, tables] = await Promise.all([
      /** @type {Promise<ClientView[]>} */ (ask("GET", "/clients")),
      /** @type {Promise<LobbyTable[]>} */ (ask("GET", "/tables")),
    ]);
    this.#tables = tables.map(({ name }) => name);
    this.#issueKey.removeAttribute("disabled");
    const inUse = clients.filter(({ revoked_at }) => revoked_at === null);
    const revoked = clients.filter(({ revoked_at }) => revoked_at !== null);
    this.#terminals = inUse.filter(({ kind }) => kind === "terminal");
    this.#none.hidden = inUse.length > 0;
    this.#gone.hidden = !revoked.length;
    this.#list.replaceChildren(...inUse.map((client) => this.#card(client)));
    this.#revoked.replaceChildren(...revoked.map((client) => this.#card(client)));
    await this.#service.refresh(this.#tables);
  }

  /** @param {ClientView} client */
  #card(client) {
    const { kind, label, table, terminal, enrolled_by, enrolled_at, revoked_by, revoked_at } = client;
    const keys = revoked_at === null && this.#mayRevoke
      ? [html("div", { class: "keys" }, this.#revokeKey(client))]
      : [];
    const gone = revoked_at === null ? [] : [`Revoked ${moment(revoked_at)} by ${revoked_by}.`];
    const seat = client.seat === null ? [] : [html("p", {}, seatOf(client))];
    const words = [`Enrolled ${moment(enrolled_at)} with a code of ${enrolled_by}.`, ...gone];
    return html(
      "li",
      { "data-client": client.client },
      html("h3", {}, label, " ", html("small", {}, client.client)),
      html("p", {}, `${kind[0].toUpperCase()}${kind.slice(1).replace("-", " ")}, ${terminal ?? place(table)}`),
      ...seat,
      html("p", { class: "hint" }, words.join(" ")),
      ...keys,
    );
  }

  /** @param {ClientView} client */
  #revokeKey(client) {
    const key = html("button", { type: "button", class: "small", "aria-label": `Revoke: ${client.label}` }, "Revoke");
    key.addEventListener("click", () => this.#revoke(client));
    return key;
  }

  #issue() {
    const entries = [
      choice("kind", "What enrols", KINDS),
      line("label", "What people call it, such as terminal 12"),
      choice("table", "Table", [
        [ANY, "Any table"],
        .../** @type {[string, string][]} */ (this.#tables.map((each) => [each, each])),
      ]),
      choice("terminal", "Terminal, for money devices", [
        [ANY, "None"],
        .../** @type {[string, string][]} */ (this.#terminals.map(({ client, label }) => [client, label])),
      ]),
      secondPerson("Another person signs, too, for money devices and devices that report outcomes", false),
    ];
    askFor({ title: "Issue a code", entries, key: "Issue" }, async ({ table, terminal, ...given }) => {
      const where = { ...(table === ANY ? {} : { table }), ...(terminal === ANY ? {} : { terminal }) };
      const issued = /** @type {{ code: string, expires: number }} */ (
        await ask("POST", "/codes", { ...given, ...where })
      );
      const until = `${clockTime(issued.expires)} (${zoneName()})`;
      const lead = `Open ${location.origin}/enrol on it and enter this code before ${until}. It is shown once, here.`;
      showOnce(`Code for ${given.label}`, lead, issued.code);
    }, this.#failed);
  }

  /** @param {ClientView} client */
  #revoke({ client, label, seat, playing_at, money }) {
    const kept = money
      ? `${
        dollars(money)
      } is at its seat, ${seat} at ${playing_at}. Once its bets are decided, the credit is kept for the ` +
        "player, and no terminal can take it: the pit has it paid by hand (Pay kept credit)."
      : "";
    const lead = `Its key is void and it is disconnected at once. It can enrol again with a new code. ${kept}`.trim();
    askFor({ title: `Revoke ${label}`, lead, entries: [reason()], key: "Revoke at once" }, async (given) => {
      await ask("POST", `/clients/${encodeURIComponent(client)}/revoke`, given);
      close();
      tell(`The key of ${label} is revoked.`);
      this.#listing.refresh();
    }, this.#failed);
  }
}

/** @param {ClientView} client */
function seatOf({ seat, playing_at, connected, money }) {
  return `${seat} at ${playing_at}, ${connected ? "connected" : "not connected"}, ${dollars(money)}`;
}

/** @param {string | null} table */
function place(table) {
  return table === null ? "any table" : `table ${table}`;
}

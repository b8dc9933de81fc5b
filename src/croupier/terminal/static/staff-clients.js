// @ts-check
/** Terminals, displays and devices: codes with which they enrol, and keys that are revoked. And tables out of service. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { askFor, choice, close, closeSent, line, reason, showOnce, tell } from "./staff-dialog.js";
import { Listing, LIVE } from "./staff-listing.js";
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
/** What to do with a code, by what enrols. Only what has a browser can open a page. @type {Record<string, (origin: string, until: string) => string>} */
const HOW = {
  terminal: onPage,
  display: onPage,
  device: inProgram,
  "money-devices": inProgram,
};

export class ClientsPage {
  #list = html("ul", { class: "cards" });
  #revoked = html("ul", { class: "cards" });
  #gone = html("details", { class: "gone", hidden: "" }, html("summary", {}, "Revoked"), this.#revoked);
  #none = html("p", { class: "hint", hidden: "" }, "Nothing is enrolled yet.");
  /** Open once the tables are known, of which a code names one. */
  #issueKey = html("button", { type: "button", class: "main", disabled: "" }, "Issue a code");
  #failed;
  #listing;
  #inService;
  /** What was drawn last. */
  #drawn = "";
  #mayRevoke;
  #service;
  /** @type {string[]} */
  #tables = [];
  /** The terminals in use at one table, of which money devices belong to one. @type {ClientView[]} */
  #terminals = [];
  /** What people call each client, by its id. @type {Map<string, string>} */
  #labels = new Map();

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
    this.#listing = new Listing(() => this.#refresh(), failed, { every: LIVE });
    this.#inService = new Listing(() => this.#refreshTables(), failed, { every: LIVE });
  }

  close() {
    this.#listing.close();
    this.#inService.close();
    close();
  }

  async #refreshTables() {
    this.#tables = /** @type {LobbyTable[]} */ (await ask("GET", "/tables")).map(({ name }) => name);
    this.#issueKey.removeAttribute("disabled");
    await this.#service.refresh(this.#tables);
  }

  /** What was enrolled in the meantime appears by itself. Whoever is at a key stays there. */
  async #refresh() {
    const clients = /** @type {ClientView[]} */ (await ask("GET", "/clients"));
    const now = JSON.stringify(clients);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const inUse = clients.filter(({ revoked_at }) => revoked_at === null);
    const revoked = clients.filter(({ revoked_at }) => revoked_at !== null);
    this.#terminals = inUse.filter(({ kind, table }) => kind === "terminal" && table !== null);
    this.#labels = new Map(clients.map(({ client, label }) => [client, label]));
    this.#none.hidden = inUse.length > 0;
    this.#gone.hidden = !revoked.length;
    const at = document.activeElement?.closest("[data-client]")?.getAttribute("data-client");
    this.#list.replaceChildren(...inUse.map((client) => this.#card(client)));
    this.#revoked.replaceChildren(...revoked.map((client) => this.#card(client)));
    const again = at && this.#list.querySelector(`[data-client="${CSS.escape(at)}"] button`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {ClientView} client */
  #card(client) {
    const { kind, label, enrolled_by, enrolled_at, revoked_by, revoked_at } = client;
    const keys = revoked_at === null && this.#mayRevoke
      ? [html("div", { class: "keys" }, this.#revokeKey(client))]
      : [];
    const gone = revoked_at === null ? [] : [`Revoked ${moment(revoked_at)} by ${revoked_by}.`];
    const state = revoked_at === null && client.connected !== null
      ? [html("p", { "data-testid": "state" }, stateOf(client))]
      : [];
    const words = [`Enrolled ${moment(enrolled_at)} with a code of ${enrolled_by}.`, ...gone];
    return html(
      "li",
      { "data-client": client.client },
      html("h3", {}, label, " ", html("small", {}, client.client)),
      html("p", {}, `${kind[0].toUpperCase()}${kind.slice(1).replace("-", " ")}, ${this.#place(client)}`),
      ...state,
      html("p", { class: "hint" }, words.join(" ")),
      ...keys,
    );
  }

  /** The table, or the terminal to which money devices belong. @param {ClientView} client */
  #place({ table, terminal }) {
    if (terminal !== null) return `of ${this.#labels.get(terminal) ?? terminal}`;
    return table === null ? "any table" : `table ${table}`;
  }

  /** @param {ClientView} client */
  #revokeKey(client) {
    const key = html("button", { type: "button", class: "small", "aria-label": `Revoke: ${client.label}` }, "Revoke");
    key.addEventListener("click", () =>
      this.#listing.attempt(async () => {
        // What is on it now, and not when the page was opened.
        const clients = /** @type {ClientView[]} */ (await ask("GET", "/clients"));
        if (this.#list.isConnected) this.#revoke(clients.find((each) => each.client === client.client) ?? client);
      }));
    return key;
  }

  #issue() {
    const entries = [
      choice("kind", "What enrols", KINDS),
      line("label", "What people call it, such as Roulette 12: no other terminal has that name"),
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
      showOnce(
        `Code for ${given.label}`,
        `${HOW[String(given.kind)](location.origin, until)} It is shown once, here.`,
        issued.code,
      );
    }, this.#failed);
  }

  /** @param {ClientView} revoked */
  #revoke(revoked) {
    const { client, kind, label } = revoked;
    const lead = [
      "Its key is void and it is disconnected at once. It can enrol again with a new code.",
      ...(kind === "terminal" ? moneyOn(revoked) : []),
    ].join(" ");
    askFor({ title: `Revoke ${label}`, lead, entries: [reason()], key: "Revoke at once" }, async (given) => {
      await ask("POST", `/clients/${encodeURIComponent(client)}/revoke`, given);
      closeSent();
      tell(`The key of ${label} is revoked.`);
      this.#listing.refresh();
    }, this.#failed);
  }
}

/** Whether it is there, who sits at a terminal, and what is on it. @param {ClientView} client */
function stateOf({ kind, seat, playing_at, connected, money }) {
  const line = connected ? "Online" : "Offline";
  if (seat === null) return kind === "terminal" ? `${line}, nobody plays there` : line;
  return `${line}, ${seat} at ${playing_at}${money === null ? "" : `, ${dollars(money)} on it`}`;
}

/**
 * What becomes of the money on a terminal that is revoked.
 * @param {ClientView} client
 */
function moneyOn({ label, seat, playing_at, money }) {
  const kept = "Once its bets are decided, the credit is kept for the player, and no terminal can take it: " +
    "the pit has it paid by hand (Pay kept credit).";
  const credit = seat === null
    ? "Nobody plays there."
    : money === null
    ? `${seat} sits there, at ${playing_at}. ${kept}`
    : money
    ? `${dollars(money)} is on it, of ${seat} at ${playing_at}. ${kept}`
    : `${seat} at ${playing_at} has no money on it.`;
  return [credit, `Notes in its stacker stay there: pull it at the table, under the name ${label}.`];
}

/**
 * @param {string} origin
 * @param {string} until
 */
function onPage(origin, until) {
  return `Open ${origin}/enrol on it and enter this code before ${until}.`;
}

/**
 * @param {string} origin
 * @param {string} until
 */
function inProgram(origin, until) {
  return `There is no browser in it: give this code to the program that speaks for it, beside the machine, before ${until}. ` +
    `It enrols at ${origin}/api/v1/clients, keeps its key, and then connects.`;
}

// @ts-check
/**
 * The settings of the floor: what is in force, what waits for a restart, and how the floor file differs. One person proposes to adopt
 * the file, and another approves it at the same console or at their own.
 */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { CageRulesSection } from "./staff-cage-rules.js";
import { askFor, close, closeSent, password, tell } from "./staff-dialog.js";
import { Listing } from "./staff-listing.js";
import { secondPerson } from "./staff-second.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff.d.ts").FloorView} FloorView */
/** @typedef {import("./staff.d.ts").SettingChange} SettingChange */
/** @typedef {import("./staff.d.ts").SettingLine} SettingLine */

const PATH = "/floor/settings";
const ADOPT = "adopt";
/** @type {[string, string]} */
const IN_FILE = ["recorded", "in the file"];
const ADOPTED = "The settings are adopted. They hold from the next start.";

export class SettingsPage {
  #waiting = html("section", { class: "waiting", "aria-labelledby": "waiting", hidden: "" });
  #file = html("section", { "aria-labelledby": "file" });
  #lines = html("section", { "aria-labelledby": "in-force" });
  #cage;
  #failed;
  #listing;
  #me;

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#me = me;
    this.#cage = new CageRulesSection(me.duties.includes("settings"), failed, () => this.#listing.refresh());
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Settings")),
      this.#waiting,
      this.#file,
      this.#cage.root,
      this.#lines,
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
  }

  close() {
    this.#listing.close();
    close();
  }

  async #refresh() {
    const [floor] = await Promise.all([/** @type {Promise<FloorView>} */ (ask("GET", "/floor")), this.#cage.draw()]);
    this.#waiting.hidden = !floor.waiting.length;
    this.#waiting.replaceChildren(
      html("h3", { id: "waiting" }, "Waiting for a restart"),
      html("p", { class: "hint" }, "These settings are adopted. They hold once the floor is started again."),
      changes(floor.waiting, ["now", "from the next start"]),
    );
    this.#file.replaceChildren(...this.#fileParts(floor));
    const open = new Set([...this.#lines.querySelectorAll("details[open]")].map((each) => each.id));
    this.#lines.replaceChildren(html("h3", { id: "in-force" }, "In force"), ...groups(floor.lines, open));
  }

  /** How the file differs, and what is done about it. @param {FloorView} floor */
  #fileParts(floor) {
    const adoptable = floor.differences.filter(({ order }) => order === ADOPT);
    const others = floor.differences.filter(({ order }) => order !== ADOPT);
    const head = html("h3", { id: "file" }, "The floor file");
    const isDue = floor.kind === "live" && floor.approved_by === null;
    return [
      head,
      ...(floor.differences.length ? [] : [html("p", { class: "hint" }, "It has the same settings as the journal.")]),
      ...(isDue ? [html("p", {}, "Nobody has approved the settings of this floor yet. Two people adopt them.")] : []),
      ...(adoptable.length || isDue ? this.#adopting(adoptable, floor.proposal) : []),
      ...(others.length
        ? [
          html("p", { class: "hint" }, "Adopting the file does not change these:"),
          changes(others, IN_FILE, true),
        ]
        : []),
    ];
  }

  /**
   * @param {SettingChange[]} adoptable
   * @param {FloorView["proposal"]} proposal
   */
  #adopting(adoptable, proposal) {
    const isOwn = proposal?.login === this.#me.login;
    const who = isOwn ? "You" : proposal?.name;
    const said = proposal
      ? `${who} proposed to adopt this on ${moment(proposal.at)}. ${isOwn ? "Another person approves it." : ""}`
      : "Two people adopt what the file says: one proposes it, another approves it. It holds from the next start.";
    return [
      html("p", { "data-testid": "proposal", ...(proposal ? {} : { class: "hint" }) }, said),
      changes(adoptable, IN_FILE),
      ...(this.#me.duties.includes("settings")
        ? [html("div", { class: "keys" }, ...this.#keys(proposal !== null, isOwn))]
        : []),
    ];
  }

  /**
   * @param {boolean} isProposed
   * @param {boolean} isOwn
   */
  #keys(isProposed, isOwn) {
    const here = key("A second person approves here", "", () => this.#signHere());
    if (!isProposed) return [key("Propose", "main", () => this.#propose()), here];
    const withdraw = key("Withdraw", "", () => this.#withdraw());
    return isOwn ? [here, withdraw] : [key("Approve", "main", () => this.#approve()), withdraw];
  }

  async #propose() {
    if (await this.#listing.attempt(() => ask("POST", `${PATH}/proposal`, {}))) {
      this.#done("Proposed. Another person approves it on this page, at their own console.");
    }
  }

  async #withdraw() {
    if (await this.#listing.attempt(() => ask("DELETE", `${PATH}/proposal`))) this.#done("The proposal is withdrawn.");
  }

  #signHere() {
    const lead = "Another person who may change settings signs here, with their own login and password.";
    askFor({ title: "Adopt the settings", lead, entries: [secondPerson()], key: "Adopt" }, async (given) => {
      await ask("POST", PATH, given);
      this.#done(ADOPTED);
    }, this.#failed);
  }

  #approve() {
    const lead = "You approve what another person has proposed. Sign with your own password.";
    const entries = [password("password", "Your password")];
    askFor({ title: "Approve the settings", lead, entries, key: "Approve" }, async (given) => {
      await ask("POST", `${PATH}/approval`, given);
      this.#done(ADOPTED);
    }, this.#failed);
  }

  /** @param {string} words */
  #done(words) {
    closeSent();
    tell(words);
    this.#listing.refresh();
  }
}

/**
 * Settings that change, line by line: the value before and after, and if asked how to change it.
 * @param {SettingChange[]} found
 * @param {[before: string, after: string]} headings
 * @param {boolean} [sayHow]
 */
function changes(found, [before, after], sayHow = false) {
  return html(
    "ul",
    { class: "changing" },
    ...found.map(({ path, was, will, how }) =>
      html(
        "li",
        { "data-setting": path },
        html("b", {}, path),
        html("span", {}, html("small", {}, before), ` ${was}`),
        html("span", {}, html("small", {}, after), ` ${will}`),
        ...(sayHow ? [html("span", { class: "hint" }, how)] : []),
      )
    ),
  );
}

/**
 * What is in force, the floor first, then table by table.
 * @param {SettingLine[]} lines
 * @param {Set<string>} open  the ids of the groups that are open
 */
function groups(lines, open) {
  const tables = [...new Set(lines.map(({ table }) => table))];
  return tables.map((table, at) => {
    const id = `settings-${at}`;
    const own = lines.filter((line) => line.table === table);
    return html(
      "details",
      { id, ...(open.has(id) ? { open: "" } : {}) },
      html("summary", {}, table === null ? "The floor" : `Table ${table}`),
      html("dl", {}, ...own.map(({ name, value }) => html("div", {}, html("dt", {}, name), html("dd", {}, value)))),
    );
  });
}

/**
 * @param {string} words
 * @param {string} look
 * @param {() => unknown} act
 */
function key(words, look, act) {
  const made = html("button", { type: "button", class: look }, words);
  made.addEventListener("click", act);
  return made;
}

// @ts-check
/** The people of the floor: who works here, in which roles, and whose login is open. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { askFor, close, closeSent, line, reason, showOnce, tell, ticks } from "./staff-dialog.js";
import { Listing } from "./staff-listing.js";
import { secondPerson } from "./staff-second.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff.d.ts").StaffMember} StaffMember */
/** @typedef {import("./staff.d.ts").FloorView} FloorView */
/** @typedef {import("./staff.d.ts").OneTimePassword} OneTimePassword */

const ONCE = "Give this one-time password to the person. It is shown once, here, and is changed at the first sign-in.";

export class PeoplePage {
  #list = html("ul", { class: "cards" });
  #failed;
  #listing;
  #manages;
  /** Open once the roles are known, of which a person has some. */
  #addKey = html("button", { type: "button", class: "main", disabled: "" }, "Add a person");
  /** The roles of this floor. @type {string[]} */
  #roles = [];

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#manages = me.duties.includes("manage-staff");
    this.#addKey.addEventListener("click", () => this.#add());
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "People"), ...(this.#manages ? [this.#addKey] : [])),
      this.#list,
    );
    this.#listing = new Listing(() => this.#refresh(), failed);
  }

  close() {
    this.#listing.close();
    close();
  }

  async #refresh() {
    const [staff, floor] = await Promise.all([
      /** @type {Promise<StaffMember[]>} */ (ask("GET", "/staff")),
      /** @type {Promise<FloorView>} */ (ask("GET", "/floor")),
    ]);
    this.#roles = Object.keys(floor.settings.duties);
    this.#addKey.removeAttribute("disabled");
    this.#list.replaceChildren(...staff.map((member) => this.#card(member)));
  }

  /** @param {StaffMember} member */
  #card(member) {
    const { login, name } = member;
    return html(
      "li",
      { "data-login": login, ...(isClosed(member) ? { class: "closed" } : {}) },
      html("h3", {}, name, " ", html("small", {}, login)),
      html("p", {}, member.roles.join(", ")),
      html("p", { class: "hint" }, state(member)),
      html("div", { class: "keys" }, ...this.#keys(member)),
    );
  }

  /** What may be done about a person. @param {StaffMember} member */
  #keys(member) {
    const keys = member.disabled || !member.may_disable
      ? []
      : [this.#key("Disable", member, () => this.#disable(member))];
    if (!this.#manages) return keys;
    return [
      this.#key("Change roles", member, () => this.#change(member)),
      this.#key("New password", member, () => this.#reset(member)),
      ...(member.locked ? [this.#key("Unlock", member, () => this.#unlock(member))] : []),
      ...(member.disabled ? [this.#key("Enable", member, () => this.#enable(member))] : keys),
    ];
  }

  /**
   * @param {string} words
   * @param {StaffMember} member
   * @param {() => unknown} act
   */
  #key(words, { name }, act) {
    const key = html("button", { type: "button", class: "small", "aria-label": `${words}: ${name}` }, words);
    key.addEventListener("click", act);
    return key;
  }

  #add() {
    const entries = [
      line("login", "Login: small letters, digits, dots and dashes"),
      line("name", "Full name"),
      ticks("roles", "Roles on this floor", this.#roles, []),
      signature(),
    ];
    askFor({ title: "Add a person", entries, key: "Add" }, async (given) => {
      this.#show(await ask("POST", "/staff", given));
    }, this.#failed);
  }

  /** @param {StaffMember} member */
  #change({ login, name, roles }) {
    const entries = [ticks("roles", "Roles on this floor", this.#roles, roles), signature()];
    askFor({ title: `Roles of ${name}`, entries, key: "Save" }, async (given) => {
      await ask("POST", path(login, "roles"), given);
      this.#done(`${name} has other roles now.`);
    }, this.#failed);
  }

  /** @param {StaffMember} member */
  #reset({ login, name }) {
    const lead = "The old password is void, the login is unlocked, and the person is signed out everywhere.";
    const title = `New password for ${name}`;
    askFor({ title, lead, entries: [signature()], key: "New one-time password" }, async (given) => {
      this.#show(await ask("POST", path(login, "reset"), given));
    }, this.#failed);
  }

  /** @param {StaffMember} member */
  #disable({ login, name }) {
    const lead = "The person is signed out everywhere at once, and cannot sign in until the login is enabled again.";
    askFor({ title: `Disable ${name}`, lead, entries: [reason()], key: "Disable at once" }, async (given) => {
      await ask("POST", path(login, "disable"), given);
      this.#done(`The login of ${name} is disabled.`);
    }, this.#failed);
  }

  /** @param {StaffMember} member */
  #enable({ login, name }) {
    const lead = "The person signs in with the old password again.";
    askFor({ title: `Enable ${name}`, lead, entries: [signature()], key: "Enable" }, async (given) => {
      await ask("POST", path(login, "enable"), given);
      this.#done(`The login of ${name} is enabled.`);
    }, this.#failed);
  }

  /** @param {StaffMember} member */
  async #unlock({ login, name }) {
    const isDone = await this.#listing.attempt(() => ask("POST", path(login, "unlock"), {}));
    if (isDone) this.#done(`The login of ${name} is unlocked.`);
  }

  /** @param {OneTimePassword} issued */
  #show({ member, password }) {
    showOnce(`${member.name} (${member.login})`, ONCE, password);
    this.#listing.refresh();
  }

  /** @param {string} words */
  #done(words) {
    closeSent();
    tell(words);
    this.#listing.refresh();
  }
}

/** The first administrator is alone until somebody else could sign. */
function signature() {
  return secondPerson(
    "Another person signs, too (not before there is a second one who manages staff or the pit)",
    false,
  );
}

/**
 * @param {string} login
 * @param {string} what
 */
function path(login, what) {
  return `/staff/${encodeURIComponent(login)}/${what}`;
}

/** @param {StaffMember} member */
function isClosed({ disabled, locked }) {
  return disabled || locked;
}

/** @param {StaffMember} member */
function state({ disabled, locked, must_change_password, signed_in, last_sign_in }) {
  const last = last_sign_in ? `last sign-in ${moment(last_sign_in)}` : "never signed in";
  const states = [
    disabled ? "disabled" : "",
    locked ? "locked after wrong passwords" : "",
    must_change_password ? "one-time password" : "",
    signed_in ? `signed in at ${signed_in === 1 ? "one console" : `${signed_in} consoles`}` : "",
    last,
  ];
  const said = states.filter(Boolean).join(", ");
  return `${said[0].toUpperCase()}${said.slice(1)}`;
}

// @ts-check
/**
 * The warnings at a table and the lines of its sign. They have the same room at any time, so that nothing below moves when one
 * comes or goes: the first is shown, and a key opens the list of all of them over the page.
 */
import { arrange, html } from "./dom.js";
import { warningLine, warnings } from "./staff-warnings.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */

export class Notes {
  #first = html("div", { class: "first" });
  #all = html("div", { class: "all", id: "all-notes", hidden: "" });
  #key = html("button", { type: "button", class: "small", "aria-controls": "all-notes", "aria-expanded": "false" });
  root = html("div", { class: "notes", role: "group", "aria-label": "Warnings" }, this.#first, this.#key, this.#all);
  #drawn = "";

  constructor() {
    this.#key.addEventListener("click", () => this.#show(Boolean(this.#all.hidden)));
    this.#all.addEventListener("click", () => this.#show(false)); // a link leads to what ends the warning
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.#show(false));
  }

  /**
   * @param {StaffView} view
   * @param {number} now  the time at the server
   */
  draw(view, now) {
    const [said, sign] = [warnings(view, now), view.sign.lines.join(" ")];
    const drawn = JSON.stringify([said, sign]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const lines = () => [
      ...said.map((each) => warningLine("p", each, view.table)),
      ...(sign ? [html("p", {}, sign)] : []),
    ];
    arrange(this.#first, lines().slice(0, 1));
    arrange(this.#all, lines());
    const count = this.#all.childElementCount;
    this.#key.textContent = `All ${count}`;
    this.#key.hidden = count < 2;
    if (count < 2) this.#show(false);
  }

  /** @param {boolean} isOpen */
  #show(isOpen) {
    this.#all.hidden = !isOpen;
    this.#key.setAttribute("aria-expanded", String(isOpen));
  }
}

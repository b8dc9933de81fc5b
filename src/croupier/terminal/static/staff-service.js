// @ts-check
/** Tables in and out of service. The API says whether this person may disable or enable a table now. */
import { html } from "./dom.js";
import { ask } from "./staff-api.js";
import { labelOf } from "./staff-catalogue.js";
import { tell } from "./staff-dialog.js";
import { OrderDialog } from "./staff-order.js";
import { Outbox } from "./staff-outbox.js";

/** @typedef {import("./staff.d.ts").Action} Action */
/** @typedef {import("./staff.d.ts").ActionsNow} ActionsNow */
/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */

const ORDERS = ["DisableTable", "EnableTable"];

export class Service {
  #list = html("ul", { class: "cards" });
  /** It is hidden while there is no table that the person may disable or enable. */
  root = html(
    "section",
    { "aria-labelledby": "service", hidden: "" },
    html("h2", { id: "service" }, "Tables"),
    this.#list,
  );
  #failed;
  /** What was drawn last. */
  #drawn = "";
  /** @type {OrderSchema[]} */
  #schemas = [];
  /** @type {string[]} */
  #tables = [];

  /** @param {(error: unknown) => boolean} failed */
  constructor(failed) {
    this.#failed = failed;
  }

  /** @param {string[]} tables */
  async refresh(tables) {
    this.#tables = tables;
    if (!this.#schemas.length) this.#schemas = await ask("GET", "/orders");
    const found = await Promise.all(tables.map(openNow));
    const now = JSON.stringify(found);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const at = document.activeElement?.closest("[data-table]")?.getAttribute("data-table");
    const cards = found.flatMap(({ table, open }) => open ? [this.#card(table, open)] : []);
    this.root.hidden = !cards.length;
    this.#list.replaceChildren(...cards);
    const again = at && this.#list.querySelector(`[data-table="${CSS.escape(at)}"] button`);
    if (again instanceof HTMLElement) again.focus();
  }

  /**
   * @param {string} table
   * @param {Action} open  the order that the person may give
   */
  #card(table, open) {
    const isOut = open.order === "EnableTable";
    const words = labelOf(open.order);
    const key = html("button", { type: "button", class: "small", "aria-label": `${words}: ${table}` }, words);
    key.addEventListener("click", () => this.#open(table, open));
    return html(
      "li",
      { "data-table": table, ...(isOut ? { class: "closed" } : {}) },
      html("h3", {}, table),
      html("p", { class: "hint" }, isOut ? "Out of service" : "In service"),
      html("div", { class: "keys" }, key),
    );
  }

  /**
   * @param {string} table
   * @param {Action} action
   */
  #open(table, action) {
    const schema = this.#schemas.find(({ order }) => order === action.order);
    if (!schema) return;
    const done = (/** @type {string} */ order, /** @type {{ notice: string }} */ { notice }) =>
      this.#done(table, order, notice);
    new OrderDialog(table, new Outbox(table), done, this.#failed).open(action, schema, 0, new Map());
  }

  /**
   * @param {string} table
   * @param {string} order
   * @param {string} notice
   */
  async #done(table, order, notice) {
    tell(notice || `${labelOf(order)}: ${table}.`);
    await this.refresh(this.#tables).catch(this.#failed);
  }
}

/**
 * Which of the orders a person may give at a table now, if any.
 * @param {string} table
 */
async function openNow(table) {
  const now = /** @type {ActionsNow} */ (await ask("GET", `/tables/${encodeURIComponent(table)}/actions`));
  return { table, open: now.actions.find(({ order, open }) => open && ORDERS.includes(order)) };
}

// @ts-check
/** Pages of figures: tables that can be printed and saved as CSV. */
import { html } from "./dom.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { close } from "./staff-dialog.js";
import { download, table as asCsv } from "./staff-export.js";
import { Listing } from "./staff-listing.js";
import { wide } from "./staff-wide.js";

/** A page of the cage with some tables. Their rows are texts; the first of each has the heads. */
export class FiguresPage {
  #region;
  #listing;
  /** What was drawn last. */
  #drawn = "";

  /**
   * @param {HTMLElement} root
   * @param {(error: unknown) => boolean} failed
   * @param {{ title: string, here: string, head: Node[], file: () => string }} page
   * @param {(isExport: boolean) => Promise<string[][][]>} read
   * @param {number} [every]  as of a listing
   */
  constructor(root, failed, { title, here, head, file }, read, every = 0) {
    const save = html("button", { type: "button" }, "Save as CSV");
    save.addEventListener(
      "click",
      () => this.#listing.attempt(async () => download(`${file()}.csv`, (await read(true)).map(asCsv).join("\r\n"))),
    );
    const print = html("button", { type: "button" }, "Print");
    print.addEventListener("click", () => globalThis.print());
    const { root: figures, region } = wide(title);
    this.#region = region;
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, title), html("div", { class: "keys" }, save, print)),
      ...(here ? [cageTabs(here)] : []),
      ...head,
      figures,
    );
    this.#listing = new Listing(async () => this.#draw(await read(false)), failed, { every });
  }

  refresh() {
    return this.#listing.refresh();
  }

  close() {
    this.#listing.close();
    close();
  }

  /** @param {string[][][]} tables */
  #draw(tables) {
    const now = JSON.stringify(tables);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.#region.replaceChildren(...tables.map(drawn));
  }
}

/** @param {string[][]} rows */
function drawn([heads, ...rows]) {
  return html(
    "table",
    { class: "tickets figures", "data-title": heads[0] ?? "" },
    html("thead", {}, html("tr", {}, ...heads.map((words) => html("th", { scope: "col" }, words)))),
    html("tbody", {}, ...rows.map(row)),
  );
}

/** @param {string[]} texts */
function row([name, ...cells]) {
  const figures = cells.map((words) => html("td", {}, words));
  return html("tr", { "data-figure": name }, html("th", { scope: "row" }, name), ...figures);
}

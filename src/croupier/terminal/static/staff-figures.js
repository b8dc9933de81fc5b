// @ts-check
/** Pages of figures: a table that can be printed and saved as CSV. */
import { html } from "./dom.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { close } from "./staff-dialog.js";
import { download, table as asCsv } from "./staff-export.js";
import { Listing } from "./staff-listing.js";

/** A page of the cage with one table. Its rows are texts; the first has the heads. */
export class FiguresPage {
  #table = html("table", { class: "tickets figures" });
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {(error: unknown) => boolean} failed
   * @param {{ title: string, here: string, head: Node[], file: () => string }} page
   * @param {(isExport: boolean) => Promise<string[][]>} read
   */
  constructor(root, failed, { title, here, head, file }, read) {
    const save = html("button", { type: "button" }, "Save as CSV");
    save.addEventListener(
      "click",
      () => this.#listing.attempt(async () => download(`${file()}.csv`, "text/csv", asCsv(await read(true)))),
    );
    const print = html("button", { type: "button" }, "Print");
    print.addEventListener("click", () => globalThis.print());
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, title), html("div", { class: "keys" }, save, print)),
      ...(here ? [cageTabs(here)] : []),
      ...head,
      html("div", { class: "wide", role: "region", "aria-label": title, tabindex: "0" }, this.#table),
    );
    this.#listing = new Listing(async () => this.#draw(await read(false)), failed);
  }

  refresh() {
    return this.#listing.refresh();
  }

  close() {
    this.#listing.close();
    close();
  }

  /** @param {string[][]} rows */
  #draw([heads, ...rows]) {
    this.#table.replaceChildren(
      html("thead", {}, html("tr", {}, ...heads.map((words) => html("th", { scope: "col" }, words)))),
      html("tbody", {}, ...rows.map(row)),
    );
  }
}

/** @param {string[]} texts */
function row([name, ...cells]) {
  const figures = cells.map((words) => html("td", {}, words));
  return html("tr", { "data-figure": name }, html("th", { scope: "row" }, name), ...figures);
}

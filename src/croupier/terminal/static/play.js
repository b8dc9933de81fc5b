// @ts-check
/** The page of a table: loads the table, and starts its terminal. */
import { html } from "./dom.js";
import { Terminal } from "./terminal.js";

const table = location.pathname.split("/").pop() ?? "";
const response = await fetch(`/felt/${table}.json`);
if (response.ok) {
  new Terminal(await response.json());
} else {
  document.body.prepend(html("p", { class: "offline" }, "This table could not be opened. Please load the page again."));
}

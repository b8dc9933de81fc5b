// @ts-check
/** The page of a table: loads the table, and starts its terminal. */
import { html } from "./dom.js";
import { Terminal } from "./terminal.js";
import { unpacked } from "./unpack.js";

const table = location.pathname.split("/").pop() ?? "";
const response = await fetch(`/felt/${table}.json`);
if (response.ok) {
  new Terminal(unpacked(await response.json()));
} else {
  document.body.prepend(html("p", { class: "offline" }, "This table could not be opened. Please load the page again."));
}

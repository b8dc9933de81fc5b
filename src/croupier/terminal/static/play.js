// @ts-check
/** The page of a table: loads the table, and starts its terminal. */
import { sayLine } from "./banner.js";
import { html } from "./dom.js";
import { Terminal } from "./terminal.js";
import { load } from "./unpack.js";

const RETRY_WAIT = 1000;

/**
 * Load a table; null if the server has none. While the server is away, try again.
 * @param {string} table
 * @returns {ReturnType<typeof load>}
 */
async function loadPatiently(table) {
  try {
    return await load(table);
  } catch {
    sayLine(false, "");
    await new Promise((done) => setTimeout(done, RETRY_WAIT));
    return loadPatiently(table);
  }
}

const info = await loadPatiently(location.pathname.split("/").pop() ?? "");
if (info) new Terminal(info);
else {
  document.body.prepend(html("p", { class: "offline" }, "This table could not be opened. Please load the page again."));
}

// @ts-check
/** Enrols this browser as a terminal or display with a code from the pit. The server sets the key as a cookie. */

import { byId } from "./dom.js";

const form = /** @type {HTMLFormElement} */ (byId("form"));
const code = /** @type {HTMLInputElement} */ (byId("code"));

/** @typedef {{ kind: string | null, label: string, table: string | null }} Client */

/** @param {Client} client */
function show({ kind, label, table }) {
  if (!kind) return;
  byId("title").textContent = `This is ${label}`;
  byId("state").textContent = `It is enrolled as a ${kind}${table ? ` for the table ${table}` : ""}.`;
  if (!table || kind === "device") return;
  const onward = /** @type {HTMLAnchorElement} */ (byId("onward"));
  onward.href = `/${kind === "display" ? "display" : "play"}/${encodeURIComponent(table)}`;
  onward.textContent = `Open the ${kind === "display" ? "display of" : "table"} ${table}`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("problem").textContent = "";
  const response = await fetch("/api/v1/clients", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code: code.value.trim() }),
  }).catch(() => null);
  if (!response) byId("problem").textContent = "The server is out of reach. Try again.";
  else if (!response.ok) byId("problem").textContent = (await response.json()).message;
  else {
    form.hidden = true;
    show(await response.json());
    byId("onward").focus();
  }
});

fetch("/api/v1/client").then((response) => response.json()).then(show).catch(() => {});
// Until now a touch would have sent the code in the address of the page.
/** @type {HTMLButtonElement} */ (byId("enrol")).disabled = false;
code.focus();

// @ts-check
/** Enrols this browser as a terminal or display with a code from the pit. The server sets the key as a cookie. */

import { byId } from "./dom.js";

const form = /** @type {HTMLFormElement} */ (byId("form"));
const code = /** @type {HTMLInputElement} */ (byId("code"));

/** @param {{ kind: string | null, label: string, table: string | null, needs_code: boolean }} client */
function show(client) {
  if (!client.kind) return;
  const where = client.table ? ` for the table ${client.table}` : "";
  byId("state").textContent = `This is ${client.label}, enrolled as a ${client.kind}${where}.`;
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
    const client = await response.json();
    form.hidden = true;
    show(client);
  }
});

fetch("/api/v1/client").then((response) => response.json()).then(show).catch(() => {});
code.focus();

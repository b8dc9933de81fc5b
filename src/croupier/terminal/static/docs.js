// @ts-check
/** The API reference: draws /openapi.json and /asyncapi.json, which the server derives from its own types. */

import { byId, html } from "./dom.js";

/** @typedef {Record<string, any>} Json */

const DEEP = 4;
/** @type {Record<string, string>} */
const PLAIN = { string: "text", integer: "whole number", boolean: "true or false" };

/** @param {string} path */
async function load(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return /** @type {Json} */ (await response.json());
}

/**
 * A type in a few words: "integer", "list of SeatView", "text or null".
 * @param {Json} schema
 * @returns {string}
 */
function typeName(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.length > 6 ? `one of ${either.length} messages` : either.map(typeName).join(" or ");
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" or ");
  if (schema.type === "array") return schema.items ? `list of ${typeName(schema.items)}` : "list";
  if (schema.type === "object" && schema.additionalProperties) return `map to ${typeName(schema.additionalProperties)}`;
  return PLAIN[schema.type] ?? schema.type ?? "anything";
}

/**
 * The schemas that a type is made of, each with its name.
 * @param {Json} schema
 * @returns {string[]}
 */
function references(schema) {
  if (schema.$ref) return [schema.$ref.split("/").pop()];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items, schema.additionalProperties];
  return parts.filter((part) => part && typeof part === "object").flatMap(references);
}

/**
 * The fields of a schema as a table, with the types that they are made of below, closed.
 * @param {Json} schema
 * @param {Json} schemas
 * @param {string[]} above
 * @returns {Node[]}
 */
function fields(schema, schemas, above = []) {
  const shown = /** @type {Node[]} */ ([]);
  const names = schema.properties ? Object.keys(schema.properties) : [];
  if (names.length) {
    const rows = names.map((name) => {
      const field = schema.properties[name];
      const must = schema.required?.includes(name) ? "" : " (may be left out)";
      return html(
        "tr",
        {},
        html("th", { scope: "row" }, html("code", {}, name)),
        html("td", {}, typeName(field) + must),
        html("td", {}, field.description ?? ""),
      );
    });
    shown.push(html("div", { class: "wide" }, html("table", {}, html("tbody", {}, ...rows))));
  }
  const parts = names.length ? names.flatMap((name) => references(schema.properties[name])) : references(schema);
  for (const name of new Set(parts)) {
    if (above.includes(name) || above.length >= DEEP || !schemas[name]) continue;
    shown.push(details(name, schemas[name], schemas, above));
  }
  return shown;
}

/**
 * A named schema that opens when it is asked for, and is drawn then.
 * @param {string} name
 * @param {Json} schema
 * @param {Json} schemas
 * @param {string[]} above
 */
function details(name, schema, schemas, above) {
  const box = html("details", {}, html("summary", {}, name));
  box.addEventListener("toggle", () => {
    if (box.childElementCount > 1) return;
    const values = schema.enum ? [html("p", {}, typeName(schema))] : [];
    box.append(html("p", {}, schema.description ?? ""), ...values, ...fields(schema, schemas, [...above, name]));
  });
  return box;
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Json} operation
 * @param {Json} schemas
 */
function operationCard(path, method, operation, schemas) {
  const card = html(
    "section",
    { id: operation.operationId, class: "operation" },
    html("h3", {}, html("span", { class: `method ${method}` }, method.toUpperCase()), " ", html("code", {}, path)),
    html("p", {}, operation.summary),
    html("p", { class: "right" }, operation.description),
  );
  for (const each of operation.parameters ?? []) {
    if (each.in === "query") card.append(html("p", {}, html("code", {}, `?${each.name}=`), ` ${each.description}`));
  }
  const body = operation.requestBody?.content["application/json"].schema;
  if (body) card.append(html("h4", {}, "Takes"), ...fields(body, schemas));
  for (const [status, response] of Object.entries(/** @type {Json} */ (operation.responses))) {
    const schema = response.content["application/json"].schema;
    if (status === "200") card.append(html("h4", {}, `Gives ${typeName(schema)}`), ...fields(schema, schemas));
  }
  const refusals = Object.entries(/** @type {Json} */ (operation.responses)).filter(([status]) => status !== "200");
  card.append(
    html("p", { class: "refusals" }, refusals.map(([status, each]) => `${status}: ${each.description}`).join(" ")),
  );
  return card;
}

/**
 * @param {string} name
 * @param {Json} channel
 * @param {Json} api
 */
function channelCard(name, channel, api) {
  const card = html(
    "section",
    { id: `socket-${name}`, class: "operation" },
    html("h3", {}, html("span", { class: "method ws" }, "WS"), " ", html("code", {}, channel.address)),
    html("p", {}, channel.description),
  );
  for (const [side, title] of [["says", "The client says"], ["is-told", "The server tells"]]) {
    card.append(html("h4", {}, title));
    for (const each of api.operations[`${name}-${side}`].messages) {
      const kind = each.$ref.split("/").pop();
      card.append(details(kind, api.components.schemas[kind], api.components.schemas, []));
    }
  }
  return card;
}

/** @param {string} wanted */
function find(wanted) {
  for (const card of document.querySelectorAll(".operation")) {
    const matches = (card.textContent ?? "").toLowerCase().includes(wanted.toLowerCase());
    /** @type {HTMLElement} */ (card).hidden = !matches;
    const link = document.querySelector(`nav a[href="#${card.id}"]`);
    if (link) /** @type {HTMLElement} */ (link).hidden = !matches;
  }
}

async function draw() {
  const [http, sockets] = await Promise.all([load("/openapi.json"), load("/asyncapi.json")]);
  byId("about").textContent = http.info.description;
  /** @type {Record<string, HTMLElement[]>} */
  const groups = {};
  for (const [path, methods] of Object.entries(/** @type {Json} */ (http.paths))) {
    for (const [method, operation] of Object.entries(/** @type {Json} */ (methods))) {
      (groups[operation.tags[0]] ??= []).push(operationCard(path, method, operation, http.components.schemas));
    }
  }
  groups.sockets = Object.entries(/** @type {Json} */ (sockets.channels)).map(([name, channel]) =>
    channelCard(name, channel, sockets)
  );
  for (const [tag, cards] of Object.entries(groups)) {
    byId("operations").append(html("h2", { id: `group-${tag}` }, tag), ...cards);
    const links = cards.map((card) => html("a", { href: `#${card.id}` }, card.querySelector("h3")?.textContent ?? ""));
    byId("contents").append(html("strong", {}, tag), ...links);
  }
  const search = /** @type {HTMLInputElement} */ (byId("search"));
  search.addEventListener("input", () => find(search.value.trim()));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

draw().catch((error) =>
  byId("operations").append(html("p", { role: "alert" }, `The API could not be read: ${error.message}`))
);

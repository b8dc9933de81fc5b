// @ts-check
/** The fields that a person fills in, from the JSON Schema of an order. */

/** @typedef {import("./staff.d.ts").Field} Field */
/** @typedef {import("./staff.d.ts").FieldKind} FieldKind */
/** @typedef {import("./staff.d.ts").Schema} Schema */

/** Fields whose name alone does not say what they are. @type {Record<string, string>} */
const LABELS = {
  seat: "Name of the player",
  chips: "Buy-in",
  why: "Reason",
  how: "How it was given",
  tender: "Paid with",
  way: "Means",
  to_player: "To the player",
  refund_short: "Give short runs back",
  forfeit: "Players whose bets are kept for fraud",
  passed_over: "Players who are passed over",
  given: "The player gives",
  received: "The player gets",
};

/** Mappings whose keys are amounts: how many notes or chips there are of each. */
const DENOMINATIONS = ["notes", "chips", "given", "received"];

/**
 * A name as people write it: "takes_effect" is "Takes effect".
 * @param {string} words
 */
export function spelled(words) {
  const plain = words.replaceAll("_", " ").toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * The fields of an order that are not chosen from its forms.
 * @param {string} order
 * @param {Schema} schema
 * @param {string[]} chosen
 * @returns {Field[]}
 */
export function freeFields(order, schema, chosen) {
  const definitions = schema.$defs ?? {};
  const { properties = {}, required = [] } = definitions[order] ?? schema;
  return fieldsOf({ properties, required }, definitions).filter(({ name }) => !chosen.includes(name));
}

/**
 * @param {Schema} schema
 * @param {Record<string, Schema>} definitions
 * @returns {Field[]}
 */
function fieldsOf({ properties = {}, required = [] }, definitions) {
  return Object.entries(properties).filter(([name]) => name !== "type").map(([name, its]) =>
    field(name, its, definitions, required.includes(name))
  );
}

/**
 * The objects that a field may be: a nested command, or how something is paid.
 * @param {Schema} schema
 * @param {Record<string, Schema>} definitions
 */
function variants(schema, definitions) {
  const either = schema.properties ? [schema] : (schema.anyOf ?? []).map((each) => resolved(each, definitions));
  return either.map((its) => ({
    tag: String(its.properties?.type?.enum?.[0] ?? ""),
    fields: fieldsOf(its, definitions),
  }));
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {Record<string, Schema>} definitions
 * @param {boolean} required
 * @returns {Field}
 */
function field(name, schema, definitions, required) {
  const its = resolved(schema, definitions);
  const kind = kindOf({ ...its, format: schema.format ?? its.format });
  const inner = its.additionalProperties ?? its.items;
  const hint = (schema.description ?? "").replace(/, in milliseconds since 1970/, "").replace(/; null (for|if) .*$/, "")
    .replace(/; 0 if .*$/, "");
  return {
    name,
    label: (kind === "map" && name === "chips" ? null : LABELS[name]) ?? spelled(name),
    kind,
    required,
    fallback: schema.default,
    hint: name === "why" ? "" : hint && !/[.?!]$/.test(hint) ? `${hint}.` : hint,
    variants: kind === "object" ? variants(its, definitions) : [],
    options: (its.enum ?? []).map(String),
    of: inner?.anyOf ? "setting" : inner ? kindOf(inner) : "text",
    keyed: DENOMINATIONS.includes(name) ? "cents" : "text",
  };
}

/**
 * The schema behind a reference, and behind "this or null".
 * @param {Schema} schema
 * @param {Record<string, Schema>} definitions
 * @returns {Schema}
 */
function resolved(schema, definitions) {
  if (schema.$ref) return resolved(definitions[schema.$ref.split("/").pop() ?? ""] ?? {}, definitions);
  const real = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return real.length === 1 ? resolved(real[0], definitions) : schema;
}

/**
 * @param {Schema} schema
 * @returns {FieldKind}
 */
function kindOf(schema) {
  if (schema.format === "cents") return "cents";
  if (schema.format === "milliseconds") return "time";
  if (schema.enum) return "choice";
  if (schema.type === "integer") return "number";
  if (schema.type === "boolean") return "boolean";
  if (schema.type === "string") return "text";
  if (schema.type === "array") return "list";
  if (schema.properties || schema.anyOf?.every(({ $ref }) => $ref)) return "object";
  return schema.type === "object" && schema.additionalProperties ? "map" : "json";
}

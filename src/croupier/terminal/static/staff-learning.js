// @ts-check
/** What a console knows of a table before it follows it. */
import { ask } from "./staff-api.js";
import { load } from "./unpack.js";

/** @typedef {import("./staff.d.ts").OrderSchema} OrderSchema */

/**
 * Learn how orders are written and what the wagers of a table are called. An unknown table is refused: it has no socket that could say so.
 * @param {string} table
 * @param {Map<string, OrderSchema>} schemas  by order
 * @param {Map<string, string>} wagers  titles by id
 * @returns {Promise<import("./protocol.d.ts").TableInfo | null>}  its felt; null if it cannot be drawn
 */
export async function learn(table, schemas, wagers) {
  const [orders, info] = await Promise.all([
    /** @type {Promise<OrderSchema[]>} */ (ask("GET", "/orders")),
    load(table).catch(() => null),
    ask("GET", `/tables/${encodeURIComponent(table)}`),
  ]);
  for (const each of orders) schemas.set(each.order, each);
  for (const spot of info?.felt.screens.flatMap(({ spots }) => spots) ?? []) wagers.set(spot.id, spot.title);
  return info;
}

// @ts-check
/** Loads a table. Nothing that its spots share is sent twice. */

/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {import("./protocol.d.ts").Screen} Screen */
/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * Load a table; null if the server has none. It throws if the server does not answer.
 * @param {string} table
 */
export async function load(table) {
  const response = await fetch(`/felt/${table}.json`);
  return response.ok ? unpacked(await response.json()) : null;
}

/**
 * The table with every field of its spots: a wide spot takes those that it lacks from `usual`, a tall one from the wide spot of
 * its wager. Chips lie in the middle of a spot unless it says where.
 * @param {TableInfo & { felt: { usual?: Partial<Spot> } }} info
 * @returns {TableInfo}
 */
function unpacked(info) {
  const screens = filled(info.felt.screens, () => info.felt.usual);
  const wide = new Map(screens.flatMap(({ spots }) => spots).map((spot) => [spot.id, spot]));
  const tall = filled(info.felt.tall, (id) => wide.get(id));
  return { ...info, felt: { ...info.felt, screens: screens.map(centred), tall: tall.map(centred) } };
}

/**
 * @param {Screen[]} screens
 * @param {(id: string) => Partial<Spot> | undefined} from
 */
function filled(screens, from) {
  return screens.map((screen) => ({
    ...screen,
    spots: screen.spots.map((spot) => ({ ...from(spot.id), ...spot })),
  }));
}

/** @param {Screen} screen */
function centred(screen) {
  const spots = screen.spots.map(({ chip, ...spot }) => ({ ...spot, chip: chip ?? middle(spot.box) }));
  return { ...screen, spots };
}

/**
 * @param {Spot["box"]} box
 * @returns {[number, number]}
 */
const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];

// @ts-check
/** The colour of each place at a table. The number of the place tells apart what has the same colour. */

const COLOURS = 12;

/**
 * The class that gives something the colour of a place.
 * @param {number} place  from 1
 */
export function placeLook(place) {
  return `place-${(place - 1) % COLOURS}`;
}

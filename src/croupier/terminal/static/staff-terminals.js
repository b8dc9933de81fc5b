// @ts-check
/** Terminals as people name them: what an attendant can be sent to stands before the seat. */

/** The name that a table gives the seat of a terminal, if its terminal is not named before it. */
const SEAT = /(?<![\w/(-])seat-\d+(?![\w-])/g;

/**
 * @param {{ seat: string, terminal?: string | null }} at
 */
export function terminalName({ seat, terminal }) {
  return terminal ? `${terminal} (${seat})` : seat;
}

/**
 * A terminal with its table.
 * @param {{ table: string, seat: string, terminal?: string | null }} at
 */
export function terminalPlace(at) {
  return `${at.table}, ${terminalName(at)}`;
}

/**
 * A sentence of the register, with each enrolled terminal named before its seat.
 * @param {{ seat: string, terminal?: string | null }[]} seats
 * @param {string} sentence
 */
export function withTerminals(seats, sentence) {
  return sentence.replace(SEAT, (name) => terminalName(seats.find(({ seat }) => seat === name) ?? { seat: name }));
}

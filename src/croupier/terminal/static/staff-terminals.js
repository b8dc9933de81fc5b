// @ts-check
/** Terminals as people name them: what an attendant can be sent to stands before the seat. */

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

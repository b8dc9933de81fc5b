// @ts-check
/** Loads the table again when its sign changes, or the connection was lost: the chips and the limits of the spots follow the sign. */
import { load } from "./unpack.js";

/** @typedef {import("./protocol.d.ts").SignView} SignView */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */

export class Renewal {
  /** The sign that the table follows; null before the first one is told. @type {string | null} */
  #sign = null;

  /**
   * @param {TableInfo} info
   * @param {(info: TableInfo) => void} renew
   */
  constructor(info, renew) {
    this.info = info;
    this.renew = renew;
  }

  /** Load the table again at the next message: the server may have been started again, with other chips. */
  again() {
    if (this.#sign !== null) this.#sign = "";
  }

  /** @param {SignView} sign */
  async follow({ minimum, maximum, lines }) {
    const before = this.#sign;
    const told = JSON.stringify([minimum, maximum, lines]);
    if (told === before) return;
    this.#sign = told;
    // The first sign is usually the one with which the table was loaded.
    if (before === null && minimum === this.info.minimum && maximum === this.info.maximum) return;
    const info = await load(this.info.table).catch(() => null);
    if (this.#sign !== told) return;
    if (info) this.renew(info);
    else this.#sign = before; // the next message tries again
  }
}

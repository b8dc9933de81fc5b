// @ts-check
/** Loads the table again when its sign or its chips change: the chips and the limits of the spots follow the sign. */
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

  /**
   * @param {SignView} sign
   * @param {number[]} chips
   */
  async follow({ minimum, maximum, lines, payout_unit }, chips) {
    const before = this.#sign;
    const told = JSON.stringify([minimum, maximum, lines, payout_unit, chips]);
    if (told === before) return;
    this.#sign = told;
    // The first sign is usually the one with which the table was loaded.
    const { info } = this;
    const isSame = minimum === info.minimum && maximum === info.maximum && payout_unit === info.payout_unit &&
      String(chips) === String(info.chips);
    if (before === null && isSame) return;
    const renewed = await load(info.table).catch(() => null);
    if (this.#sign !== told) return;
    if (renewed) this.renew(renewed);
    else this.#sign = before; // the next message tries again
  }
}

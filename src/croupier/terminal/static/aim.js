// @ts-check
/** A finger that chooses a spot through the magnifier: it slides to the spot that it means, and is lifted there. */

import { drags, followPointer, LONG_PRESS } from "./pointer.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */

export class Aim {
  ended = new AbortController();
  /** It never scrolls the page. */
  isHeld = true;
  #moved = false;
  #lifted = false;
  /** The spot that is meant now. @type {Spot | undefined} */
  #spot;

  /**
   * @param {Spot} spot
   * @param {PointerEvent} event
   * @param {import("./press.js").Board} board
   * @param {import("./press.js").Hands} hands
   */
  constructor(spot, event, board, hands) {
    this.start = event;
    this.board = board;
    this.hands = hands;
    const { signal } = this.ended;
    const timer = setTimeout(() => this.#lift(), LONG_PRESS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      board.lens.hide();
    });
    this.#choose(spot);
    board.lens.show(event, spot);
    followPointer(event, signal, {
      move: (each) => this.#move(each),
      release: (each) => this.#release(each),
      cancel: () => this.#cancel(),
    });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    this.#moved ||= drags(this.start, event);
    const spot = this.board.spotOf(document.elementFromPoint(event.clientX, event.clientY));
    if (this.#lifted) this.hands.carry(event);
    else this.#choose(spot);
    this.board.lens.show(event, spot);
  }

  /**
   * Draw the chip of a tap where it would lie.
   * @param {Spot} [spot]
   */
  #choose(spot) {
    if (spot === this.#spot) return;
    if (this.#spot) this.hands.cancel(this.#spot);
    if (spot) this.hands.press(spot);
    this.#spot = spot;
  }

  /** A long press where it began picks up the chips that lie there. */
  #lift() {
    const spot = this.#spot;
    if (this.#moved || !spot) return;
    this.hands.cancel(spot);
    this.#lifted = this.hands.lift(spot, this.start);
    if (!this.#lifted) this.hands.press(spot);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    this.ended.abort();
    if (!this.#lifted) return this.#spot && this.hands.tap(this.#spot);
    if (this.#moved) return this.hands.drop(event);
    this.hands.letGo();
    if (this.#spot) this.hands.hold(this.#spot);
  }

  #cancel() {
    this.ended.abort();
    if (this.#lifted) this.hands.letGo();
    else if (this.#spot) this.hands.cancel(this.#spot);
  }
}

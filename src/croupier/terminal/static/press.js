// @ts-check
/** Presses on the felt with mouse, pen or finger: a tap, a long press, or a drag of the chips that lie there. */
import { Aim } from "./aim.js";
import { drags, followPointer, isSideways, LONG_PRESS } from "./pointer.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * What a press does. A spot is pressed first; then it is tapped, held or dragged, or the press is cancelled.
 * @typedef {object} Hands
 * @property {(spot: Spot) => void} press  show at once what a tap will do
 * @property {(spot: Spot) => void} tap
 * @property {(spot: Spot) => void} cancel  nothing comes of the press
 * @property {(spot: Spot) => void} hold  a long press
 * @property {(spot: Spot, event: PointerEvent) => boolean} lift  pick the chips up, if there are some that may move
 * @property {(event: PointerEvent) => void} carry
 * @property {(event: PointerEvent) => void} drop
 * @property {() => void} letGo  put the chips back where they were
 */

/**
 * @typedef {object} Board
 * @property {(target: EventTarget | null) => Spot | undefined} spotOf
 * @property {() => boolean} slides  whether a finger scrolls the felt
 * @property {import("./magnifier.js").Magnifier} lens
 */

/** How long a finger rests on a felt that scrolls before the magnifier opens. */
const REST = 160;

/**
 * @param {HTMLElement} root
 * @param {Board} board
 * @param {Hands} hands
 */
export function listenToPresses(root, board, hands) {
  /** @type {Set<Press | Aim>} */
  const presses = new Set();
  /** @param {Press | Aim} press */
  const follow = (press) => {
    presses.add(press);
    press.ended.signal.addEventListener("abort", () => presses.delete(press));
  };
  root.addEventListener("pointerdown", (event) => {
    const spot = board.spotOf(event.target);
    if (!spot || event.button !== 0 || event.defaultPrevented) return;
    const finger = event.pointerType === "touch";
    const aims = finger && board.lens.wants(event);
    const mayScroll = finger && board.slides();
    if (aims && !mayScroll) return follow(new Aim(spot, event, board, hands));
    const press = new Press(spot, event, mayScroll, hands);
    follow(press);
    if (!aims) return;
    const timer = setTimeout(() => {
      press.ended.abort();
      follow(new Aim(spot, event, board, hands));
    }, REST);
    press.ended.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  // A finger that drags chips, or that presses a felt which does not scroll, must not scroll the page.
  root.addEventListener("touchmove", (event) => {
    if ([...presses].some((press) => press.isHeld) && event.cancelable) event.preventDefault();
  }, { passive: false });
  // A browser clicks where a finger is lifted. What the finger has opened lies there now, and must not be pressed by it.
  root.addEventListener("touchend", (event) => event.cancelable && event.preventDefault(), { passive: false });
}

class Press {
  ended = new AbortController();
  /** @type {"pressed" | "lifted" | "held"} */
  #state = "pressed";

  /**
   * @param {Spot} spot
   * @param {PointerEvent} event
   * @param {boolean} mayScroll  the browser cancels the press if the finger scrolls
   * @param {Hands} hands
   */
  constructor(spot, event, mayScroll, hands) {
    this.spot = spot;
    this.start = event;
    this.mayScroll = mayScroll;
    this.hands = hands;
    const { signal } = this.ended;
    const timer = setTimeout(() => this.#hold(), LONG_PRESS);
    signal.addEventListener("abort", () => clearTimeout(timer));
    if (!mayScroll) hands.press(spot);
    followPointer(event, signal, {
      move: (each) => this.#move(each),
      release: (each) => this.#release(each),
      cancel: () => this.#cancel(),
    });
  }

  /** Whether the press belongs to the chips and not to the page. */
  get isHeld() {
    return this.#state === "lifted" || !this.mayScroll;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#state === "lifted") return this.hands.carry(event);
    const mine = !this.mayScroll || isSideways(this.start, event);
    if (this.#state === "pressed" && mine && drags(this.start, event)) this.#lift(event);
  }

  /**
   * Begin to drag. The chip of the tap is not placed.
   * @param {PointerEvent} event
   */
  #lift(event) {
    this.hands.cancel(this.spot);
    if (!this.hands.lift(this.spot, event)) return this.ended.abort();
    this.#state = "lifted";
    this.hands.carry(event);
  }

  /**
   * On a felt that scrolls, a long press picks chips up too: a finger that moves up or down at once scrolls. If it does not move
   * then, it is a long press like any other.
   */
  #hold() {
    if (this.#state !== "pressed") return;
    if (this.mayScroll && this.hands.lift(this.spot, this.start)) {
      this.#state = "lifted";
      return;
    }
    this.#state = "held";
    this.hands.cancel(this.spot);
    this.hands.hold(this.spot);
    this.ended.abort();
  }

  /** @param {PointerEvent} event */
  #release(event) {
    this.ended.abort();
    if (this.#state === "pressed") return this.hands.tap(this.spot);
    if (drags(this.start, event)) return this.hands.drop(event);
    this.hands.letGo();
    if (this.mayScroll) this.hands.hold(this.spot);
  }

  #cancel() {
    this.ended.abort();
    if (this.#state === "lifted") this.hands.letGo();
    else this.hands.cancel(this.spot);
  }
}

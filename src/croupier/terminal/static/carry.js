// @ts-check
/** The player's own chips on their way from one spot to another: under a pointer, or chosen with keys. */
import { announce } from "./announcer.js";
import { svg } from "./dom.js";
import { chipFace } from "./stack.js";

/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * @typedef {object} Felt
 * @property {HTMLElement} root
 * @property {HTMLElement} tabs
 * @property {(id: string) => Spot | undefined} spot
 * @property {(id: string) => SVGElement | undefined} node
 */

export class Carry {
  /** Where the chips lie that are on their way. @type {Spot | null} */
  from = null;
  /** @type {SVGElement | null} */
  #chip = null;
  /** @type {Element | null} */
  #target = null;

  /**
   * @param {Felt} felt
   * @param {(from: Spot, to: Spot | null) => void} put  null: off the felt
   * @param {() => void} ended  the chips are no longer on their way
   */
  constructor(felt, put, ended) {
    this.felt = felt;
    this.put = put;
    this.ended = ended;
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.from) this.cancel();
    });
  }

  /**
   * Pick the chips of a spot up. With a pointer, they follow it.
   * @param {Spot} spot
   * @param {number} cents
   * @param {number} rank
   * @param {PointerEvent} [event]
   */
  lift(spot, cents, rank, event) {
    this.cancel();
    this.from = spot;
    document.body.classList.add("carrying");
    this.felt.node(spot.id)?.classList.add("lifted");
    if (!event) return announce(`${spot.title} picked up. Choose where it goes; Escape puts it back.`);
    this.#chip = svg(
      "svg",
      { class: "carried", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
      chipFace(cents, rank, 19),
    );
    document.body.append(this.#chip);
    this.move(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.#chip) return;
    this.#chip.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    this.#aim(under?.closest("[data-wager]") ?? null);
    // Chips that are carried over the tab of another screen are wanted there.
    const tab = under?.closest("[role=tab][aria-selected=false]");
    if (tab instanceof HTMLElement && this.felt.tabs.contains(tab)) tab.click();
  }

  /** @param {PointerEvent} event */
  drop(event) {
    this.move(event);
    const wager = this.#target?.getAttribute("data-wager");
    const { from } = this;
    const onFelt = within(this.felt.root, event) || within(this.felt.tabs, event);
    this.cancel();
    if (!from) return;
    const to = wager ? this.felt.spot(wager) ?? null : null;
    if (to ? to.id !== from.id : !onFelt) this.put(from, to);
  }

  /**
   * Put the chips on a spot that was chosen without dragging.
   * @param {Spot} to
   */
  putOn(to) {
    const { from } = this;
    this.cancel();
    if (from && from.id !== to.id) this.put(from, to);
  }

  /** The chips stay where they were. */
  cancel() {
    if (!this.from) return;
    this.felt.node(this.from.id)?.classList.remove("lifted");
    document.body.classList.remove("carrying");
    this.#aim(null);
    this.#chip?.remove();
    this.#chip = null;
    this.from = null;
    this.ended();
  }

  /** @param {Element | null} target */
  #aim(target) {
    if (target === this.#target) return;
    this.#target?.classList.remove("target");
    target?.classList.add("target");
    this.#target = target;
  }
}

/**
 * @param {HTMLElement} element
 * @param {PointerEvent} event
 */
function within(element, event) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
}

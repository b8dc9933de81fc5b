// @ts-check
/** The countdown to a deadline that the server sets, measured with the monotonic clock of the browser. */
import { byId, svg } from "./dom.js";

const HURRY = 5000;
const LENGTH = 2 * Math.PI * 27;

export class Clock {
  #offset = 0;
  #deadline = 0;
  #whole = 1;
  #left = -1;
  #track = svg("circle", { class: "ring-track", cx: 32, cy: 32, r: 27 });
  #rest = svg("circle", {
    class: "ring-rest",
    cx: 32,
    cy: 32,
    r: 27,
    transform: "rotate(-90 32 32)",
    "stroke-dasharray": LENGTH,
  });
  #text = svg("text", { x: 32, y: 32, dy: "0.36em", "data-testid": "countdown" });

  /**
   * @param {Element} ring
   * @param {(seconds: number) => void} tick  told every whole second
   */
  constructor(ring, tick) {
    this.ring = ring;
    this.tick = tick;
    ring.append(this.#track, this.#rest, this.#text);
    const draw = () => {
      this.#draw();
      requestAnimationFrame(draw);
    };
    draw();
  }

  /**
   * What time it is at the server, as a message arrives.
   * @param {number} now
   */
  sync(now) {
    this.#offset = now - performance.now();
  }

  /**
   * Count down to a moment of the server's, or not at all.
   * @param {number} deadline
   */
  until(deadline) {
    if (deadline === this.#deadline) return;
    this.#deadline = deadline;
    this.#whole = Math.max(1, deadline - this.#offset - performance.now());
  }

  #draw() {
    const milliseconds = this.#deadline ? Math.max(0, this.#deadline - this.#offset - performance.now()) : 0;
    const seconds = Math.ceil(milliseconds / 1000);
    this.#rest.style.strokeDashoffset = String(LENGTH * (1 - Math.min(1, milliseconds / this.#whole)));
    if (seconds === this.#left) return;
    this.#left = seconds;
    this.#text.textContent = seconds ? String(seconds) : "";
    this.ring.classList.toggle("hurry", seconds > 0 && milliseconds <= HURRY);
    this.tick(seconds);
  }
}

/**
 * Say how much time is left, on the shooter's button and for those who do not look.
 * @param {number} seconds
 * @param {boolean} betting
 */
export function announce(seconds, betting) {
  byId("shoot-left").textContent = seconds ? `, ${seconds} s` : "";
  if (betting && seconds === 10) byId("announcer").textContent = "Betting closes in 10 seconds.";
  if (!betting && seconds === 0) byId("announcer").textContent = "No more bets.";
}

// @ts-check
/** Countdowns to moments that the server sets, measured with the monotonic clock of the browser. */
import { svg } from "./dom.js";

const HURRY = 5000;
const LENGTH = 2 * Math.PI * 27;

/** The time at the server. */
export class ServerTime {
  #offset = 0;

  /**
   * What time it is at the server, as a message arrives.
   * @param {number} now
   */
  sync(now) {
    this.#offset = now - performance.now();
  }

  get now() {
    return performance.now() + this.#offset;
  }
}

/** Tells how many seconds are left, once a second, and nothing while nothing is timed. */
export class Countdown {
  #moment = 0;
  #timer = 0;
  #told = -1;

  /**
   * @param {ServerTime} time
   * @param {(seconds: number, milliseconds: number) => void} tell
   */
  constructor(time, tell) {
    this.time = time;
    this.tell = tell;
  }

  /**
   * Count down to a moment of the server's; 0 stops.
   * @param {number} moment
   */
  to(moment) {
    if (moment === this.#moment && this.#told > 0) return;
    this.#moment = moment;
    this.#tick();
  }

  #tick() {
    clearTimeout(this.#timer);
    const left = this.#moment ? Math.max(0, this.#moment - this.time.now) : 0;
    const seconds = Math.ceil(left / 1000);
    if (seconds !== this.#told || seconds > 0) this.tell(seconds, left);
    this.#told = seconds;
    if (left > 0) this.#timer = setTimeout(() => this.#tick(), left % 1000 || 1000);
  }
}

/** The ring that empties while time runs. It is drawn once a second: drawing every frame would cost a fifth of a core. */
export class Clock {
  #step = "";
  /** What was ticked last, so that no second is told twice: a timer may fire a little early. */
  #ticked = "";
  #whole = 1;
  #deadline = 0;
  #began = 0;
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
   * @param {ServerTime} time
   * @param {(seconds: number) => void} tick  told every whole second
   */
  constructor(ring, time, tick) {
    this.ring = ring;
    this.time = time;
    this.countdown = new Countdown(time, (seconds, left) => {
      this.#draw(seconds, left);
      const ticked = `${this.#step} ${seconds}`;
      if (ticked !== this.#ticked) tick(seconds);
      this.#ticked = ticked;
    });
    ring.append(svg("circle", { class: "ring-track", cx: 32, cy: 32, r: 27 }), this.#rest, this.#text);
  }

  /**
   * Count down to a deadline, or not at all. A deadline that moves within a step does not fill the ring again.
   * @param {number} deadline
   * @param {string} step
   */
  until(deadline, step) {
    if (step !== this.#step || !this.#deadline) this.#began = this.time.now;
    this.#step = step;
    this.#deadline = deadline;
    this.#whole = Math.max(1, deadline - this.#began);
    this.countdown.to(deadline);
  }

  /**
   * @param {number} seconds
   * @param {number} left
   */
  #draw(seconds, left) {
    this.#rest.style.strokeDashoffset = String(LENGTH * (1 - Math.min(1, left / this.#whole)));
    this.#text.textContent = seconds ? String(seconds) : "";
    this.ring.classList.toggle("hurry", seconds > 0 && left <= HURRY);
  }
}

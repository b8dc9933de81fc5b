// @ts-check
/** The felt: takes the shape that fits the window, and tells which spot a hand touches. */
import { Board } from "./board.js";
import { flashOpenStreaks } from "./flash.js";
import { Magnifier } from "./magnifier.js";
import { NO_MARKERS } from "./markers.js";
import { showMore } from "./more.js";
import { listenToPresses } from "./press.js";
import { isSquat, isTall, unitOf } from "./shape.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./types.d.ts").Ended} Ended */
/** @typedef {import("./protocol.d.ts").Moved} Moved */
/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */

/**
 * What the player's hands do: presses of a pointer, and keys on the spot that has the focus.
 * @typedef {import("./press.js").Hands & Record<"touch" | "grab" | "remove" | "ask", (spot: Spot) => void>} Hands
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Felt {
  /** @type {Board} */
  #board;
  #open = true;
  // What was last drawn, for the day the window takes another shape.
  /** @type {[Amounts, Set<string>, Amounts]} */
  #lying = [{}, new Set(), {}];
  /** @type {[string[], Ended[]]} */
  #lit = [[], []];
  /** @type {Record<string, string>} */
  #pucks = {};
  /** @type {import("./markers.js").Markers} */
  #markers = NO_MARKERS;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} tabs
   * @param {TableInfo} info
   * @param {Hands} hands
   * @param {{ least?: number, lay?: import("./board.js").LayChips }} [how]  how small the wide shape may be, and how chips are laid
   */
  constructor(root, tabs, info, hands, how = {}) {
    this.how = how;
    this.root = root;
    this.tabs = tabs;
    this.info = info;
    this.hands = hands;
    document.body.classList.toggle("squat", isSquat(info.felt.tall[0]));
    this.#board = this.#drawn();
    this.#fit();
    new ResizeObserver(() => this.#reshape()).observe(this.#window);
    showMore(this.#window, root);
    this.#listen();
    if (root.querySelector(".streak")) flashOpenStreaks(root);
  }

  /** @param {string} id */
  spot(id) {
    return this.#board.spots.get(id);
  }

  /**
   * The name of a spot, and of its screen if another one is in front.
   * @param {string} id
   */
  placeOf(id) {
    const screen = this.#board.screenOf(id);
    const title = this.spot(id)?.title ?? id;
    return screen && screen !== this.#board.screen ? `${title} (under ${screen.title})` : title;
  }

  /** @param {string} id */
  node(id) {
    return this.#board.nodes.get(id);
  }

  /**
   * The table has changed: its chips, or what its spots say.
   * @param {TableInfo} info
   */
  renew(info) {
    this.info = info;
    this.#redraw();
  }

  /** Whether chips can be put on it. */
  get isOpen() {
    return this.#open;
  }

  /**
   * Show whether chips can be put on the felt. It can always be read, and asked about.
   * @param {boolean} open
   */
  open(open) {
    this.#open = open;
    this.root.classList.toggle("closed", !open);
    this.#board.open(open);
  }

  /**
   * @param {Amounts} amounts
   * @param {Set<string>} unsure  the wagers whose amounts are not confirmed yet
   * @param {Amounts} [doubtful]  what was on its way when the table went out of reach: it is not among the amounts
   */
  lay(amounts, unsure, doubtful = {}) {
    this.#lying = [amounts, unsure, doubtful];
    this.#board.lay(amounts, unsure, doubtful);
  }

  /**
   * Mark bets that were called, that stand until they are decided, or that may take odds.
   * @param {import("./markers.js").Markers} markers
   */
  mark(markers) {
    this.#markers = markers;
    this.#board.mark(markers);
  }

  /** @param {Moved[]} moved */
  move(moved) {
    this.#board.move(moved);
  }

  /**
   * Light the spots that win, and say where the player has won and lost how much.
   * @param {string[]} lit
   * @param {Ended[]} mine
   */
  light(lit, mine) {
    this.#lit = [lit, mine];
    this.root.classList.toggle("lighted", lit.length > 0);
    this.#board.light(lit, mine);
  }

  /** @param {Record<string, string>} pucks */
  puck(pucks) {
    this.#pucks = pucks;
    this.#board.puck(pucks);
  }

  /**
   * The sides of the window that are farther from a spot.
   * @param {Spot} spot
   */
  farFrom(spot) {
    const [seen, box] = [this.#window, this.node(spot.id) ?? this.#window].map((each) => each.getBoundingClientRect());
    return {
      across: box.x + box.width / 2 < seen.x + seen.width / 2 ? "right" : "left",
      along: box.y + box.height / 2 < seen.y + seen.height / 2 ? "bottom" : "top",
    };
  }

  /** The element through which the felt is seen, and in which it scrolls if it is too high. */
  get #window() {
    return /** @type {HTMLElement} */ (this.root.parentElement);
  }

  get #seen() {
    return { width: this.#window.clientWidth, height: this.#window.clientHeight };
  }

  #drawn() {
    const { screens, tall } = this.info.felt;
    const high = isTall(this.#seen, screens[0], this.how.least);
    this.root.dataset.shape = high ? "tall" : "wide";
    return new Board(this.root, this.tabs, high ? tall : screens, {
      tall: high,
      chips: this.info.chips,
      parts: this.info.felt.parts,
      onShow: () => this.#fit(),
      lay: this.how.lay,
    });
  }

  /** Draw the felt as large as its window allows. */
  #fit() {
    if (!this.#board) return; // shows its first screen while it is being made
    const { screen, tall } = this.#board;
    const unit = unitOf(this.#seen, screen, tall);
    this.root.style.width = `${Math.floor(screen.width * unit)}px`;
    this.root.style.aspectRatio = `${screen.width} / ${screen.height}`;
  }

  /** The window has another size, and perhaps another shape. */
  #reshape() {
    if (isTall(this.#seen, this.info.felt.screens[0], this.how.least) !== this.#board.tall) this.#redraw();
    this.#fit();
  }

  /** Draw everything again. Chips, lights, focus and the screen in front stay. */
  #redraw() {
    const before = this.#board;
    const focused = before.ground.contains(document.activeElement);
    this.#board = this.#drawn();
    this.#board.return(before.screen.name, before.focused);
    this.#board.open(this.#open);
    this.#board.light(...this.#lit);
    this.#board.lay(...this.#lying);
    this.#board.puck(this.#pucks);
    this.#board.mark(this.#markers);
    if (focused) this.#board.nodes.get(this.#board.focused)?.focus();
  }

  #listen() {
    const board = {
      spotOf: (/** @type {EventTarget | null} */ target) => this.#spotOf(target),
      slides: () => this.#slides,
      lens: new Magnifier(this.root, () => this.#board.screen),
    };
    listenToPresses(this.root, board, {
      ...this.hands,
      tap: (spot) => {
        this.#board.rove(spot.id);
        this.hands.tap(spot);
      },
    });
    this.root.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const spot = this.#spotOf(event.target);
      const mouse = event instanceof PointerEvent && event.pointerType === "mouse";
      if (spot && mouse) this.hands.ask(spot); // a finger that rests asks by itself
    });
    this.root.addEventListener("keydown", (event) => {
      const spot = this.#spotOf(event.target);
      if (spot && this.#key(spot, event)) event.preventDefault();
    });
    this.root.addEventListener("focusin", (event) => {
      const spot = this.#spotOf(event.target);
      if (spot) this.#board.rove(spot.id);
    });
  }

  /** Whether the felt is higher than its window, so that a finger may scroll it. */
  get #slides() {
    return this.#window.scrollHeight > this.#window.clientHeight;
  }

  /**
   * @param {Spot} spot
   * @param {KeyboardEvent} event
   */
  #key(spot, event) {
    if (event.key in ARROWS) this.#board.step(spot, ARROWS[event.key]);
    else if (event.repeat) return true; // a key held down is one wish
    else if (event.key === "Enter" || event.key === " ") this.hands.touch(spot);
    else if (event.key === "Delete" || event.key === "Backspace") this.hands.remove(spot);
    else if (event.key === "m") this.hands.grab(spot);
    else if (event.key === "?" || event.key === "i") this.hands.ask(spot);
    else return false;
    return true;
  }

  /** @param {EventTarget | null} target */
  #spotOf(target) {
    const node = target instanceof Element ? target.closest("[data-wager]") : null;
    return node ? this.spot(node.getAttribute("data-wager") ?? "") : undefined;
  }
}

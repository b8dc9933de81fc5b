// @ts-check
/** The felt: screens of spots that can be touched, and above them, never under anything, the chips and the puck. */
import { Chips, winTag } from "./chips.js";
import { html, svg } from "./dom.js";
import { drawText, putPuck } from "./marks.js";
import { dollars } from "./money.js";
import { drawSpot, fitWords, nameOf } from "./spots.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./protocol.d.ts").Decided} Decided */
/** @typedef {import("./protocol.d.ts").Moved} Moved */
/** @typedef {import("./protocol.d.ts").Screen} Screen */
/** @typedef {import("./protocol.d.ts").Spot} Spot */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */

const LONG_PRESS = 600;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * One screen as it is drawn.
 * @typedef {{ screen: Screen, board: SVGElement, top: SVGElement, tags: SVGElement, chips: Chips, tab: HTMLElement, won: number }} Layer
 */

export class Felt {
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** @type {Map<string, SVGElement>} */
  #nodes = new Map();
  /** @type {Layer[]} */
  #layers;
  /** @type {Layer} */
  #front;
  #board = html("div", { class: "board" });
  #focused = "";
  #hadFocus = false;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} tabs
   * @param {TableInfo} info
   * @param {Record<"touch" | "hold" | "remove" | "ask", (spot: Spot) => void>} hands
   */
  constructor(root, tabs, info, hands) {
    this.root = root;
    this.hands = hands;
    this.#layers = info.felt.screens.map((screen) => this.#draw(screen, info.chips));
    this.#front = this.#layers[0];
    this.#board.append(...this.#layers.map((layer) => layer.board));
    root.append(this.#board, ...this.#layers.map((layer) => layer.top));
    tabs.append(...this.#layers.map((layer) => layer.tab));
    tabs.hidden = this.#layers.length < 2;
    this.show(this.#front.screen.name);
    for (const layer of this.#layers) fitWords(layer.board);
    this.#listen();
  }

  /** @param {string} id */
  spot(id) {
    return this.#spots.get(id);
  }

  /** @param {string} id */
  node(id) {
    return this.#nodes.get(id);
  }

  /**
   * Bring a screen to the front.
   * @param {string} name
   */
  show(name) {
    for (const layer of this.#layers) {
      const front = layer.screen.name === name;
      if (front) this.#front = layer;
      layer.board.classList.toggle("away", !front);
      layer.top.classList.toggle("away", !front);
      layer.tab.setAttribute("aria-selected", String(front));
    }
    const { width, height, spots } = this.#front.screen;
    this.root.style.aspectRatio = `${width} / ${height}`; // a tray makes a screen higher
    this.#rove(spots[0].id);
  }

  /**
   * Let the felt be touched, or not.
   * @param {boolean} open
   */
  open(open) {
    if (open !== this.#board.inert) return;
    // Closing takes the focus away from a player who uses the keyboard; opening gives it back.
    if (!open) this.#hadFocus = this.#board.contains(document.activeElement);
    this.#board.inert = !open;
    this.root.classList.toggle("closed", !open);
    if (open && this.#hadFocus && document.activeElement === document.body) this.#nodes.get(this.#focused)?.focus();
  }

  /**
   * @param {Amounts} amounts
   * @param {Set<string>} unsure
   */
  lay(amounts, unsure) {
    for (const layer of this.#layers) {
      layer.chips.lay(amounts, unsure);
      const staked = layer.screen.spots.reduce((sum, spot) => sum + (amounts[spot.id] ?? 0), 0);
      const told = layer.won ? `+${dollars(layer.won)}` : staked ? dollars(staked) : "";
      layer.tab.replaceChildren(layer.screen.title, ...(told ? [html("small", {}, told)] : []));
    }
    for (const [id, node] of this.#nodes) {
      const down = amounts[id] ?? 0;
      if (Number(node.dataset.down ?? 0) === down) continue;
      if (down) node.dataset.down = String(down);
      else delete node.dataset.down;
      node.setAttribute("aria-label", nameOf(/** @type {Spot} */ (this.#spots.get(id)), down));
    }
  }

  /** @param {Moved[]} moved */
  move(moved) {
    for (const layer of this.#layers) layer.chips.move(moved);
  }

  /**
   * Light the spots that win, and say what I won where.
   * @param {string[]} lit
   * @param {Decided[]} mine
   */
  light(lit, mine) {
    this.root.classList.toggle("lighted", lit.length > 0);
    const winning = new Set(lit);
    for (const [id, node] of this.#nodes) node.classList.toggle("lit", winning.has(id));
    for (const layer of this.#layers) {
      layer.tags.replaceChildren();
      layer.won = 0;
      for (const { wager, result, paid } of mine) {
        const spot = layer.chips.spots.get(wager);
        if (!spot || result !== "win") continue;
        winTag(layer.tags, spot, paid);
        layer.won += paid;
      }
    }
  }

  /** @param {Record<string, string>} pucks */
  puck(pucks) {
    for (const layer of this.#layers) {
      for (const mark of layer.screen.marks.filter((each) => each.kind === "puck" && pucks[each.puck] === each.state)) {
        putPuck(layer.top, mark);
      }
    }
    for (const [id, spot] of this.#spots) {
      this.#nodes.get(id)?.classList.toggle(
        "waits",
        Boolean(spot.waits_for) && !spot.opens_at.includes(pucks[spot.waits_for]),
      );
    }
  }

  /**
   * @param {Screen} screen
   * @param {number[]} values
   * @returns {Layer}
   */
  #draw(screen, values) {
    const viewBox = `0 0 ${screen.width} ${screen.height}`;
    const nodes = screen.spots.map((spot) => {
      const node = drawSpot(spot);
      this.#spots.set(spot.id, spot);
      this.#nodes.set(spot.id, node);
      return node;
    });
    const marks = screen.marks.filter((mark) => mark.kind === "text").map(drawText);
    const board = svg("svg", { viewBox, role: "group", "aria-label": screen.title }, ...nodes, ...marks);
    const lying = svg("g");
    const tags = svg("g");
    const top = svg("svg", { viewBox, class: "top-layer" }, lying, tags);
    const tab = html("button", { type: "button", role: "tab", "data-testid": `screen-${screen.name}` }, screen.title);
    tab.addEventListener("click", () => this.show(screen.name));
    const spots = new Map(screen.spots.map((spot) => [spot.id, spot]));
    return { screen, board, top, tags, chips: new Chips(lying, spots, values), tab, won: 0 };
  }

  #listen() {
    this.#board.addEventListener("pointerdown", (event) => {
      const spot = this.#spotOf(event.target);
      if (!spot || event.button !== 0) return;
      this.#rove(spot.id);
      if (event.pointerType === "touch" && this.#slides) {
        this.#waitForRelease(spot, event.pointerId);
        return;
      }
      this.#waitForHold(spot);
      this.hands.touch(spot);
    });
    this.#board.addEventListener("contextmenu", (event) => event.preventDefault());
    this.#board.addEventListener("keydown", (event) => {
      const spot = this.#spotOf(event.target);
      if (spot && this.#key(spot, event)) event.preventDefault();
    });
    this.#board.addEventListener("focusin", (event) => {
      const spot = this.#spotOf(event.target);
      if (spot) this.#rove(spot.id);
    });
  }

  /** Whether the felt is wider than the window through which it is seen. */
  get #slides() {
    const seen = this.root.parentElement;
    return seen !== null && seen.scrollWidth > seen.clientWidth;
  }

  /**
   * On a felt that scrolls, wait until the finger is lifted: if it scrolled the felt, it touched no spot.
   * @param {Spot} spot
   * @param {number} finger
   */
  #waitForRelease(spot, finger) {
    const ended = new AbortController();
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== finger) return;
      ended.abort();
      if (event.type === "pointerup") this.hands.touch(spot);
    };
    addEventListener("pointerup", end, { signal: ended.signal });
    addEventListener("pointercancel", end, { signal: ended.signal });
  }

  /** @param {Spot} spot */
  #waitForHold(spot) {
    const timer = setTimeout(() => this.hands.hold(spot), LONG_PRESS);
    const ended = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      ended.abort();
    };
    for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, stop, { signal: ended.signal });
  }

  /**
   * @param {Spot} spot
   * @param {KeyboardEvent} event
   */
  #key(spot, event) {
    if (event.key in ARROWS) this.#step(spot, ARROWS[event.key]);
    else if (event.repeat) return true; // a key held down is one wish
    else if (event.key === "Enter" || event.key === " ") this.hands.touch(spot);
    else if (event.key === "Delete" || event.key === "Backspace") this.hands.remove(spot);
    else if (event.key === "?") this.hands.ask(spot);
    else return false;
    return true;
  }

  /**
   * Focus the nearest spot in a direction. Sideways distance counts three times, so spots in the same row or column come first.
   * With this metric, arrow keys reach every spot of every felt.
   * @param {Spot} from
   * @param {[number, number]} direction
   */
  #step(from, [right, down]) {
    let best = { cost: Infinity, id: "" };
    for (const spot of this.#front.screen.spots) {
      const [dx, dy] = [middle(spot)[0] - middle(from)[0], middle(spot)[1] - middle(from)[1]];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(right ? dy : dx);
      const gap = Math.max(
        0,
        aside - (right ? Math.min(spot.box.h, from.box.h) : Math.min(spot.box.w, from.box.w)) / 2,
      );
      const cost = ahead + 3 * gap + aside / 4;
      if (ahead > 1 && cost < best.cost) best = { cost, id: spot.id };
    }
    this.#nodes.get(best.id)?.focus();
  }

  /**
   * Only one spot is a stop for the tab key; arrows reach the others.
   * @param {string} id
   */
  #rove(id) {
    this.#nodes.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#nodes.get(id)?.setAttribute("tabindex", "0");
    this.#focused = id;
  }

  /** @param {EventTarget | null} target */
  #spotOf(target) {
    const node = target instanceof Element ? target.closest("[data-wager]") : null;
    return node ? this.#spots.get(node.getAttribute("data-wager") ?? "") : undefined;
  }
}

/** @param {Spot} spot */
function middle(spot) {
  return [spot.box.x + spot.box.w / 2, spot.box.y + spot.box.h / 2];
}

// @ts-check
/** One shape of the felt as it is drawn: screens of spots, and above them, never under anything, the chips and the pucks. */
import { Chips, netTag } from "./chips.js";
import { html, svg } from "./dom.js";
import { drawGhosts } from "./ghosts.js";
import { NO_MARKERS } from "./markers.js";
import { drawText, putPucks } from "./marks.js";
import { dollars, signed } from "./money.js";
import { leastPrint } from "./prints.js";
import { drawSpot, fitWords, nameOf } from "./spots.js";
import { cameTo } from "./win.js";

/** @typedef {import("./types.d.ts").Amounts} Amounts */
/** @typedef {import("./types.d.ts").Ended} Ended */
/** @typedef {import("./protocol.d.ts").Moved} Moved */
/** @typedef {import("./protocol.d.ts").Screen} Screen */
/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * One screen as it is drawn.
 * @typedef {{ screen: Screen, board: SVGElement, top: SVGElement, tags: SVGElement, ghosts: SVGElement, chips: ReturnType<LayChips>, tab: HTMLElement, staked: number, net: number, odds: boolean }} Layer
 */

/**
 * How chips are laid on a screen, if not as one player's.
 * @typedef {(layer: SVGElement, spots: Map<string, Spot>) => Pick<Chips, "lay" | "mark" | "move" | "spots">} LayChips
 */

export class Board {
  /** @type {Map<string, Spot>} */
  spots = new Map();
  /** @type {Map<string, SVGElement>} */
  nodes = new Map();
  /** What holds the spots. */
  ground = html("div", { class: "board" });
  /** The spot that the tab key reaches. */
  focused = "";
  /** The spots for odds. @type {Set<string>} */
  #odds = new Set();
  /** @type {import("./markers.js").Markers} */
  #markers = NO_MARKERS;
  /** @type {Record<string, string>} */
  #pucks = {};
  /** @type {Layer[]} */
  #layers;
  /** @type {Layer} */
  #front;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} tabs
   * @param {Screen[]} screens
   * @param {{ tall: boolean, chips: number[], parts: Record<string, Record<string, number>>, onShow: () => void, lay?: LayChips }} how
   */
  constructor(root, tabs, screens, how) {
    this.tall = how.tall;
    this.parts = how.parts;
    this.onShow = how.onShow;
    this.#layers = screens.map((screen) => this.#draw(screen, how));
    this.#front = this.#layers[0];
    this.ground.append(...this.#layers.map((layer) => layer.board));
    root.replaceChildren(this.ground, ...this.#layers.map((layer) => layer.top));
    tabs.replaceChildren(...this.#layers.map((layer) => layer.tab));
    tabs.hidden = this.#layers.length < 2;
    this.show(this.#front.screen.name);
    for (const layer of this.#layers) fitWords(layer.board);
  }

  /** The screen in front. */
  get screen() {
    return this.#front.screen;
  }

  /**
   * The screen on which a spot lies.
   * @param {string} id
   */
  screenOf(id) {
    return this.#layers.find((layer) => layer.chips.spots.has(id))?.screen;
  }

  /**
   * Bring a screen to the front.
   * @param {string} name
   */
  show(name) {
    this.#front = this.#layers.find((layer) => layer.screen.name === name) ?? this.#front;
    for (const layer of this.#layers) {
      const front = layer === this.#front;
      layer.board.classList.toggle("away", !front);
      layer.top.classList.toggle("away", !front);
      layer.tab.setAttribute("aria-selected", String(front));
      layer.tab.tabIndex = front ? 0 : -1; // arrows reach the others
      this.#drawTab(layer);
    }
    this.rove(this.screen.spots[0].id);
    this.onShow();
  }

  /**
   * Bring the screen to the front that was there in another shape, or the one on which that spot lies.
   * @param {string} name
   * @param {string} id
   */
  return(name, id) {
    const has = (/** @type {Layer} */ layer) => layer.screen.spots.some((spot) => spot.id === id);
    const same = this.#layers.find((layer) => layer.screen.name === name && has(layer));
    this.show((same ?? this.#layers.find(has) ?? this.#front).screen.name);
    if (this.nodes.has(id)) this.rove(id);
  }

  /** @param {boolean} open  whether chips can be put on it */
  open(open) {
    for (const { board } of this.#layers) board.setAttribute("aria-disabled", String(!open));
  }

  /**
   * @param {Amounts} amounts
   * @param {Set<string>} unsure
   * @param {Amounts} doubtful
   */
  lay(amounts, unsure, doubtful) {
    for (const layer of this.#layers) {
      layer.chips.lay(amounts, unsure, doubtful);
      drawGhosts(layer.ghosts, layer.chips.spots, amounts, this.parts);
      layer.staked = layer.screen.spots.reduce((sum, spot) => sum + (amounts[spot.id] ?? 0), 0);
      this.#drawTab(layer);
    }
    for (const [id, node] of this.nodes) {
      const told = { down: amounts[id] ?? 0, doubt: doubtful[id] ?? 0 };
      if (Number(node.dataset.down ?? 0) === told.down && Number(node.dataset.doubt ?? 0) === told.doubt) continue;
      for (const name of /** @type {const} */ (["down", "doubt"])) {
        if (told[name]) node.dataset[name] = String(told[name]);
        else delete node.dataset[name];
      }
      this.#describe(id);
    }
  }

  /**
   * Say on a tab what its screen came to for the player, that odds may be added there, or what lies there.
   * @param {Layer} layer
   */
  #drawTab({ screen, tab, net, odds, staked }) {
    const unseen = odds && screen !== this.screen;
    const told = net ? signed(net) : unseen ? "add odds" : staked ? dollars(staked) : "";
    tab.replaceChildren(screen.title, ...(told ? [html("small", { class: net > 0 ? "gain" : "" }, told)] : []));
  }

  /**
   * Mark bets that were called or that stand, and spots that wait for odds.
   * @param {import("./markers.js").Markers} markers
   */
  mark(markers) {
    const { off, takes } = this.#markers;
    this.#markers = markers;
    for (const layer of this.#layers) {
      layer.chips.mark(markers);
      const odds = layer.screen.spots.some(({ id }) => markers.offered.has(id));
      if (odds === layer.odds) continue;
      layer.odds = odds;
      this.#drawTab(layer);
    }
    for (const id of this.#odds) this.nodes.get(id)?.classList.toggle("takes-odds", markers.offered.has(id));
    // A touch redraws everything at once, so nothing is done again for spots that the table has told nothing new about.
    if (off !== markers.off || takes !== markers.takes) { for (const id of this.spots.keys()) this.#describe(id); }
  }

  /**
   * Draw whether a spot is locked, and give it its name: what it is, what lies there, and whether that is off.
   * @param {string} id
   */
  #describe(id) {
    const [spot, node] = [this.spots.get(id), this.nodes.get(id)];
    if (!spot || !node) return;
    const down = Number(node.dataset.down ?? 0);
    const locked = this.#isLocked(spot, down);
    const off = down > 0 && this.#markers.off.includes(id);
    const name = nameOf(spot, down, { locked, off, doubt: Number(node.dataset.doubt ?? 0) });
    if (node.getAttribute("aria-label") === name) return;
    node.classList.toggle("waits", locked);
    node.setAttribute("aria-label", name);
  }

  /**
   * Odds wait for a flat bet with a point, other spots for the puck.
   * @param {Spot} spot
   * @param {number} down
   */
  #isLocked({ id, rides_on, waits_for, opens_at }, down) {
    if (rides_on) return !down && !(id in this.#markers.takes);
    return Boolean(waits_for) && !opens_at.includes(this.#pucks[waits_for]);
  }

  /** @param {Moved[]} moved */
  move(moved) {
    for (const layer of this.#layers) layer.chips.move(moved);
  }

  /**
   * Light the spots that win, and say where the player has won and lost how much.
   * @param {string[]} lit
   * @param {Ended[]} mine
   */
  light(lit, mine) {
    const winning = new Set(lit);
    const own = new Set(mine.filter(({ result }) => result === "win").map(({ wager }) => wager));
    for (const [id, node] of this.nodes) {
      node.classList.toggle("lit", winning.has(id));
      node.classList.toggle("own", own.has(id));
    }
    for (const layer of this.#layers) {
      const bets = mine.filter(({ wager }) => layer.chips.spots.has(wager));
      layer.net = cameTo(bets).net;
      layer.tags.replaceChildren();
      for (const bet of bets) {
        const spot = layer.chips.spots.get(bet.wager);
        const { net } = cameTo([bet]);
        if (spot && net) netTag(layer.tags, spot, net, layer.screen.width);
      }
      this.#drawTab(layer);
    }
  }

  /** @param {Record<string, string>} pucks */
  puck(pucks) {
    for (const layer of this.#layers) {
      putPucks(layer.top, layer.screen.marks.filter((each) => each.kind === "puck" && pucks[each.puck] === each.state));
    }
    if (pucks === this.#pucks) return;
    this.#pucks = pucks;
    for (const id of this.spots.keys()) this.#describe(id);
  }

  /**
   * Only one spot is a stop for the tab key; arrows reach the others.
   * @param {string} id
   */
  rove(id) {
    this.nodes.get(this.focused)?.setAttribute("tabindex", "-1");
    this.nodes.get(id)?.setAttribute("tabindex", "0");
    this.focused = id;
  }

  /**
   * Focus the nearest spot in a direction. Sideways distance counts three times, so spots in the same row or column come first.
   * With this metric, arrow keys reach every spot of every felt.
   * @param {Spot} from
   * @param {[number, number]} direction
   */
  step(from, [right, down]) {
    let best = { cost: Infinity, id: "" };
    for (const spot of this.screen.spots) {
      const [dx, dy] = [middle(spot)[0] - middle(from)[0], middle(spot)[1] - middle(from)[1]];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(right ? dy : dx);
      const half = right ? Math.min(spot.box.h, from.box.h) / 2 : Math.min(spot.box.w, from.box.w) / 2;
      const cost = ahead + 3 * Math.max(0, aside - half) + aside / 4;
      if (ahead > 1 && cost < best.cost) best = { cost, id: spot.id };
    }
    this.nodes.get(best.id)?.focus();
  }

  /**
   * Arrows go from tab to tab, around the end; they stand beside each other or, on a tablet upright, below.
   * @param {KeyboardEvent} event
   */
  #keyOnTab(event) {
    const [at, count] = [this.#layers.indexOf(this.#front), this.#layers.length];
    /** @type {Record<string, number>} */
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: count - 1 };
    if (!(event.key in to) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { tab } = this.#layers[(to[event.key] + count) % count];
    tab.click();
    tab.focus();
  }

  /**
   * @param {Screen} screen
   * @param {{ chips: number[], lay?: LayChips }} how
   * @returns {Layer}
   */
  #draw(screen, how) {
    const viewBox = `0 0 ${screen.width} ${screen.height}`;
    const nodes = screen.spots.map((spot) => {
      const node = drawSpot(spot, this.tall);
      this.spots.set(spot.id, spot);
      this.nodes.set(spot.id, node);
      if (spot.rides_on) this.#odds.add(spot.id);
      return node;
    });
    const marks = screen.marks.filter((mark) => mark.kind === "text").map(drawText);
    // The magnifier shows both groups by their ids.
    const ground = svg("g", { class: "ground", id: `ground-${screen.name}` }, ...nodes, ...marks);
    const board = svg("svg", { viewBox, role: "group", "aria-label": screen.title }, ground);
    const lying = svg("g", { id: `chips-${screen.name}` });
    const ghosts = svg("g");
    const tags = svg("g");
    const top = svg("svg", { viewBox, class: "top-layer" }, ghosts, lying, tags);
    const tab = html("button", { type: "button", role: "tab", "data-testid": `screen-${screen.name}` }, screen.title);
    tab.addEventListener("click", () => {
      this.show(screen.name);
      // The odds that its tab offers may lie below the edge of the window.
      const odds = screen.spots.find(({ id }) => this.#markers.offered.has(id));
      this.nodes.get(odds?.id ?? "")?.scrollIntoView({ block: "nearest" });
    });
    tab.addEventListener("keydown", (event) => this.#keyOnTab(event));
    const spots = new Map(screen.spots.map((spot) => [spot.id, spot]));
    return {
      screen,
      board,
      top,
      tags,
      ghosts,
      chips: how.lay?.(lying, spots) ?? new Chips(lying, spots, how.chips, leastPrint(this.tall)),
      tab,
      staked: 0,
      net: 0,
      odds: false,
    };
  }
}

/** @param {Spot} spot */
function middle(spot) {
  return [spot.box.x + spot.box.w / 2, spot.box.y + spot.box.h / 2];
}

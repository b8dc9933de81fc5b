// @ts-check
/** The panel about one spot: what lies there, what it pays, its limits, clause and edge, and what can be done with the bet. */
import { byId, html } from "./dom.js";
import { runWords } from "./markers.js";
import { dollars } from "./money.js";
import { payouts } from "./payout.js";

/** @typedef {import("./protocol.d.ts").OwnLimits} Limits */
/** @typedef {import("./protocol.d.ts").Spot} Spot */

/**
 * What is known about a spot when the panel is drawn.
 * @typedef {object} Known
 * @property {number} down  what the player has there
 * @property {number} stake  what a touch would put there
 * @property {number} plays  how much of that, or of what is there, plays: the rest is over a limit and comes back
 * @property {boolean} betting
 * @property {boolean} stands  whether nothing of it can come down now
 * @property {boolean | undefined} called
 * @property {boolean} off  whether the next outcome does not decide it
 * @property {import("./protocol.d.ts").BetOnRun | undefined} run  how far the run has come on which it is
 * @property {boolean[]} calls  the calls that are possible now: on, off
 * @property {number} keeps  the commission that is not given back if the bet comes down
 * @property {Spot | undefined} odds  the odds that the player may add to it now
 * @property {Limits | null} limits  the player's own
 */

/** @typedef {"take-down" | "call-on" | "call-off" | "add-odds" | "move"} Deed */

/** @type {Record<Deed, string>} */
const DEEDS = {
  "add-odds": "Add odds",
  move: "Move",
  "call-on": "Call on",
  "call-off": "Call off",
  "take-down": "Take down",
};

export class InfoPanel {
  #panel = byId("info");
  /** @type {Spot | null} */
  #spot = null;
  /** @type {Element | null} */
  #before = null;
  #title = html("h2", { id: "info-title" });
  #body = html("div", { class: "panel-body", tabindex: "0", role: "group", "aria-label": "About this bet" });
  #told = "";
  #keys = /** @type {Record<Deed, HTMLButtonElement>} */ ({});

  /**
   * @param {{ rules: string, payout_unit: number, minimum: number }} info
   * @param {(spot: Spot) => Known} know
   * @param {(deed: Deed, spot: Spot) => void} act
   * @param {(spot: Spot) => { across: string, along: string }} farFrom  where the panel hides the spot least
   */
  constructor(info, know, act, farFrom) {
    this.info = info;
    this.know = know;
    this.farFrom = farFrom;
    const close = html("button", { type: "button", "data-testid": "info-close", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => this.close());
    for (const [deed, words] of /** @type {[Deed, string][]} */ (Object.entries(DEEDS))) {
      const key = html("button", { type: "button", "data-testid": `info-${deed}` }, words);
      key.addEventListener("click", () => this.#spot && act(deed, this.#spot));
      this.#keys[deed] = /** @type {HTMLButtonElement} */ (key);
    }
    this.#panel.append(
      html("div", { class: "panel-head" }, this.#title, close),
      this.#body,
      html("div", { class: "panel-keys" }, ...Object.values(this.#keys)),
    );
    // It lies over the felt: a touch that is meant for a spot below takes it away.
    this.#panel.addEventListener("click", (event) => {
      if (event.target instanceof Element && !event.target.closest("a, button")) this.close();
    });
    this.#panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /**
   * The sign has changed, and with it what spots say.
   * @param {{ rules: string, payout_unit: number, minimum: number }} info
   * @param {(id: string) => Spot | undefined} spotOf
   */
  renew(info, spotOf) {
    this.info = info;
    this.#spot = this.#spot && (spotOf(this.#spot.id) ?? null);
    this.#told = "";
    this.draw();
  }

  /** @param {Spot} spot */
  open(spot) {
    if (this.#panel.hidden) this.#before = document.activeElement;
    this.#spot = spot;
    Object.assign(this.#panel.dataset, this.farFrom(spot));
    this.#panel.hidden = false;
    this.draw();
    this.#body.scrollTop = 0;
    this.#panel.focus();
  }

  /** @param {Spot} spot  the player touches this one; a panel about another is in the way */
  closeUnless(spot) {
    if (this.#spot && this.#spot.id !== spot.id) this.close();
  }

  close() {
    if (this.#panel.hidden) return;
    const focused = this.#panel.contains(document.activeElement);
    this.#panel.hidden = true;
    this.#spot = null;
    if (focused && (this.#before instanceof HTMLElement || this.#before instanceof SVGElement)) this.#before.focus();
  }

  /** Draw it again if it is open: the bet or the round has changed. */
  draw() {
    if (!this.#spot) return;
    const spot = this.#spot;
    const known = this.know(spot);
    this.#title.textContent = spot.title;
    const told = JSON.stringify([spot.id, { ...known, betting: null, odds: null }]);
    // Drawing it again would take the focus from its link.
    if (told !== this.#told) this.#body.replaceChildren(...this.#content(spot, known));
    this.#told = told;
    const { down, betting, stands, calls, odds } = known;
    const show = (/** @type {Deed} */ deed, /** @type {boolean} */ shown, /** @type {boolean} */ enabled) => {
      this.#keys[deed].hidden = !shown;
      this.#keys[deed].disabled = !enabled;
    };
    show("take-down", down > 0, betting && !stands);
    show("move", down > 0, betting && !stands);
    show("call-off", down > 0 && calls.includes(false), betting);
    show("call-on", down > 0 && calls.includes(true), betting);
    show("add-odds", odds !== undefined, betting);
  }

  /**
   * @param {Spot} spot
   * @param {Known} known
   * @returns {Node[]}
   */
  #content(spot, { down, stake, plays, stands, called, off, run, keeps, limits }) {
    const state = [
      down
        ? `${dollars(down)} down`
        : spot.taps
        ? "Nothing of yours lies here"
        : "No chip is put here: a bet moves here by itself",
      ...(run ? [runWords(run)] : []),
      ...(called === undefined ? (off ? ["off on this roll"] : []) : [called ? "called on" : "called off"]),
      ...(down && stands ? ["locked: it stays until it is decided"] : []),
    ];
    const over = (down || stake) - plays;
    const rows = payouts(spot, plays, this.info).map(([odds, wins]) => html("li", {}, html("b", {}, odds), ` ${wins}`));
    const facts = /** @type {[string, string | Node][]} */ ([
      [`Pays on ${down && !over ? "your " : ""}${dollars(plays)}`, html("ul", {}, ...rows)],
      ["Over the limit", over ? `${dollars(over)} does not play, and comes back` : ""],
      ["Commission", keeps ? `${dollars(keeps)} is not given back if this bet comes down` : ""],
      ["Limits", spot.limits],
      ["Your own limits", limits ? `${dollars(limits.minimum)} to ${dollars(limits.maximum)}` : ""],
      ["House edge", spot.edge],
      ["Rule", this.#rule(spot)],
    ]).filter(([, fact]) => fact);
    return [
      html("p", { class: "info-total", "data-testid": "info-total" }, state.join(", ")),
      html("p", { class: "info-help" }, spot.help),
      html("dl", {}, ...facts.flatMap(([name, fact]) => [html("dt", {}, name), html("dd", {}, fact)])),
    ];
  }

  /** @param {Spot} spot */
  #rule(spot) {
    if (!spot.clause) return "";
    if (!this.info.rules) return spot.clause;
    const href = `${this.info.rules}#wager-${encodeURIComponent(spot.id)}`;
    return html("a", { href, target: "_blank", rel: "noopener" }, `Clause ${spot.clause}`);
  }
}

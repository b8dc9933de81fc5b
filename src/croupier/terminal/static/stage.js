// @ts-check
/** The stage: the phase of the round in words, the dice or the wheel, what fell, and who else plays. */
import { byId, html } from "./dom.js";
import { Dice } from "./dice.js";
import { dollars } from "./money.js";
import { colourOf, drawHistory, inWords } from "./results.js";
import { Wheel } from "./wheel.js";

/** @typedef {import("./protocol.d.ts").Drawn} Drawn */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */

const MOST_COMPANY = 5;

export class Stage {
  #phase = byId("phase");
  #result = byId("result");
  #show;

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    this.#show = info.wheel.length ? new Wheel(byId("show"), info.wheel, colourOf) : new Dice(byId("show"));
  }

  /**
   * @param {Drawn} drawn
   * @param {string} seat
   */
  draw(drawn, seat) {
    const { round } = drawn;
    this.#say(this.#words(drawn, seat), round.phase);
    byId("round").textContent = [`Round ${round.number}`, ...Object.values(drawn.pucks).map(puckWords)].join(", ");
    const mine = round.phase === "closed" && round.shooter === seat;
    const appears = mine && byId("shoot").hidden;
    byId("shoot").hidden = !mine;
    // Whoever plays by keyboard has only seconds to get there.
    if (appears) byId("shoot").focus();
    byId("close-early").hidden = !(drawn.lone && round.phase === "betting");
    drawHistory(byId("history"), drawn.history);
    drawCompany(drawn.company, drawn.others);
  }

  /** While dice or ball are under way, the words say so and everything else waits. */
  rolling() {
    this.#say(this.#moving, "rolling");
    this.#result.textContent = "";
    this.#result.dataset.outcome = "";
    byId("shoot").hidden = true;
    byId("close-early").hidden = true;
  }

  /**
   * Let an outcome be seen to fall.
   * @param {string} outcome
   */
  roll(outcome) {
    return this.#show.roll(outcome);
  }

  /** Skip what is left of the show. */
  finish() {
    this.#show.finish();
  }

  /** @param {string | undefined} outcome */
  rest(outcome) {
    if (!outcome) return;
    this.#show.rest(outcome);
    this.result(outcome, "");
  }

  /**
   * @param {string} outcome
   * @param {string | null} before  where the puck lay, or nothing where that is no longer known
   * @param {string} [extra]
   */
  result(outcome, before, extra = "") {
    const words = before === "" ? inWords(outcome, "").split(",")[0] : inWords(outcome, before ?? "");
    this.#result.dataset.outcome = outcome;
    this.#result.replaceChildren(html("strong", {}, words), ...(extra ? [html("span", { class: "won" }, extra)] : []));
  }

  /** @param {string} words */
  voided(words) {
    this.#result.dataset.outcome = "";
    this.#result.replaceChildren(html("strong", {}, words));
  }

  get #moving() {
    return this.info.wheel.length ? "The ball is running" : "The dice are out";
  }

  /**
   * @param {Drawn} drawn
   * @param {string} seat
   */
  #words({ round }, seat) {
    switch (round.phase) {
      case "closed":
        if (round.shooter) return round.shooter === seat ? "Your dice" : `${round.shooter} has the dice`;
        return "No more bets";
      case "shot":
        return this.#moving;
      case "done":
        return "Round over";
      default:
        return "Place your bets";
    }
  }

  /**
   * @param {string} words
   * @param {string} phase
   */
  #say(words, phase) {
    this.#phase.textContent = words;
    this.#phase.dataset.phase = phase;
    document.body.dataset.phase = phase;
  }
}

/** @param {string} state */
function puckWords(state) {
  return state.startsWith("point") ? `the ${state.replace("point ", "point is ")}` : `${state} roll`;
}

/**
 * @param {{ seat: string, staked: number }[]} company
 * @param {number} others
 */
function drawCompany(company, others) {
  const shown = [...company].sort((a, b) => b.staked - a.staked).slice(0, MOST_COMPANY);
  const rows = shown.map(({ seat, staked }) =>
    html("li", {}, html("span", {}, seat), html("span", {}, dollars(staked)))
  );
  const more = others - shown.length;
  if (more > 0) rows.push(html("li", {}, html("span", {}, `and ${more} more`)));
  byId("company").replaceChildren(...(rows.length ? [html("h2", {}, "Also betting"), html("ul", {}, ...rows)] : []));
}

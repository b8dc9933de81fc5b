// @ts-check
/** What a player may do beside betting: take the dice, throw or pass them, and leave up a bet that has won. */
import { byId, html, onPress } from "./dom.js";
import { isPaying } from "./phases.js";

/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

/** The buttons about the dice, and what each says. */
const SAYS = /** @type {const} */ ({
  "accept-dice": "accept-dice",
  "decline-dice": "decline-dice",
  "throw-dice": "shoot",
  "pass-dice": "pass-dice",
});

export class Hand {
  #staying = byId("staying");
  /** @type {Map<string, HTMLButtonElement>} */
  #stays = new Map();
  #round = 0;
  #offered = false;

  /**
   * @param {(wish: NewWish) => Promise<Answered>} ask
   * @param {(wager: string) => string} titleOf
   */
  constructor(ask, titleOf) {
    this.ask = ask;
    this.titleOf = titleOf;
    for (const [id, say] of Object.entries(SAYS)) onPress(byId(id), () => this.ask({ say, round: this.#round }));
  }

  /**
   * @param {Drawn} drawn
   * @param {string} seat
   * @param {boolean} throws  whether players throw the dice here
   */
  draw({ round, mine }, seat, throws) {
    this.#round = round.number;
    const offered = !mine.locked && seat !== "" && round.offered === seat;
    const shooter = !mine.locked && throws && round.phase === "betting" && round.shooter === seat;
    show(["accept-dice", "decline-dice"], offered);
    show(["throw-dice", "pass-dice"], shooter && !offered);
    if (offered && !this.#offered) byId("announcer").textContent = "The dice are offered to you.";
    this.#offered = offered;
    this.#stay(isPaying(round.phase) ? mine.may_stay : []);
  }

  /** Nothing can be done while dice or ball are under way. */
  wait() {
    show(Object.keys(SAYS), false);
    this.#stay([]);
  }

  /**
   * A button for each bet, kept if it is already there, so that it does not lose the focus.
   * @param {string[]} wagers
   */
  #stay(wagers) {
    for (const [wager, button] of this.#stays) {
      if (wagers.includes(wager)) continue;
      button.remove();
      this.#stays.delete(wager);
    }
    for (const wager of wagers) {
      if (this.#stays.has(wager)) continue;
      const name = html("small", {}, this.titleOf(wager));
      const button = html("button", { type: "button", "data-testid": `leave-up-${wager}` }, "Leave up", name);
      onPress(button, () => this.#leaveUp(wager));
      this.#stays.set(wager, /** @type {HTMLButtonElement} */ (button));
      this.#staying.append(button);
    }
    this.#staying.hidden = !this.#stays.size;
  }

  /** @param {string} wager */
  async #leaveUp(wager) {
    const button = this.#stays.get(wager);
    if (button) button.disabled = true;
    const answer = await this.ask({ say: "leave-up", wager });
    if (button) button.disabled = answer.ok;
  }
}

/**
 * @param {string[]} ids
 * @param {boolean} shown
 */
function show(ids, shown) {
  for (const id of ids) byId(id).hidden = !shown;
}

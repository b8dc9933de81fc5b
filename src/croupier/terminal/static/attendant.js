// @ts-check
/** The key with which a player calls somebody: an attendant, or to report a fault or to dispute something. */
import { announce } from "./announcer.js";
import { byId, html } from "./dom.js";

/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

/** What the sheet says of the player's call, by what `drawKeys` notes on the key. @type {Record<string, string>} */
const STATES = {
  "": "",
  attendant: "You have called. Somebody will come to you.",
  fault: "You have reported a fault. Somebody will come to you.",
  coming: "Somebody is coming to you.",
};
const ON_FILE = "Your dispute is on file. A member of the staff will decide it.";

/**
 * Show the key, and let it open its sheet.
 * @param {(wish: NewWish) => Promise<Answered>} send
 * @param {() => number | null} round  the newest round that can be disputed; null if there is none
 * @param {(words: string) => void} say
 */
export function listenToCalls(send, round, say) {
  const sheet = new CallSheet(send, round, say);
  const key = /** @type {HTMLButtonElement} */ (byId("call"));
  key.addEventListener("click", () => sheet.open());
  let state = key.dataset.call;
  new MutationObserver(() => {
    sheet.draw();
    if (key.dataset.call === state) return;
    state = key.dataset.call;
    if (state === "coming") {
      say(STATES.coming);
      announce(STATES.coming);
    }
  }).observe(key, { attributeFilter: ["data-call", "disabled"] });
  key.hidden = false;
}

class CallSheet {
  #sheet = /** @type {HTMLDialogElement} */ (html("dialog", {
    class: "panel sheet",
    "data-testid": "call-sheet",
    "aria-labelledby": "call-title",
  }));
  #said = html("p", { class: "why", role: "status", "data-testid": "call-said" });
  #first;
  #second;
  #calls;
  #send;
  #say;

  /**
   * @param {(wish: NewWish) => Promise<Answered>} send
   * @param {() => number | null} round
   * @param {(words: string) => void} say
   */
  constructor(send, round, say) {
    this.#send = send;
    this.#say = say;
    this.#calls = [
      key("Call an attendant", "call-attendant", () => this.#call("attendant")),
      key("This terminal is faulty", "call-fault", () => this.#call("fault")),
    ];
    this.#first = keys(...this.#calls, key("I dispute something", "call-dispute", () => this.#disputing(true)));
    const dispute = (/** @type {"result" | "payment" | "bet"} */ about) => async () => {
      await this.#ask({ say: "dispute", about, disputed_round: round() }, ON_FILE);
    };
    this.#second = keys(
      key("The result", "dispute-result", dispute("result")),
      key("What was paid", "dispute-payment", dispute("payment")),
      key("A bet", "dispute-bet", dispute("bet")),
    );
    this.#sheet.append(
      html("h2", { id: "call-title" }, "Call"),
      this.#said,
      this.#first,
      this.#second,
      keys(key("Close", "call-close", () => this.#sheet.close())),
    );
    // A touch beside the sheet closes it.
    this.#sheet.addEventListener("click", (event) => event.target === this.#sheet && this.#sheet.close());
    document.body.append(this.#sheet);
  }

  open() {
    this.#disputing(false);
    this.#said.textContent = STATES[byId("call").dataset.call ?? ""];
    this.draw();
    this.#sheet.showModal();
  }

  /** Nothing is pressed while the table does not hear it. */
  draw() {
    const { disabled, dataset } = /** @type {HTMLButtonElement} */ (byId("call"));
    for (const each of this.#sheet.querySelectorAll("button")) each.disabled = disabled;
    /** @type {HTMLButtonElement} */ (this.#sheet.querySelector('[data-testid="call-close"]')).disabled = false;
    if (dataset.call) { for (const each of this.#calls) each.disabled = true; }
  }

  /** @param {boolean} is */
  #disputing(is) {
    byId("call-title").textContent = is ? "What do you dispute?" : "Call";
    this.#first.hidden = is;
    this.#second.hidden = !is;
    if (is) this.#second.querySelector("button")?.focus();
  }

  /** @param {"attendant" | "fault"} concern */
  #call(concern) {
    return this.#ask({ say: "attendant", concern }, STATES[concern]);
  }

  /**
   * Ask the table. What it grants is said on the page, what it refuses in the sheet.
   * @param {NewWish} wish
   * @param {string} granted
   */
  async #ask(wish, granted) {
    const answer = await this.#send(wish);
    if (!answer.ok) {
      this.#said.textContent = answer.message ?? "The table said no.";
      return;
    }
    this.#sheet.close();
    this.#say(granted);
  }
}

/**
 * @param {string} words
 * @param {string} id
 * @param {() => void} press
 */
function key(words, id, press) {
  const made = /** @type {HTMLButtonElement} */ (html("button", { type: "button", "data-testid": id }, words));
  made.addEventListener("click", press);
  return made;
}

/** @param {HTMLElement[]} each */
function keys(...each) {
  return html("div", { class: "panel-keys" }, ...each);
}

// @ts-check
/** The card reader of the terminal: a player card goes in and out, and money moves between its account and the credit. */
import { byId, html } from "./dom.js";
import { dollars, typedCents } from "./money.js";

/** @typedef {import("./protocol.d.ts").Answered} Answered */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {import("./types.d.ts").NewWish} NewWish */

const PENDING = "Pending …";

/**
 * Show the key of the card reader, and let it open its sheet. `drawKeys` notes on the key whose card is in.
 * @param {TableInfo} info
 * @param {(wish: NewWish) => Promise<Answered>} send
 */
export function listenToCard(info, send) {
  document.head.append(html("link", { rel: "stylesheet", href: "/static/card.css" }));
  const key = byId("card");
  const reader = new CardReader(info, send, () => key.dataset.card ?? "");
  key.addEventListener("click", () => reader.open());
  new MutationObserver(() => reader.draw()).observe(key, { attributeFilter: ["data-card"] });
  key.hidden = false;
}

class CardReader {
  #sheet = /** @type {HTMLDialogElement} */ (byId("card-sheet"));
  #said = html("p", { class: "why", role: "status", "data-testid": "card-said" });
  #body = html("div");
  #number = field("card-number", { inputmode: "numeric", maxlength: "40" });
  #pin = field("card-pin", { inputmode: "numeric", maxlength: "8", type: "password" });
  #amount = field("card-amount", { inputmode: "decimal", maxlength: "14" });
  #partial = field("card-partial", { type: "checkbox" });
  #info;
  #send;
  #card;
  /** Whose card the sheet was drawn for; null before it was drawn. @type {string | null} */
  #drawn = null;
  /** Whether the table has not answered yet. */
  #isPending = false;

  /**
   * @param {TableInfo} info
   * @param {(wish: NewWish) => Promise<Answered>} send
   * @param {() => string} card  whose card is in; empty if none is
   */
  constructor(info, send, card) {
    this.#info = info;
    this.#send = send;
    this.#card = card;
    const close = html("button", { type: "button", "data-testid": "card-close" }, "Close");
    close.addEventListener("click", () => this.#sheet.close());
    this.#sheet.append(
      html("h2", { id: "card-title" }, "Player card"),
      this.#body,
      this.#said,
      html("div", { class: "panel-keys" }, close),
    );
  }

  open() {
    this.#pin.value = "";
    this.#say(this.#isPending ? PENDING : "");
    this.draw();
    if (!this.#sheet.open) this.#sheet.showModal();
    this.#focus();
  }

  /** Go to what is typed first. */
  #focus() {
    const first = this.#card() ? this.#amount : this.#number;
    first.focus();
    first.select();
  }

  /** Draw the sheet again if another card is in, or none. */
  draw() {
    const card = this.#card();
    if (card === this.#drawn) return;
    this.#drawn = card;
    this.#pin.value = this.#amount.value = this.#number.value = "";
    this.#body.replaceChildren(...(card ? this.#account() : this.#slot()));
    if (this.#sheet.open) this.#focus();
  }

  /** The slot for a card; in a demonstration, with the cards that lie beside the machine. */
  #slot() {
    const cards = this.#info.cards.map(({ number, name, pin }) => {
      const words = [html("b", {}, name), html("span", {}, number), html("span", {}, `PIN ${pin}`)];
      const card = html("button", { type: "button", class: "player-card", "data-testid": "demo-card" }, ...words);
      card.addEventListener("click", () => this.#put(number));
      return card;
    });
    const form = html(
      "form",
      {},
      label(this.#number, "The 16 digits on the card"),
      html("div", { class: "panel-keys" }, submit("Put in", "card-in")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#put(this.#number.value);
    });
    return cards.length ? [html("div", { class: "player-cards" }, ...cards), form] : [form];
  }

  #account() {
    const form = html(
      "form",
      {},
      label(this.#amount, "Amount in dollars"),
      label(this.#pin, "PIN"),
      html("label", { class: "inline" }, this.#partial, "If the account has less, take what it has"),
      html(
        "div",
        { class: "panel-keys" },
        submit("Transfer to this terminal", "transfer-in"),
        this.#key("Show the balance", "balance", () => this.#balance()),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#transfer();
    });
    const back = this.#key("Transfer all credit to the account", "transfer-out", () => this.#transferOut());
    return [
      html("p", { "data-testid": "card-of" }, "Your card is in."),
      form,
      html(
        "div",
        { class: "panel-keys" },
        ...(this.#info.account_out ? [back] : []),
        this.#key("Take the card out", "card-out", () => this.#ask({ say: "card-out" }, () => "The card is out.")),
      ),
    ];
  }

  /** @param {string} number */
  async #put(number) {
    await this.#ask({ say: "card", number }, () => "The card is in.");
    this.#focus();
  }

  async #transfer() {
    const amount = typedCents(this.#amount.value);
    if (!amount) return this.#say("Type an amount, such as 50 or 12.50.");
    const checkbox = /** @type {HTMLInputElement} */ (this.#partial);
    const wish = { say: /** @type {const} */ ("transfer-in"), amount, pin: this.#pin.value, partial: checkbox.checked };
    await this.#ask(wish, ({ transfer, account }) => `${told(transfer, "came from")} ${left(account)}`);
    this.#pin.value = "";
  }

  #balance() {
    return this.#ask({ say: "account", pin: this.#pin.value }, ({ account }) => left(account));
  }

  #transferOut() {
    return this.#ask({ say: "transfer-out" }, ({ transfer }) => told(transfer, "went to"));
  }

  /**
   * Ask the table, and say what became of it. Until it is answered, also over a lost connection, it is pending.
   * @param {NewWish} wish
   * @param {(answer: Answered) => string} words
   */
  async #ask(wish, words) {
    if (this.#isPending) return; // a second touch would transfer the amount once more
    this.#isPending = true;
    this.#say(PENDING);
    const answer = await this.#send(wish).finally(() => this.#isPending = false);
    this.#say(answer.ok ? words(answer) : answer.message ?? "The table said no.");
  }

  /** @param {string} words */
  #say(words) {
    this.#said.textContent = words;
  }

  /**
   * @param {string} words
   * @param {string} id
   * @param {() => void} press
   */
  #key(words, id, press) {
    const key = html("button", { type: "button", "data-testid": id }, words);
    key.addEventListener("click", press);
    return key;
  }
}

/**
 * @param {Answered["transfer"]} transfer
 * @param {string} way
 */
function told(transfer, way) {
  if (!transfer) return "";
  const { number, state, amount, asked } = transfer;
  const part = state === "partial" ? ` of ${dollars(asked)}` : "";
  return `${dollars(amount)}${part} ${way} the account (transfer ${number}).`;
}

/** @param {Answered["account"]} account */
function left(account) {
  return account ? `The account has ${dollars(account.balance)}.` : "";
}

/**
 * @param {string} id
 * @param {Record<string, string>} attributes
 */
function field(id, attributes) {
  return /** @type {HTMLInputElement} */ (html("input", { id, autocomplete: "off", "data-testid": id, ...attributes }));
}

/**
 * @param {HTMLInputElement} input
 * @param {string} words
 */
function label(input, words) {
  return html("label", {}, words, input);
}

/**
 * @param {string} words
 * @param {string} id
 */
function submit(words, id) {
  return html("button", { type: "submit", class: "main", "data-testid": id }, words);
}

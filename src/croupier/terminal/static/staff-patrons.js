// @ts-check
/** Patrons at the cage: the register, cards and accounts. The API says which orders are open, and why others are not. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask, Refused, sentence } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { askFor, choice, close, closeSent, line, password, reason, showSheet, tell } from "./staff-dialog.js";
import { OwnDrawer } from "./staff-drawer.js";
import { asOfWords } from "./staff-listing.js";
import { cardWords, movements, pinWords, who } from "./staff-patron-words.js";
import { roundedWords } from "./staff-receipt-slip.js";
import { secondPerson } from "./staff-second.js";
import { amountOf, Mistake, scanInto } from "./staff-typed.js";
import { day, moment, typedDay } from "./zone.js";
import { sendOnce, TOLD } from "./staff-unanswered.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-cage.d.ts").PatronView} PatronView */
/** @typedef {import("./staff-dialog.js").Entry} Entry */

const PIN_RULE = "4 to 8 digits, not all the same, not in a row such as 1234, and not from the date of birth.";

/**
 * What each order says on its key, the letter that presses it, and what it asks for.
 * @type {Record<string, { words: string, letter: string, entries: () => Entry[], lead?: string }>}
 */
const ORDERS = {
  Deposit: { words: "Deposit", letter: "d", entries: () => [line("amount", "Amount in dollars")] },
  Withdraw: {
    words: "Withdraw",
    letter: "w",
    entries: () => [
      line("amount", "Amount in dollars"),
      line("identified", "Identification that was seen"),
    ],
  },
  IssueCard: { words: "Issue a card", letter: "i", entries: () => [] },
  OpenAccount: { words: "Open an account", letter: "o", entries: () => [] },
  SetPin: {
    words: "Set a PIN",
    letter: "p",
    lead: PIN_RULE,
    entries: () => [
      password("pin", "PIN, which the patron types", "new-password"),
      password("again", "The same PIN again", "new-password"),
    ],
  },
  CorrectPatron: { words: "Correct the details", letter: "t", entries: () => [] },
  ReplaceCard: { words: "Replace the card", letter: "r", entries: () => [reason()] },
  CancelCard: { words: "Cancel the card", letter: "c", entries: () => [reason()] },
  ExcludePatron: { words: "Exclude", letter: "x", entries: signed },
  LiftExclusion: { words: "End the exclusion", letter: "l", entries: signed },
  ErasePatron: {
    words: "Erase",
    letter: "e",
    lead: "The name, the date of birth, the document and the PIN are deleted for good.",
    entries: signed,
  },
};
/** @type {[string, string][]} */
const DOCUMENTS = [
  ["passport", "Passport"],
  ["driver-licence", "Driver licence"],
  ["photo-card", "Photo card"],
  ["foreign-identity-card", "Foreign identity card"],
];

export class PatronsPage {
  #text = /** @type {HTMLInputElement} */ (html("input", {
    id: "sought-patron",
    autocomplete: "off",
    maxlength: "100",
    "data-testid": "sought-patron",
  }));
  #problem = html("p", { class: "problem", role: "alert", "data-testid": "cage-problem" });
  #found = html("div", { class: "found patron", "aria-live": "polite", "data-testid": "patron" });
  #handles;
  #drawer;
  #failed;
  #endScan;
  #ending = new AbortController();
  /** The number of the patron who is shown. */
  #shown = 0;
  /** How often somebody was looked up or shown: the answer to an older question says nothing any more. */
  #asked = 0;

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#handles = me.duties.includes("handle-money");
    this.#drawer = new OwnDrawer(me, failed, [], () => this.#text.value && this.#find());
    const register = html("button", { type: "button", class: "main", "data-testid": "register" }, "Register a patron");
    register.addEventListener("click", () => this.#register());
    root.replaceChildren(
      html(
        "div",
        { class: "page-head" },
        html("h2", {}, "Cage"),
        ...(this.#handles ? [register] : []),
      ),
      cageTabs("patrons"),
      this.#drawer.root,
      this.#form(),
      this.#found,
    );
    this.#found.addEventListener("keydown", (event) => this.#pressed(event));
    this.#endScan = scanInto(this.#text);
    addEventListener(TOLD, () => this.#again(), { signal: this.#ending.signal });
    this.#text.focus();
  }

  close() {
    this.#ending.abort();
    this.#endScan();
    this.#drawer.close();
    close();
  }

  #form() {
    const form = html(
      "form",
      { class: "shown" },
      html("label", { for: "sought-patron" }, "The 16 digits of a card, the number of a patron, or a part of the name"),
      html("div", { class: "keys" }, this.#text, html("button", { type: "submit", class: "main" }, "Look up")),
      this.#problem,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#find();
    });
    return form;
  }

  async #find() {
    this.#shown = 0;
    this.#found.replaceChildren();
    this.#problem.textContent = "";
    tell("");
    const text = this.#text.value.trim();
    this.#text.select();
    if (!text) {
      this.#problem.textContent = "Type a name, the number of a patron or the digits of a card first.";
      return;
    }
    const asked = ++this.#asked;
    const isLate = () => asked !== this.#asked || this.#text.value.trim() !== text; // or the next card is being scanned
    try {
      const found = /** @type {PatronView[]} */ (await ask("POST", "/cage/patrons/find", { text }));
      if (isLate()) return;
      if (found.length === 1) this.#show(found[0]);
      else if (found.length) this.#list(found);
      else this.#problem.textContent = "Nobody in the register fits that.";
    } catch (error) {
      if (!this.#failed(error) && !isLate()) this.#problem.textContent = sentence(error);
    }
  }

  /** @param {PatronView[]} patrons */
  #list(patrons) {
    const keys = patrons.map((patron) => {
      const key = html(
        "button",
        { type: "button" },
        `${patron.number}: ${patron.name ? `${patron.name}, ${day(patron.born ?? "")}` : "erased"}`,
      );
      key.addEventListener("click", () => this.#show(patron));
      return html("li", {}, key);
    });
    this.#found.replaceChildren(html("ul", { class: "plain" }, ...keys));
    this.#found.querySelector("button")?.focus();
  }

  /** Read the patron who is shown again. */
  async #again() {
    if (this.#found.firstChild && this.#shown) await this.#read(this.#shown);
  }

  /** Read a patron, and show them unless somebody else is looked up meanwhile. @param {number} number */
  async #read(number) {
    const asked = ++this.#asked;
    const patron = await ask("GET", `/cage/patrons/${number}`).catch(this.#failed);
    if (patron?.number === number && asked === this.#asked) this.#show(patron);
  }

  /** @param {PatronView} patron */
  #show(patron) {
    this.#asked += 1;
    this.#shown = patron.number;
    const { number, name, born, account, exclusion } = patron;
    const open = patron.orders.filter(({ why_not }) => this.#handles && !why_not).map(({ order }) => order);
    const keys = Object.keys(ORDERS).filter((order) => open.includes(order)).map((order) => this.#key(order, patron));
    this.#found.replaceChildren(
      html("h3", { "data-testid": "patron-name" }, `Patron ${number}: ${name ?? "private details were erased"}`),
      html("p", {}, `${born ? `Born ${day(born)}. ` : ""}${who(patron)} ${asOfWords()}.`),
      html("p", { "data-testid": "patron-card" }, cardWords(patron)),
      ...(exclusion
        ? [
          html(
            "p",
            { class: "problem" },
            excludedWords(exclusion),
          ),
        ]
        : []),
      ...(account
        ? [
          html("p", { class: "amount", "data-testid": "balance" }, dollars(account.balance)),
          html("p", { class: "hint" }, pinWords(account)),
        ]
        : [html("p", { class: "hint" }, "There is no account.")]),
      html("div", { class: "keys" }, ...keys),
      ...(account?.last.length ? [movements(account.last)] : []),
    );
    keys[0]?.focus();
  }

  /**
   * @param {string} order
   * @param {PatronView} patron
   */
  #key(order, patron) {
    const { words, letter } = ORDERS[order];
    const key = html(
      "button",
      { type: "button", "data-testid": order, "data-letter": letter, "aria-keyshortcuts": letter },
      words,
      " ",
      html("kbd", {}, letter.toUpperCase()),
    );
    key.addEventListener("click", () => order === "CorrectPatron" ? this.#correct(patron) : this.#give(order, patron));
    return key;
  }

  /** A letter presses the key of an order; Escape goes back to the search. @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.#text.select();
    const key = this.#found.querySelector(`[data-letter="${CSS.escape(event.key.toLowerCase())}"]`);
    if (key instanceof HTMLElement) {
      event.preventDefault();
      key.click();
    }
  }

  /**
   * @param {string} order
   * @param {PatronView} patron
   */
  #give(order, { number, name }) {
    const { words, entries, lead } = ORDERS[order];
    const about = [name, lead].filter((each) => each).join(". ");
    const asked = { title: `${words}: patron ${number}`, lead: about, entries: entries(), key: words };
    askFor(asked, async (given) => {
      if (order === "SetPin") {
        await this.#setPin(number, String(given.pin), String(given.again));
        return this.#done(number, `A PIN is set for patron ${number}.`);
      }
      const { second, amount, ...rest } = given;
      if (rest.identified === "") throw new Mistake("Say which identification you have seen.");
      const money = amount === undefined ? {} : { amount: amountOf(amount) };
      const filled = { type: order, patron: number, ...rest, ...money };
      const { card, receipt } = await giveAtCage(filled, /** @type {any} */ (second));
      const what = amount === undefined ? words : `${words} ${dollars(amountOf(amount))}`;
      await this.#done(number, `${what}: done, patron ${number}.${roundedWords(receipt)}`, card);
    }, this.#failed);
  }

  /**
   * @param {number} number
   * @param {string} pin
   * @param {string} again
   */
  async #setPin(number, pin, again) {
    if (pin !== again) throw new Mistake("Both PINs have to be the same.");
    await sendOnce(`/cage/patrons/${number}/pin`, "PIN", { pin }, `Set the PIN, patron ${number}`);
  }

  #register() {
    askFor({ title: "Register a patron", entries: details(), key: "Register" }, async (given) => {
      await this.#registered(entered(given));
    }, this.#failed);
  }

  /** @param {Record<string, unknown>} given */
  async #registered(given) {
    const { second: _, ...said } = given;
    try {
      const patron = await sendOnce("/cage/patrons", said, given, "Register a patron");
      this.#entered(patron, `Patron ${patron.number} is registered.`);
    } catch (error) {
      if (!(error instanceof Refused && error.error === "patron-similar") || given.second) throw error;
      const title = "Somebody similar is in the register";
      const entries = [line("why", "Why this is somebody else"), secondPerson("A supervisor or a manager signs, too")];
      const isAsked = askFor({ title, lead: error.message, entries, key: "Register" }, async (signed) => {
        await this.#registered({ ...given, ...signed });
      }, this.#failed);
      if (!isAsked) throw error; // another form is open
    }
  }

  /** @param {PatronView} patron */
  #correct(patron) {
    const { number } = patron;
    const lead = "For another name, date of birth or document a supervisor or a manager signs, too.";
    const entries = [...details(patron), reason(), secondPerson("If one of these changes", false)];
    askFor({ title: `Correct the details: patron ${number}`, lead, entries, key: "Correct" }, async (given) => {
      const all = entered(given);
      const { second: _, ...said } = all;
      const corrected = await sendOnce(
        `/cage/patrons/${number}/details`,
        said,
        all,
        `Correct the details, patron ${number}`,
      );
      this.#entered(corrected, `The details of patron ${number} are corrected.`);
    }, this.#failed);
  }

  /**
   * @param {PatronView} patron
   * @param {string} words
   */
  #entered(patron, words) {
    const isWaiting = closeSent();
    tell(words);
    if (!isWaiting && this.#shown !== patron.number) return; // somebody else is looked up
    this.#text.value = String(patron.number);
    this.#show(patron);
  }

  /**
   * @param {number} number
   * @param {string} words
   * @param {import("./staff-cage.d.ts").IssuedCard | null} [card]  to show once, in place of the dialog
   */
  async #done(number, words, card = null) {
    const isWaiting = closeSent();
    tell(words);
    const isShown = isWaiting || this.#shown === number; // or somebody else is looked up
    if (isShown) this.#found.replaceChildren(); // a key that is pressed meanwhile would belong to what was before
    if (card) {
      const title = `Card ${card.serial} for patron ${card.patron}`;
      const secret = html("output", { class: "secret", "data-testid": "secret" }, card.number);
      const sheet = [html("p", {}, "Write this number on the card."), secret];
      showSheet(title, sheet, () => this.#shown === number && this.#found.querySelector("button")?.focus());
    }
    if (isShown) await this.#read(number);
  }
}

/** Who excluded a patron, when and where; and why, for those who are told. @param {NonNullable<PatronView["exclusion"]>} exclusion */
function excludedWords({ since, place, by, second, why }) {
  return `Excluded ${moment(since)} at ${place} by ${[by, second].filter(Boolean).join(" and ")}${
    why ? `: ${why}` : ""
  }`;
}

/** What an order asks for that two people sign. */
function signed() {
  return [reason(), secondPerson("A supervisor or a manager signs, too")];
}

/** The details of a person, as the register has them. @param {PatronView} [patron] */
function details(patron) {
  return [
    line("name", "Full name, as on the document", patron?.name ?? ""),
    line("born", "Date of birth, such as 31/12/1990", typedDay(patron?.born ?? "")),
    choice("identified", "Document that you have seen", DOCUMENTS, patron?.identified),
    line("document", "Number of the document", patron?.document ?? ""),
    line("issuer", "Who issued it (may be left out)", patron?.issuer ?? ""),
    line("expires", "Valid until, such as 31/12/2030 (may be left out)", typedDay(patron?.expires ?? "")),
    line("address", "Address (may be left out)", patron?.address ?? ""),
    line("occupation", "Occupation (may be left out)", patron?.occupation ?? ""),
  ];
}

/** What was entered, without what was left out. @param {Record<string, unknown>} given */
function entered(given) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

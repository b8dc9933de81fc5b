// @ts-check
/** The sign of the table: the limits in force in the header, and a sheet with all of it, the notices and the documents. */
import { byId, html, lazily } from "./dom.js";
import { dollars } from "./money.js";

/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {import("./protocol.d.ts").TableInfo} TableInfo */
/** @typedef {{ minimum: number, maximum?: number | null }} Limits */

export class Sign {
  #key = byId("sign");
  #sheet = /** @type {HTMLDialogElement} */ (byId("sign-sheet"));
  #drawn = "";

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    const rules = /** @type {HTMLAnchorElement} */ (byId("rules"));
    rules.href = info.rules;
    rules.hidden = !info.rules;
    lazily(() => import("./prizes.js")).then(({ linkPrizes }) => linkPrizes(rules));
    this.#key.addEventListener("click", () => this.#sheet.showModal());
    // A touch beside the sheet closes it.
    this.#sheet.addEventListener("click", (event) => event.target === this.#sheet && this.#sheet.close());
  }

  /** @param {Pick<Drawn, "sign" | "mine">} drawn */
  draw({ sign, mine }) {
    const told = JSON.stringify([sign, mine.limits]);
    if (told === this.#drawn) return;
    this.#drawn = told;
    const own = mine.limits ?? null;
    const posted = sign.notices.length;
    this.#key.replaceChildren(
      html("span", {}, short(own ?? sign)),
      ...(posted ? [html("small", {}, posted === 1 ? "1 notice" : `${posted} notices`)] : []),
    );
    this.#key.setAttribute("aria-label", `Sign of the table: ${words(own ?? sign)}`);
    this.#sheet.replaceChildren(...this.#content(sign, own));
  }

  /**
   * @param {Drawn["sign"]} sign
   * @param {Limits | null} own
   * @returns {Node[]}
   */
  #content(sign, own) {
    const { info } = this;
    const close = html("button", { type: "button", "data-testid": "sign-close" }, "Close");
    close.addEventListener("click", () => this.#sheet.close());
    return [
      html("h2", { id: "sign-title" }, "The sign of this table"),
      html("p", {}, `${words(sign)}.`),
      ...(own ? [html("p", { class: "own-limits" }, `Your own limits: ${words(own).toLowerCase()}.`)] : []),
      ...list("Also on the sign", sign.lines),
      ...list("Notices", sign.notices),
      html("h3", {}, "Rules of this game"),
      html("p", {}, `Played by: ${info.document}.${info.document_url ? "" : " Ask the staff for a copy of it."}`),
      ...(info.tickets ? [html("p", { class: "for-staff" }, "For staff: ", audit(info.table))] : []),
      html(
        "div",
        { class: "panel-keys" },
        ...page(info.document_url, "Approved rules", "approved-rules"),
        ...page(info.rules, "All bets explained", "rule-book"),
        close,
      ),
    ];
  }
}

/**
 * The way into audit mode, where staff sign in. The seat is known once the terminal has one.
 * @param {string} table
 */
function audit(table) {
  const link = html("a", { href: "/staff", "data-testid": "audit-mode" }, "audit mode of this terminal");
  link.addEventListener("click", () => {
    const seat = byId("seat").textContent ?? "";
    /** @type {HTMLAnchorElement} */ (link).href = `/staff#audit/${table}/${seat}`;
  });
  return link;
}

/**
 * A key to a page of rules, if there is one.
 * @param {string} href
 * @param {string} words
 * @param {string} id
 */
function page(href, words, id) {
  return href ? [html("a", { class: "key", href, target: "_blank", rel: "noopener", "data-testid": id }, words)] : [];
}

/** @param {Limits} limits */
function words({ minimum, maximum }) {
  return `Bets of at least ${dollars(minimum)}${maximum ? `, at most ${dollars(maximum)}` : ""}`;
}

/**
 * On a small screen on two lines, and not on three.
 * @param {Limits} limits
 */
function short({ minimum, maximum }) {
  return maximum ? `${dollars(minimum)}\u00a0to ${dollars(maximum)}` : `From ${dollars(minimum)}`;
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function list(title, lines) {
  if (!lines.length) return [];
  return [html("h3", {}, title), html("ul", {}, ...lines.map((line) => html("li", {}, line)))];
}

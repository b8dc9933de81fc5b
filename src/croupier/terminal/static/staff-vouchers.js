// @ts-check
/** Vouchers at the cage: two people issue one for promotional tokens or credits, and a table exchanges it once. */
import { html } from "./dom.js";
import { dollars } from "./money.js";
import { ask } from "./staff-api.js";
import { giveAtCage } from "./staff-cage-orders.js";
import { cageTabs } from "./staff-cage-tabs.js";
import { askFor, choice, close, closeSent, line, reason, showSheet, tell } from "./staff-dialog.js";
import { Listing, LIVE } from "./staff-listing.js";
import { secondPerson } from "./staff-second.js";
import { amountOf, Mistake } from "./staff-typed.js";
import { floorName, moment } from "./zone.js";

/** @typedef {import("./staff.d.ts").Me} Me */
/** @typedef {import("./staff-cage.d.ts").VoucherView} VoucherView */
/** @typedef {import("./staff-cage.d.ts").IssuedVoucher} IssuedVoucher */

/** What a table gives for a voucher. @type {[value: string, words: string][]} */
const KINDS = [
  ["tokens", "Promotional tokens, at a dealer's table"],
  ["restricted", "Promotional credits that can only be staked"],
  ["unrestricted", "Promotional credits that can be staked or paid out"],
];
const HEADS = [
  "Voucher",
  "Value",
  "For",
  "Conditions",
  "Promotion",
  "Whom it is for, and why",
  "Issued",
  "By",
  "State",
  "Next step",
];

export class VouchersPage {
  /** What was drawn last. */
  #drawn = "";
  #rows = html("tbody");
  #pays;
  #failed;
  #listing;

  /**
   * @param {HTMLElement} root
   * @param {Me} me
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, me, failed) {
    this.#failed = failed;
    this.#pays = me.duties.includes("handle-money");
    const issue = html("button", { type: "button", class: "main", "data-testid": "IssueVoucher" }, "Issue a voucher");
    issue.addEventListener("click", () => this.#issue());
    const heads = HEADS.map((words) => html("th", { scope: "col" }, words));
    root.replaceChildren(
      html("div", { class: "page-head" }, html("h2", {}, "Vouchers"), ...(this.#pays ? [issue] : [])),
      cageTabs("vouchers"),
      html(
        "section",
        { "aria-label": "The last vouchers" },
        html("p", { class: "hint" }, "A manager signs each one. The table exchanges it by its number, once."),
        html("table", { class: "tickets" }, html("thead", {}, html("tr", {}, ...heads)), this.#rows),
      ),
    );
    this.#listing = new Listing(() => this.#refresh(), failed, { every: LIVE });
  }

  close() {
    this.#listing.close();
    close();
  }

  async #refresh() {
    const vouchers = /** @type {VoucherView[]} */ (await ask("GET", "/cage/vouchers"));
    const now = JSON.stringify(vouchers);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const at = document.activeElement?.getAttribute("data-testid");
    this.#rows.replaceChildren(...vouchers.map((each) => this.#row(each)));
    const again = at && this.#rows.querySelector(`[data-testid="${CSS.escape(at)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {VoucherView} voucher */
  #row(voucher) {
    const { serial, amount, kind, conditions, promotion, why, issued, issuer, second, state, place } = voucher;
    const where = state === "exchanged" ? `${state} at ${place}` : state;
    const words = [
      dollars(amount),
      inWords(kind),
      conditions ?? "",
      promotion === null ? "" : String(promotion),
      why ?? "",
      moment(issued),
      second ? `${issuer}, ${second}` : issuer,
      where,
    ];
    const next = html("td");
    if (this.#pays && state === "issued") {
      const key = html("button", { type: "button", "data-testid": `void-${serial}` }, "Declare void");
      key.addEventListener("click", () => this.#void(voucher));
      next.append(key);
    }
    const cells = words.map((each) => html("td", {}, each));
    return html(
      "tr",
      { "data-voucher": String(serial) },
      html("th", { scope: "row" }, String(serial)),
      ...cells,
      next,
    );
  }

  #issue() {
    const entries = [
      choice("kind", "What it is exchanged for", KINDS),
      line("amount", "Value in dollars"),
      line("conditions", "Conditions on the voucher, if there are any"),
      line("promotion", "Number of the promotion, if it is under one"),
      reason("Whom it is for, and why", "Say whom it is for, and why."),
      secondPerson(),
    ];
    askFor({ title: "Issue a voucher", entries, key: "Issue" }, async (typed) => {
      const { kind, amount, conditions, promotion, why, second } = typed;
      if (promotion && !/^\d{1,9}$/.test(String(promotion))) {
        throw new Mistake("Write the number of the promotion, such as 3, or nothing.");
      }
      const order = {
        type: "IssueVoucher",
        kind,
        amount: amountOf(amount),
        why,
        ...(conditions ? { conditions } : {}),
        ...(promotion ? { promotion: Number(promotion) } : {}),
      };
      const { voucher } = await giveAtCage(order, /** @type {any} */ (second));
      closeSent();
      tell("A voucher is issued.");
      this.#listing.refresh();
      if (voucher) showSheet("Voucher to print", [voucherPaper(voucher)]);
    }, this.#failed);
  }

  /** @param {VoucherView} voucher */
  #void({ serial, amount }) {
    const entries = [reason(), secondPerson()];
    const title = `Declare void: voucher ${serial}, ${dollars(amount)}`;
    askFor({ title, entries, key: "Declare void" }, async ({ why, second }) => {
      await giveAtCage({ type: "VoidVoucher", voucher: serial, why }, /** @type {any} */ (second));
      closeSent();
      tell(`Voucher ${serial} is void.`);
      this.#listing.refresh();
    }, this.#failed);
  }
}

/** What a table gives for it. @param {string} kind */
function inWords(kind) {
  return KINDS.find(([name]) => name === kind)?.[1] ?? kind;
}

/** A voucher as it is handed over. @param {IssuedVoucher} voucher */
export function voucherPaper({ serial, number, kind, amount, conditions, issued, why }) {
  return html(
    "div",
    { class: "slip", "data-testid": "voucher" },
    html("p", { class: "slip-title" }, floorName()),
    html("p", { class: "amount" }, dollars(amount)),
    html("p", {}, `Voucher ${serial}. ${inWords(kind)}. It is exchanged once.`),
    ...(conditions ? [html("p", {}, conditions)] : []),
    html("p", { class: "number", "data-testid": "voucher-number" }, number),
    html("p", {}, [moment(issued), why].filter(Boolean).join(" · ")),
  );
}

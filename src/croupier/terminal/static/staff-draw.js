// @ts-check
/** The draw of a promotion, step by step, for who holds it and for the scrutineer who oversees it. */
import { html } from "./dom.js";
import { LivePage } from "./staff-live.js";
import { PrizeOrders } from "./staff-prize-orders.js";
import { allPromotions, lists, paperKey, promotionTabs, readPromotion } from "./staff-promotion.js";
import { named, stageOf } from "./staff-promotions.js";
import { moment } from "./zone.js";

/** @typedef {import("./staff-promotions.d.ts").PrizeAction} PrizeAction */
/** @typedef {import("./staff-promotions.d.ts").PrizeDraw} PrizeDraw */
/** @typedef {import("./staff-promotions.d.ts").PromotionView} PromotionView */

export class DrawPage {
  /** @type {PrizeOrders} */
  #orders;
  #page;

  /**
   * @param {HTMLElement} root
   * @param {number} number
   * @param {(error: unknown) => boolean} failed
   */
  constructor(root, number, failed) {
    const inside = html("div", { class: "promotion" }, allPromotions());
    root.replaceChildren(inside);
    this.#orders = new PrizeOrders(failed, () => this.#page.refresh());
    this.#page = new LivePage(inside, () => readPromotion(number), (found) => this.#draw(found), failed);
  }

  close() {
    this.#page.close();
  }

  /**
   * @param {[PromotionView, PrizeAction[]]} found
   * @returns {(Node | string)[]}
   */
  #draw([view, actions]) {
    const draws = view.draws.map((draw, at) => drawn(view, draw, at + 1));
    const papers = view.draws.filter(({ secret }) => secret).map((_, at) => {
      const path = `/promotions/${view.number}/paper?draw=${at + 1}`;
      return paperKey(`Record of draw ${at + 1} on paper`, path, (act) => this.#page.attempt(act));
    });
    return [
      html("div", { class: "page-head" }, html("h2", {}, named(view)), html("p", { class: "stage" }, stageOf(view))),
      promotionTabs(view.number, "/draw"),
      ...lists(view),
      html("section", { "aria-label": "List of entries" }, html("h3", {}, "List of entries"), ...list(view)),
      ...draws,
      html("div", { class: "keys" }, ...papers),
      ...view.notices.map(notice),
      ...this.#orders.keys(actions.filter(({ part }) => part === "draw")),
    ];
  }
}

/** @param {PromotionView} view */
function list({ digest, entries, number }) {
  if (!digest) {
    return [html("p", {}, `${entries} entries so far. The list is closed and its digest published before the draw.`)];
  }
  return [
    html("p", {}, `Closed with ${entries} entries. The digest is published on `, terms(number), "."),
    html("output", { class: "digest", "data-testid": "digest" }, digest),
  ];
}

/**
 * What was published of a draw, step by step.
 * @param {PromotionView} view
 * @param {PrizeDraw} draw
 * @param {number} at
 */
function drawn(view, draw, at) {
  const steps = [
    ...(draw.taken ?? []).map(({ prize, entry, refused }) => {
      const how = refused ? "whose claim was refused" : "which nobody claimed in time";
      const signed = draw.approved ? ` ${draw.prepared.name} and ${draw.approved.name} signed that.` : "";
      return html("li", {}, `Prize ${prize} was taken from entry ${entry}, ${how}: ${draw.why}.${signed}`);
    }),
    html(
      "li",
      {},
      `${moment(draw.committed, "medium")}: ${draw.prepared.name} committed to a secret.`,
      html("output", { class: "digest" }, draw.commitment),
    ),
    html("li", {}, `${draw.source} decides. It is known from ${moment(draw.fixed)} on.`),
    ...(draw.secret ? held(view, draw, at) : []),
  ];
  const title = `Draw ${at}: prize ${draw.prizes.join(", ")}`;
  return html(
    "section",
    { "data-draw": String(at), "aria-label": title },
    html("h3", {}, title),
    html("ol", { class: "steps" }, ...steps),
  );
}

/**
 * @param {PromotionView} view
 * @param {PrizeDraw} draw
 * @param {number} at
 */
function held({ number, terms }, { value, held, scrutineer, outside, winners = [], prizes }, at) {
  const record = `/api/v1/promotions/${number}/draws/${at}`;
  return [
    html(
      "li",
      {},
      `Held by ${held?.name}. ${
        !scrutineer
          ? "No scrutineer signed, and the document asks for none."
          : `Overseen by ${outside ? `${outside}; ${scrutineer.name} signed beside them` : scrutineer.name}.`
      }`,
    ),
    html("li", {}, `The public value: ${value}.`),
    ...winners.map((entry, index) =>
      html(
        "li",
        { class: "winner", "data-testid": "winner" },
        `Prize ${prizes[index]}, ${terms.prizes?.[prizes[index] - 1]?.title}: entry `,
        html("output", { class: "digest" }, entry),
      )
    ),
    html(
      "li",
      {},
      "Anyone can check it: save ",
      html("a", { href: record, download: `draw-${number}-${at}.json` }, "the record"),
      " and run ",
      html("code", {}, `croupier audit draw draw-${number}-${at}.json`),
      ".",
    ),
  ];
}

/** @param {PromotionView["notices"][number]} notice */
function notice({ about, why, at, told }) {
  const words = told ? `Told: ${told}.` : "Nobody was told yet.";
  return html("p", { class: "breach" }, `For the inspector, ${moment(at)}: ${about}: ${why}. ${words}`);
}

/** @param {number} number */
function terms(number) {
  return html("a", { href: `/promotions/${number}` }, "the public page");
}

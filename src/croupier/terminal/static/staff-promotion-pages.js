// @ts-check
/** The pages of promotions, by what follows in the address. */
import { DrawPage } from "./staff-draw.js";
import { PrivateDataPage } from "./staff-private-data.js";
import { PrizesPage } from "./staff-prizes.js";
import { TermsPage } from "./staff-promotion-terms.js";
import { PromotionPage } from "./staff-promotion.js";
import { PromotionsPage } from "./staff-promotions.js";

/**
 * The list of promotions, a page of one of them, a new one, or the private data of all.
 * @param {HTMLElement} root
 * @param {string} rest
 * @param {import("./staff.d.ts").Me} me
 * @param {(error: unknown) => boolean} failed
 * @returns {{ close: () => void }}
 */
export function promotionsPage(root, rest, me, failed) {
  const [number, page = ""] = rest.split("/");
  if (rest === "new" || page === "terms") return new TermsPage(root, Number(number) || 0, me.login, failed);
  if (rest === "private-data") return new PrivateDataPage(root, me, failed);
  if (!Number(number)) return new PromotionsPage(root, me, failed);
  if (page === "draw") return new DrawPage(root, Number(number), failed);
  return new (page === "claims" ? PrizesPage : PromotionPage)(root, Number(number), failed);
}

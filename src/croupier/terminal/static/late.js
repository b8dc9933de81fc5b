// @ts-check
/** What became of wishes that the player made before the connection was lost, in words. */
import { dollars } from "./money.js";

/** @typedef {import("./types.d.ts").NewWish} NewWish */
/** @typedef {import("./types.d.ts").Replied} Replied */
/** `by`: the key that made it, if it was not a touch on the felt. @typedef {{ wish: NewWish, answer: Replied, by: string }} Late */

/** The refusal of a wish that never arrived. */
const TOO_LATE = "too-late";
/** So many spots are named; of more, only the number and the sum are said. */
const NAMED = 4;

/**
 * Bets are told together, by their spots or by the key that made them.
 * @param {Late[]} late
 * @param {(wager: string) => string} title
 */
export function lateWords(late, title) {
  const sentences = [
    betWords(late.filter(({ answer }) => !answer.ok), false, title),
    betWords(late.filter(({ answer }) => answer.ok), true, title),
    ...late.filter(({ wish }) => wish.say !== "bet").map((each) => otherWords(each, title)),
    ...late.map(({ answer }) => answer.ok || answer.error === TOO_LATE ? "" : answer.message ?? ""),
  ];
  return [...new Set(sentences)].filter(Boolean).join(" ");
}

/**
 * @param {Late[]} late
 * @param {boolean} ok
 * @param {(wager: string) => string} title
 */
function betWords(late, ok, title) {
  /** @type {Map<string, number>[]} */
  const [touched, keys] = [new Map(), new Map()];
  let count = 0;
  for (const { wish, by } of late) {
    if (wish.say !== "bet") continue;
    const [sums, name] = [by ? keys : touched, by || title(wish.wager)];
    sums.set(name, (sums.get(name) ?? 0) + wish.amount);
    count += 1;
  }
  if (!count) return "";
  const total = [...touched.values()].reduce((sum, cents) => sum + cents, 0);
  const spots = touched.size > NAMED
    ? [`${touched.size} spots, ${dollars(total)}`]
    : [...touched].map(([name, cents]) => `${name} ${dollars(cents)}`);
  const added = [...keys].map(([key, cents]) => `what ${key} ${ok ? "" : "would have "}added (${dollars(cents)})`);
  const what = [spots.join(", "), ...added].filter(Boolean).join(", and ");
  const bets = count === 1 ? "bet that was" : "bets that were";
  return `Your ${bets} not confirmed ${count === 1 ? "is" : "are"} ${ok ? "" : "not "}down: ${what}.`;
}

/**
 * @param {Late} late
 * @param {(wager: string) => string} title
 */
function otherWords({ wish, answer: { ok } }, title) {
  const not = ok ? "" : "not ";
  switch (wish.say) {
    case "insert":
      return `${dollars(wish.amount)} was ${not}put in.`;
    case "take-down":
      return wish.amount
        ? `${dollars(wish.amount)} on ${title(wish.wager)} was ${not}taken down.`
        : `${title(wish.wager)} was ${not}taken down.`;
    case "move":
      return `${title(wish.wager)} was ${not}moved to ${title(wish.to)}.`;
    case "call":
      return `${title(wish.wager)} was ${not}called ${wish.on ? "on" : "off"}.`;
    case "leave-up":
      return `${title(wish.wager)} was ${not}left up.`;
    case "close-early":
      return `Betting was ${not}closed early.`;
    default:
      return `Your “${wish.say[0].toUpperCase()}${wish.say.slice(1).replaceAll("-", " ")}” was ${not}done.`;
  }
}

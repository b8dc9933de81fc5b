// @ts-check
/** Rounds that were over and were decided again, in a sentence. */
import { dollars, signed } from "./money.js";
import { cameTo, withCharges } from "./win.js";

/** @typedef {import("./protocol.d.ts").Revised} Revised */
/** @typedef {import("./types.d.ts").Ended} Ended */

/**
 * What was revised, from what to what, and what that has changed for the player.
 * @param {Revised} revised
 * @param {(outcome: string) => string} words  how an outcome is called
 */
export function revisionWords({ rounds, ...moved }, words) {
  const [{ round, was, now }, ...later] = rounds;
  const alike = was && now && words(was) === words(now);
  const called = (/** @type {string} */ outcome) => alike ? `${words(outcome)} (${outcome})` : words(outcome);
  const what = was === now
    ? `Your bets of round ${round} were declared invalid`
    : now
    ? `Round ${round} was corrected from ${was ? called(was) : "void"} to ${called(now)}`
    : `Round ${round}, ${words(was)}, was declared void`;
  const also = later.length
    ? ` and ${later.length === 1 ? "a later one was" : `${later.length} later ones were`} settled again`
    : "";
  const [before, since] = [
    rounds.flatMap(({ before, before_charged }) => withCharges(before, before_charged)),
    rounds.flatMap(({ decided, charged }) => withCharges(decided, charged)),
  ];
  const bets = before.length || since.length
    ? `your bets had come to ${came(before)}, and now come to ${came(since)}`
    : "";
  return `${what}${also}: ${[bets, moneyWords(moved)].filter(Boolean).join("; ")}.`;
}

/**
 * Where the money went, in figures that add up to the meters.
 * @param {Omit<Revised, "rounds">} moved
 */
function moneyWords({ change, staked = 0, owed = 0, owes = 0 }) {
  const credit = change - staked - owed;
  return [
    credit && `${dollars(Math.abs(credit))} ${credit > 0 ? "was added" : "was taken back"}`,
    staked && `${dollars(Math.abs(staked))} ${staked > 0 ? "is on the felt again" : "left the felt"}`,
    owed && (owes ? `you owe the house ${dollars(owes)}` : "you owe the house nothing any more"),
  ].filter(Boolean).join(", ") || "your money is the same";
}

/** @param {Ended[]} decided */
function came(decided) {
  return signed(cameTo(decided).net);
}

// @ts-check
/** The pucks of a table in words. */

/** @param {string} state */
export function puckWords(state) {
  const [what, how] = state.split(" ");
  if (what === "point") return `the point is ${how}`;
  if (how === "opened") return `a run of ${what} begins`;
  if (how === "runs") return `a run of ${what}`;
  return state === "come-out" ? "come-out roll" : "";
}

// @ts-check
/** What somebody should see to at a table, in a few words each. */

/** @typedef {import("./staff.d.ts").StaffView} StaffView */

/**
 * @param {StaffView} view
 * @returns {string[]}
 */
export function warnings(view) {
  const { crew, closing } = view;
  const due = Object.values(view.notices ?? {}).filter(({ given }) => given === null).length;
  const open = Object.values(view.disputes ?? {}).filter(({ decided_by }) => decided_by === null).length;
  const said = [
    crew.stopped && `Stopped: ${crew.stopped}`,
    crew.fault && `To be called off: ${crew.fault.replaceAll("-", " ")}`,
    closing,
    view.disregarded ? "A display was reported as wrong" : "",
    counted(view.below_minimum?.length ?? 0, "bet below the minimum", "bets below the minimum"),
    counted(Object.keys(view.hand_pays ?? {}).length, "hand pay waits", "hand pays wait"),
    counted(due, "notice is due", "notices are due"),
    counted(open, "open dispute", "open disputes"),
    counted((view.seats ?? []).filter(({ locked }) => locked).length, "terminal is locked", "terminals are locked"),
  ];
  return said.filter((each) => typeof each === "string" && each !== "");
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
function counted(count, one, many) {
  return count ? `${count} ${count === 1 ? one : many}` : "";
}

/** @param {StaffView["crew"]} crew */
export function dealtBy({ dealer, automatic }) {
  if (automatic) return "The automatic dealer deals";
  return dealer ? `${dealer.name} (${dealer.role.replaceAll("-", " ")}) deals` : "Nobody deals";
}

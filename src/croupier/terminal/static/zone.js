// @ts-check
/** Times as the clocks of the floor show them. The floor names its time zone; until it is known, times are in UTC. */

const MINUTE = 60_000;
const MINUTES_A_DAY = 1440;

let zone = "UTC";
let name = "";

/**
 * Ask the floor about itself, and keep its name and its time zone.
 * @returns {Promise<{ not_approved?: string } | null>}  null if it does not answer
 */
export async function learnFloor() {
  const floor = await fetch("/floor.json").then((answer) => answer.json()).catch(() => null);
  zone = floor?.time_zone ?? zone;
  name = floor?.name ?? name;
  return floor;
}

/** The name of the floor; empty until it is known. */
export function floorName() {
  return name;
}

/** The time zone in words, such as "Sydney time". */
export function zoneName() {
  const [place = ""] = zone.split("/").slice(1).reverse();
  return place ? `${place.replaceAll("_", " ")} time` : zone;
}

/**
 * The time of day: "19:42".
 * @param {number} at
 * @param {"short" | "medium"} [timeStyle]  "medium" has seconds
 */
export function clockTime(at, timeStyle = "short") {
  return new Date(at).toLocaleTimeString("en-GB", { timeStyle, timeZone: zone });
}

/**
 * A day and a time: "17 Nov 2026, 19:42".
 * @param {number} at
 * @param {"short" | "medium"} [timeStyle]  "medium" has seconds
 */
export function moment(at, timeStyle = "short") {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle, timeZone: zone });
}

/**
 * A date of a calendar: "5 May 1985". What is no date stays as it is.
 * @param {string} iso  such as "1985-05-05"
 */
export function day(iso) {
  const at = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });
}

/**
 * A date as people type it: "05/05/1985".
 * @param {string} iso
 */
export function typedDay(iso) {
  return iso.split("-").reverse().join("/");
}

/**
 * The first full minute, not before `from`, at which the clocks show this time; null if they never do within a day.
 * @param {string} time  such as "19:42"
 * @param {number} from
 */
export function nextAt(time, from) {
  const first = Math.ceil(from / MINUTE) * MINUTE;
  for (let minute = 0; minute <= MINUTES_A_DAY; minute++) {
    if (clockTime(first + minute * MINUTE) === time) return first + minute * MINUTE;
  }
  return null;
}

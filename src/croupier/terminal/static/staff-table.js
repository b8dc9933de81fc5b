// @ts-check
/** One table as staff see it: the round, the sign, the seats with their bets, what waits for somebody, and what happened. */
import { arrange, html } from "./dom.js";
import { dollars } from "./money.js";
import { WORDS } from "./phases.js";
import { puckWords } from "./pucks.js";
import { tick } from "./staff-clock.js";
import { files } from "./staff-files.js";
import { Notes } from "./staff-notes.js";
import { placeLook } from "./staff-places.js";
import { LastResults } from "./staff-results.js";
import { terminalName } from "./staff-terminals.js";
import { dealtBy } from "./staff-warnings.js";
import { clockTime } from "./zone.js";

/** @typedef {import("./staff.d.ts").StaffView} StaffView */
/** @typedef {import("./staff.d.ts").SeatView} SeatView */
/** @typedef {import("./staff.d.ts").BetOnFelt} BetOnFelt */
/** @typedef {import("./staff.d.ts").ToldEvent} ToldEvent */

const EVENTS_SHOWN = 40;

export class TableBoard {
  strip = html("section", { class: "strip", "aria-label": "Round", "data-testid": "round" });
  seats = html("section", { class: "seats", "aria-label": "Seats" });
  files = html("section", { class: "files", "aria-label": "What waits for somebody" });
  events = html("section", { class: "events", "aria-label": "What happened" });
  #list = html("ol", { "data-testid": "events", tabindex: "0", "aria-label": "Events, newest first" });
  /** @type {ToldEvent[]} */
  #told = [];
  /** What each part was drawn from. @type {Map<HTMLElement, string>} */
  #drawn = new Map();
  #notes = new Notes();
  /** Results and warnings. It stays the same element, or a touch on a result would be lost when the round goes on. */
  #latest;
  #time;
  #wagers;
  #shortKeys;
  /** @type {StaffView | null} */
  #view = null;

  /**
   * @param {import("./clock.js").ServerTime} time
   * @param {Map<string, string>} wagers  titles by id
   * @param {import("./staff-short-bets.js").ShortBetKeys} shortKeys
   * @param {(action: import("./staff.d.ts").Action, round: number) => void} correct
   */
  constructor(time, wagers, shortKeys, correct) {
    this.results = new LastResults(correct);
    this.#latest = html("div", { class: "latest" }, this.results.root, this.#notes.root);
    this.#time = time;
    this.#wagers = wagers;
    this.#shortKeys = shortKeys;
    this.events.append(html("h2", {}, "What happened"), this.#list);
    this.tell([]);
  }

  /** @param {StaffView} view */
  draw(view) {
    const { hand_pays, debts, debts_elsewhere, notices, disputes, bars, limits_shown, crew } = view;
    const { round, pucks, sign, closing, dice } = view;
    this.results.draw(view);
    this.#part(
      this.strip,
      [round, pucks, sign, closing, crew, dice],
      () => strip(view, this.#latest),
    );
    this.#view = view;
    this.#drawSeats(view);
    this.#part(
      this.files,
      [hand_pays, debts, debts_elsewhere, notices, disputes, bars, limits_shown],
      () => files(view),
    );
    this.tick();
  }

  /** What the person may do now has changed. */
  allow() {
    if (this.#view) this.#drawSeats(this.#view);
  }

  /** @param {StaffView} view */
  #drawSeats(view) {
    const { seats, below_minimum: short = [], offline, devices } = view;
    const keys = short.length ? this.#shortKeys.drawnFrom : [];
    this.#part(
      this.seats,
      [seats, short, offline, devices, [...this.#wagers.keys()].length, keys],
      () => this.#seats(view),
    );
  }

  /** Events are told in sentences, newest first. @param {ToldEvent[]} events */
  tell(events) {
    const known = new Set(this.#told.map(({ number }) => number));
    this.#told = [...this.#told, ...events.filter(({ number }) => !known.has(number))]
      .sort((one, other) => one.number - other.number).slice(-EVENTS_SHOWN);
    const shown = this.#told.toReversed().filter(({ words }) => words.length).map(({ at, words }) => {
      const [first, ...rest] = words;
      const time = at ? clockTime(at, "medium") : "";
      const more = rest.map((each) => html("span", { class: "consequence" }, each.trim()));
      return html("li", {}, html("time", {}, time), html("span", {}, first, ...more));
    });
    this.#list.replaceChildren(
      ...(shown.length ? shown : [html("li", { class: "hint" }, "Nothing has happened here yet.")]),
    );
  }

  get hasEvents() {
    return this.#told.length > 0;
  }

  /**
   * Count down to every moment that is shown.
   * @returns {boolean}  whether a countdown has just ended
   */
  tick() {
    if (this.#view) this.#notes.draw(this.#view, this.#time.now);
    return [this.strip, this.files].map((part) => tick(part, this.#time.now)).includes(true);
  }

  /**
   * Draw a part again if what it shows has changed.
   * @param {HTMLElement} root
   * @param {unknown} from
   * @param {() => Node[]} draw
   */
  #part(root, from, draw) {
    const now = JSON.stringify(from);
    if (this.#drawn.get(root) === now) return;
    this.#drawn.set(root, now);
    arrange(root, draw());
  }

  /** @param {StaffView} view */
  #seats({ seats, below_minimum: short = [], offline = [], devices = {} }) {
    if (!seats) return [html("h2", {}, "Seats"), html("p", { class: "hint" }, "Seats are not for your role.")];
    if (!seats.length) return [html("h2", {}, "Seats"), html("p", { class: "hint" }, "Nobody sits here.")];
    this.#shortKeys.begin();
    const minimumOf = (/** @type {string} */ seat, /** @type {string} */ wager) =>
      short.find((each) => each.seat === seat && each.wager === wager)?.minimum ?? null;
    return [
      html("h2", {}, "Seats"),
      html(
        "ul",
        {},
        ...seats.map((seat) =>
          this.#seat(
            seat,
            sentences(offline.includes(seat.seat) && "The terminal is offline.", problem(devices[seat.seat])),
            (wager) => minimumOf(seat.seat, wager),
          )
        ),
      ),
    ];
  }

  /**
   * @param {SeatView} seat
   * @param {string[]} troubles  of the terminal and its devices
   * @param {(wager: string) => number | null} minimum
   */
  #seat(seat, troubles, minimum) {
    const marks = sentences(
      seat.card && `card of ${seat.card}`,
      seat.colours && colours(seat.colours),
      seat.promotional && `${dollars(seat.promotional)} promotional`,
      seat.withheld && `${dollars(seat.withheld)} withheld`,
      seat.open > 0 && `is due ${dollars(seat.open)}`,
      seat.open < 0 && `owes ${dollars(-seat.open)}`,
      seat.limits && `own limits ${dollars(seat.limits.minimum)} to ${dollars(seat.limits.maximum)}`,
      seat.won && `won ${dollars(seat.won)}`,
    );
    const alarms = sentences(seat.locked, seat.refused && "Bets are refused.", ...troubles);
    return html(
      "li",
      { class: "seat", "data-seat": seat.seat },
      html("h3", {}, html("span", { class: `place ${placeLook(seat.place)}` }, String(seat.place)), terminalName(seat)),
      html("p", { class: "credit" }, dollars(seat.credit)),
      ...(marks.length ? [html("p", { class: "marks" }, marks.join(", "))] : []),
      ...alarms.map((each) => html("p", { class: "alarm" }, each)),
      html("ul", { class: "bets" }, ...seat.bets.map((bet) => this.#bet(seat.seat, bet, minimum(bet.wager)))),
    );
  }

  /**
   * @param {string} seat
   * @param {BetOnFelt} bet
   * @param {number | null} minimum  if the bet is below it
   */
  #bet(seat, bet, minimum) {
    const called = bet.called === null
      ? []
      : [html("b", { class: bet.called ? "on" : "off" }, bet.called ? "ON" : "OFF")];
    const paid = bet.commission ? [html("small", {}, `commission ${dollars(bet.commission)}`)] : [];
    const short = minimum === null ? [] : [html("b", { class: "short" }, `below the minimum of ${dollars(minimum)}`)];
    return html(
      "li",
      { class: minimum === null ? "" : "is-short" },
      html("span", { class: "stake" }, dollars(bet.stake)),
      html("span", {}, this.#wagers.get(bet.wager) ?? bet.wager),
      ...(bet.state && bet.state !== bet.wager ? [html("small", {}, bet.state)] : []),
      ...called,
      ...paid,
      ...short,
      ...(minimum === null ? [] : [html("span", { class: "short-keys" }, ...this.#shortKeys.of(seat, bet.wager))]),
    );
  }
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Those that say something.
 * @param {(string | number | boolean | null | undefined)[]} all
 */
function sentences(...all) {
  return all.filter((each) => typeof each === "string").filter(Boolean);
}

/**
 * @param {StaffView} view
 * @param {HTMLElement} latest
 */
function strip(view, latest) {
  const { round, pucks, sign, crew, dice, table } = view;
  const limits = sign.maximum === null
    ? `from ${dollars(sign.minimum)}`
    : `${dollars(sign.minimum)} to ${dollars(sign.maximum)}`;
  const said = sentences(
    `Sign: ${limits}`,
    dealtBy(crew),
    crew.day && `Gaming day ${crew.day}`,
    round.shooter && `Shooter: ${round.shooter}`,
    round.offered && `The dice are offered to ${round.offered}`,
    dice?.chosen.length && `Dice ${dice.chosen.join(" and ")}`,
    dice?.lost && `${dice.lost} of the dice missing`,
    ...Object.values(pucks).map((state) => capital(puckWords(state))),
  );
  const until = round.deadline ? [" ", html("span", { class: "until", "data-until": String(round.deadline) })] : [];
  return [
    html(
      "div",
      { class: "strip-head" },
      html("h2", {}, round.number ? `Round ${round.number}: ${WORDS[round.phase]}` : "No round yet", ...until),
      html(
        "nav",
        { "aria-label": "This table" },
        pageLink("Rules", "rules", table),
        pageLink("Display", "display", table),
      ),
    ),
    html("p", { class: "facts" }, ...said.map((each) => html("span", {}, each))),
    latest,
  ];
}

/**
 * A link to a page of the table, which opens beside the console.
 * @param {string} words
 * @param {string} page
 * @param {string} table
 */
function pageLink(words, page, table) {
  const href = `/${page}/${encodeURIComponent(table)}`;
  return html("a", { href, target: "_blank", rel: "noopener" }, words);
}

/**
 * What is wrong with the money devices of a terminal, in a sentence; empty if nothing is, or there are none.
 * @param {import("./staff-messages.d.ts").DeviceView} [device]
 */
function problem(device) {
  return device?.words ? `${device.words[0].toUpperCase()}${device.words.slice(1)}.` : "";
}

/**
 * The colour checks of a player, in words.
 * @param {import("./staff-messages.d.ts").ColoursView} has
 */
function colours({ colours, checks, value, marked }) {
  return `${checks} ${colours.join(" and ")} checks of ${dollars(value)}${marked ? ", marked" : ""}`;
}

/** What the API answers about chips and the count room, as far as the staff page reads it. Amounts are cents. */

export interface BoxView {
  number: number;
  place: string;
  pulled: number;
  /** Who has counted it, and waits for another. */
  first: string | null;
  differed: number;
  /** Null until two people agree. */
  amount: number | null;
  counted: number | null;
}

export interface Variance {
  number: number;
  place: string;
  what: string;
  amount: number;
  since: number;
  /** Null if it is not explained yet. */
  why: string | null;
}

export interface SlipView {
  table: string;
  slip: number;
  is_fill: boolean;
  chips: Record<string, number>;
  amount: number;
  since: number;
  by: string;
  sent_by: string | null;
}

export interface ChecksView {
  table: string;
  colour: string;
  checks: number;
  value: number;
  is_closed: boolean;
}

/** An order about chips of a table was carried out. */
export interface TableOrderDone {
  notice: string;
  /** Of colour checks that were paid in cash; else null. */
  receipt: import("./staff-cage.d.ts").ReceiptView | null;
}

export interface CountRoomView {
  boxes: BoxView[];
  variances: Variance[];
  slips: SlipView[];
  checks: ChecksView[];
  chips: number[];
  /** When the chips of the cage were counted last; null if never. */
  chips_counted: number | null;
  /** Those that were ever counted, the open ones first. */
  drawers: DrawerView[];
  /** Whether the cage has done no business yet, so that opening balances can be stated. */
  is_new: boolean;
}

/** A gaming day that is closed. */
export interface ClosedDay {
  day: string;
  /** Days without business that were closed with it. */
  covers: string[];
  at: number;
  by: { name: string };
  second: { name: string };
}

export interface DaysView {
  today: string;
  /** Null if no day can be closed. */
  next: { day: string; covers: string[]; missing: string[] } | null;
  closed: ClosedDay[];
}

/** The drawer of a clerk. */
export interface DrawerView {
  login: string;
  clerk: string;
  is_open: boolean;
  at: number;
  by: string;
}

export interface CountDone {
  verdict: "first" | "agreed" | "differed";
  amount: number | null;
  counted: number | null;
  variance: number | null;
}

/** Bookings about something that was booked on an earlier day, and their sums. */
export interface LateBookings {
  rows: {
    at: number;
    about: number;
    /** The other day: in whose figures it is, or which it is about. */
    day: string;
    place: string;
    what: string;
    why: string;
    by: string;
    line: number;
    moved: number;
    win: number;
    over: number;
  }[];
  moved: number;
  win: number;
  over: number;
}

export interface DayReport {
  /** What has to be counted before a reader who may count it sees every account; empty if all are there. */
  uncounted: string[];
  later: LateBookings;
  earlier: LateBookings;
  /** Null while the day is open. */
  closed: ClosedDay | null;
  operator: string | null;
  since: number;
  until: number;
  software: string;
  accounts: { account: string; title: string; nature: string; before: number; moved: number; after: number }[];
  tables: {
    table: string;
    restocked: number;
    opener_variance: number;
    opener: number | null;
    fills: number;
    credits: number;
    cash_in: number;
    other: number | null;
    closer: number | null;
    tray_variance: number;
    drop: number;
    win: number;
    /** Null if no bet was decided, as the next three are. */
    staked: number | null;
    played_win: number | null;
    expected_win: number | null;
    z: number | null;
  }[];
  sum_before: number;
  sum_after: number;
}

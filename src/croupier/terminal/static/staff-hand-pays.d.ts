/** What the API answers about hand pays, reports and liabilities, as far as the staff page reads it. Amounts are cents. */

export interface Person {
  name: string;
  role: string;
}

export interface HandPay {
  since: number;
  causes: string[];
  form: { number: number; amount: number; record: string; by: Person; at: number } | null;
  identification: { asked_by: Person; seen: string | null; seen_by: Person | null } | null;
  until: number | null;
  hold: { by: Person; why: string; since: number; inspector: string; review: string } | null;
  released: boolean;
}

export interface WaitingHandPay {
  table: string;
  title: string;
  seat: string;
  terminal: string | null;
  player: string | null;
  amount: number;
  /** What is handed over if it is paid in cash. */
  in_cash: number;
  file: HandPay;
  /** The orders that the table accepts from the cage now. */
  orders: string[];
  why_not: string;
  methods: string[];
  clauses: {
    form: string;
    withhold: string;
    at_once: string;
    delay: string;
    other_method: string;
    identification: string;
  };
}

/** When, where, on which form, how much, how, by whom, and what was rounded up to coins. */
export type PaidByHand = [
  at: number,
  place: string,
  form: number,
  amount: number,
  method: string,
  by: string,
  rounding: number,
];

export interface HandPaysView {
  waiting: WaitingHandPay[];
  paid: PaidByHand[];
  kept: { table: string; seat: string; terminal: string | null; amount: number; since: number }[];
}

export interface Liability {
  /** Null to those who count boxes. */
  credits: number | null;
  /** Null to those who count boxes. */
  bets: number | null;
  hand_pays: number;
  withheld_hand_pays: number;
  withheld: number;
  owed: number;
  /** Null to the cage. */
  tickets: number | null;
  withheld_tickets: number;
  expired_tickets: number;
  /** Null to the cage. */
  former_tickets: number | null;
  void_tickets: number;
  unclaimed: number;
  /** Null to the cage. */
  accounts: number | null;
  /** Null to the cage. */
  chips: number | null;
  colour_checks: number;
  prizes: number;
  passed: number;
  /** Null to those who count boxes. */
  total: number | null;
}

export interface LiabilityView {
  at: number;
  floor: Liability;
  places: Record<string, Liability>;
}

export interface Figure {
  tickets: number;
  /** Null to those who count drawers, until they are counted. */
  amount: number | null;
}

export interface TicketReport {
  since: number;
  until: number;
  /** What has to be counted before a clerk sees every amount; empty if all are there. */
  uncounted: string[];
  printed: Figure;
  sold: Figure;
  taken: Figure;
  paid: Figure;
  expired: Figure;
  void: Figure;
  withheld: Figure;
  released: Figure;
  settled: Figure;
  by_hand: Figure;
  outstanding: number | null;
  outstanding_tickets: number;
  withheld_at_end: number;
  expired_at_end: number;
  void_at_end: number;
}

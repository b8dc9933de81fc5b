/** What the API answers about the cage, as far as the staff page reads it. Amounts are cents. */

export interface TicketView {
  serial: number;
  amount: number;
  /** What is handed over if it is paid in cash. */
  in_cash: number;
  state: string;
  issued: number;
  expires: number | null;
  place: string;
  /** When and where it came to its state. */
  changed: number;
  at_place: string;
  /** Who decided its state, and why. */
  by: string | null;
  why: string | null;
  /** The time agreed with the player, before which it is not paid. */
  until: number | null;
  withholding: Withholding | null;
}

/** The file of a ticket whose payment is withheld. */
export interface Withholding {
  since: number;
  told: string | null;
  told_at: number | null;
  review: string | null;
}

export interface FoundTicket {
  ticket: TicketView;
  /** The orders that the cage accepts now. */
  orders: string[];
  why_not: string;
}

export interface CageView {
  liability: import("./staff-hand-pays.d.ts").Liability;
  issued: number;
}

/** The settings of the cage. Amounts are cents; null is never. */
export interface CageRules {
  tickets: Record<string, number | null>;
  patrons: Record<string, number | null>;
  vouchers: Record<string, number | null>;
}

/** A voucher to print. */
export interface IssuedVoucher {
  serial: number;
  /** What it is exchanged by, in groups of digits. */
  number: string;
  kind: string;
  amount: number;
  conditions: string | null;
  issued: number;
  /** Whom it is for, or on which occasion. */
  why: string | null;
}

export interface VoucherView {
  serial: number;
  kind: string;
  amount: number;
  conditions: string | null;
  promotion: number | null;
  issued: number;
  issuer: string;
  second: string | null;
  /** Whom it is for, or on which occasion. */
  why: string | null;
  state: string;
  place: string;
}

/** A card to make for a patron. */
export interface IssuedCard {
  serial: number;
  /** What the reader of a terminal reads, in groups of digits. */
  number: string;
  patron: number;
}

export interface PatronView {
  number: number;
  /** Null if the private details were deleted. */
  name: string | null;
  born: string | null;
  document: string | null;
  issuer: string | null;
  expires: string | null;
  address: string | null;
  occupation: string | null;
  registered: number;
  checked_by: string;
  identified: string;
  card: { serial: number; ends: string } | null;
  /** The terminals that the card is in. */
  places: string[];
  is_held: boolean;
  exclusion: { since: number; by: string; second: string | null; why: string | null; place: string } | null;
  account: {
    balance: number;
    has_pin: boolean;
    is_locked: boolean;
    last: { at: number; move: string; amount: number; place: string; balance: number }[];
  } | null;
  /** Every order, and why the cage refuses it now; empty if it does not. */
  orders: { order: string; why_not: string }[];
}

/** A transaction at the counter, as its receipt states it. */
export interface ReceiptView {
  operator: string;
  number: number;
  kind: string;
  /** Milliseconds since 1970. */
  at: number;
  amount: number;
  /** The clerk; null if a terminal did it. */
  by: string | null;
  /** The terminal; null for the cage. */
  place: string | null;
  patron: number | null;
  /** The ticket. */
  serial: number | null;
  chips: Record<string, number> | null;
  method: string | null;
  second: string | null;
  why: string | null;
  reverses: number | null;
  reversed_by: number | null;
  promotion: number | null;
  prize: number | null;
  /** The serial of the voucher that is a prize. */
  voucher: number | null;
  /** What was handed over beyond the amount, because there is no smaller coin. */
  rounding: number;
  /** Why it cannot be reversed now; null if it can. */
  why_kept: string | null;
}

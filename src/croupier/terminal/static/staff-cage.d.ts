/** What the API answers about the cage, as far as the staff page reads it. Amounts are cents. */

export interface TicketView {
  serial: number;
  amount: number;
  state: string;
  issued: number;
  expires: number | null;
  place: string;
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

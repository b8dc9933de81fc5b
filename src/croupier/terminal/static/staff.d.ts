/** What the API of the floor answers, as far as the staff page reads it. Amounts are cents. */
import type { OutcomeCall, Phase, RoundView, SignView } from "./protocol.d.ts";

export interface Me {
  login: string;
  name: string;
  roles: string[];
  duties: string[];
  locked: boolean;
  must_change_password: boolean;
}

/** What a table has taken, in cents. */
export interface Takings {
  drop: number;
  win: number;
}

/** One way to give an order now. */
export interface Form {
  values: Record<string, unknown>;
  words: string;
  clause: string;
  must: boolean;
  role: string;
}

/** An order, and whether the person may give it now. */
export interface Action {
  order: string;
  words: string;
  subject: string;
  clause: string;
  open: boolean;
  reason: string;
  why_not: string;
  /** Who may give it, if the document gives it to others. */
  whose: string;
  chosen: string[];
  forms: Form[];
  second: boolean;
  /** Whether it is one of the calls of a round. */
  call: boolean;
  /** The payment methods of which it has to state one; empty if it need not. */
  tenders: string[];
}

export interface ActionsNow {
  number: number;
  /** The round in play. */
  round: number;
  roles: string[];
  actions: Action[];
  ahead: CallAhead[];
  closing: ClosingStep[];
}

/** A step to the closing of a table. */
export interface ClosingStep {
  order: string;
  /** The chosen fields of the order. */
  values: Record<string, unknown>;
  words: string;
  clause: string;
  done: boolean;
  /** How long the table waits after it; null if it need not. */
  until: number | null;
}

/** A step of the round that has not been taken yet. */
export interface CallAhead {
  order: string;
  words: string;
  clause: string;
  /** How often it was taken, of how often it must be. */
  taken: number;
  times: number;
}

/** The set of dice, and how many of them a shooter takes; 0 where nobody chooses. */
export interface DiceView {
  chosen: number[];
  lost: number;
  left: number;
  choose: number;
}

/** What a dealer does with one bet, or with the chips in front of a player. */
export interface Payment {
  seat: string;
  place: number;
  /** Empty for the chips in front of the player. */
  wager: string;
  result: string | null;
  stake: number;
  take: number;
  pay: number;
  back: number;
  stays: boolean;
  breakage: number;
  /** The wager to which the stake moves; empty if it does not move. */
  to: string;
  put: number;
  tokens: boolean;
  occasion: "result" | "void" | "correction" | "undo";
  number: number;
  chips: { value: number; count: number }[];
  rest: number;
}

export interface Paying {
  lit: string[];
  payments: Payment[];
  /** The orders that end the list. */
  ends_with: string[];
}

/** A JSON Schema, as far as fields are drawn from it. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  format?: string;
  description?: string;
  default?: unknown;
  enum?: (string | number)[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  required?: string[];
}

export interface OrderSchema {
  order: string;
  schema: Schema;
  second: boolean;
}

export type FieldKind =
  | "cents"
  | "time"
  | "number"
  | "boolean"
  | "text"
  | "choice"
  | "map"
  | "list"
  | "object"
  | "json";

/** A field that a person fills in. */
export interface Field {
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  fallback: unknown;
  hint: string;
  /** The objects that it may be. The tag is the name of a nested command; empty if it is none. */
  variants: { tag: string; fields: Field[] }[];
  /** The values of a choice. */
  options: string[];
  /** Of a list or a mapping: the kind of its values. */
  of: FieldKind | "setting";
  /** The kind of the keys of a mapping. */
  keyed: FieldKind;
}

export interface Person {
  name: string;
  role: string;
}

export interface Bet {
  wager: string;
  stake: number;
  state: string;
  commission: number;
  called: boolean | null;
  off: boolean;
}

export interface SeatView {
  seat: string;
  place: number;
  card: string;
  credit: number;
  promotional: number;
  withheld: number;
  open: number;
  bets: Bet[];
  won: number;
  locked: string;
  refused: boolean;
  barred: boolean;
  limits: { minimum: number; maximum: number } | null;
}

export interface Notice {
  to: string;
  due: string;
  clause: string;
  about: string;
  since: number;
  /** When it is overdue; null if the document sets no time. */
  due_at: number | null;
  given: number | null;
  by: Person | null;
  how: string;
}

export interface Dispute {
  seat: string;
  round: number;
  about: string;
  decided_by: Person | null;
  decision: string;
  reviewed_by: Person | null;
  review: string;
  advised_by: Person | null;
}

/** A change that a sign announces. Times are milliseconds since 1970. */
export interface Announced {
  words: string;
  since: number;
  takes_effect: number;
}

/** A sign that announces a change, and the order that carries it out. */
export interface PostedSign extends Announced {
  act: string;
  values: Record<string, number | boolean>;
  wager: string;
  order: { type: string } & Record<string, unknown>;
}

/** A setting of the sign. */
export interface Setting {
  name: string;
  title: string;
  kind: "cents" | "number" | "yes-or-no";
  value: number | boolean | null;
  clause: string;
  /** Whether it may change while the table is open. */
  changes: boolean;
  /** What has to announce a higher value first. */
  raised: Announcement | null;
}

/** How long a sign has to hang before something may be done. */
export interface Announcement {
  minutes: number;
  clause: string;
}

/** A wager on a run of results. */
export interface Run {
  title: string;
  side: string;
  length: number | null;
  open: boolean;
  pays: { length: number; odds: string }[];
}

export interface StaffView {
  is: "table";
  table: string;
  kind: string;
  number: number;
  now: number;
  ruleset: string;
  round: RoundView & { phase: Phase };
  pucks: Record<string, string>;
  history: string[];
  /** How a dealer calls each of them. */
  calls: OutcomeCall[];
  /** The rounds of the last of these outcomes. */
  rounds: number[];
  sign: SignView;
  closing: string;
  crew: { dealer: Person | null; automatic: boolean; stopped: string; fault: string; day: string };
  limits_shown: Record<string, { minimum: number; maximum: number }>;
  announced: Announced[];
  runs: Run[];
  disregarded: boolean;
  seats?: SeatView[];
  below_minimum?: { seat: string; wager: string; stake: number; minimum: number }[];
  dice?: DiceView;
  tray?: number[];
  paying?: Paying;
  hand_pays?: Record<string, number>;
  debts?: Record<string, { amount: number; player: string | null }>;
  money?: Record<string, number>;
  /** Since the gaming day was opened. */
  takings?: Takings;
  /** Since the table was opened. */
  takings_in_all?: Takings;
  offline?: string[];
  device?: boolean;
  posted?: Record<string, PostedSign>;
  settings?: Setting[];
  announcements?: Record<string, Announcement>;
  notices?: Record<string, Notice>;
  disputes?: Record<string, Dispute>;
  bars?: Record<string, { measure: string; clause: string; why: string; by: Person }>;
}

/** What an order would change. Amounts are cents. */
export interface Preview {
  number: number;
  words: string[];
  /** Balances by kind of account, of a seat or of the table. */
  balances: { of: string; seat: string | null; before: number; after: number }[];
  bets: { seat: string; wager: string; before: number; after: number }[];
  /** The rounds that would be settled again, in both histories. */
  rounds: { round: number; entered: RoundResult | null; corrected: RoundResult | null }[];
  digest: string;
}

export interface RoundResult {
  /** Null if the round was called off. */
  outcome: string | null;
  won: Record<string, number>;
}

export interface ToldEvent {
  number: number;
  at: number;
  words: string[];
  event: { type: string; outcome?: string };
  /** How a dealer calls the outcome, if the event is one. */
  call?: OutcomeCall;
}

export type Changes = Partial<Omit<StaffView, "is">> & {
  is: "changes";
  number: number;
  now: number;
  events?: ToldEvent[];
};

export type Shown = StaffView | Changes | { is: "goodbye"; why: string; final: boolean };

/** What a person may inspect. */
export interface Inspectable {
  tables: string[];
  /** Whether that is all of them together, and the whole journal. */
  everything: boolean;
}

/** An inspection of the journal. */
export interface Inspection {
  number: number;
  kind: string;
  table: string | null;
  round: number | null;
  by: string;
  since: number;
  done: number;
  of: number;
  /** Null while it runs. */
  holds: boolean | null;
  sentences: string[];
}

export interface RulesInForce {
  ruleset: string;
  title: string;
  fingerprint: string;
  version: string;
  software: string;
  readings: { id: string; clauses: string[]; read: string; value: string; decided_by: string; edge: string[] }[];
}

export interface TracedClause {
  clause: string;
  topic: string;
  answer: string;
  meaning: string;
  orders: string[];
  pages: string[];
  code: string[];
  tests: string[];
  note: string;
}

export interface JournalLine {
  number: number;
  hash: string;
  body: {
    type?: string;
    at?: number;
    command?: { type?: string; at?: number; seat?: string; by?: Person | null };
    events?: { type: string; at?: number; clause?: string }[];
  };
}

export interface JournalPage {
  last: number;
  lines: JournalLine[];
}

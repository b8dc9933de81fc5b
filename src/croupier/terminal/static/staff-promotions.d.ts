/** What the API says about promotions. Times are milliseconds since 1970, amounts are cents. */

export interface PrizeDue {
  promotion: number;
  title: string;
  kind: string;
  clause: string;
  by: number;
  overdue: boolean;
  sentence: string;
}

export interface TermsFault {
  clause: string;
  /** The id of a statement, or `prize 2: make`. */
  place: string;
  sentence: string;
  /** Whether a person decides if it is wrong. */
  warning: boolean;
}

export interface Prize {
  kind: string;
  title?: string;
  value?: number;
  details?: string;
  particulars?: Record<string, string>;
  contains?: Record<string, number>;
  instead?: number;
}

export interface Terms {
  title?: string;
  /** Other documents to which it keeps. */
  also?: string[];
  texts?: Record<string, string>;
  starts?: number;
  closes?: number;
  drawn?: number;
  wager?: boolean;
  /** How many entries a person can have; 1 if left out. */
  most?: number;
  play?: { least: number; tables?: string[]; wagers?: string[] };
  present?: boolean;
  claim_days?: number;
  notice?: string[];
  prizes?: Prize[];
}

export interface Statement {
  clause: string;
  id: string;
  words: string;
  facts: string[];
}

export interface Chapter {
  rules: string;
  title: string;
  terms_clause: string;
  terms: Statement[];
  prizes: string;
  kinds: { kind: string; words: string; particulars: Statement[]; instead: boolean }[];
  forbidden: { clause: string; id: string; words: string; millilitres: number | null }[];
  methods: Statement[];
  alternative: string;
}

export interface AskedField {
  name: string;
  label: string;
  kind?: "time" | "yes-or-no" | "choice" | "person" | "payment" | "terms";
  /** Left out if it is. */
  required?: boolean;
  options?: [value: string, words: string][];
  /** Which data of a person has to be given. */
  needed?: string[];
  total?: number;
}

export interface PrizeAction {
  order: string;
  part: "terms" | "draw" | "claims";
  title: string;
  values: Record<string, unknown>;
  fields: AskedField[];
  clause: string;
  /** Why a second person signs it; empty if one is enough. */
  why_two: string;
  why_not: string;
}

export interface Earned {
  player: string;
  bet: string;
  at: number;
  /** The number of its entry. */
  entered: string | null;
  /** Why its entry does not count. */
  why: string | null;
}

export interface EntryView {
  number: string;
  person: number;
  at: number;
  by: string;
  earned: string | null;
  /** Why it does not count; null if it does. */
  why: string | null;
}

export interface PrivateData {
  /** Null for ever. */
  keep_days: number | null;
  kept: number;
  erased: number;
  over: number;
  people: number[];
}

export interface Officer {
  login: string;
  name: string;
}

export interface PrizeDraw {
  prizes: number[];
  commitment: string;
  source: string;
  fixed: number;
  committed: number;
  prepared: Officer;
  approved?: Officer;
  taken?: { prize: number; entry: string; refused: boolean }[];
  why?: string;
  secret?: string;
  value?: string;
  held?: Officer;
  scrutineer?: Officer;
  /** A scrutineer who is no member of staff. */
  outside?: string;
  winners?: string[];
}

export interface PrizeWin {
  prize: number;
  entry: string;
  person: number;
  state: string;
  owed: number;
  tell_by: number;
  claim_by: number;
  attempts: { at: number; method: string; reached: boolean }[];
}

export interface PromotionView {
  number: number;
  rules: string;
  document: string;
  stage: string;
  postponed: boolean;
  terms: Terms;
  /** What is wrong with the terms. */
  faults: TermsFault[];
  written: number;
  lodged: { proof: string; sent: number } | null;
  entries: number;
  digest: string | null;
  draws: PrizeDraw[];
  wins: PrizeWin[];
  refused: { prize: number; person?: number | null; why: string; at: number; told?: string }[];
  disputes: {
    about: string;
    at: number;
    person?: number;
    decision?: string;
    satisfied?: boolean;
    advised?: string;
    prize?: number;
  }[];
  notices: { about: string; why: string; at: number; told: string | null }[];
  dues: PrizeDue[];
  /** The number of the entry that an order has made. */
  entry: string | null;
  /** The voucher to print for a prize in casino dollars that was handed over now. */
  voucher: import("./staff-cage.d.ts").IssuedVoucher | null;
  /** The receipt to print for a prize that the cage has paid or handed over now. */
  receipt: import("./staff-cage.d.ts").ReceiptView | null;
  /** Whether it has started, so that its terms are public. */
  opened: boolean;
}

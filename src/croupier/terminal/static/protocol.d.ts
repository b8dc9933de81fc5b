/** What the server says and hears, and the felt as it comes from the rules. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Spot {
  id: string;
  label: string;
  odds: string;
  title: string;
  help: string;
  box: Box;
  chip: [number, number];
  look: string;
  taps: boolean;
  units: number;
  dice: number[];
  outline: string;
  words: [number, number] | null;
  waits_for: string;
  opens_at: string[];
}

export interface Mark {
  kind: "text" | "puck";
  box: Box;
  text: string;
  look: string;
  puck: string;
  state: string;
}

export interface Screen {
  name: string;
  title: string;
  width: number;
  height: number;
  spots: Spot[];
  marks: Mark[];
}

export type Game = "Craps" | "Roulette" | "Sic Bo";

export interface TableInfo {
  table: string;
  ruleset: string;
  title: string;
  game: Game;
  chips: number[];
  minimum: number;
  maximum: number | null;
  void_call: string;
  felt: { screens: Screen[] };
  wheel: number[];
  dice: number;
  fixed: Amounts;
  /** Whether players throw the dice themselves, with a dealer at the table. */
  throws?: boolean;
}

export interface LobbyTable {
  name: string;
  title: string;
  game: Game;
}

export type Cents = number;
export type Amounts = Record<string, Cents>;
export type Phase =
  | "untimed"
  | "shaken"
  | "betting"
  | "spun"
  | "closed"
  | "pressed"
  | "uncovered"
  | "announced"
  | "shot"
  | "settled"
  | "lit"
  | "done";

export interface Round {
  number: number;
  phase: Phase;
  /** 0 where nobody waits for a clock. */
  deadline: number;
  shooter: string;
  /** The seat to which the dice are offered. */
  offered?: string;
}

export interface Mine {
  credit: Cents;
  /** What of the credit can only be staked. */
  restricted?: Cents;
  bets: Amounts;
  fresh: Amounts;
  staked: Cents;
  won: Cents;
  /** Bets that have won and may stay up. */
  may_stay?: string[];
}

/** Everything a terminal draws; every message about the table carries all of it. */
export interface Drawn {
  number: number;
  now: number;
  round: Round;
  pucks: Record<string, string>;
  history: string[];
  mine: Mine;
  company: { seat: string; staked: Cents }[];
  others: number;
  lone: boolean;
  /** The words of the warning that play is about to close. */
  closing?: string;
  /** Why nothing is played here for now. */
  locked?: string;
}

export interface Transfer {
  source: string;
  target: string;
  amount: Cents;
}

export interface Decided {
  seat: string;
  wager: string;
  stake: Cents;
  result: "win" | "lose" | "push" | "void";
  paid: Cents;
}

export interface Moved {
  seat: string;
  wager: string;
  to: string;
}

export type TableEvent =
  | { type: "BetPlaced"; seat: string; wager: string; stake: Cents }
  | { type: "BetTakenDown"; seat: string; wager: string; amount: Cents }
  | { type: "RoundSettled"; outcome: string; decided: Decided[]; moved: Moved[] }
  | { type: "RoundVoided"; decided: Decided[] }
  | { type: "MoneyCollected" | "HandPayCalled"; seat: string; amount: Cents; transfers: Transfer[] }
  | { type: "SeatTaken" | "MoneyInserted"; seat: string; amount?: Cents; transfers: Transfer[] }
  | { type: "BetsCalled"; seat: string; wagers: string[]; on: boolean }
  | { type: "BettingOpened" }
  | { type: "BettingClosed" }
  | { type: "DiceShot" };

export type Heard =
  | { is: "welcome"; seat: string; key: string }
  | ({ is: "snapshot" } & Drawn)
  | ({ is: "event"; event: TableEvent; lit: string[] } & Drawn)
  | { is: "answer"; id: string; ok: boolean; notice?: string; error?: string; message?: string }
  | { is: "goodbye"; why: string };

export type Answer = Extract<Heard, { is: "answer" }>;

export type Wish =
  | { say: "bet"; wager: string; amount: Cents; round: number }
  | { say: "take-down"; wager: string; amount?: Cents; round: number }
  | { say: "insert"; amount: Cents }
  | { say: "collect" }
  | { say: "shoot" | "accept-dice" | "decline-dice" | "pass-dice"; round: number }
  | { say: "leave-up"; wager: string }
  | { say: "close-early"; round: number };

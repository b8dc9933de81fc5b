/** Types of the terminal's own, made from those of the protocol. */
import type { Answered, Decided, EventView, Goodbye, TableView, Welcome, Wish } from "./protocol.d.ts";

/** Cents, by wager. */
export type Amounts = Record<string, number>;

/** Everything there is to draw. */
export type Drawn = Omit<TableView, "is" | "last">;

/** A bet that ended, with the commission that it has cost. */
export type Ended = Decided & { charged: number };

/** An event, with everything there is to draw after it. */
export type Happened = Drawn & Pick<EventView, "is" | "event" | "call" | "lit" | "stays" | "charged" | "revised">;

/** What the link passes on: an event comes with all parts of the table, and not only with those that changed. */
export type Heard = Welcome | Goodbye | TableView | Happened;

/** A wish before the link gives it its id. */
export type NewWish<W extends Wish = Wish> = W extends Wish ? Omit<W, "id"> : never;

/** The answer to a wish, and whether the connection was lost for long before it came. */
export type Replied = Answered & { late?: boolean };

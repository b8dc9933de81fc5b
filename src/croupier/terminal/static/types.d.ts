/** Types of the terminal's own, made from those of the protocol. */
import type { EventView, TableView, Wish } from "./protocol.d.ts";

/** Cents, by wager. */
export type Amounts = Record<string, number>;

/** Everything there is to draw; every message about the table carries all of it. */
export type Drawn = TableView | EventView;

/** A wish before the link gives it its id. */
export type NewWish<W extends Wish = Wish> = W extends Wish ? Omit<W, "id"> : never;

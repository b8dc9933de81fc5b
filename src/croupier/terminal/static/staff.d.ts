/**
 * What the staff page works with. The messages of the server are generated in staff-messages.d.ts; here is what the page makes of
 * them, and of fields whose type the server leaves open.
 */
import type { Goodbye, Person } from "./protocol.d.ts";
import type * as messages from "./staff-messages.d.ts";

export type * from "./staff-messages.d.ts";
export type { Person } from "./protocol.d.ts";

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

export interface OrderSchema extends messages.OrderSchema {
  schema: Schema & Record<string, unknown>;
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

/** The parts of a table that have changed, and the events that changed them. */
export type Changes = Partial<Omit<messages.StaffView, "is">> & {
  is: "changes";
  number: number;
  now: number;
  events?: messages.ToldEvent[];
};

export type Shown = messages.StaffView | Changes | Goodbye;

export interface JournalLine extends messages.JournalLine {
  body: {
    type?: string;
    at?: number;
    command?: { type?: string; at?: number; seat?: string; by?: Person & { login?: string } | null };
    events?: { type: string; at?: number; clause?: string }[];
  };
}

export interface JournalLines extends messages.JournalLines {
  lines: JournalLine[];
}

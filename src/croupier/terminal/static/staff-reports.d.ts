/** What the API answers about reports, as far as the staff page reads it. */

export interface ReportView {
  id: string;
  title: string;
  about: string;
  by: string[];
  filters: string[];
}

export interface ReportsView {
  reports: ReportView[];
  tables: string[];
}

/** Amounts are cents, times milliseconds since 1970. */
export type Cell = string | number | null;

export interface WrittenColumn {
  title: string;
  kind: "text" | "count" | "money" | "time" | "figure";
}

export interface WrittenReport {
  id: string;
  title: string;
  about: string;
  operator: string;
  interval: string;
  zone: string;
  software: string;
  written: number;
  by: string | null;
  filters: string;
  facts: Record<string, string>;
  columns: WrittenColumn[];
  rows: Cell[][];
  total: Cell[] | null;
  /** Which column is drawn as bars. */
  chart: number | null;
  /** How many further rows only the CSV has. */
  left_out: number;
}

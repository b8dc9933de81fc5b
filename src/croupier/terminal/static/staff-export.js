// @ts-check
/** Files that a person saves: lines of the journal as JSON lines, CSV or on paper, and findings as text. */
import { ask } from "./staff-api.js";

/** @typedef {import("./staff.d.ts").JournalLines} JournalLines */
/** @typedef {import("./staff.d.ts").JournalLine} JournalLine */
/** @typedef {{ name: string, content: Uint8Array<ArrayBuffer> }} PaperFile */

const AT_ONCE = 500;
/** Milliseconds for a file or a report: the server reads the journal from its beginning. */
export const ON_PAPER = 120_000;
const COLUMNS = ["number", "hash", "at", "command", "by", "events", "later", "body"];

/** What the server calls the prize register. */
export const REGISTER = "floor/promotions";

/**
 * Where the lines of a journal are: of a table, or of the prize register.
 * @param {string} table
 */
export function linesOf(table) {
  return table === REGISTER ? "/promotions/lines" : `/tables/${encodeURIComponent(table)}/lines`;
}

/**
 * Read lines of a table's journal for an export. The server records that.
 * @param {string} table
 * @param {number} from
 * @param {number} to
 * @returns {Promise<JournalLine[]>}
 */
export async function exported(table, from, to) {
  /** @type {JournalLine[]} */
  const lines = [];
  while (from <= to) {
    const limit = Math.min(AT_ONCE, to - from + 1);
    const path = `${linesOf(table)}?after=${from - 1}&limit=${limit}&export=1`;
    const page = /** @type {JournalLines} */ (await ask("GET", path));
    if (!page.lines.length) break;
    lines.push(...page.lines);
    from = lines[lines.length - 1].number + 1;
  }
  return lines;
}

/**
 * Lines of a table's journal on paper. The server records the export.
 * @param {string} table
 * @param {number} from
 * @param {number} to
 */
export async function onPaper(table, from, to) {
  const paper = table === REGISTER ? `${linesOf(table)}/paper` : `/tables/${encodeURIComponent(table)}/paper`;
  const path = `${paper}?after=${from - 1}&limit=${Math.max(0, to - from + 1)}`;
  return /** @type {PaperFile & { first: number, last: number }} */ (await paperFile(path));
}

/**
 * A file to print that the server writes: PDF, or a page in HTML.
 * @param {string} path
 * @returns {Promise<PaperFile>}
 */
export async function paperFile(path) {
  const file = /** @type {{ name: string, content: string }} */ (await ask("GET", path, undefined, ON_PAPER));
  return { ...file, content: Uint8Array.from(atob(file.content), (byte) => byte.charCodeAt(0)) };
}

/** @param {JournalLine[]} lines */
export function jsonLines(lines) {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** @param {JournalLine[]} lines */
export function csv(lines) {
  const rows = lines.map((line) => {
    const { at, command, by, events } = gist(line);
    const when = at ? new Date(at).toISOString() : "";
    return [
      line.number,
      line.hash,
      when,
      command,
      by,
      events.join(" "),
      line.later.join(" "),
      JSON.stringify(line.body),
    ];
  });
  return table([COLUMNS, ...rows]);
}

/**
 * Rows of a table as CSV.
 * @param {unknown[][]} rows
 */
export function table(rows) {
  return [...rows.map((row) => row.map(cell).join(",")), ""].join("\r\n");
}

/**
 * What a line is about.
 * @param {JournalLine} line
 */
export function gist({ body }) {
  const { command = {}, events = [] } = body;
  const at = command.at || events[0]?.at || body.at;
  return {
    at: at ?? 0,
    command: String(command.type ?? body.type ?? "opening"),
    by: command.by ? `${command.by.name} (${command.by.role ?? command.by.login})` : command.seat ?? "",
    events: events.map(({ type }) => String(type)),
  };
}

/** @param {unknown} value */
function cell(value) {
  // Control characters, and marks that turn the direction of writing, are written as in JSON.
  const text = String(value).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => sign.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
  // A spreadsheet would run a text that begins like a formula.
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @type {Record<string, string>} */
const KINDS = {
  csv: "text/csv",
  html: "text/html",
  jsonl: "application/x-ndjson",
  pdf: "application/pdf",
  txt: "text/plain",
};

/**
 * Save a file. How its name ends says what it is.
 * @param {string} name
 * @param {BlobPart} content
 */
export function download(name, content) {
  const kind = KINDS[name.slice(name.lastIndexOf(".") + 1)];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

import { stringify } from 'csv-stringify/sync';

/** A column: the name in the header row and how to read its cell. */
export interface CsvColumn<Row> {
  key: string;
  /** A list is joined by `;`, a date is ISO 8601, free JSON is JSON text, what is absent is an empty cell. */
  read(row: Row): unknown;
}

/** Turns rows into CSV (RFC 4180): CRLF, no byte order mark, cells quoted where needed. */
export interface CsvEncoder<Row> {
  header(): Buffer;
  /** The rows as one piece; empty for none. */
  rows(rows: readonly Row[]): Buffer;
}

/** What a spreadsheet may take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** The library quotes the record delimiter only; a lone CR or LF breaks a row just as well. */
const LINE_BREAK = /[\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Text that no spreadsheet runs: a `'` before what may begin a formula, except before plain numbers. */
const harmless = (text: string): string =>
  FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf).join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** Makes the encoder of a table. Cells are neutralised as `decisions` section 5 demands. */
export const csvEncoder = <Row>(columns: readonly CsvColumn<Row>[]): CsvEncoder<Row> => {
  const encode = (lines: string[][]): Buffer =>
    Buffer.from(stringify(lines, { record_delimiter: '\r\n', quoted_match: LINE_BREAK }), 'utf8');
  return {
    header: () => encode([columns.map(({ key }) => harmless(key))]),
    rows: (rows) =>
      rows.length === 0
        ? Buffer.alloc(0)
        : encode(rows.map((row) => columns.map(({ read }) => harmless(textOf(read(row)))))),
  };
};

/** A column: the name in the header row and how to read its cell. */
export interface CsvColumn<Row> {
  key: string;
  /** A list is joined by `;`, a date is ISO 8601, free JSON is JSON text, an absent value is an empty cell. */
  read(row: Row): unknown;
}

/** Turns rows into CSV (RFC 4180): CRLF, cells quoted where needed. */
export interface CsvEncoder<Row> {
  /** The header row, after a byte order mark when the reader asked for one. */
  header(asked: { bom?: boolean | undefined }): Buffer;
  /** The rows as one piece; empty for none. */
  rows(rows: readonly Row[]): Buffer;
}

/** What some spreadsheets know UTF-8 by. */
const BYTE_ORDER_MARK = '\ufeff';
/** Characters that a spreadsheet may read as the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Characters that need quotes around the cell. */
const SPECIAL = /[",\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Text that no spreadsheet runs: a `'` before what may begin a formula, except before plain numbers. */
const harmless = (text: string): string =>
  FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toText).join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** A cell as RFC 4180 has it. Rows are joined here because libraries take four times as long for large exports. */
const quoted = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const toCell = (value: unknown): string => quoted(harmless(toText(value)));

/** Makes the encoder of a table. Formulas in cells are neutralised (docs/rules/tickets.md). */
export const csvEncoder = <Row>(columns: readonly CsvColumn<Row>[]): CsvEncoder<Row> => {
  const formatLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
  return {
    header: ({ bom }) =>
      Buffer.from((bom ? BYTE_ORDER_MARK : '') + formatLine(columns.map(({ key }) => toCell(key)))),
    rows: (rows) =>
      Buffer.from(rows.map((row) => formatLine(columns.map(({ read }) => toCell(read(row))))).join('')),
  };
};

import type { Sql } from '@parley/persistence';
import { LRUCache } from 'lru-cache';
import { customKey, type FieldRow } from './field';
import type { Board } from './board';

/** The total of a field in a lane. */
export interface LaneTotal {
  laneId: string;
  /** Id of the field; empty for the number of entries. */
  key: string;
  entries: number;
  total: number;
  /** New whenever the total or its inputs changed. */
  stamp: number;
}

/** The content of a board; all of it from one moment. */
export interface SummaryRow {
  tallies: LaneTotal[] | null;
  overdue: { laneId: string; count: number }[] | null;
  scanned: Record<string, number | string | null>[] | null;
}

const functions: Readonly<Record<string, string>> = { sum: 'sum', average: 'avg', min: 'min', max: 'max' };

type Bind = (value: unknown) => string;

const numberAt = (json: string): string =>
  `CASE WHEN jsonb_typeof(${json}) = 'number' THEN (${json})::numeric END`;

const attributeAt = (fieldId: string, bind: Bind): string => {
  const key = customKey(fieldId);
  return key === undefined
    ? `attributes -> ${bind(fieldId)}::text`
    : `attributes -> 'customData' -> ${bind(key)}::text`;
};

/** The statement of what fields amount to by lane, in their order, over all entries; null without a field. */
const scanSql = (fields: readonly FieldRow[], { recordType }: Board, bind: Bind): string => {
  if (fields.length === 0) return 'NULL::json';
  const calculations: string[] = [];
  const numbers: string[] = [];
  fields.forEach(({ source, id, fieldId, calculation }, index) => {
    const isRecord = source === 'RECORD';
    if (isRecord) numbers.push(`${numberAt(attributeAt(fieldId, bind))} AS n${index}`);
    const number = isRecord ? `r.n${index}` : numberAt(`e.field_values -> ${bind(id)}::text`);
    calculations.push(`${functions[calculation ?? '']}(${number})::float8 AS "${index}"`);
  });
  // Only the numbers go into the join: whole records would not fit into its memory.
  const join =
    numbers.length === 0
      ? ''
      : `LEFT JOIN (SELECT id, ${numbers.join(', ')} FROM pipeline_record
                     WHERE project_id = $1 AND record_type = ${bind(recordType)}) r ON r.id = e.record_id`;
  return `(SELECT json_agg(s) FROM (
             SELECT e.lane_id AS "laneId", ${calculations.join(', ')} FROM pipeline_entry e ${join}
              WHERE e.project_id = $1 AND e.pipeline_id = $2 GROUP BY e.lane_id) s)`;
};

/** Whether the kept sums have a field's total; other totals are computed over the entries. */
export const isTallied = ({ source, calculation }: FieldRow): boolean =>
  source === 'ENTRY' && (calculation === 'sum' || calculation === 'average');

/** Whether a field is calculated over entries, none of which changes without a stamp of its tallies. */
const isStamped = ({ source }: FieldRow): boolean => source === 'ENTRY';

const calculated = ({ fields }: Board): FieldRow[] =>
  fields.filter(({ calculation }) => calculation !== null);

const talliesSql = `(SELECT json_agg(json_build_object('laneId', t.lane_id, 'key', t.key, 'entries', t.entries,
                                         'total', t.total::float8, 'stamp', t.stamp) ORDER BY t.lane_id, t.key)
         FROM pipeline_tally t
        WHERE t.project_id = $1 AND t.pipeline_id = $2 AND t.key = ANY ($4::text[])) AS tallies`;

const overdueSql = `(SELECT json_agg(json_build_object('laneId', l.id, 'count', (
                SELECT count(*) FROM pipeline_entry e
                 WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.lane_id = l.id AND e.due_date < $3)))
         FROM pipeline_lane l WHERE l.project_id = $1 AND l.pipeline_id = $2) AS overdue`;

const keptParams = (board: Board, now: Date): unknown[] => [
  board.projectId,
  board.id,
  now,
  [
    '',
    ...calculated(board)
      .filter(isStamped)
      .map(({ id }) => id),
  ],
];

/** The statement for a board's kept totals: numbers, sums and stamps; overdue entries are counted by index. */
export const KEPT_SUMMARY = `SELECT ${talliesSql}, ${overdueSql}`;

/** The statement of a summary with totals computed over the entries. */
export const summarySql = (board: Board, now: Date): { text: string; params: unknown[] } => {
  const params = keptParams(board, now);
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const scan = scanSql(
    calculated(board).filter((field) => !isTallied(field)),
    board,
    bind,
  );
  return { text: `SELECT ${talliesSql}, ${overdueSql}, ${scan} AS scanned`, params };
};

const demandRow = <T>([row]: readonly T[]): T => {
  if (!row) throw new Error('The database answered no summary');
  return row;
};

/** Calculations over entries that this process made, by the stamps that they hold for. */
export type Calculations = Pick<LRUCache<string, Scan>, 'get' | 'set'>;

type Scan = NonNullable<SummaryRow['scanned']>;

/** Boards with cached totals. */
const MAX_BOARDS = 1_000;

export const createCalculations = (): Calculations => new LRUCache<string, Scan>({ max: MAX_BOARDS });

const formatStamps = (board: Board, { tallies }: Pick<SummaryRow, 'tallies'>): string =>
  JSON.stringify([
    board.projectId,
    board.id,
    calculated(board).map(({ id, calculation }) => [id, calculation]),
    tallies?.map(({ laneId, key, stamp }) => [laneId, key, stamp]),
  ]);

/** Reads the content of a board. Totals over its entries are computed again when one of them changed. */
export const readSummary = async (
  { db, calculations }: { db: Sql; calculations: Calculations },
  board: Board,
  now: Date,
): Promise<SummaryRow> => {
  const others = calculated(board).filter((field) => !isTallied(field));
  if (others.every(isStamped)) {
    const rows = await db.query<Omit<SummaryRow, 'scanned'>>(KEPT_SUMMARY, keptParams(board, now), {
      prepare: true,
    });
    const kept = demandRow(rows);
    const scanned = others.length === 0 ? [] : calculations.get(formatStamps(board, kept));
    if (scanned) return { ...kept, scanned };
  }
  const { text, params } = summarySql(board, now);
  const summary = demandRow(await db.query<SummaryRow>(text, params));
  if (others.every(isStamped)) calculations.set(formatStamps(board, summary), summary.scanned ?? []);
  return summary;
};

import { type Sql } from '@parley/persistence';
import { customKey, type FieldRow } from '../fields/field';
import { type Board } from './board';

/** What a field amounts to in a lane. */
export interface LaneTotal {
  laneId: string;
  /** Id of the field; empty for the number of entries. */
  key: string;
  entries: number;
  total: number;
}

/** What a board holds; all of it as of one moment. */
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

/** Whether the sums that triggers keep tell what a field amounts to; the others are calculated over the entries. */
export const isTallied = ({ source, calculation }: FieldRow): boolean =>
  source === 'ENTRY' && (calculation === 'sum' || calculation === 'average');

/** The statement of a summary: numbers and sums are kept, overdue entries counted by index. */
export const summarySql = (board: Board, now: Date): { text: string; params: unknown[] } => {
  const fields = board.fields.filter(({ calculation }) => calculation !== null);
  const params: unknown[] = [
    board.projectId,
    board.id,
    now,
    ['', ...fields.filter(isTallied).map(({ id }) => id)],
  ];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const scan = scanSql(
    fields.filter((field) => !isTallied(field)),
    board,
    bind,
  );
  return {
    text: `SELECT
      (SELECT json_agg(json_build_object('laneId', t.lane_id, 'key', t.key, 'entries', t.entries,
                                         'total', t.total::float8))
         FROM pipeline_tally t
        WHERE t.project_id = $1 AND t.pipeline_id = $2 AND t.key = ANY ($4::text[])) AS tallies,
      (SELECT json_agg(json_build_object('laneId', l.id, 'count', (
                SELECT count(*) FROM pipeline_entry e
                 WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.lane_id = l.id AND e.due_date < $3)))
         FROM pipeline_lane l WHERE l.project_id = $1 AND l.pipeline_id = $2) AS overdue,
      ${scan} AS scanned`,
    params,
  };
};

/** Reads what a board holds. */
export const readSummary = async (sql: Sql, board: Board, now: Date): Promise<SummaryRow> => {
  const { text, params } = summarySql(board, now);
  const [row] = await sql.query<SummaryRow>(text, params);
  if (!row) throw new Error('The database answered no summary');
  return row;
};

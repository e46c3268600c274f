import type { Sql } from '@parley/persistence';
import { type Change, type Figure, figures, QUARTER_MS, kinds } from '../facts';

/** Lets a transaction write all facts of a project: sums by month are made at its end, of all facts at once. */
export const putOffSums = async (tx: Sql): Promise<void> => {
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query("SET LOCAL parley.sums_later = 'on'");
};

/** The others are counted once, when their facts are written. */
const ofTickets: readonly Figure[] = Object.values(figures).filter((figure: Figure) => !figure.isFree);

/** Deletes the facts of a project's tickets and their counts. */
export const removeTicketFacts = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query('DELETE FROM fact WHERE project_id = $1 AND ticket_id IS NOT NULL', [projectId]);
  await tx.query('DELETE FROM fact_quarter WHERE project_id = $1 AND figure = ANY ($2)', [
    projectId,
    ofTickets.map(({ number }) => number),
  ]);
  await tx.query('DELETE FROM fact_spread WHERE project_id = $1', [projectId]);
};

/** Counts the facts of tickets of a project by quarters of hours. */
export const countTicketFacts = async (tx: Sql, projectId: string): Promise<void> => {
  for (const figure of ofTickets)
    await tx.query(
      `INSERT INTO fact_quarter (project_id, figure, quarter, count)
       SELECT $1, $2, to_timestamp(floor(extract(epoch FROM at) / ${QUARTER_MS / 1_000}) * ${QUARTER_MS / 1_000}), count(*)
         FROM fact WHERE project_id = $1 AND kind = $3 AND ($4 < 0 OR flags & $4 <> 0) GROUP BY 3`,
      [projectId, figure.number, kinds[figure.kind], figure.flag ?? -1],
    );
};

/** Rows that are written at once. */
const PAGE = 5_000;

/** Writes sums for processes of the release before, of a project that has none. */
export const insertSpreads = async (
  tx: Sql,
  projectId: string,
  spreads: Change['spreads'],
): Promise<void> => {
  for (let from = 0; from < spreads.length; from += PAGE)
    await tx.query(
      `INSERT INTO fact_spread (project_id, figure, working, day, bucket, count, total)
       SELECT $1, figure, working, (to_timestamp(day / 1000.0) AT TIME ZONE 'UTC')::date, bucket, count, total
         FROM json_to_recordset($2::json)
              AS r (figure smallint, working boolean, day float8, bucket smallint, count bigint, total bigint)`,
      [projectId, JSON.stringify(spreads.slice(from, from + PAGE))],
    );
};

/** Makes the sums by month of a project from its facts. */
export const makeSums = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query('SELECT make_sums($1)', [projectId]);
};

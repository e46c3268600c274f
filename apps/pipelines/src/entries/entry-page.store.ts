import { type ListClauses, type Sql } from '@parley/persistence';
import { type EntryRow } from './entry';
import { listedColumns, recordJoin } from './entry.store';

/** What entries of a page must be; SQL of ours over `e`, and over `r` when it reads records. */
export interface PageCondition {
  where: string;
  readsRecords: boolean;
}

/** A page of a lane; how many entries it passes over may be a parameter. */
export type EntryPage = Omit<ListClauses, 'skip'> &
  Pick<PageCondition, 'readsRecords'> & { skip: number | string };

/**
 * The statement of `findPage`: project, board, lane, keys of free data, and what the conditions add. Which entries they are
 * is found by an index, and only those are read whole.
 */
export const pageSql = ({ where, readsRecords, orderBy, skip, limit }: EntryPage): string => `
WITH page AS MATERIALIZED (
  SELECT id, row_number() OVER () AS place FROM (
    SELECT e.id FROM pipeline_entry e ${readsRecords ? recordJoin : ''}
     WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.lane_id = $3 AND ${where}
     ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}) found
)
SELECT ${listedColumns('$4')}
  FROM page JOIN pipeline_entry e ON e.project_id = $1 AND e.id = page.id ${recordJoin}
 ORDER BY page.place`;

/**
 * The statement of `findBoardPage`: project, board, lane, keys of free data, number of those to pass over. With the limit as
 * a parameter the plan for all values would read whole tables.
 */
export const boardPageSql = (limit: number): string =>
  pageSql({ where: 'TRUE', readsRecords: false, orderBy: 'e.rank', limit, skip: '$5::integer' });

/** A page of a lane in board order: what a board shows all the time, so that it is planned once. */
export const findBoardPage = (
  sql: Sql,
  { limit, skip }: Pick<ListClauses, 'limit' | 'skip'>,
  params: readonly unknown[],
): Promise<EntryRow[]> => sql.query<EntryRow>(boardPageSql(limit), [...params, skip], { prepare: true });

/** Entries of a lane. */
export const findPage = (sql: Sql, page: EntryPage, params: readonly unknown[]): Promise<EntryRow[]> =>
  sql.query<EntryRow>(pageSql(page), params);

import type { Sql } from '@parley/persistence';
import { binder, factsIn, type Scope } from '../charts';
import { type Figure, figures } from '../facts';
import type { Start } from './table';

/** Facts that are counted by what they name. */
export interface Counted {
  figure: Pick<Figure, 'kind'>;
  /** Name of it among their particulars. */
  key: string;
  /** More to read of each group, and conditions, in SQL. */
  more?: string;
  where?: string;
}

/** How often each thing is named, as a table `g` for a FROM: `key`, `count` and `at`, the latest time. */
const countsIn = (scope: Scope, { figure, key, more = '', where = '' }: Counted, params: unknown[]): string =>
  `(SELECT (f.extra->>'${key}') COLLATE "C" AS key, count(*) AS count, max(f.at) AS at${more}
      ${factsIn(scope, figure, params)}${where} GROUP BY 1) g`;

/** How often something is named, and when last. */
export interface Count {
  key: string;
  count: number;
  at: Date;
}

/** Position of a row: most first, then by name. */
export type Place = Pick<Count, 'count' | 'key'>;

/** Which rows of a list. */
interface Slice {
  start: Start<Place>;
  limit: number;
}

/** The end of a statement over counts: those behind a start, in order. */
const pageEnd = ({ start, limit }: Slice, params: unknown[]): string => {
  const bind = binder(params);
  const order = `ORDER BY g.count DESC, g.key LIMIT ${bind(limit)}`;
  if ('skip' in start) return `${order} OFFSET ${bind(start.skip)}`;
  const [count, key] = [bind(start.after.count), bind(start.after.key)];
  return `WHERE g.count < ${count} OR (g.count = ${count} AND g.key > ${key}) ${order}`;
};

/** How many different things are named. */
export const countNames = async (sql: Sql, scope: Scope, of: Counted): Promise<number> => {
  const params: unknown[] = [];
  const [row] = await sql.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${countsIn(scope, of, params)}`,
    params,
  );
  return row?.total ?? 0;
};

/** Views, by article. */
export const articles: Counted = { figure: figures.ARTICLE_VIEWS, key: 'article' };

/** Articles by how often they were viewed, with their titles as far as they are known. */
export const pageArticles = (
  sql: Sql,
  scope: Scope,
  slice: Slice,
): Promise<(Count & { title: string | null })[]> => {
  const params: unknown[] = [];
  const from = countsIn(scope, articles, params);
  const project = binder(params)(scope.projectId);
  return sql.query<Count & { title: string | null }>(
    `SELECT g.*, a.title FROM ${from} LEFT JOIN article a ON a.project_id = ${project} AND a.id = g.key
      ${pageEnd(slice, params)}`,
    params,
  );
};

/** Searches with so many results, by their term. */
export const searchesThat = (hits: '> 0' | '= 0'): Counted => ({
  figure: { kind: 'ARTICLE_SEARCHED' },
  key: 'searchTerm',
  more: `, ((array_agg(f.extra->>'results' ORDER BY f.at DESC, f.source_id DESC))[1])::integer AS results`,
  where: ` AND (f.extra->>'results')::integer ${hits}`,
});

/** Searches by how often they were made, with how much the last one found. */
export const pageSearches = (
  sql: Sql,
  scope: Scope,
  of: Counted,
  slice: Slice,
): Promise<(Count & { results: number })[]> => {
  const params: unknown[] = [];
  const from = countsIn(scope, of, params);
  return sql.query<Count & { results: number }>(`SELECT g.* FROM ${from} ${pageEnd(slice, params)}`, params);
};

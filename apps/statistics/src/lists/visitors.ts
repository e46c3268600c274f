import { binder, factsIn } from '../charts/scope';
import { type Figure, figures } from '../facts/figures';
import { hasFilter } from '../question/read-question';
import { scopeOf } from './ratings';
import { type Asked, type ListChart, type Paging, readPaged, type Start } from './table';

/** Facts that are counted by what they name. */
interface Counted {
  figure: Pick<Figure, 'kind'>;
  /** Name of it among their particulars. */
  key: string;
  /** More to read of each group, and conditions, in SQL. */
  more?: string;
  where?: string;
}

/** How often each thing is named, as a table `g` for a FROM: `key`, `count` and `at`, the latest time. */
const countsIn = (asked: Asked, { figure, key, more = '', where = '' }: Counted, params: unknown[]): string =>
  `(SELECT (f.extra->>'${key}') COLLATE "C" AS key, count(*) AS count, max(f.at) AS at${more}
      ${factsIn(scopeOf(asked), figure, params)}${where} GROUP BY 1) g`;

interface Count {
  key: string;
  count: number;
  at: Date;
}

/** Place of a row: most first, then by what is named. */
type Place = Pick<Count, 'count' | 'key'>;

/** The end of a statement over counts: those behind a start, in order. */
const pageOf = (start: Start<Place>, limit: number, params: unknown[]): string => {
  const bind = binder(params);
  const order = `ORDER BY g.count DESC, g.key LIMIT ${bind(limit)}`;
  if ('skip' in start) return `${order} OFFSET ${bind(start.skip)}`;
  const [count, key] = [bind(start.after.count), bind(start.after.key)];
  return `WHERE g.count < ${count} OR (g.count = ${count} AND g.key > ${key}) ${order}`;
};

/** What visitors do belongs to no ticket: any filter of tickets leaves nothing. */
const counted = (of: Counted, page: Paging<Place>['page']): Paging<Place> => ({
  count: async ({ db }, asked) => {
    if (hasFilter(asked.question.filters)) return 0;
    const params: unknown[] = [];
    const [row] = await db.query<{ total: number }>(
      `SELECT count(*) AS total FROM ${countsIn(asked, of, params)}`,
      params,
    );
    return row?.total ?? 0;
  },
  page: (deps, asked, start, limit) =>
    hasFilter(asked.question.filters)
      ? Promise.resolve({ rows: [], last: undefined })
      : page(deps, asked, start, limit),
});

const views: Counted = { figure: figures.ARTICLE_VIEWS, key: 'article' };

/** What visitors of the help center read. */
export const articleViews: ListChart = {
  title: 'Article views',
  columns: [
    { key: 'article', label: 'Article' },
    { key: 'views', label: 'Views' },
    { key: 'lastViewedAt', label: 'Last viewed at' },
  ],
  ...readPaged(
    counted(views, async ({ db }, asked, start, limit) => {
      const params: unknown[] = [];
      const from = countsIn(asked, views, params);
      const project = binder(params)(asked.projectId);
      const found = await db.query<Count & { title: string | null }>(
        `SELECT g.*, a.title FROM ${from} LEFT JOIN article a ON a.project_id = ${project} AND a.id = g.key
          ${pageOf(start, limit, params)}`,
        params,
      );
      return {
        last: found.at(-1),
        rows: found.map(({ key: id, title, count, at }) => [
          { value: title ?? id, id },
          { value: count },
          { value: at.toISOString() },
        ]),
      };
    }),
  ),
};

const searches = (title: string, hits: string): ListChart => {
  const of: Counted = {
    figure: { kind: 'ARTICLE_SEARCHED' },
    key: 'searchTerm',
    more: `, ((array_agg(f.extra->>'results' ORDER BY f.at DESC, f.source_id DESC))[1])::integer AS results`,
    where: ` AND (f.extra->>'results')::integer ${hits}`,
  };
  return {
    title,
    columns: [
      { key: 'searchTerm', label: 'Search term' },
      { key: 'count', label: 'Searches' },
      { key: 'results', label: 'Results' },
      { key: 'lastSearchedAt', label: 'Last searched at' },
    ],
    ...readPaged(
      counted(of, async ({ db }, asked, start, limit) => {
        const params: unknown[] = [];
        const from = countsIn(asked, of, params);
        const found = await db.query<Count & { results: number }>(
          `SELECT g.* FROM ${from} ${pageOf(start, limit, params)}`,
          params,
        );
        return {
          last: found.at(-1),
          rows: found.map(({ key, count, results, at }) => [
            { value: key },
            { value: count },
            { value: results },
            { value: at.toISOString() },
          ]),
        };
      }),
    ),
  };
};

/** What visitors looked for and found. */
export const searchesWithHits = searches('Searches with results', '> 0');

/** What visitors looked for in vain. */
export const searchesWithoutHits = searches('Searches without results', '= 0');

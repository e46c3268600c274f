import { type Sql } from '@parley/persistence';
import { aggregate, type Column } from '../charts/measure';
import { factsIn, type Scope } from '../charts/scope';
import { type Figure, figures } from '../facts/figures';
import { flags } from '../facts/kinds';
import { hasFilter } from '../question/read-question';

/** A number for each user, and one over the samples of them all; null of no samples. */
export interface Values {
  byUser: ReadonlyMap<string, number>;
  overall: number | null;
}

type FigureOf = Pick<Figure, 'kind' | 'flag'>;

/** Columns that are read together, because they are of the same facts. */
export interface Reading {
  /** Columns of counts are 0 where there is nothing, the rest null. */
  columns: readonly { key: string; isCount: boolean }[];
  read(sql: Sql, scope: Scope, services: readonly string[]): Promise<Values[]>;
}

const STRETCH_SECONDS = 300;
/** Key of the column of ratings. */
export const RATING = 'averageRating';

const valuesOf = (rows: readonly { id: string; value: number | null }[]): Values => ({
  byUser: new Map(rows.flatMap(({ id, value }) => (value === null ? [] : [[id, value]]))),
  overall: null,
});

/** Facts of people: service accounts have no row, also in the average. */
const ofPeople = (services: readonly string[], params: unknown[]): string =>
  ` AND f.user_id IS NOT NULL${services.length > 0 ? ` AND f.user_id <> ALL ($${params.push(services)})` : ''}`;

/** Tickets are counted once, by the first fact of the user in the period. */
const ticketsOnce = (since: string): string =>
  `count(*) FILTER (WHERE f.previous_own_at IS NULL OR f.previous_own_at < ${since})`;

/** How many different tickets of users there are facts of. */
const tickets = (key: string, figure: FigureOf): Reading => ({
  columns: [{ key, isCount: true }],
  read: async (sql, scope, services) => {
    const params: unknown[] = [];
    const from = factsIn(scope, figure, params);
    const since = `$${params.push(scope.from)}`;
    const people = ofPeople(services, params);
    return [
      valuesOf(
        await sql.query(
          `SELECT f.user_id AS id, ${ticketsOnce(since)} AS value ${from}${people} GROUP BY 1`,
          params,
        ),
      ),
    ];
  },
});

/** A column of samples: of which facts, and what of them. */
interface Sampled {
  key: string;
  flag?: number;
  column: Column;
  isAverage?: true;
}

/**
 * Counts, medians and averages of facts of one kind, by user and over all users. The samples of each user are gathered, so that
 * each median orders its own and nothing is ordered by user.
 */
const samples = (
  figure: FigureOf,
  counts: readonly FlaggedCount[],
  sampled: readonly Sampled[],
): Reading => ({
  columns: [
    ...counts.map(({ key }) => ({ key, isCount: true })),
    ...sampled.map(({ key }) => ({ key, isCount: false })),
  ],
  read: async (sql, scope, services) => {
    const params: unknown[] = [];
    const from = `${factsIn(scope, figure, params)}${ofPeople(services, params)}`;
    const only = (flag: number | undefined): string =>
      flag === undefined ? '' : ` FILTER (WHERE f.flags & ${flag} <> 0)`;
    const gathered = [
      ...counts.map(({ flag }, n) => `count(*)${only(flag)} AS count${n}`),
      ...sampled.map(({ flag, column }, n) => `array_agg(f.${column})${only(flag)} AS samples${n}`),
    ];
    const medians = (rows: string): string[] =>
      sampled.map(
        ({ isAverage = false }, n) =>
          `(SELECT ${aggregate({ column: 'value', isAverage })} FROM ${rows.replace('$n', String(n))} AS f(value)) AS sample${n}`,
      );
    const rows = await sql.query<Record<string, string | number | null>>(
      `WITH g AS MATERIALIZED (SELECT f.user_id AS id, ${gathered.join(', ')} ${from} GROUP BY 1)
       SELECT ${['id', ...counts.map((_, n) => `count${n}`), ...medians('unnest(g.samples$n)')].join(', ')} FROM g
       UNION ALL
       SELECT ${['NULL', ...counts.map(() => 'NULL'), ...medians('(SELECT unnest(samples$n) FROM g)')].join(', ')}`,
      params,
    );
    const numberIn = (row: (typeof rows)[number], name: string): number | null => {
      const value = row[name];
      return typeof value === 'number' ? value : null;
    };
    const column = (name: string): Values => ({
      byUser: new Map(
        rows.flatMap((row): [string, number][] => {
          const value = numberIn(row, name);
          return typeof row['id'] === 'string' && value !== null ? [[row['id'], value]] : [];
        }),
      ),
      overall: rows.flatMap((row) => (row['id'] === null ? numberIn(row, name) : [])).at(0) ?? null,
    });
    return [...counts.map((_, n) => column(`count${n}`)), ...sampled.map((_, n) => column(`sample${n}`))];
  },
});

/** A count of facts with a flag, or of all. */
interface FlaggedCount {
  key: string;
  flag?: number;
}

/** Milliseconds in stretches of 5 minutes with work in them. */
const active: Reading = {
  columns: [{ key: 'hoursActive', isCount: true }],
  read: async (sql, scope) => {
    const params: unknown[] = [];
    const stretchOf = 'floor(extract(epoch FROM f.at) / 300)::integer';
    const facts = (part: Scope): string =>
      `SELECT DISTINCT f.user_id, ${stretchOf} AS stretch ${factsIn(part, { kind: 'WORKED_ON' }, params)}
          AND f.user_id IS NOT NULL`;
    const first = Math.ceil(scope.from.getTime() / 1_000 / STRETCH_SECONDS);
    const end = Math.floor((scope.to.getTime() + 1) / 1_000 / STRETCH_SECONDS);
    const timeOf = (stretch: number): number => stretch * STRETCH_SECONDS * 1_000;
    const isKept = !hasFilter(scope.filters) && end > first;
    const parts = isKept
      ? [
          `SELECT user_id, stretch FROM work_stretch WHERE project_id = $${params.push(scope.projectId)}
              AND stretch >= $${params.push(first)} AND stretch < $${params.push(end)} AND count > 0`,
          facts({ ...scope, to: new Date(timeOf(first) - 1) }),
          facts({ ...scope, from: new Date(timeOf(end)) }),
        ]
      : [facts(scope)];
    const values = valuesOf(
      await sql.query(
        `SELECT user_id AS id, count(*) * ${STRETCH_SECONDS * 1_000} AS value
           FROM (${parts.join(' UNION ALL ')}) s GROUP BY 1`,
        params,
      ),
    );
    return [values];
  },
};

/** What the columns of the list are read from. */
export const readingsOf = (column: 'ms' | 'work_ms'): Reading[] => [
  tickets('totalCountForUser', { kind: 'ASSIGN_TICKET' }),
  samples(
    figures.REPLIES,
    [{ key: 'commentCount' }],
    [
      { key: 'medianReplyTime', flag: flags.SAMPLE, column },
      { key: 'medianTimeToFirstReplyInSec', flag: flags.FIRST, column },
    ],
  ),
  samples({ kind: 'ASSIGNED_REPLY' }, [], [{ key: 'medianFirstAssignmentReplyTime', column }]),
  samples(
    figures.CLOSES,
    [{ key: 'rawClosed' }],
    [{ key: 'timeToLastCloseInSec', flag: flags.LAST, column }],
  ),
  tickets('ticketActivityCount', { kind: 'WORKED_ON' }),
  active,
  samples(figures.RATINGS, [], [{ key: RATING, column: 'value', isAverage: true }]),
];

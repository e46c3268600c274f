import { type Sql } from '@parley/persistence';
import { aggregate } from '../charts/measure';
import { factsIn, type Scope } from '../charts/scope';
import { figures } from '../facts/figures';
import { type Kind } from '../facts/kinds';
import { countByPerson, medianByPerson, monthsOf, summed, type Summed } from './team-sums';
import { activeTimes } from './active-times';

/** A number for each user, and one over the samples of them all; null of no samples. */
export interface Values {
  byUser: ReadonlyMap<string, number>;
  overall: number | null;
}

/** Columns that are read together, because they are of the same facts. */
export interface Reading {
  /** Columns of counts are 0 where there is nothing, the rest null. */
  columns: readonly { key: string; isCount: boolean }[];
  read(sql: Sql, scope: Scope, services: readonly string[]): Promise<Values[]>;
}

/** Key of the column of ratings. */
export const RATING = 'averageRating';

/** Numbers by user; the one over all users stands under null. */
const valuesOf = (rows: readonly { id: string | null; value: number | null }[]): Values => ({
  byUser: new Map(rows.flatMap(({ id, value }) => (id === null || value === null ? [] : [[id, value]]))),
  overall: rows.find(({ id }) => id === null)?.value ?? null,
});

/** Facts of people: service accounts have no row, also in the average. */
const ofPeople = (services: readonly string[], params: unknown[]): string =>
  ` AND f.user_id IS NOT NULL${services.length > 0 ? ` AND f.user_id <> ALL ($${params.push(services)})` : ''}`;

/**
 * Tickets are counted once, by the first fact of the user in the period. Under a filter of teams that first one may belong to
 * another team, so that tickets are told apart instead.
 */
const ticketsOnce = ({ from, filters }: Scope, params: unknown[]): string =>
  filters.teams
    ? 'count(DISTINCT f.ticket_id)'
    : `count(*) FILTER (WHERE f.previous_own_at IS NULL OR f.previous_own_at < $${params.push(from)})`;

/** How many different tickets of users there are facts of. */
const tickets = (key: string, figure: Summed): Reading => ({
  columns: [{ key, isCount: true }],
  read: async (sql, scope, services) => {
    const months = scope.filters.teams ? undefined : monthsOf(scope);
    if (months) return [valuesOf(await countByPerson({ sql, scope, months, services }, figure))];
    const params: unknown[] = [];
    const from = factsIn(scope, figure.of, params);
    const once = ticketsOnce(scope, params);
    const people = ofPeople(services, params);
    return [
      valuesOf(
        await sql.query(`SELECT f.user_id AS id, ${once} AS value ${from}${people} GROUP BY 1`, params),
      ),
    ];
  },
});

/** A column that counts, or has medians of, facts of one kind. */
interface OfKind {
  key: string;
  figure: Summed;
}

const MEDIAN = aggregate({ column: 'value', isAverage: false });

/** The median of a user's samples, and the lower one of the two in the middle, of one order. */
const middleOfOne = (n: number): string =>
  `CROSS JOIN LATERAL (SELECT ${MEDIAN} AS sample${n},
                              percentile_disc(0.5) WITHIN GROUP (ORDER BY f.value::double precision) AS low${n}
                         FROM unnest(g.samples${n}) AS f(value)) m${n}`;

/**
 * The median of all samples: it lies between the least and the greatest of those of the users, so that only what is there is
 * ordered.
 */
const middleOfAll = (n: number): string =>
  `(SELECT (SELECT avg(v)::double precision
              FROM (SELECT v FROM unnest(s.middle) AS v ORDER BY v
                    OFFSET (s.total - 1) / 2 - s.before LIMIT s.total / 2 - (s.total - 1) / 2 + 1) m)
      FROM (SELECT count(v) AS total, count(*) FILTER (WHERE v < b.low) AS before,
                   array_agg(v) FILTER (WHERE v >= b.low AND v <= b.high) AS middle
              FROM (SELECT min(low${n}) AS low, max(2 * sample${n} - low${n}) AS high FROM p) b
             CROSS JOIN LATERAL (SELECT unnest(p.samples${n}) AS v FROM p) f) s)`;

/**
 * Counts and medians of facts of one kind, by user and over all users. Where no sums serve, the samples of each user are gathered, so
 * that each median orders its own and nothing is ordered by user.
 */
const samples = (
  kind: Kind,
  column: 'ms' | 'work_ms',
  counts: readonly OfKind[],
  sampled: readonly OfKind[],
): Reading => ({
  columns: [
    ...counts.map(({ key }) => ({ key, isCount: true })),
    ...sampled.map(({ key }) => ({ key, isCount: false })),
  ],
  read: async (sql, scope, services) => {
    const months = monthsOf(scope);
    if (months) {
      const values: Values[] = [];
      for (const { figure } of counts)
        values.push(valuesOf(await countByPerson({ sql, scope, months, services }, figure)));
      for (const { figure } of sampled)
        values.push(valuesOf(await medianByPerson({ sql, scope, months, services }, figure, column)));
      return values;
    }
    const params: unknown[] = [];
    const from = `${factsIn(scope, { kind }, params)}${ofPeople(services, params)}`;
    const only = ({ figure: { of } }: OfKind): string =>
      of.flag === undefined ? '' : ` FILTER (WHERE f.flags & ${of.flag} <> 0)`;
    const gathered = [
      ...counts.map((one, n) => `count(*)${only(one)} AS count${n}`),
      ...sampled.map((one, n) => `array_agg(f.${column})${only(one)} AS samples${n}`),
    ];
    const rows = await sql.query<Record<string, string | number | null>>(
      `WITH g AS MATERIALIZED (SELECT f.user_id AS id, ${gathered.join(', ')} ${from} GROUP BY 1),
            p AS MATERIALIZED (SELECT * FROM g ${sampled.map((_, n) => middleOfOne(n)).join(' ')})
       SELECT ${['id', ...counts.map((_, n) => `count${n}`), ...sampled.map((_, n) => `sample${n}`)].join(', ')} FROM p
       UNION ALL
       SELECT ${['NULL', ...counts.map(() => 'NULL'), ...sampled.map((_, n) => middleOfAll(n))].join(', ')}`,
      params,
    );
    const named = (name: string): Values =>
      valuesOf(rows.map((row) => ({ id: row['id'] as string | null, value: row[name] as number | null })));
    return [...counts.map((_, n) => named(`count${n}`)), ...sampled.map((_, n) => named(`sample${n}`))];
  },
});

/** Average ratings of users and over all of them. */
const ratings: Reading = {
  columns: [{ key: RATING, isCount: false }],
  read: async (sql, scope, services) => {
    const params: unknown[] = [];
    const from = `${factsIn(scope, figures.RATINGS, params)}${ofPeople(services, params)}`;
    return [
      valuesOf(
        await sql.query(
          `SELECT f.user_id AS id, avg(f.value) AS value ${from} GROUP BY ROLLUP (f.user_id) HAVING count(*) > 0`,
          params,
        ),
      ),
    ];
  },
};

/** Milliseconds in stretches of 5 minutes with work in them. */
const active: Reading = {
  columns: [{ key: 'hoursActive', isCount: true }],
  read: async (sql, scope) => [valuesOf(await activeTimes(sql, scope))],
};

/** What the columns of the list are read from: what takes longest begins. */
export const readingsOf = (column: 'ms' | 'work_ms'): Reading[] => [
  samples(
    'TICKET_REPLY',
    column,
    [{ key: 'commentCount', figure: summed.REPLIES }],
    [
      { key: 'medianReplyTime', figure: summed.REPLY_TIMES },
      { key: 'medianTimeToFirstReplyInSec', figure: summed.FIRST_RESPONSES },
    ],
  ),
  tickets('ticketActivityCount', summed.WORK),
  samples(
    'TICKET_STATUS_CHANGE',
    column,
    [{ key: 'rawClosed', figure: summed.CLOSES }],
    [{ key: 'timeToLastCloseInSec', figure: summed.LAST_CLOSES }],
  ),
  active,
  samples(
    'ASSIGNED_REPLY',
    column,
    [],
    [{ key: 'medianFirstAssignmentReplyTime', figure: summed.ASSIGNED_REPLIES }],
  ),
  tickets('totalCountForUser', summed.ASSIGNMENTS),
  ratings,
];

import type { Sql } from '@parley/persistence';
import { aggregate, factsIn, type Scope } from '../charts';
import { type Figure, figures } from '../facts';

type FigureOf = Pick<Figure, 'kind' | 'flag'>;

/** A number of a person; null for one over all people, or where there is nothing. */
interface Value {
  id: string | null;
  value: number | null;
}

/** Facts of people: service accounts have no row, also in the average. */
const ofPeople = (services: readonly string[], params: unknown[]): string =>
  ` AND f.user_id IS NOT NULL${services.length > 0 ? ` AND f.user_id <> ALL ($${params.push(services)})` : ''}`;

/**
 * Tickets are counted once, by the first fact of the user in the period. Under a filter of teams that first one may belong to
 * another team, so that distinct tickets are counted instead.
 */
const ticketsOnce = ({ from, filters }: Scope, params: unknown[]): string =>
  filters.teams
    ? 'count(DISTINCT f.ticket_id)'
    : `count(*) FILTER (WHERE f.previous_own_at IS NULL OR f.previous_own_at < $${params.push(from)})`;

/** How many different tickets of people there are facts of. */
export const countTicketsByUser = (
  sql: Sql,
  scope: Scope,
  figure: FigureOf,
  services: readonly string[],
): Promise<Value[]> => {
  const params: unknown[] = [];
  const from = factsIn(scope, figure, params);
  const once = ticketsOnce(scope, params);
  const people = ofPeople(services, params);
  return sql.query<Value>(`SELECT f.user_id AS id, ${once} AS value ${from}${people} GROUP BY 1`, params);
};

const MEDIAN = aggregate({ column: 'value', isAverage: false });

/** The median of a user's samples, and the lower one of the two in the middle, of one order. */
const middleOfOne = (n: number): string =>
  `CROSS JOIN LATERAL (SELECT ${MEDIAN} AS sample${n},
                              percentile_disc(0.5) WITHIN GROUP (ORDER BY f.value::double precision) AS low${n}
                         FROM unnest(g.samples${n}) AS f(value)) m${n}`;

/**
 * The median of all samples: it lies between the least and the greatest median of the users, so that only samples in between are
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

/** Counts, and medians of a duration, of facts of one kind. */
interface Sampled {
  kind: Figure['kind'];
  column: 'ms' | 'work_ms';
  counts: readonly FigureOf[];
  sampled: readonly FigureOf[];
}

/**
 * A row for each person and one for all: `count0`, `count1`, … and the medians `sample0`, `sample1`, …. The samples of each person are
 * gathered, so that each median orders its own and nothing is ordered by person.
 */
export const gatherSamples = (
  sql: Sql,
  scope: Scope,
  services: readonly string[],
  { kind, column, counts, sampled }: Sampled,
): Promise<Record<string, string | number | null>[]> => {
  const params: unknown[] = [];
  const from = `${factsIn(scope, { kind }, params)}${ofPeople(services, params)}`;
  const only = ({ flag }: FigureOf): string =>
    flag === undefined ? '' : ` FILTER (WHERE f.flags & ${flag} <> 0)`;
  const gathered = [
    ...counts.map((one, n) => `count(*)${only(one)} AS count${n}`),
    ...sampled.map((one, n) => `array_agg(f.${column})${only(one)} AS samples${n}`),
  ];
  return sql.query<Record<string, string | number | null>>(
    `WITH g AS MATERIALIZED (SELECT f.user_id AS id, ${gathered.join(', ')} ${from} GROUP BY 1),
            p AS MATERIALIZED (SELECT * FROM g ${sampled.map((_, n) => middleOfOne(n)).join(' ')})
       SELECT ${['id', ...counts.map((_, n) => `count${n}`), ...sampled.map((_, n) => `sample${n}`)].join(', ')} FROM p
       UNION ALL
       SELECT ${['NULL', ...counts.map(() => 'NULL'), ...sampled.map((_, n) => middleOfAll(n))].join(', ')}`,
    params,
  );
};

/** Average ratings of people, and over all of them. */
export const averageRatings = (sql: Sql, scope: Scope, services: readonly string[]): Promise<Value[]> => {
  const params: unknown[] = [];
  const from = `${factsIn(scope, figures.RATINGS, params)}${ofPeople(services, params)}`;
  return sql.query<Value>(
    `SELECT f.user_id AS id, avg(f.value) AS value ${from} GROUP BY ROLLUP (f.user_id) HAVING count(*) > 0`,
    params,
  );
};

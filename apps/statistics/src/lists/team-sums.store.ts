import type { Sql } from '@parley/persistence';
import { aroundMonths, toUtcDate, WIDE_BUCKETS, binder, factsIn, type Scope } from '../charts';
import { figureCondition, type Figure, flags } from '../facts';
import { wholeMonths, hasTicketFilter } from '../question';

type FigureOf = Pick<Figure, 'kind' | 'flag'>;

/** What people did is summed up by month; its number there, and which facts it is made of. */
export interface Summed {
  number: number;
  of: FigureOf;
  /** Whether each fact knows the one before of the same person in the same ticket, of which only the first counts. */
  isOncePerTicket?: boolean;
}

/** Sums of months by person and team. */
export const summed = {
  CLOSES: { number: 4, of: { kind: 'TICKET_STATUS_CHANGE', flag: flags.CLOSE } },
  REPLIES: { number: 6, of: { kind: 'TICKET_REPLY' } },
  REPLY_TIMES: { number: 7, of: { kind: 'TICKET_REPLY', flag: flags.SAMPLE } },
  FIRST_RESPONSES: { number: 8, of: { kind: 'TICKET_REPLY', flag: flags.FIRST } },
  ASSIGNED_REPLIES: { number: 19, of: { kind: 'ASSIGNED_REPLY' } },
  LAST_CLOSES: { number: 20, of: { kind: 'TICKET_STATUS_CHANGE', flag: flags.LAST } },
  ASSIGNMENTS: { number: 21, of: { kind: 'ASSIGN_TICKET' }, isOncePerTicket: true },
  WORK: { number: 22, of: { kind: 'WORKED_ON' }, isOncePerTicket: true },
} as const satisfies Record<string, Summed>;

/** The months of a scope with sums for it: whole months, filtered by people and teams alone. */
export const findWholeMonths = (scope: Scope): { first: Date; end: Date } | undefined =>
  hasTicketFilter(scope.filters) ? undefined : wholeMonths(scope);

/** A statement about people: their facts and sums without service accounts. */
interface Reading {
  sql: Sql;
  scope: Scope;
  months: { first: Date; end: Date };
  services: readonly string[];
}

const personConditions = ({ scope, services }: Reading, params: unknown[], isSum: boolean): string => {
  const { users, teams } = scope.filters;
  const bind = binder(params);
  return [
    ...(isSum ? [`project_id = ${bind(scope.projectId)}`] : ['user_id IS NOT NULL']),
    ...(services.length > 0 ? [`user_id <> ALL (${bind(services)})`] : []),
    // Facts are narrowed by these anyway.
    ...(isSum && users ? [`user_id = ANY (${bind(users)})`] : []),
    ...(isSum && teams ? [`team_id = ANY (${bind(teams)})`] : []),
  ].join(' AND ');
};

/**
 * People's numbers of facts, or of different tickets. Tickets with their previous fact before the first whole month come from the
 * sums; those with it in the part before that month are subtracted.
 */
export const countByPerson = async (
  reading: Reading,
  { number, of, isOncePerTicket = false }: Summed,
): Promise<{ id: string; value: number }[]> => {
  const { sql, scope, months } = reading;
  const params: unknown[] = [];
  const bind = binder(params);
  const [first, end] = [bind(months.first), bind(months.end)];
  const since = (): string => bind(scope.from);
  const parts = [
    `SELECT user_id AS id, count FROM person_month WHERE ${personConditions(reading, params, true)} AND figure = ${number}
        AND month >= ${toUtcDate(first)} AND month < ${toUtcDate(end)} AND previous < ${toUtcDate(first)}`,
    ...(isOncePerTicket && scope.from < months.first
      ? [
          `SELECT f.user_id, -1 ${factsIn({ ...scope, from: months.first, to: new Date(months.end.getTime() - 1) }, of, params)}
              AND ${personConditions(reading, params, false)} AND f.previous_own_at >= ${since()} AND f.previous_own_at < ${first}`,
        ]
      : []),
    ...aroundMonths(scope, months).map(
      (
        part,
      ) => `SELECT f.user_id, 1 ${factsIn(part, of, params)} AND ${personConditions(reading, params, false)}
        AND (f.previous_own_at IS NULL OR f.previous_own_at < ${since()})`,
    ),
  ];
  return sql.query(
    `SELECT id, sum(count)::bigint AS value FROM (${parts.join(' UNION ALL ')}) s GROUP BY 1 HAVING sum(count) > 0`,
    params,
  );
};

/**
 * The median of durations of each person, and of all of them under the id null. Sums locate the bucket of the middle; only its
 * facts are read, person by person, in the order of the index.
 */
export const medianByPerson = async (
  reading: Reading,
  { number, of }: Summed,
  column: 'ms' | 'work_ms',
): Promise<{ id: string | null; value: number }[]> => {
  const { sql, scope, months } = reading;
  const params: unknown[] = [];
  const bind = binder(params);
  const [first, end] = [bind(months.first), bind(months.end)];
  const { teams } = scope.filters;
  const parts = [
    `SELECT user_id AS id, bucket, count FROM person_spread WHERE ${personConditions(reading, params, true)}
        AND figure = ${number} AND working = ${bind(column === 'work_ms')} AND month >= ${toUtcDate(first)} AND month < ${toUtcDate(end)}`,
    ...aroundMonths(scope, months).map(
      (part) => `SELECT f.user_id, wide_bucket(f.${column}), 1 ${factsIn(part, of, params)}
        AND ${personConditions(reading, params, false)} AND f.${column} IS NOT NULL`,
    ),
  ];
  const own = [
    `f.project_id = ${bind(scope.projectId)}`,
    figureCondition(of),
    'f.user_id = p.id',
    // A bucket reaches from one power to the next; a millisecond more on both sides is looked at again.
    `f.${column} >= floor(2 ^ ((m.low - 1) / ${WIDE_BUCKETS}.0))::bigint - 1`,
    `f.${column} <= ceil(2 ^ (m.high / ${WIDE_BUCKETS}.0))::bigint + 1`,
    `wide_bucket(f.${column}) BETWEEN m.low AND m.high`,
    `f.at >= ${bind(scope.from)}`,
    `f.at <= ${bind(scope.to)}`,
    ...(teams ? [`f.team_id = ANY (${bind(teams)})`] : []),
  ].join(' AND ');
  return sql.query(
    `WITH spread AS MATERIALIZED (
       SELECT id, bucket, sum(count)::bigint AS count FROM (${parts.join(' UNION ALL ')}) s GROUP BY 1, 2 HAVING sum(count) > 0
     ), people AS MATERIALIZED (SELECT DISTINCT id FROM spread),
     places AS (
       SELECT id, bucket, count, sum(count) OVER (PARTITION BY id ORDER BY bucket)::bigint AS upto,
              sum(count) OVER (PARTITION BY id)::bigint AS total
         FROM (SELECT * FROM spread UNION ALL SELECT NULL, bucket, sum(count) FROM spread GROUP BY bucket) s
     ), middles AS MATERIALIZED (
       SELECT id, total, min(bucket) AS low, max(bucket) AS high, min(upto - count) AS before FROM places
        WHERE upto > (total - 1) / 2 AND upto - count <= total / 2 GROUP BY id, total)
     SELECT m.id, (SELECT avg(ms)::float8 FROM (
              SELECT d.ms FROM people p CROSS JOIN LATERAL (SELECT f.${column} AS ms FROM fact f WHERE ${own}) d
               WHERE m.id IS NULL OR p.id = m.id ORDER BY d.ms
              OFFSET (m.total - 1) / 2 - m.before LIMIT m.total / 2 - (m.total - 1) / 2 + 1) middle) AS value
       FROM middles m`,
    params,
  );
};

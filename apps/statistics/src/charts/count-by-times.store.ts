import type { Sql } from '@parley/persistence';
import { type Figure, figureCondition } from '../facts';
import { type Period, QUARTER_MS, ticketRanges, type TimeRange, wholeMonths, within } from '../question';
import { binder, factsIn, type Scope } from './scope';
import { aroundUnits, BUCKETS, toUtcDate } from './sums.sql';

const DAY_MS = 86_400_000;

/** Tickets that are looked at one by one: beyond, all facts are read instead. */
const MOST_TICKETS = 20_000;

/** Buckets of lives, more than any ticket fills. */
const LIVES = 200;
/** In which bucket the life of a ticket lies, from its creation to its last change; written as its index is. */
const LIVED = 'wide_bucket((extract(epoch FROM t.updated_at - t.created_at) * 1000)::bigint)';

/** Facts of a figure in a period; whole months come from sums. */
interface Asked {
  scope: Scope;
  figure: Figure;
  months: { first: Date; end: Date };
  params: unknown[];
}

const isEmpty = ({ from, until }: TimeRange): boolean => from >= until;

const inRange = (column: string, { from, until }: TimeRange, params: unknown[]): string => {
  const bind = binder(params);
  return [
    ...(from === -Infinity ? [] : [` AND ${column} >= ${bind(new Date(from))}`]),
    ...(until === Infinity ? [] : [` AND ${column} < ${bind(new Date(until))}`]),
  ].join('');
};

/** Counts facts of some tickets in a period; found by their ids in order, they are pieces of one index. */
const ofTickets = (
  { scope, figure, params }: Asked,
  { from, to }: Period,
  sign: number,
  ids: string,
): string => {
  const bind = binder(params);
  return `SELECT ${sign} * count(*) FROM fact f
     WHERE f.project_id = ${bind(scope.projectId)} AND f.ticket_id = ANY (ARRAY(${ids})) AND ${figureCondition(figure)}
       AND f.at >= ${bind(from)} AND f.at <= ${bind(to)}`;
};

/** Counts facts of tickets that were created in a range: whole days of whole months are sums. */
const ofCreated = (asked: Asked, range: TimeRange, sign: 1 | -1): string[] => {
  if (isEmpty(range)) return [];
  const { scope, figure, months, params } = asked;
  const bind = binder(params);
  const days = {
    from: Math.ceil(range.from / DAY_MS) * DAY_MS,
    until: Math.floor(range.until / DAY_MS) * DAY_MS,
  };
  const ragged = isEmpty(days)
    ? [range]
    : [
        { ...range, until: days.from },
        { ...range, from: days.until },
      ];
  const sums = (): string => {
    const bounds = [
      ...(days.from === -Infinity ? [] : [` AND m.created >= ${toUtcDate(bind(new Date(days.from)))}`]),
      ...(days.until === Infinity ? [] : [` AND m.created < ${toUtcDate(bind(new Date(days.until)))}`]),
    ].join('');
    return `SELECT ${sign} * m.count AS count FROM created_month m
     WHERE m.project_id = ${bind(scope.projectId)} AND m.figure = ${figure.number}
       AND m.month >= ${toUtcDate(bind(months.first))} AND m.month < ${toUtcDate(bind(months.end))}${bounds}`;
  };
  const whole = { from: months.first, to: new Date(months.end.getTime() - 1) };
  return [
    ...(isEmpty(days) ? [] : [sums()]),
    ...ragged
      .filter((part) => !isEmpty(part))
      .map((part) =>
        ofTickets(
          asked,
          whole,
          sign,
          `SELECT t.id FROM ticket t WHERE t.project_id = ${bind(scope.projectId)}${inRange('t.created_at', part, params)}`,
        ),
      ),
    ...aroundUnits({ ...scope, filters: { conditions: [] } }, months).map(
      (part) =>
        `SELECT ${sign} ${factsIn(part, figure, params)}${inRange('f.ticket_created_at', range, params)}`,
    ),
  ];
};

/**
 * Tickets `t` that were created before a time and changed since, with their ids. How long each has lived bounds when it was changed, so
 * that of each bucket of lives only the ones around that time are read.
 */
const livingAt = (projectId: string, at: number, created: TimeRange, params: unknown[]): string => {
  const bind = binder(params);
  const time = bind(new Date(at));
  return `generate_series(0, ${LIVES}) AS b CROSS JOIN LATERAL (
    SELECT t.id FROM ticket t
     WHERE t.project_id = ${bind(projectId)} AND ${LIVED} = b::smallint AND t.updated_at >= ${time}::timestamptz
       AND t.updated_at < ${time}::timestamptz + make_interval(secs => 1 + 2 ^ (b / ${BUCKETS}.0) / 1000)
       ${inRange('t.created_at', created, params)} OFFSET 0) t`;
};

/**
 * Counts facts of tickets that were created in a range and changed since a time: those created since, who cannot have been changed
 * before, and those that were living then.
 */
const ofChangedSince = (asked: Asked, created: TimeRange, at: number, sign: 1 | -1): string[] => {
  const since = within(created, { from: at, until: Infinity });
  if (at === -Infinity) return ofCreated(asked, since, sign);
  const { scope, params } = asked;
  const bind = binder(params);
  const before = within(created, { from: -Infinity, until: at });
  return [
    ...ofCreated(asked, since, sign),
    ofTickets(asked, scope, sign, `SELECT t.id FROM ${livingAt(scope.projectId, at, before, params)}`),
    // Another program may have sent impossible times.
    ofTickets(
      asked,
      scope,
      -sign,
      `SELECT t.id FROM ticket t
        WHERE t.project_id = ${bind(scope.projectId)} AND t.updated_at < t.created_at AND t.updated_at < ${bind(new Date(at))}${inRange('t.created_at', since, params)}`,
    ),
  ];
};

/** Whether there is anything in the period at all, and whether few tickets were living at a time. */
const lookAhead = async (
  sql: Sql,
  { projectId, from, to }: Scope,
  { number }: Figure,
  at: number,
  created: TimeRange,
): Promise<{ hasAny: boolean; areFew: boolean }> => {
  const params: unknown[] = [];
  const bind = binder(params);
  const living = livingAt(projectId, at, within(created, { from: -Infinity, until: at }), params);
  const [row] = await sql.query<{ hasAny: boolean; areFew: boolean }>(
    `SELECT (SELECT count(*) <= ${MOST_TICKETS} FROM (SELECT 1 FROM ${living} LIMIT ${MOST_TICKETS + 1}) s) AS "areFew",
            EXISTS (SELECT FROM fact_quarter WHERE project_id = ${bind(projectId)} AND figure = ${number} AND count > 0
                       AND quarter > ${bind(new Date(from.getTime() - QUARTER_MS))} AND quarter <= ${bind(to)}) AS "hasAny"`,
    params,
  );
  return row ?? { hasAny: true, areFew: false };
};

/**
 * How many facts there are of tickets that were created or changed in ranges of time, from sums; undefined where facts are to be read:
 * for any other filter beside, for a period without a whole month, and where too many tickets lived at a bound.
 */
export const countByTicketTimes = async (
  sql: Sql,
  scope: Scope,
  figure: Figure,
): Promise<number | undefined> => {
  const { conditions, ...others } = scope.filters;
  const months = wholeMonths(scope);
  const ranges = ticketRanges(conditions);
  if (conditions.length === 0 || !months || !ranges || !scope.hasTraits || Object.keys(others).length > 0)
    return undefined;
  if (!figure.byTrait || figure.isTime) return undefined;
  const { created, updated } = ranges;
  if (isEmpty(created) || isEmpty(updated)) return 0;
  for (const at of [updated.from, updated.until].filter(Number.isFinite)) {
    const { hasAny, areFew } = await lookAhead(sql, scope, figure, at, created);
    if (!hasAny) return 0;
    if (!areFew) return undefined;
  }
  const params: unknown[] = [];
  const asked = { scope, figure, months, params };
  const parts = [
    ...ofChangedSince(asked, created, updated.from, 1),
    ...(updated.until === Infinity ? [] : ofChangedSince(asked, created, updated.until, -1)),
  ];
  if (parts.length === 0) return 0;
  const [row] = await sql.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM (${parts.join(' UNION ALL ')}) s (count)`,
    params,
  );
  return row?.count ?? 0;
};

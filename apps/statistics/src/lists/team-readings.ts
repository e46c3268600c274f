import type { Sql } from '@parley/persistence';
import type { Scope } from '../charts';
import { type Figure, figures, type Kind, teamFigures } from '../facts';
import { countByPerson, medianByPerson, findWholeMonths } from './team-sums.store';
import { activeTimes } from './active-times.store';
import { averageRatings, countTicketsByUser, gatherSamples } from './team-facts.store';

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
const indexValues = (rows: readonly { id: string | null; value: number | null }[]): Values => ({
  byUser: new Map(rows.flatMap(({ id, value }) => (id === null || value === null ? [] : [[id, value]]))),
  overall: rows.find(({ id }) => id === null)?.value ?? null,
});

/** How many different tickets of users there are facts of. */
const tickets = (key: string, figure: Figure): Reading => ({
  columns: [{ key, isCount: true }],
  read: async (sql, scope, services) => {
    const months = scope.filters.teams ? undefined : findWholeMonths(scope);
    if (months) return [indexValues(await countByPerson({ sql, scope, months, services }, figure))];
    return [indexValues(await countTicketsByUser(sql, scope, figure, services))];
  },
});

/** A column that counts, or has medians of, facts of one kind. */
interface OfKind {
  key: string;
  figure: Figure;
}

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
    const months = findWholeMonths(scope);
    if (months) {
      const values: Values[] = [];
      for (const { figure } of counts)
        values.push(indexValues(await countByPerson({ sql, scope, months, services }, figure)));
      for (const { figure } of sampled)
        values.push(indexValues(await medianByPerson({ sql, scope, services }, figure, column)));
      return values;
    }
    const rows = await gatherSamples(sql, scope, services, {
      kind,
      column,
      counts: counts.map(({ figure }) => figure),
      sampled: sampled.map(({ figure }) => figure),
    });
    const named = (name: string): Values =>
      indexValues(rows.map((row) => ({ id: row['id'] as string | null, value: row[name] as number | null })));
    return [...counts.map((_, n) => named(`count${n}`)), ...sampled.map((_, n) => named(`sample${n}`))];
  },
});

/** Average ratings of users and over all of them. */
const ratings: Reading = {
  columns: [{ key: RATING, isCount: false }],
  read: async (sql, scope, services) => [indexValues(await averageRatings(sql, scope, services))],
};

/** Milliseconds in stretches of 5 minutes with work in them. */
const active: Reading = {
  columns: [{ key: 'hoursActive', isCount: true }],
  read: async (sql, scope) => [indexValues(await activeTimes(sql, scope))],
};

/** The statements for the columns of the list: the slowest starts first. */
export const listReadings = (column: 'ms' | 'work_ms'): Reading[] => [
  samples(
    'TICKET_REPLY',
    column,
    [{ key: 'commentCount', figure: figures.REPLIES }],
    [
      { key: 'medianReplyTime', figure: figures.REPLY_TIMES },
      { key: 'medianTimeToFirstReplyInSec', figure: figures.FIRST_RESPONSES },
    ],
  ),
  tickets('ticketActivityCount', teamFigures.WORK),
  samples(
    'TICKET_STATUS_CHANGE',
    column,
    [{ key: 'rawClosed', figure: figures.CLOSES }],
    [{ key: 'timeToLastCloseInSec', figure: teamFigures.LAST_CLOSES }],
  ),
  active,
  samples(
    'ASSIGNED_REPLY',
    column,
    [],
    [{ key: 'medianFirstAssignmentReplyTime', figure: teamFigures.ASSIGNED_REPLIES }],
  ),
  tickets('totalCountForUser', teamFigures.ASSIGNMENTS),
  ratings,
];

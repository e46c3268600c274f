import type { Sql } from '@parley/persistence';
import { countFacts, factsIn, type Scope } from '../charts';
import { figures } from '../facts';
import { type FactPlace, newestFirst } from './fact-page.sql';
import type { Start } from './table';

const ended = [figures.SLA_MET, figures.SLA_BREACHED] as const;

/** How many promises to answer were kept or broken. */
export const countEnded = async (sql: Sql, scope: Scope): Promise<number> => {
  const counts = await Promise.all(ended.map((figure) => countFacts(sql, scope, figure)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** A promise to answer that was kept or broken, with its ticket. */
export interface ClockRow {
  ticketId: string;
  bugId: number;
  title: string | null;
  userId: string | null;
  isMet: boolean;
  at: Date;
  sourceId: string;
  extra: { startedAt: number; dueAt: number; answeredAt?: number };
}

const COLUMNS = 'f.ticket_id, f.user_id AS "userId", f.at, f.source_id, f.extra';

/** Promises that were kept or broken, behind a start, newest first. */
export const pageEnded = (
  sql: Sql,
  scope: Scope,
  start: Start<FactPlace>,
  limit: number,
): Promise<ClockRow[]> => {
  const params: unknown[] = [scope.projectId];
  // Of both outcomes as many as all of the page may be.
  const first: Start<FactPlace> = 'skip' in start ? { skip: 0 } : start;
  const most = 'skip' in start ? start.skip + limit : limit;
  const [met, breached] = ended.map((figure) => {
    const from = factsIn(scope, figure, params);
    const isMet = figure === figures.SLA_MET;
    return `(SELECT ${COLUMNS}, ${isMet} AS "isMet" ${from} ${newestFirst(first, most, params)})`;
  });
  return sql.query<ClockRow>(
    `SELECT f.*, f.source_id AS "sourceId", t.id AS "ticketId", t.bug_id AS "bugId", t.title
       FROM (SELECT * FROM (${met} UNION ALL ${breached}) f
              WHERE true ${newestFirst(start, limit, params)}) f
       JOIN ticket t ON t.project_id = $1 AND t.id = f.ticket_id ORDER BY f.at DESC, f.source_id DESC`,
    params,
  );
};

import type { Sql } from '@parley/persistence';
import { factsIn, type Scope } from '../charts';
import { figures } from '../facts';
import { type FactPlace, newestFirst } from './fact-page.sql';
import type { Start } from './table';

/** How a person was rated, and how often; null for ratings without a user. */
export interface AverageRating {
  id: string | null;
  average: number;
  count: number;
}

/** How each person was rated. */
export const averageByUser = (sql: Sql, scope: Scope): Promise<AverageRating[]> => {
  const params: unknown[] = [];
  return sql.query<AverageRating>(
    `SELECT f.user_id AS id, avg(f.value) AS average, count(*) AS count
       ${factsIn(scope, figures.RATINGS, params)} GROUP BY 1`,
    params,
  );
};

/** How many ratings there are of tickets. */
export const countRated = async (sql: Sql, scope: Scope): Promise<number> => {
  const params: unknown[] = [];
  const [row] = await sql.query<{ total: number }>(
    `SELECT count(*) AS total ${factsIn(scope, figures.RATINGS, params, { ticket: true })}`,
    params,
  );
  return row?.total ?? 0;
};

/** A rating with its ticket. */
export interface RatingRow {
  ticketId: string;
  bugId: number;
  title: string | null;
  contactId: string | null;
  userId: string | null;
  rating: number;
  at: Date;
  sourceId: string;
}

/** Ratings behind a start, newest first. */
export const pageRated = (
  sql: Sql,
  scope: Scope,
  start: Start<FactPlace>,
  limit: number,
): Promise<RatingRow[]> => {
  const params: unknown[] = [];
  const from = factsIn(scope, figures.RATINGS, params, { ticket: true });
  return sql.query<RatingRow>(
    `SELECT t.id AS "ticketId", t.bug_id AS "bugId", t.title, t.contact_id AS "contactId", f.user_id AS "userId",
            f.value AS rating, f.at, f.source_id AS "sourceId" ${from} ${newestFirst(start, limit, params)}`,
    params,
  );
};

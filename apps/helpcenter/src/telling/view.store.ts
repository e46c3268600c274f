import type { Sql } from '@parley/persistence';

/** Minutes within which a visitor's reads of an article are one view. */
export const VIEW_MINUTES = 30;

/** Who read what. */
export interface View {
  projectId: string;
  articleId: string;
  /** The contact, or the digest of a visitor without a session. */
  visitor: string;
}

/** Notes reads, each article and visitor once; answers those that are a new view. */
export const noteViews = (sql: Sql, views: readonly View[], at: Date): Promise<View[]> =>
  sql.query<View>(
    `INSERT INTO article_view AS v (project_id, article_id, visitor, viewed_at)
     SELECT project_id, article_id, visitor, $4
       FROM unnest($1::text[], $2::text[], $3::text[]) AS n (project_id, article_id, visitor) ORDER BY 1, 2, 3
     ON CONFLICT (project_id, article_id, visitor) DO UPDATE SET viewed_at = EXCLUDED.viewed_at
       WHERE v.viewed_at <= EXCLUDED.viewed_at - interval '${VIEW_MINUTES} minutes'
     RETURNING project_id AS "projectId", article_id AS "articleId", visitor`,
    [
      views.map(({ projectId }) => projectId),
      views.map(({ articleId }) => articleId),
      views.map(({ visitor }) => visitor),
      at,
    ],
  );

/** Deletes a contact's views. */
export const forgetViews = async (sql: Sql, projectId: string, contactId: string): Promise<void> => {
  await sql.query('DELETE FROM article_view WHERE project_id = $1 AND visitor = $2', [projectId, contactId]);
};

/** Forgets views after which another one counts. */
export const pruneViews = async (sql: Sql, now: Date): Promise<void> => {
  await sql.query(
    `DELETE FROM article_view WHERE viewed_at <= $1::timestamptz - interval '${VIEW_MINUTES} minutes'`,
    [now],
  );
};

/** Adds views to the counts of the month. */
export const countViews = async (sql: Sql, views: readonly View[], at: Date): Promise<void> => {
  await sql.query(
    `INSERT INTO article_popularity AS p (project_id, article_id, month, views)
     SELECT project_id, article_id, date_trunc('month', $3::timestamptz, 'UTC')::date, count(*)
       FROM unnest($1::text[], $2::text[]) AS n (project_id, article_id) GROUP BY 1, 2 ORDER BY 1, 2
     ON CONFLICT (project_id, article_id, month) DO UPDATE SET views = p.views + EXCLUDED.views`,
    [views.map(({ projectId }) => projectId), views.map(({ articleId }) => articleId), at],
  );
};

/** Forgets the counts of all months but this one and the last. */
export const prunePopularity = async (sql: Sql, now: Date): Promise<void> => {
  await sql.query(
    `DELETE FROM article_popularity
      WHERE month < date_trunc('month', $1::timestamptz, 'UTC') - interval '1 month'`,
    [now],
  );
};

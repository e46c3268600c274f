import type { Sql } from '@parley/persistence';

/** Keeps titles of a project's articles, each of which is there once. */
export const keepArticles = async (
  sql: Sql,
  projectId: string,
  articles: readonly { id: string; title: string }[],
): Promise<void> => {
  if (articles.length === 0) return;
  await sql.query(
    `INSERT INTO article (project_id, id, title)
     SELECT $1, id, title FROM unnest($2::text[], $3::text[]) AS a (id, title) ORDER BY id
     ON CONFLICT (project_id, id) DO UPDATE SET title = excluded.title`,
    [projectId, articles.map(({ id }) => id), articles.map(({ title }) => title)],
    { prepare: true },
  );
};

/** Forgets the titles of deleted articles. */
export const deleteArticles = async (sql: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql.query('DELETE FROM article WHERE project_id = $1 AND id = ANY ($2)', [projectId, ids]);
};

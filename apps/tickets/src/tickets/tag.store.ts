import type { Sql } from '@parley/persistence';

// The tickets that lists show, and archived ones.
const COUNTS = `
SELECT tag, count(*)::int AS tickets
  FROM ticket t CROSS JOIN LATERAL (SELECT DISTINCT unnest(t.tags)) AS u (tag)
 WHERE t.project_id = $1 AND t.tags <> '{}' AND NOT t.hidden AND NOT t.is_spam AND t.duplicate_of_id IS NULL
 GROUP BY tag ORDER BY count(*) DESC, tag COLLATE "C" LIMIT $2`;

/** The tags of a project's tickets with how many tickets have each. */
export const countTags = (
  sql: Sql,
  projectId: string,
  most: number,
): Promise<{ tag: string; tickets: number }[]> => sql.query(COUNTS, [projectId, most]);

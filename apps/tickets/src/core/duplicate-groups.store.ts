import type { Sql } from '@parley/persistence';

/** Takes tickets out of the groups of the latest scan. One that is left alone is no group. */
export const removeFromGroups = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await tx.query(
    `UPDATE duplicate_scan SET groups = coalesce((
       SELECT jsonb_agg(jsonb_set(g.value, '{ticketIds}', l.ids) ORDER BY g.ordinality)
         FROM jsonb_array_elements(groups) WITH ORDINALITY AS g,
              LATERAL (SELECT (g.value -> 'ticketIds') - $2::text[] AS ids) l
        WHERE jsonb_array_length(l.ids) > 1), '[]')
      WHERE project_id = $1 AND jsonb_path_query_array(groups, '$[*].ticketIds[*]') ?| $2::text[]`,
    [projectId, ids],
  );
};

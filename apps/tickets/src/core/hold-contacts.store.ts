import type { Sql } from '@parley/persistence';

/** Keeps contacts from being forgotten until the transaction ends. Answers the ids of those that are kept, and not blocked. */
export const holdContacts = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string; blocked: boolean | null }>(
    `SELECT id, blocked FROM contact_reference
      WHERE project_id = $1 AND id = ANY ($2::text[]) AND version > 0 ORDER BY id FOR KEY SHARE`,
    [projectId, ids],
    { prepare: true },
  );
  return new Set(rows.filter(({ blocked }) => !blocked).map(({ id }) => id));
};

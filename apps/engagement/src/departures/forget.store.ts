import type { Sql } from '@parley/persistence';

const ofContact = [
  'delivery',
  'reach',
  'progress',
  'occurrence',
  'pending_event',
  'push_subscription',
  'survey_response',
] as const;

/** Removes the data of a contact; counters stay. */
export const forgetContact = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  for (const table of ofContact)
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND contact_id = $2`, [projectId, contactId]);
};

const ofItem = {
  delivery: 'id',
  reach: 'contact_id',
  progress: 'id',
  occurrence: 'contact_id',
  item_step: 'step_id',
  survey_response: 'id',
} as const;

/** Removes some data of a deleted item; answers whether there may be more. */
export const purgeItem = async (
  sql: Sql,
  { projectId, itemId }: { projectId: string; itemId: string },
  limit: number,
): Promise<boolean> => {
  for (const [table, key] of Object.entries(ofItem)) {
    const removed = await sql.query(
      `DELETE FROM ${table} WHERE project_id = $1 AND item_id = $2 AND ${key} IN
         (SELECT ${key} FROM ${table} WHERE project_id = $1 AND item_id = $2 LIMIT $3) RETURNING 1`,
      [projectId, itemId, limit],
    );
    if (removed.length >= limit) return true;
  }
  return false;
};

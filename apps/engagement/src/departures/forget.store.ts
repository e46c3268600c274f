import { type Sql } from '@parley/persistence';

const ofContact = ['delivery', 'reach', 'progress', 'occurrence', 'pending_event'] as const;

/** Removes what is known of a contact; what was counted of it stays. */
export const forgetContact = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  for (const table of ofContact)
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND contact_id = $2`, [projectId, contactId]);
};

/** An item that is gone, of which deliveries may be left. */
export const noteDeletedItem = async (
  tx: Sql,
  { projectId, id }: { projectId: string; id: string },
  at: Date,
): Promise<void> => {
  await tx.query('INSERT INTO deleted_item (project_id, item_id, deleted_at) VALUES ($1, $2, $3)', [
    projectId,
    id,
    at,
  ]);
};

const ofItem = {
  delivery: 'id',
  reach: 'contact_id',
  progress: 'id',
  occurrence: 'contact_id',
  item_step: 'step_id',
} as const;

/**
 * Removes some of what is left of one item that is gone.
 *
 * @returns whether there may be more.
 */
export const purgeDeletedItem = async (tx: Sql, limit: number): Promise<boolean> => {
  const [gone] = await tx.query<{ projectId: string; itemId: string }>(
    `SELECT project_id AS "projectId", item_id AS "itemId" FROM deleted_item
      ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  if (!gone) return false;
  const params = [gone.projectId, gone.itemId, limit];
  for (const [table, key] of Object.entries(ofItem)) {
    const removed = await tx.query(
      `DELETE FROM ${table} WHERE project_id = $1 AND item_id = $2 AND ${key} IN
         (SELECT ${key} FROM ${table} WHERE project_id = $1 AND item_id = $2 LIMIT $3) RETURNING 1`,
      params,
    );
    if (removed.length >= limit) return true;
  }
  await tx.query('DELETE FROM deleted_item WHERE project_id = $1 AND item_id = $2', params.slice(0, 2));
  return true;
};

import { digestOf, type Sql } from '@parley/persistence';

const prepare = { prepare: true };

const keyOf = (projectId: string, contactId: string): string => `contact ${projectId} ${contactId}`;

const NOTE = `
WITH forgotten AS (DELETE FROM gone_contact WHERE project_id = $1 AND gone_at < $3::timestamptz - interval '7 days')
INSERT INTO gone_contact (project_id, digest, gone_at) VALUES ($1, $2, $3)
ON CONFLICT (project_id, digest) DO UPDATE SET gone_at = EXCLUDED.gone_at`;

/**
 * Notes that a contact was deleted, for 7 days, after which nothing of it is under way any more. Waits for whoever keeps something of
 * it at this moment.
 */
export const noteGone = async (tx: Sql, projectId: string, contactId: string, at: Date): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(projectId, contactId)]);
  await tx.query(NOTE, [projectId, digestOf(contactId), at], prepare);
};

/** Whether a contact was deleted; one that was not stays until the transaction ends. */
export const isGone = async (tx: Sql, projectId: string, contactId: string): Promise<boolean> => {
  const lock = 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))';
  await tx.query(lock, [keyOf(projectId, contactId)], prepare);
  const find = 'SELECT FROM gone_contact WHERE project_id = $1 AND digest = $2';
  return (await tx.query(find, [projectId, digestOf(contactId)], prepare)).length > 0;
};

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

const HOLD = `SELECT count(pg_advisory_xact_lock_shared(hashtextextended(key, 0)))
  FROM (SELECT unnest($1::text[]) AS key ORDER BY 1) AS held`;

/** Those of the contacts that were deleted; the others stay until the transaction ends. */
export const goneAmong = async (
  tx: Sql,
  projectId: string,
  contactIds: readonly string[],
): Promise<Set<string>> => {
  if (contactIds.length === 0) return new Set();
  await tx.query(HOLD, [contactIds.map((id) => keyOf(projectId, id))], prepare);
  const byDigest = new Map(contactIds.map((id) => [digestOf(id), id]));
  const rows = await tx.query<{ digest: string }>(
    'SELECT digest FROM gone_contact WHERE project_id = $1 AND digest = ANY ($2::text[])',
    [projectId, [...byDigest.keys()]],
    prepare,
  );
  return new Set(rows.flatMap(({ digest }) => byDigest.get(digest) ?? []));
};

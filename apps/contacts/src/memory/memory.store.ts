import type { Sql } from '@parley/persistence';
import { MAX_ENTRIES, type MemoryEntryRow, type MemoryEntryText, type Writer } from './memory-entry';

const prepare = { prepare: true };

/** The contact that owns the memory. */
export interface Owner {
  projectId: string;
  contactId: string;
}

const OWNER = 'SELECT FROM contact WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL';

const hasOwner = async (sql: Sql, text: string, { projectId, contactId }: Owner): Promise<boolean> =>
  (await sql.query(text, [projectId, contactId], prepare)).length > 0;

/** Whether there is such a contact. */
export const ownerExists = (sql: Sql, owner: Owner): Promise<boolean> => hasOwner(sql, OWNER, owner);

/** Like `ownerExists`; locks its memory until the transaction ends. */
export const lockOwner = (tx: Sql, owner: Owner): Promise<boolean> =>
  hasOwner(tx, `${OWNER} FOR NO KEY UPDATE`, owner);

/** An entry as a list shows it. */
export type SummaryRow = Omit<MemoryEntryRow, 'content' | 'createdAt'>;

/** The entries of a contact without their content, in an order and part of the caller's. */
export const listEntries = (
  sql: Sql,
  { projectId, contactId }: Owner,
  { orderBy, skip, limit }: { orderBy: string; skip: number; limit: number },
): Promise<SummaryRow[]> =>
  sql.query<SummaryRow>(
    `SELECT name, description, actor, actor_user_id AS "actorUserId", updated_at AS "updatedAt"
       FROM contact_memory WHERE project_id = $1 AND contact_id = $2
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    [projectId, contactId],
  );

const GET = `SELECT name, description, content, actor, actor_user_id AS "actorUserId", created_at AS "createdAt",
    updated_at AS "updatedAt"
  FROM contact_memory WHERE project_id = $1 AND contact_id = $2 AND name = $3`;

export const findEntry = async (
  sql: Sql,
  { projectId, contactId }: Owner,
  name: string,
): Promise<MemoryEntryRow | undefined> =>
  (await sql.query<MemoryEntryRow>(GET, [projectId, contactId, name], prepare))[0];

const SAVE = `WITH present AS (
  SELECT count(*) AS n, coalesce(bool_or(name = $3), false) AS known FROM contact_memory
  WHERE project_id = $1 AND contact_id = $2
), saved AS (
  INSERT INTO contact_memory (project_id, contact_id, name, description, content, actor, actor_user_id, created_at,
    updated_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz FROM present WHERE known OR n < ${MAX_ENTRIES}
  ON CONFLICT (project_id, contact_id, name) DO UPDATE SET description = EXCLUDED.description,
    content = EXCLUDED.content, actor = EXCLUDED.actor, actor_user_id = EXCLUDED.actor_user_id,
    updated_at = EXCLUDED.updated_at
  RETURNING name
)
SELECT CASE WHEN known THEN n ELSE n + 1 END AS entries FROM present WHERE EXISTS (SELECT FROM saved)`;

/**
 * Writes an entry of a locked owner, replacing the one of the same name. Answers how many there are then, or undefined,
 * having written nothing, when there is no room for another.
 */
export const saveEntry = async (
  tx: Sql,
  { projectId, contactId }: Owner,
  { name, description, content }: MemoryEntryText,
  { actor, actorUserId, now }: Writer & { now: Date },
): Promise<number | undefined> => {
  const values = [projectId, contactId, name, description, content, actor, actorUserId, now];
  const [row] = await tx.query<{ entries: number }>(SAVE, values, prepare);
  return row?.entries;
};

const DELETE = `WITH gone AS (
  DELETE FROM contact_memory WHERE project_id = $1 AND contact_id = $2 AND name = $3 RETURNING name
)
SELECT (SELECT count(*) FROM gone) AS deleted, count(*) AS before FROM contact_memory
 WHERE project_id = $1 AND contact_id = $2`;

/** Removes an entry of a locked owner. Answers whether there was one, and how many are left. */
export const deleteEntry = async (
  tx: Sql,
  { projectId, contactId }: Owner,
  name: string,
): Promise<{ deleted: boolean; entries: number }> => {
  const values = [projectId, contactId, name];
  const [row] = await tx.query<{ deleted: number; before: number }>(DELETE, values, prepare);
  const { deleted = 0, before = 0 } = row ?? {};
  return { deleted: deleted > 0, entries: before - deleted };
};

const CLEAR = 'DELETE FROM contact_memory WHERE project_id = $1 AND contact_id = $2 RETURNING name';

/** Removes every entry of a locked owner. Answers whether there were any. */
export const clearEntries = async (tx: Sql, { projectId, contactId }: Owner): Promise<boolean> =>
  (await tx.query(CLEAR, [projectId, contactId], prepare)).length > 0;

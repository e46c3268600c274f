import { type EventRow, outboxColumns, outboxValues } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type ContactRow } from '../contacts/contact';
import { MAX_ENTRIES } from '../memory/memory-entry';

const prepare = { prepare: true };

/** A guest that turned out to be another contact. */
export interface Merge {
  projectId: string;
  sourceId: string;
  targetId: string;
}

/** Tables whose rows name a contact and go over to the heir as they are. */
const belongings = ['identity_history', 'contact_event'] as const;

const MOVE_TO_HEIR = belongings.map(
  (table) => `UPDATE ${table} SET contact_id = $3 WHERE project_id = $1 AND contact_id = $2`,
);

// Of two entries with a name the heir's own stays; the other goes with the guest, as do the oldest beyond the limit.
const MEMORY_TO_HEIR = `UPDATE contact_memory SET contact_id = $3
  WHERE project_id = $1 AND contact_id = $2 AND name IN (
    SELECT name FROM contact_memory m WHERE project_id = $1 AND contact_id = $2 AND NOT EXISTS (
      SELECT FROM contact_memory own WHERE own.project_id = $1 AND own.contact_id = $3 AND own.name = m.name)
    ORDER BY updated_at DESC, name
    LIMIT greatest(0, ${MAX_ENTRIES} - (SELECT count(*) FROM contact_memory WHERE project_id = $1 AND contact_id = $3)))`;

const FIRST_SEEN = `UPDATE contact SET first_activity = $3
  WHERE project_id = $1 AND id = $2 AND first_activity > $3`;

const REMOVE = `WITH gone AS (
  DELETE FROM contact WHERE project_id = $1 AND id = $2 RETURNING project_id, id, svc_id
), kept AS (
  INSERT INTO contact_merge (project_id, source_id, svc_id, target_id, merged_at, move_after)
  SELECT project_id, id, svc_id, $3, $4, $5 FROM gone
)
INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(6)} FROM gone`;

/**
 * Removes a locked guest, whose belongings go over to the heir, also locked. Its tickets are still to be moved: a worker
 * takes that up after `moveAfter`.
 */
export const removeGuest = async (
  tx: Sql,
  guest: Pick<ContactRow, 'projectId' | 'id'>,
  heir: Pick<ContactRow, 'id' | 'firstActivity'>,
  { now, moveAfter }: { now: Date; moveAfter: Date },
  event: EventRow,
): Promise<void> => {
  const { projectId, id } = guest;
  for (const statement of [...MOVE_TO_HEIR, MEMORY_TO_HEIR])
    await tx.query(statement, [projectId, id, heir.id], prepare);
  await tx.query(FIRST_SEEN, [projectId, heir.id, heir.firstActivity], prepare);
  await tx.query(REMOVE, [projectId, id, heir.id, now, moveAfter, ...event], prepare);
};

const target = async (sql: Sql, by: string, values: readonly string[]): Promise<string | undefined> => {
  const [row] = await sql.query<{ id: string }>(
    `SELECT target_id AS id FROM contact_merge WHERE project_id = $1 AND ${by} = $2`,
    values,
    prepare,
  );
  return row?.id;
};

/** The contact that a merged one turned out to be. */
export const heirOf = (sql: Sql, projectId: string, sourceId: string): Promise<string | undefined> =>
  target(sql, 'source_id', [projectId, sourceId]);

/** As `heirOf`, by the identifier that the merged contact's widget presents. */
export const heirOfSvcId = (sql: Sql, projectId: string, svcId: string): Promise<string | undefined> =>
  target(sql, 'svc_id', [projectId, svcId]);

/** Whether a merge has tickets to move. */
export const MERGE_DUE = { at: '(SELECT min(move_after) FROM contact_merge)' };

const CLAIM = `UPDATE contact_merge SET move_after = $2
  WHERE (project_id, source_id) IN (
    SELECT project_id, source_id FROM contact_merge WHERE move_after <= $1
    ORDER BY move_after LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  RETURNING project_id AS "projectId", source_id AS "sourceId", target_id AS "targetId"`;

/** Takes up merges whose tickets are to be moved and that are due; they are due again at `leaseUntil`. */
export const claimMerges = (
  sql: Sql,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<Merge[]> => sql.query<Merge>(CLAIM, [now, leaseUntil, limit], prepare);

const MOVED = `UPDATE contact_merge SET move_after = $3
  WHERE project_id = $1 AND source_id = $2 AND move_after IS NOT NULL`;

/** Says that a merge's tickets are moved or, with a time, when to try again. */
export const settleMerge = async (
  sql: Sql,
  { projectId, sourceId }: Merge,
  moveAfter: Date | null,
): Promise<void> => {
  await sql.query(MOVED, [projectId, sourceId, moveAfter], prepare);
};

/** The guests that turned out to be a contact and whose tickets are not moved yet. */
export const unmovedGuests = async (sql: Sql, projectId: string, contactId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT source_id AS id FROM contact_merge
      WHERE project_id = $1 AND target_id = $2 AND move_after IS NOT NULL`,
    [projectId, contactId],
    prepare,
  );
  return rows.map(({ id }) => id);
};

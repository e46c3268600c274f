import { type EventRow, outboxColumns, outboxValues } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { ContactRow } from '../contacts';
import { MAX_ENTRIES } from '../memory';

const prepare = { prepare: true };

/** A guest that turned out to be another contact. */
export interface Merge {
  projectId: string;
  sourceId: string;
  targetId: string;
}

/** Tables with rows of a contact that move unchanged to the contact it is merged into. */
const belongings = ['identity_history', 'contact_event', 'uploaded_file'] as const;

const MOVE_TO_HEIR = belongings.map(
  (table) => `UPDATE ${table} SET contact_id = $3 WHERE project_id = $1 AND contact_id = $2`,
);

// Of two entries with one name the remaining contact's own stays; the other is deleted with the guest, as are the oldest beyond the
// limit.
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
  SELECT project_id, id, svc_id, $3, $4, $4 FROM gone
)
INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(5)} FROM gone`;

/** Removes a locked guest; its belongings move to the contact it is merged into, also locked. A job moves its tickets. */
export const removeGuest = async (
  tx: Sql,
  guest: Pick<ContactRow, 'projectId' | 'id'>,
  heir: Pick<ContactRow, 'id' | 'firstActivity'>,
  now: Date,
  event: EventRow,
): Promise<void> => {
  const { projectId, id } = guest;
  for (const statement of [...MOVE_TO_HEIR, MEMORY_TO_HEIR])
    await tx.query(statement, [projectId, id, heir.id], prepare);
  await tx.query(FIRST_SEEN, [projectId, heir.id, heir.firstActivity], prepare);
  await tx.query(REMOVE, [projectId, id, heir.id, now, ...event], prepare);
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
export const findMergeTarget = (sql: Sql, projectId: string, sourceId: string): Promise<string | undefined> =>
  target(sql, 'source_id', [projectId, sourceId]);

/** As `findMergeTarget`, by the identifier that the merged contact's widget presents. */
export const heirOfSvcId = (sql: Sql, projectId: string, svcId: string): Promise<string | undefined> =>
  target(sql, 'svc_id', [projectId, svcId]);

/** Notes that a merge's tickets are moved. */
export const noteMoved = async (
  sql: Sql,
  { projectId, sourceId }: Pick<Merge, 'projectId' | 'sourceId'>,
): Promise<void> => {
  await sql.query(
    'UPDATE contact_merge SET move_after = NULL WHERE project_id = $1 AND source_id = $2',
    [projectId, sourceId],
    prepare,
  );
};

/** The guests merged into a contact with tickets that are not moved yet. */
export const unmovedGuests = async (sql: Sql, projectId: string, contactId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT source_id AS id FROM contact_merge
      WHERE project_id = $1 AND target_id = $2 AND move_after IS NOT NULL`,
    [projectId, contactId],
    prepare,
  );
  return rows.map(({ id }) => id);
};

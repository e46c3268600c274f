import { hashId, type Sql } from '@parley/persistence';

const prepare = { prepare: true };

const LOCK_KEY = "hashtextextended('workspace:departed-contacts:' || $1, 0)";

/** Lets no contact of a project depart until the transaction ends; events of the project do not wait for one another. */
export const holdDepartures = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${LOCK_KEY})`, [projectId], prepare);
};

/** Waits for the events of a project that are being kept; others wait until the transaction ends. */
export const lockDepartures = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`, [projectId], prepare);
};

/** Those of some contacts that departed, each with the contact that it turned out to be; null when it was deleted. */
export const findDeparted = async (
  sql: Sql,
  projectId: string,
  contactIds: readonly string[],
): Promise<Map<string, string | null>> => {
  const rows = await sql.query<{ digest: string; heirId: string | null }>(
    'SELECT digest, heir_id AS "heirId" FROM departed_contact WHERE project_id = $1 AND digest = ANY ($2::text[])',
    [projectId, contactIds.map(hashId)],
    prepare,
  );
  const heirs = new Map(rows.map(({ digest, heirId }) => [digest, heirId]));
  return new Map(
    contactIds.flatMap((id) => {
      const heir = heirs.get(hashId(id));
      return heir === undefined ? [] : [[id, heir] as const];
    }),
  );
};

const HAND_ON = 'UPDATE departed_contact SET heir_id = $3 WHERE project_id = $1 AND heir_id = $2';

// A deleted contact stays deleted, in whichever order the two events arrive.
const NOTE = `INSERT INTO departed_contact (project_id, digest, heir_id, contact_id, created_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (project_id, digest) DO UPDATE SET heir_id = NULL, contact_id = excluded.contact_id
  WHERE excluded.heir_id IS NULL`;

/** Notes that a contact, and every contact merged into it, was merged into `heirId`, or deleted: then `heirId` is null. */
export const noteDeparture = async (
  tx: Sql,
  { projectId, contactId, heirId }: { projectId: string; contactId: string; heirId: string | null },
  at: Date,
): Promise<void> => {
  await tx.query(HAND_ON, [projectId, contactId, heirId], prepare);
  await tx.query(NOTE, [projectId, hashId(contactId), heirId, contactId, at], prepare);
};

/** A departure after which something may be left to do. */
export interface Departure {
  projectId: string;
  contactId: string;
  heirId: string | null;
}

/** An unfinished departure, locked until the transaction ends. */
export const lockDeparture = async (
  tx: Sql,
  { projectId, contactId }: Pick<Departure, 'projectId' | 'contactId'>,
): Promise<Departure | undefined> => {
  const [row] = await tx.query<Departure>(
    `SELECT project_id AS "projectId", contact_id AS "contactId", heir_id AS "heirId" FROM departed_contact
     WHERE project_id = $1 AND digest = $2 AND contact_id IS NOT NULL FOR UPDATE`,
    [projectId, hashId(contactId)],
    prepare,
  );
  return row;
};

/** Says that nothing is left under the contact's id. */
export const finishDeparture = async (tx: Sql, { projectId, contactId }: Departure): Promise<void> => {
  await tx.query(
    'UPDATE departed_contact SET contact_id = NULL WHERE project_id = $1 AND digest = $2',
    [projectId, hashId(contactId)],
    prepare,
  );
};

const EVENTS_OF = `SELECT id FROM webhook_event WHERE project_id = $1 AND contact_id = $2
  UNION SELECT id FROM webhook_event WHERE project_id = $1 AND author_id = $2 LIMIT $3`;

/** Assigns some events of a contact to the contact it was merged into; answers how many. */
export const giveEvents = async (
  tx: Sql,
  { projectId, contactId }: Departure,
  heirId: string,
  limit: number,
): Promise<number> => {
  const rows = await tx.query(
    `WITH chosen AS MATERIALIZED (${EVENTS_OF})
     UPDATE webhook_event e SET contact_id = CASE contact_id WHEN $2 THEN $4 ELSE contact_id END,
       author_id = CASE author_id WHEN $2 THEN $4 ELSE author_id END
     FROM chosen WHERE e.project_id = $1 AND e.id = chosen.id RETURNING 1`,
    [projectId, contactId, limit, heirId],
    prepare,
  );
  return rows.length;
};

/** Deletes some events of a contact with their deliveries, sent or not; answers how many events. */
export const deleteEvents = async (
  tx: Sql,
  { projectId, contactId }: Departure,
  limit: number,
): Promise<number> => {
  const rows = await tx.query(
    `WITH chosen AS MATERIALIZED (${EVENTS_OF}), undelivered AS (
       DELETE FROM webhook_delivery d USING chosen, webhook h
       WHERE h.project_id = $1 AND d.project_id = $1 AND d.webhook_id = h.id AND d.event_id = chosen.id)
     DELETE FROM webhook_event e USING chosen WHERE e.project_id = $1 AND e.id = chosen.id RETURNING 1`,
    [projectId, contactId, limit],
    prepare,
  );
  return rows.length;
};

/** Deletes finished departures before a time; answers how many. */
export const pruneDepartures = async (sql: Sql, before: Date, chunk: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM departed_contact WHERE (project_id, digest) IN (
       SELECT project_id, digest FROM departed_contact
       WHERE created_at < $1 AND contact_id IS NULL ORDER BY created_at LIMIT $2) RETURNING 1`,
    [before, chunk],
    prepare,
  );
  return rows.length;
};

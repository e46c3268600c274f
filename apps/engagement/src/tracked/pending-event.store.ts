import { defineJob, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

/** Applies the events of a contact, its key, to checklists and tours. */
export const pendingJob = defineJob<Record<string, never>>({
  name: 'pending events',
  concurrency: 4,
  backoff: () => 5_000,
});

/** Something that a contact did, until it was looked at. */
export interface PendingEvent {
  seq: number;
  projectId: string;
  contactId: string;
  itemId: string;
  verb: 'steps' | 'completed' | 'dismissed';
  steps: readonly string[];
  happenedAt: Date;
}

/** Stores events to apply. */
export const insertPending = async (
  tx: Sql,
  { projectId, contactId, itemId, verb, steps, happenedAt }: Omit<PendingEvent, 'seq'>,
): Promise<void> => {
  await tx.query(
    `INSERT INTO pending_event (project_id, contact_id, item_id, verb, steps, happened_at, not_before)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [projectId, contactId, itemId, verb, steps, happenedAt],
  );
  await askPending(tx, projectId, contactId, happenedAt);
};

/** Asks that what waits of a contact is looked at. */
export const askPending = (tx: Sql, projectId: string, contactId: string, now: Date): Promise<void> =>
  hastenJob(tx, pendingJob, {}, { projectId, key: contactId, now });

/** Those of a contact that wait, the oldest first. */
export const nextPending = (
  sql: Sql,
  projectId: string,
  contactId: string,
  limit: number,
): Promise<PendingEvent[]> =>
  sql.query<PendingEvent>(
    `SELECT seq, project_id AS "projectId", contact_id AS "contactId", item_id AS "itemId", verb, steps,
            happened_at AS "happenedAt"
       FROM pending_event WHERE project_id = $1 AND contact_id = $2 ORDER BY seq LIMIT $3`,
    [projectId, contactId, limit],
  );

/** Takes one; false when another process has taken it. */
export const takePending = async (tx: Sql, seq: number): Promise<boolean> =>
  (await tx.query('DELETE FROM pending_event WHERE seq = $1 RETURNING seq', [seq])).length > 0;

/** An event that makes an item due. */
interface Occurrence {
  /** Empty where one event is enough for ever. */
  eventId: string;
  name: string;
  happenedAt: Date;
  /** Seconds after which the item is due, as it is now. */
  delay: number;
}

/**
 * Keeps an event that makes an item due: of `once` and `days` the first one of the event that the item follows stays, of
 * `always` each is used up.
 */
export const insertOccurrence = async (
  tx: Sql,
  { projectId, contactId, itemId }: Pick<PendingEvent, 'projectId' | 'contactId' | 'itemId'>,
  { eventId, name, happenedAt, delay }: Occurrence,
): Promise<void> => {
  await tx.query(
    `INSERT INTO occurrence AS known (project_id, contact_id, item_id, event_id, event_name, happened_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6::timestamptz + make_interval(secs => $7))
     ON CONFLICT (project_id, contact_id, item_id, event_id) DO UPDATE
       SET event_name = excluded.event_name, happened_at = excluded.happened_at, due_at = excluded.due_at
       WHERE known.event_name <> excluded.event_name`,
    [projectId, contactId, itemId, eventId, name, happenedAt, delay],
  );
};

import type { Sql } from '@parley/persistence';
import type { Progress, Reach, Standing } from './due';

/** Columns of `reach` under their names in `Reach`. */
export const reachColumns = `item_id AS "itemId", delivery_id AS "deliveryId", opened_at AS "openedAt", ended_at AS "endedAt",
  done, steps, ticket_id AS "ticketId"`;

/** Columns of `progress` under their names in `Progress`. */
export const progressColumns = `id, item_id AS "itemId", contact_id AS "contactId", completed_steps AS "completedSteps", status,
  dismissed_at AS "dismissedAt", changed_at AS "changedAt"`;

/**
 * Whether an event makes an item due at a time: the event that the item follows now, after its present delay. Rows of before
 * say neither which event it was nor when it happened.
 */
export const occurrenceDue = (time: string): string =>
  `COALESCE(o.event_name, i.event_trigger) = i.event_trigger
     AND COALESCE(o.happened_at + make_interval(secs => i.event_trigger_delay), o.due_at) <= ${time}`;

const READ = `
WITH asked AS (SELECT unnest($3::text[]) AS item_id)
SELECT (SELECT json_agg(json_build_array(r.item_id, r.delivery_id, r.opened_at, r.ended_at, r.done, r.steps, r.ticket_id))
          FROM asked JOIN reach r USING (item_id) WHERE r.project_id = $1 AND r.contact_id = $2) AS reaches,
       (SELECT json_agg(json_build_array(p.id, p.item_id, p.completed_steps, p.status, p.dismissed_at, p.changed_at))
          FROM asked JOIN progress p USING (item_id) WHERE p.project_id = $1 AND p.contact_id = $2) AS progresses,
       (SELECT json_agg(DISTINCT o.item_id)
          FROM asked JOIN occurrence o USING (item_id) JOIN item i ON i.project_id = o.project_id AND i.id = o.item_id
         WHERE o.project_id = $1 AND o.contact_id = $2 AND ${occurrenceDue('$4')}) AS occurrences`;

type ReachRow = [string, string, string, string | null, string[] | null, string[] | null, string | null];
type ProgressRow = [string, string, string[] | null, Progress['status'], string | null, string];

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

const readReach = ([itemId, deliveryId, openedAt, endedAt, done, steps, ticketId]: ReachRow): Reach => ({
  itemId,
  deliveryId,
  openedAt: new Date(openedAt),
  endedAt: toDate(endedAt),
  done: done ?? [],
  steps: steps ?? [],
  ticketId,
});

/** The state of a contact and some items, by item, unknown ones included. One statement. */
export const readStandings = async (
  sql: Sql,
  { projectId, contactId }: { projectId: string; contactId: string },
  itemIds: readonly string[],
  now: Date,
): Promise<Map<string, Standing>> => {
  const [row] = await sql.query<{
    reaches: ReachRow[] | null;
    progresses: ProgressRow[] | null;
    occurrences: string[] | null;
  }>(READ, [projectId, contactId, itemIds, now], { prepare: true });
  const reaches = new Map((row?.reaches ?? []).map((reach) => [reach[0], readReach(reach)]));
  const progresses = new Map(
    (row?.progresses ?? []).map(([id, itemId, steps, status, dismissedAt, changedAt]): [string, Progress] => [
      itemId,
      {
        id,
        itemId,
        contactId,
        completedSteps: steps ?? [],
        status,
        dismissedAt: toDate(dismissedAt),
        changedAt: new Date(changedAt),
      },
    ]),
  );
  const due = new Set(row?.occurrences ?? []);
  return new Map(
    itemIds.map((id) => [
      id,
      { reach: reaches.get(id), progress: progresses.get(id), hasOccurrence: due.has(id) },
    ]),
  );
};

/** Locks the reports, answers and steps of a contact and an item until the transaction ends. */
export const lockStanding = async (
  tx: Sql,
  key: { projectId: string; contactId: string; itemId: string },
): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [
    `standing ${key.projectId} ${key.contactId} ${key.itemId}`,
  ]);
};

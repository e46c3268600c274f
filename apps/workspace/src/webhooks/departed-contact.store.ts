import { hashId, type Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** A contact that was deleted or merged. */
export interface Departure {
  projectId: string;
  contactId: string;
}

/** Forgets the contact's id, which processes of a former release keep until nothing is left under it. */
export const forgetFormerId = async (tx: Sql, { projectId, contactId }: Departure): Promise<void> => {
  await tx.query(
    'UPDATE departed_contact SET contact_id = NULL WHERE project_id = $1 AND digest = $2 AND contact_id IS NOT NULL',
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

const MENTION = 'project_id = $1 AND mentioned_ids @> ARRAY[$2::text]';

/** Some events that only mention a contact, with the bodies of their requests; locks them. */
export const lockMentions = (
  tx: Sql,
  { projectId, contactId }: Departure,
  limit: number,
): Promise<{ id: string; body: string }[]> =>
  tx.query(`SELECT id, body FROM webhook_event WHERE ${MENTION} ORDER BY id LIMIT $3 FOR UPDATE`, [
    projectId,
    contactId,
    limit,
  ]);

/** Stores bodies that do not mention a contact: it was deleted (null), or is part of another. */
export const writeMentions = async (
  tx: Sql,
  { projectId, contactId }: Departure,
  heirId: string | null,
  events: readonly { id: string; body: string }[],
): Promise<void> => {
  await tx.query(
    `UPDATE webhook_event e SET body = n.body, mentioned_ids = CASE WHEN $3::text IS NULL
       THEN array_remove(mentioned_ids, $2) ELSE array_replace(mentioned_ids, $2, $3) END
     FROM unnest($4::text[], $5::text[]) AS n (id, body) WHERE e.project_id = $1 AND e.id = n.id`,
    [projectId, contactId, heirId, events.map(({ id }) => id), events.map(({ body }) => body)],
  );
};

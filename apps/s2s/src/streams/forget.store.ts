import { type Sql } from '@parley/persistence';
import { type StreamName } from './stream.store';

const keyOf = ({ projectId, contactId }: StreamName): string => `stream of ${projectId} ${contactId}`;

const SHARE =
  'SELECT count(pg_advisory_xact_lock_shared(hashtextextended(key, 0))) FROM unnest($1::text[]) AS c (key)';

/**
 * Keeps contacts from being forgotten until the transaction ends. What is asked in a later statement sees whether they were
 * forgotten before.
 */
export const shareContacts = async (tx: Sql, contacts: readonly StreamName[]): Promise<void> => {
  const keys = [...new Set(contacts.map(keyOf))];
  if (keys.length > 0) await tx.query(SHARE, [keys], { prepare: true });
};

/** Waits until nobody numbers events of a contact, and lets nobody begin until the transaction ends. */
export const holdContact = async (tx: Sql, contact: StreamName): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(contact)]);
};

const GONE = `
WITH head AS (DELETE FROM stream_head WHERE project_id = $1 AND contact_id = $2),
     events AS (DELETE FROM stream_event WHERE project_id = $1 AND contact_id = $2)
INSERT INTO gone_contact (project_id, digest, gone_at) VALUES ($1, $3, $4)
ON CONFLICT (project_id, digest) DO UPDATE SET gone_at = EXCLUDED.gone_at`;

/** Removes the stream of a contact, and notes a digest of its id, so that no later event gets a number. */
export const removeStream = async (
  tx: Sql,
  { projectId, contactId }: StreamName,
  { digest, at }: { digest: string; at: Date },
): Promise<void> => {
  await tx.query(GONE, [projectId, contactId, digest, at]);
};

/** Name of an event that tells nothing any more; it keeps its number and has no data. */
export const FORGOTTEN = 'forgotten';

const EMPTY = `UPDATE stream_event SET name = '${FORGOTTEN}', data = '{}', about = NULL
 WHERE project_id = $1 AND contact_id = $2`;

/** Empties what the stream of a project tells of a contact. */
export const emptyEventsOfContact = async (tx: Sql, { projectId, contactId }: StreamName): Promise<void> => {
  const values = [projectId, '', contactId];
  await tx.query(`${EMPTY} AND (about = $3 OR strpos(data::text, $3) > 0)`, values);
};

/** Where an event names the ticket, conversation or message that it tells of. */
const PATHS = {
  ticket: "data ->> 'ticketId' = $3",
  conversation: "(data ->> 'conversationId' = $3 OR data #>> '{conversation,id}' = $3)",
  message: "data #>> '{message,id}' = $3",
};

/** Something that an event tells of. */
export type Subject = keyof typeof PATHS;

/** Empties what a stream told of a ticket, conversation or message before the event with a number. */
export const emptyEarlierEvents = async (
  tx: Sql,
  { projectId, contactId }: StreamName,
  { subject, id, before }: { subject: Subject; id: string; before: number },
): Promise<void> => {
  const values = [projectId, contactId, id, before];
  await tx.query(`${EMPTY} AND ${PATHS[subject]} AND seq < $4`, values);
};

/** Forgets digests of contacts that went before a time, at most so many; answers how many. */
export const trimGone = async (sql: Sql, before: Date, limit: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM gone_contact WHERE (project_id, digest) IN (
       SELECT project_id, digest FROM gone_contact WHERE gone_at < $1 ORDER BY gone_at LIMIT $2) RETURNING digest`,
    [before, limit],
  );
  return rows.length;
};

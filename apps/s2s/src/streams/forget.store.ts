import type { Sql } from '@parley/persistence';
import type { StreamName } from './stream.store';

const REMOVE = `
WITH head AS (DELETE FROM stream_head WHERE project_id = $1 AND contact_id = $2),
     held AS (DELETE FROM held_event WHERE project_id = $1 AND contact_id = $2)
DELETE FROM stream_event WHERE project_id = $1 AND contact_id = $2`;

/** Removes the stream of a contact that is gone. */
export const removeStream = async (tx: Sql, { projectId, contactId }: StreamName): Promise<void> => {
  await tx.query(REMOVE, [projectId, contactId]);
};

/** Name of an emptied event; it keeps its number and has no data. */
export const FORGOTTEN = 'forgotten';

const EMPTY = `UPDATE stream_event SET name = '${FORGOTTEN}', data = '{}', about = NULL
 WHERE project_id = $1 AND contact_id = $2`;

/** Empties the events of a contact in a project's stream. */
export const emptyEventsOfContact = async (tx: Sql, { projectId, contactId }: StreamName): Promise<void> => {
  const values = [projectId, '', contactId];
  await tx.query(`${EMPTY} AND (about = $3 OR strpos(data::text, $3) > 0)`, values);
};

/** Where an event has the id of its ticket, conversation or message. */
const PATHS = {
  ticket: "data ->> 'ticketId' = $3",
  conversation: "(data ->> 'conversationId' = $3 OR data #>> '{conversation,id}' = $3)",
  message: "data #>> '{message,id}' = $3",
};

/** The kind of thing that an event is about. */
export type Subject = keyof typeof PATHS;

/** Empties a stream's events of a ticket, conversation or message before the event with a number. */
export const emptyEarlierEvents = async (
  tx: Sql,
  { projectId, contactId }: StreamName,
  { subject, id, before }: { subject: Subject; id: string; before: number },
): Promise<void> => {
  const values = [projectId, contactId, id, before];
  await tx.query(`${EMPTY} AND ${PATHS[subject]} AND seq < $4`, values);
};

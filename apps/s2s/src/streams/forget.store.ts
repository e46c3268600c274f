import { type Sql } from '@parley/persistence';
import { type StreamName } from './stream.store';

const REMOVE = `
WITH head AS (DELETE FROM stream_head WHERE project_id = $1 AND contact_id = $2),
     held AS (DELETE FROM held_event WHERE project_id = $1 AND contact_id = $2)
DELETE FROM stream_event WHERE project_id = $1 AND contact_id = $2`;

/** Removes the stream of a contact that is gone. */
export const removeStream = async (tx: Sql, { projectId, contactId }: StreamName): Promise<void> => {
  await tx.query(REMOVE, [projectId, contactId]);
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

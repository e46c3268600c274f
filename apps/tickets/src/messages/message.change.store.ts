import type { Sql } from '@parley/persistence';
import { markDirty } from '@parley/search';
import { TICKET_INDEX, type MessageRow, MESSAGE_INDEX } from '../core';
import type { MessageEdit } from './message.input';

type Place = Pick<MessageRow, 'projectId' | 'id' | 'ticketId'>;

/** Marks for search the ticket that is found by a message; of a merged one its main. */
const markTicket = async (tx: Sql, { projectId, ticketId }: Place): Promise<void> => {
  const [ticket] = await tx.query<{ id: string }>(
    'SELECT coalesce(duplicate_of_id, id) AS id FROM ticket WHERE project_id = $1 AND id = $2',
    [projectId, ticketId],
  );
  if (ticket) await markDirty(tx, TICKET_INDEX, projectId, [ticket.id]);
};

/** Writes an edit of a locked message. */
export const writeEdit = async (
  tx: Sql,
  place: Place,
  { content, plainContent, data, attachments }: MessageEdit,
  now: Date,
): Promise<void> => {
  const { projectId, id } = place;
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  await tx.query(
    `UPDATE message SET content = $3::jsonb, plain_content = $4, data = $5::jsonb,
            attachments = coalesce($6::jsonb, attachments), updated_at = $7, contact_updated_at = $7,
            edited_at = $7
      WHERE project_id = $1 AND id = $2`,
    [projectId, id, json(content), plainContent, json(data), attachments && json(attachments), now],
  );
  await markDirty(tx, MESSAGE_INDEX, projectId, [id]);
  await markTicket(tx, place);
};

/** Writes how the contact rated a locked message; null takes the rating back. */
export const writeRating = async (
  tx: Sql,
  { projectId, id }: Place,
  rating: string | null,
  now: Date,
): Promise<void> => {
  await tx.query(
    'UPDATE message SET rating = $3, updated_at = $4, contact_updated_at = $4 WHERE project_id = $1 AND id = $2',
    [projectId, id, rating, now],
  );
};

/** Removes a locked message with its thread; the thread that a reply was in counts one less. */
export const deleteMessageRows = async (
  tx: Sql,
  place: Place & Pick<MessageRow, 'replyToId'>,
): Promise<void> => {
  const { projectId, id, replyToId } = place;
  await tx.query('DELETE FROM message WHERE project_id = $1 AND (id = $2 OR reply_to_id = $2)', [
    projectId,
    id,
  ]);
  if (replyToId !== null) {
    await tx.query(
      'UPDATE message SET thread_count = greatest(thread_count - 1, 0) WHERE project_id = $1 AND id = $2',
      [projectId, replyToId],
    );
  }
  await markTicket(tx, place);
};

/** Cancels the unsent mail of a message. */
export const cancelMail = async (tx: Sql, { projectId, emailId }: MessageRow): Promise<void> => {
  if (emailId === null) return;
  await tx.query(`DELETE FROM mail_job WHERE project_id = $1 AND id = $2 AND status = 'pending'`, [
    projectId,
    emailId,
  ]);
};

/** Counts one more reply in the thread of a message; false when there is no such message in the ticket. */
export const addToThread = async (tx: Sql, { projectId, id, ticketId }: Place): Promise<boolean> => {
  const rows = await tx.query(
    `UPDATE message SET thread_count = thread_count + 1
      WHERE project_id = $1 AND id = $2 AND ticket_id = $3 RETURNING id`,
    [projectId, id, ticketId],
  );
  return rows.length > 0;
};

import { cancelJobs } from '@parley/jobs';
import { eraseMails, mailJob } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import { hastenReplies, renewConversations, renewNews, removeFromGroups, TICKET_INDEX } from '../core';
import { markDirty } from '@parley/search';
import { deleteNoticesOfTickets } from '../notices';
import { toTranscriptQueue } from '../transcripts';

/**
 * The tickets and all merged into them, locked in the order of their ids. A second read locks tickets that were merged while it
 * waited.
 */
export const lockWithMerged = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> => {
  let known = -1;
  for (;;) {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM ticket WHERE project_id = $1 AND (id = ANY ($2::text[]) OR duplicate_of_id = ANY ($2::text[]))
        ORDER BY id FOR UPDATE`,
      [projectId, ids],
    );
    if (rows.length === known) return rows.map(({ id }) => id);
    known = rows.length;
  }
};

/** Takes the tickets out of every other ticket and of the groups of duplicates that name them. */
const unlink = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await tx.query(
    `UPDATE ticket t SET linked_ticket_ids = ARRAY(SELECT l FROM unnest(t.linked_ticket_ids) l WHERE l <> ALL ($2::text[]))
      WHERE t.project_id = $1 AND t.id <> ALL ($2::text[]) AND t.id IN (
        SELECT unnest(d.linked_ticket_ids) FROM ticket d WHERE d.project_id = $1 AND d.id = ANY ($2::text[]))`,
    [projectId, ids],
  );
  await tx.query(
    `UPDATE ticket SET tracker_ticket_id = NULL
      WHERE project_id = $1 AND tracker_ticket_id = ANY ($2::text[]) AND id <> ALL ($2::text[])`,
    [projectId, ids],
  );
  await tx.query(
    `UPDATE ticket t SET duplicates_count = greatest(t.duplicates_count - gone.count, 0)
       FROM (SELECT duplicate_of_id AS id, count(*)::integer AS count FROM ticket
              WHERE project_id = $1 AND id = ANY ($2::text[]) AND duplicate_of_id <> ALL ($2::text[])
              GROUP BY 1) gone
      WHERE t.project_id = $1 AND t.id = gone.id`,
    [projectId, ids],
  );
  await removeFromGroups(tx, projectId, ids);
};

/** Mains of merged tickets among the ids: what they are found by changes when those go. */
const findMainTickets = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT duplicate_of_id AS id FROM ticket
      WHERE project_id = $1 AND id = ANY ($2::text[]) AND duplicate_of_id IS NOT NULL`,
    [projectId, ids],
  );
  return rows.map(({ id }) => id);
};

/**
 * Removes locked tickets with everything that belongs to them; the search queue removes their documents. Answers the main tickets
 * with conversations that lost messages.
 */
export const deleteTickets = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const mains = await findMainTickets(tx, projectId, ids);
  await hastenReplies(tx, projectId, ids);
  await unlink(tx, projectId, ids);
  for (const table of ['message', 'message_draft', 'ticket_read', 'ticket_history', 'sla_clock']) {
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND ticket_id = ANY ($2::text[])`, [
      projectId,
      ids,
    ]);
  }
  await tx.query(
    'DELETE FROM conversation_message WHERE project_id = $1 AND conversation_id = ANY ($2::text[])',
    [projectId, ids],
  );
  const queues = ids.flatMap((id) => [id, toTranscriptQueue(id)]);
  await tx.query('DELETE FROM mail_job WHERE project_id = $1 AND aggregate_id = ANY ($2::text[])', [
    projectId,
    queues,
  ]);
  await deleteNoticesOfTickets(tx, projectId, ids);
  await cancelJobs(tx, [mailJob], projectId, queues);
  await eraseMails(tx, new Date());
  await tx.query('DELETE FROM ticket WHERE project_id = $1 AND id = ANY ($2::text[])', [projectId, ids]);
  await markDirty(tx, TICKET_INDEX, projectId, [...new Set([...ids, ...mains])]);
  const left = mains.filter((id) => !ids.includes(id));
  await renewNews(tx, projectId, left);
  return renewConversations(tx, projectId, left);
};

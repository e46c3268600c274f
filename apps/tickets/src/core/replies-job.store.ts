import { defineJob, hastenJobsSql } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

/**
 * Sends the scheduled replies with one comment, the job's key, from their time on. Batches run sequentially, so that a ticket gets
 * the replies of two batches in their order.
 */
export const repliesJob = defineJob<object>({ name: 'scheduled replies' });

const HASTEN = hastenJobsSql(
  repliesJob,
  `SELECT DISTINCT project_id, text_id AS key, '{}'::jsonb AS payload, now() AS due_at FROM bulk_reply
    WHERE project_id = $1 AND ticket_id = ANY ($2::text[]) AND status = 'pending'`,
);

/** Runs the jobs of the replies that wait for tickets, after this transaction: it deletes comments that no reply waits with any more. */
export const hastenReplies = async (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
): Promise<void> => {
  await tx.query(HASTEN, [projectId, ticketIds]);
};

import { type Sql } from '@parley/persistence';

/** Whose runs. */
export type RunsOf = { workflowId: string } | { conversationId: string };

/**
 * Cancels the active runs of a workflow or a conversation. They are due once more, so that the ticket shows no bot any
 * longer, and what the contact answered is stored. Answers how many.
 */
export const cancelRuns = async (tx: Sql, projectId: string, of: RunsOf, now: Date): Promise<number> => {
  const [column, id] =
    'workflowId' in of ? ['workflow_id', of.workflowId] : ['conversation_id', of.conversationId];
  const rows = await tx.query(
    `UPDATE workflow_run SET status = 'cancelled', waits_for = NULL, pending = CASE WHEN pending ? 'words' THEN pending END,
            ended_at = $3, due_at = $3, claim = claim + 1
      WHERE project_id = $1 AND ${column} = $2 AND status IN ('running', 'waiting') RETURNING id`,
    [projectId, id, now],
    { prepare: true },
  );
  return rows.length;
};

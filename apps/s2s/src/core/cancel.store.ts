import type { Sql } from '@parley/persistence';
import type { Run } from './run';
import { askRun, runJob } from './run.store';

/** Selects runs. */
export type RunsFilter = { workflowId: string } | { conversationId: string };

/**
 * Cancels the active runs of a workflow or a conversation. They are due once more, so that the ticket shows no bot any longer, and
 * the contact's answers are stored.
 */
export const cancelRuns = async (tx: Sql, projectId: string, of: RunsFilter, now: Date): Promise<void> => {
  const where: Where =
    'workflowId' in of ? ['workflow_id', of.workflowId] : ['conversation_id', of.conversationId];
  for (const run of await end(tx, projectId, where, { status: 'cancelled', error: null, now }))
    await askRun(tx, runJob, run, { now });
};

/** Fails a run with which processes died; people take over, by another job than the one that is given up. */
export const failRun = async (
  tx: Sql,
  { projectId, id }: Pick<Run, 'projectId' | 'id'>,
  now: Date,
  job: typeof runJob,
): Promise<void> => {
  const how = { status: 'failed', error: 'process_ended', now } as const;
  for (const run of await end(tx, projectId, ['id', id], how)) await askRun(tx, job, run, { now });
};

type Where = [column: 'workflow_id' | 'conversation_id' | 'id', id: string];

const end = (
  tx: Sql,
  projectId: string,
  [column, id]: Where,
  { status, error, now }: { status: Run['status']; error: string | null; now: Date },
): Promise<Pick<Run, 'projectId' | 'id'>[]> =>
  tx.query(
    `UPDATE workflow_run SET status = $4, error = $5, waits_for = NULL, pending = CASE WHEN pending ? 'words' THEN pending END,
            ended_at = $3, due_at = $3, claim = claim + 1
      WHERE project_id = $1 AND ${column} = $2 AND status IN ('running', 'waiting') RETURNING project_id AS "projectId", id`,
    [projectId, id, now, status, error],
    { prepare: true },
  );

import { cancelJobs } from '@parley/jobs';
import { type Sql, takeTurns } from '@parley/persistence';
import { endJob } from '../agents';
import { answerJob, askedJob, runJob, waitJob } from '../core';

const prepare = { prepare: true };

/** Deletes the rest of a conversation or contact, with the jobs of its runs; answers its conversations. */
const deleteBy = async (
  tx: Sql,
  projectId: string,
  column: 'conversation_id' | 'contact_id',
  id: string,
): Promise<string[]> => {
  const remove = <Row>(table: string, returned = ''): Promise<(Row & { conversationId: string | null })[]> =>
    tx.query(
      `DELETE FROM ${table} WHERE project_id = $1 AND ${column} = $2 RETURNING ${returned} conversation_id AS "conversationId"`,
      [projectId, id],
      prepare,
    );
  const runs = await remove<{ id: string }>('workflow_run', 'id,');
  const runIds = runs.map((run) => run.id);
  await cancelJobs(tx, [runJob, waitJob, askedJob], projectId, runIds);
  // In a statement of its own, which sees the steps that a run took while it was waited for.
  await tx.query(
    'DELETE FROM run_step WHERE project_id = $1 AND run_id = ANY ($2)',
    [projectId, runIds],
    prepare,
  );
  await remove('tool_call');
  const all = [...runs, ...(await remove('agent_engagement')), ...(await remove('agent_turn'))];
  return all.flatMap(({ conversationId }) => conversationId ?? []);
};

/**
 * Lets deletions in projects follow each other: a contact and its conversations are deleted at the same time, and each would lock
 * the same runs in an order of its own. Call it after the locks of contacts and before those of rows.
 */
export const takeDeletionTurns = (tx: Sql, projectIds: readonly string[]): Promise<void> =>
  takeTurns(
    tx,
    projectIds.map((projectId) => `s2s deletion ${projectId}`),
  );

/** Deletes the runs of a conversation, and their held events. */
export const deleteOfConversation = async (
  tx: Sql,
  projectId: string,
  conversationId: string,
): Promise<void> => {
  await deleteBy(tx, projectId, 'conversation_id', conversationId);
  await tx.query(
    'DELETE FROM held_event WHERE project_id = $1 AND conversation_id = $2',
    [projectId, conversationId],
    prepare,
  );
  await cancelJobs(tx, [endJob, answerJob], projectId, [conversationId]);
};

/** Deletes what runs, and ran, for a contact. */
export const deleteOfContact = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  // Its conversations are deleted without events, and their jobs have their ids.
  await cancelJobs(
    tx,
    [endJob, answerJob],
    projectId,
    await deleteBy(tx, projectId, 'contact_id', contactId),
  );
};

/** Gives what runs, and ran, for a contact to the one that it turned out to be. */
export const moveToContact = async (tx: Sql, projectId: string, from: string, to: string): Promise<void> => {
  for (const table of ['workflow_run', 'agent_engagement', 'agent_turn', 'tool_call'])
    await tx.query(
      `UPDATE ${table} SET contact_id = $3 WHERE project_id = $1 AND contact_id = $2`,
      [projectId, from, to],
      prepare,
    );
};

/** Deletes runs that ended before a time, with their steps; at most so many, and answers how many. */
export const deleteEndedRuns = async (sql: Sql, before: Date, limit: number): Promise<number> => {
  const rows = await sql.query<{ count: number }>(
    `WITH gone AS (
       DELETE FROM workflow_run WHERE (project_id, id) IN (
         SELECT project_id, id FROM workflow_run WHERE ended_at < $1 AND due_at IS NULL ORDER BY ended_at LIMIT $2)
       RETURNING project_id, id), steps AS (
       DELETE FROM run_step s USING gone WHERE s.project_id = gone.project_id AND s.run_id = gone.id)
     SELECT count(*)::integer AS count FROM gone`,
    [before, limit],
  );
  return rows[0]?.count ?? 0;
};

/** Deletes versions of workflows that have no runs and cannot start again. */
export const deleteUnusedVersions = async (sql: Sql): Promise<void> => {
  await sql.query(
    `DELETE FROM workflow_version v WHERE NOT EXISTS (
       SELECT FROM workflow_run r WHERE r.project_id = v.project_id AND r.workflow_id = v.workflow_id AND r.version = v.version)
       AND NOT EXISTS (SELECT FROM workflow w WHERE w.project_id = v.project_id AND w.id = v.workflow_id AND w.version = v.version)`,
  );
};

/** Deletes calls of tools that expired, and messages that were answered, before a time; at most so many each. */
export const deleteOldTurns = async (sql: Sql, before: Date, limit: number): Promise<number> => {
  const calls = await sql.query(
    `DELETE FROM tool_call WHERE (project_id, id) IN (
       SELECT project_id, id FROM tool_call WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING id`,
    [before, limit],
  );
  const turns = await sql.query(
    `DELETE FROM agent_turn WHERE (project_id, message_id) IN (
       SELECT project_id, message_id FROM agent_turn WHERE created_at < $1 AND due_at IS NULL
        ORDER BY created_at LIMIT $2) RETURNING message_id`,
    [before, limit],
  );
  return Math.max(calls.length, turns.length);
};

import { projectScope } from '@parley/auth';
import { type Sql } from '@parley/persistence';
import {
  type ListWorkflowRunsRequest,
  type ListWorkflowRunsResponse,
} from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { requireWorkflow } from '../workflows/read-workflows';
import { type Run } from '../core/run';
import { runColumns } from '../core/run.store';

type TrailedRun = Run & { trail: { step: string; at: string; error: string | null }[] };

/** Statement of a page of a workflow's runs with their steps. */
export const LIST_RUNS = `
SELECT ${runColumns}, coalesce(t.trail, '[]') AS trail
  FROM (SELECT * FROM workflow_run WHERE project_id = $1 AND workflow_id = $2 AND ($3::text IS NULL OR status = $3)
         ORDER BY started_at DESC, id DESC LIMIT $4 OFFSET $5) r
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('step', s.step, 'at', s.at, 'error', s.error) ORDER BY s.number) AS trail
      FROM run_step s WHERE s.project_id = r.project_id AND s.run_id = r.id) t ON true
 ORDER BY r.started_at DESC, r.id DESC`;

const listRuns = (sql: Sql, values: readonly unknown[]): Promise<TrailedRun[]> =>
  sql.query<TrailedRun>(LIST_RUNS, values, { prepare: true });

/** Runs of a workflow, the newest first. 404 `workflow_not_found`. */
export const listWorkflowRuns = async (
  { db }: Pick<Deps, 'db'>,
  { workflowId, status, skip, limit }: ListWorkflowRunsRequest,
  { scope }: CallContext,
): Promise<Partially<ListWorkflowRunsResponse>> => {
  const { projectId } = projectScope(scope);
  await requireWorkflow(db, projectId, workflowId);
  const rows = await listRuns(db, [projectId, workflowId, status ?? null, limit, skip]);
  return {
    runs: rows.map((run) => ({
      id: run.id,
      workflowId: run.workflowId,
      version: run.version,
      conversation: run.conversationId ?? undefined,
      contact: run.contactId,
      status: run.status,
      currentStep: run.currentStep ?? undefined,
      error: run.error ?? undefined,
      startedAt: run.startedAt.toISOString(),
      endedAt: run.endedAt?.toISOString(),
      trail: run.trail.map(({ step, at, error }) => ({
        step,
        at: new Date(at).toISOString(),
        ...(error !== null && { error }),
      })),
    })),
  };
};

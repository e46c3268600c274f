import { projectScope } from '@parley/auth';
import { compileSort } from '@parley/persistence';
import type {
  ListWorkflowRunsRequest,
  ListWorkflowRunsResponse,
} from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { requireWorkflow } from '../workflows';
import { listRuns, runSortable } from './run.list.store';

/** Runs of a workflow, the newest first unless asked for another order. 404 `workflow_not_found`. */
export const listWorkflowRuns = async (
  { db }: Pick<Deps, 'db'>,
  { workflowId, status, skip, limit, sort }: ListWorkflowRunsRequest,
  { scope }: CallContext,
): Promise<Partially<ListWorkflowRunsResponse>> => {
  const { projectId } = projectScope(scope);
  const orderBy = compileSort(sort, runSortable, '-createdAt');
  await requireWorkflow(db, projectId, workflowId);
  const rows = await listRuns(db, { projectId, workflowId, status, skip, limit, orderBy });
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

import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  DeleteWorkflowRequest,
  DeleteWorkflowResponse,
} from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { cancelRuns } from '../core';
import { presentWorkflow } from './workflow.present';
import { deleteWorkflowRow, lockWorkflow } from './workflow.store';

/** Deletes a workflow and cancels its runs. 404 `workflow_not_found`. */
export const deleteWorkflow = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { workflowId }: DeleteWorkflowRequest,
  { scope }: CallContext,
): Promise<Partially<DeleteWorkflowResponse>> => {
  const { projectId } = projectScope(scope);
  const row = await runTransaction(deps.db, async (tx) => {
    const found = await lockWorkflow(tx, projectId, workflowId);
    if (!found) throw notFound('workflow');
    await deleteWorkflowRow(tx, projectId, workflowId);
    await cancelRuns(tx, projectId, { workflowId }, deps.clock());
    return found;
  });
  return { workflow: presentWorkflow(row) };
};

import { callerId, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import type { WorkflowTrigger } from '@parley/proto/generated/parley/s2s/v1/workflow';
import type {
  CreateWorkflowRequest,
  CreateWorkflowResponse,
} from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { checkReferences, checkSize } from './check-workflow';
import { readSteps, type Trigger, type Workflow } from '../core';
import { presentWorkflow } from './workflow.present';
import { insertWorkflow } from './workflow.store';

/** The trigger of a workflow; without one it only starts by name. */
export const toTrigger = (sent: Partial<WorkflowTrigger> = {}): Trigger => ({
  event: sent.event ?? null,
  channel: sent.channel ?? null,
  manual: sent.manual ?? true,
});

/** Finds a name that is only blanks. */
export const checkName = (name: string | undefined, problems: FieldProblem[]): void => {
  if (name?.trim() === '') problems.push({ field: 'name', message: 'must not be blank' });
};

/** Stores a workflow. 400 naming the problems of its steps, 413 when it is too large. */
export const createWorkflow = async (
  deps: Deps,
  { workflow: sent }: CreateWorkflowRequest,
  context: OnceContext<CreateWorkflowResponse>,
): Promise<Partially<CreateWorkflowResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const problems: FieldProblem[] = [];
  checkName(sent?.name, problems);
  const steps = readSteps(sent?.steps ?? [], sent?.start, problems);
  if (problems.length > 0 || !steps || !sent) throw invalid(problems);
  const now = deps.clock();
  const row: Workflow = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    name: sent.name,
    description: sent.description ?? null,
    enabled: sent.enabled ?? true,
    ...toTrigger(sent.trigger),
    ...steps,
    version: 1,
    createdBy: callerId(actor) ?? null,
    createdAt: now,
    updatedAt: now,
  };
  checkSize(row);
  await checkReferences(deps, projectId, row.steps, context);
  const response = { workflow: presentWorkflow(row) };
  await deps.db.transaction(async (tx) => {
    await insertWorkflow(tx, row);
    await context.record(tx, response);
  });
  return response;
};

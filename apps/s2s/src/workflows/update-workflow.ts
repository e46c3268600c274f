import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import {
  type UpdateWorkflowRequest,
  type UpdateWorkflowResponse,
  WorkflowChanges,
} from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { checkReferences, checkSize } from './check-workflow';
import { checkName, toTrigger } from './create-workflow';
import { readSteps, type Workflow } from '../core';
import { requireWorkflow } from './read-workflows';
import { presentWorkflow } from './workflow.present';
import { lockWorkflow, saveWorkflow } from './workflow.store';

const demanded = ['name', 'enabled', 'start', 'steps'];

type Change = Partial<Workflow>;

const readChange = (before: Workflow, { workflow, nulls }: UpdateWorkflowRequest): Change => {
  const sent = workflow ?? WorkflowChanges.create();
  const problems: FieldProblem[] = demanded
    .filter((field) => nulls.includes(field))
    .map((field) => ({ field, message: 'cannot be cleared' }));
  checkName(sent.name, problems);
  let steps: Pick<Workflow, 'start' | 'steps'> | undefined;
  if (sent.steps) steps = readSteps(sent.steps, sent.start, problems);
  else if (sent.start !== undefined) {
    if (before.steps.some(({ id }) => id === sent.start)) steps = { start: sent.start, steps: before.steps };
    else problems.push({ field: 'start', message: `there is no step "${sent.start}"` });
  }
  if (problems.length > 0) throw invalid(problems);
  return {
    ...(sent.name !== undefined && { name: sent.name }),
    ...(sent.description !== undefined && { description: sent.description }),
    ...(nulls.includes('description') && { description: null }),
    ...(sent.enabled !== undefined && { enabled: sent.enabled }),
    ...((sent.trigger || nulls.includes('trigger')) && toTrigger(sent.trigger)),
    ...steps,
  };
};

/** Changes a workflow; its version rises. 404 `workflow_not_found`, 400 and 413 as when it is created. */
export const updateWorkflow = async (
  deps: Deps,
  request: UpdateWorkflowRequest,
  context: CallContext,
): Promise<Partially<UpdateWorkflowResponse>> => {
  const { projectId } = projectScope(context.scope);
  const known = await requireWorkflow(deps.db, projectId, request.workflowId);
  const { steps } = readChange(known, request);
  if (steps) await checkReferences(deps, projectId, steps, context);
  const after = await runTransaction(deps.db, async (tx) => {
    const before = await lockWorkflow(tx, projectId, request.workflowId);
    if (!before) throw notFound('workflow');
    const now = deps.clock();
    const row = { ...before, ...readChange(before, request), version: before.version + 1, updatedAt: now };
    checkSize(row);
    await saveWorkflow(tx, row);
    return row;
  });
  return { workflow: presentWorkflow(after) };
};

import { WorkflowsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { listWorkflowRuns, runTicketWorkflow } from '../runs';
import { createWorkflow, deleteWorkflow, getWorkflow, listWorkflows, updateWorkflow } from '../workflows';

const { methods } = WorkflowsServiceDefinition;

export const workflowsRpc = (deps: Deps): ServiceImplementation =>
  implement(WorkflowsServiceDefinition, {
    listWorkflows: (request, context) => listWorkflows(deps, request, context),
    createWorkflow: deps.effects.once(methods.createWorkflow, (request, context) =>
      createWorkflow(deps, request, context),
    ),
    getWorkflow: (request, context) => getWorkflow(deps, request, context),
    updateWorkflow: (request, context) => updateWorkflow(deps, request, context),
    listWorkflowRuns: (request, context) => listWorkflowRuns(deps, request, context),
    runTicketWorkflow: (request, context) => runTicketWorkflow(deps, request, context),
    deleteWorkflow: (request, context) => deleteWorkflow(deps, request, context),
  });

import { WorkflowsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { listWorkflowRuns } from '../runs/list-runs';
import { runTicketWorkflow } from '../runs/run-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { deleteWorkflow } from '../workflows/delete-workflow';
import { getWorkflow, listWorkflows } from '../workflows/read-workflows';
import { updateWorkflow } from '../workflows/update-workflow';

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

import { AgentsServiceDefinition as agents } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import { WorkflowsServiceDefinition as workflows } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { operation } from '../rest';

const PAGE = { default: 50, max: 100 };

/** Workflows and AI agents of a project. */
export const workflowOperations = [
  operation('workflows.list', 'GET /workflows', workflows, 'listWorkflows', {
    surface: 'dashboard',
    permission: 'WORKFLOW_FIND',
    page: PAGE,
    out: 'workflows',
  }),
  operation('workflows.create', 'POST /workflows', workflows, 'createWorkflow', {
    surface: 'dashboard',
    permission: 'WORKFLOW_CREATE',
    into: 'workflow',
    out: 'workflow',
  }),
  operation('workflows.get', 'GET /workflows/{workflowId}', workflows, 'getWorkflow', {
    surface: 'dashboard',
    permission: 'WORKFLOW_FIND',
    out: 'workflow',
  }),
  operation('workflows.update', 'PUT /workflows/{workflowId}', workflows, 'updateWorkflow', {
    surface: 'dashboard',
    permission: 'WORKFLOW_UPDATE',
    into: 'workflow',
    out: 'workflow',
  }),
  operation('workflows.delete', 'DELETE /workflows/{workflowId}', workflows, 'deleteWorkflow', {
    surface: 'dashboard',
    permission: 'WORKFLOW_DELETE',
    out: 'workflow',
  }),
  operation('workflows.runs', 'GET /workflows/{workflowId}/runs', workflows, 'listWorkflowRuns', {
    surface: 'dashboard',
    permission: 'WORKFLOW_FIND',
    page: PAGE,
    out: 'runs',
  }),
  operation('tickets.run-workflow', 'POST /tickets/{ticketId}/workflow', workflows, 'runTicketWorkflow', {
    surface: 'dashboard',
    permission: 'TICKET_UPDATE',
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_NOT_RUNNABLE', 'CONVERSATION_CLOSED', 'CONTACT_REQUIRED'],
  }),
  operation('agents.list', 'GET /agents', agents, 'listAgents', {
    surface: 'dashboard',
    permission: 'WORKFLOW_FIND',
    page: PAGE,
    out: 'agents',
  }),
  operation('agents.create', 'POST /agents', agents, 'createAgent', {
    surface: 'dashboard',
    permission: 'WORKFLOW_CREATE',
    into: 'agent',
    out: 'agent',
  }),
  operation('agents.get', 'GET /agents/{agentId}', agents, 'getAgent', {
    surface: 'dashboard',
    permission: 'WORKFLOW_FIND',
    out: 'agent',
  }),
  operation('agents.update', 'PUT /agents/{agentId}', agents, 'updateAgent', {
    surface: 'dashboard',
    permission: 'WORKFLOW_UPDATE',
    into: 'agent',
    out: 'agent',
  }),
  operation('agents.delete', 'DELETE /agents/{agentId}', agents, 'deleteAgent', {
    surface: 'dashboard',
    permission: 'WORKFLOW_DELETE',
    out: 'agent',
  }),
];

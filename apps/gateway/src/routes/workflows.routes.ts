import { AgentsServiceDefinition as agents } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import { WorkflowsServiceDefinition as workflows } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { operation } from '../rest';

const PAGE = { default: 50, max: 100 };

/** Workflows and AI agents of a project. */
export const workflowOperations = [
  operation('workflows.list', 'GET /workflows', workflows, 'listWorkflows', {
    permission: 'WORKFLOW_FIND',
    page: PAGE,
    out: 'workflows',
  }),
  operation('workflows.create', 'POST /workflows', workflows, 'createWorkflow', {
    permission: 'WORKFLOW_CREATE',
    into: 'workflow',
    out: 'workflow',
  }),
  operation('workflows.get', 'GET /workflows/{workflowId}', workflows, 'getWorkflow', {
    permission: 'WORKFLOW_FIND',
    out: 'workflow',
  }),
  operation('workflows.update', 'PUT /workflows/{workflowId}', workflows, 'updateWorkflow', {
    permission: 'WORKFLOW_UPDATE',
    into: 'workflow',
    out: 'workflow',
  }),
  operation('workflows.delete', 'DELETE /workflows/{workflowId}', workflows, 'deleteWorkflow', {
    permission: 'WORKFLOW_DELETE',
    out: 'workflow',
  }),
  operation('workflows.runs', 'GET /workflows/{workflowId}/runs', workflows, 'listWorkflowRuns', {
    permission: 'WORKFLOW_FIND',
    page: PAGE,
    out: 'runs',
  }),
  operation('tickets.run-workflow', 'POST /tickets/{ticketId}/workflow', workflows, 'runTicketWorkflow', {
    permission: 'TICKET_UPDATE',
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_NOT_RUNNABLE', 'CONVERSATION_CLOSED', 'CONTACT_REQUIRED'],
  }),
  operation('agents.list', 'GET /agents', agents, 'listAgents', {
    permission: 'WORKFLOW_FIND',
    page: PAGE,
    out: 'agents',
  }),
  operation('agents.create', 'POST /agents', agents, 'createAgent', {
    permission: 'WORKFLOW_CREATE',
    into: 'agent',
    out: 'agent',
  }),
  operation('agents.get', 'GET /agents/{agentId}', agents, 'getAgent', {
    permission: 'WORKFLOW_FIND',
    out: 'agent',
  }),
  operation('agents.update', 'PUT /agents/{agentId}', agents, 'updateAgent', {
    permission: 'WORKFLOW_UPDATE',
    into: 'agent',
    out: 'agent',
  }),
  operation('agents.delete', 'DELETE /agents/{agentId}', agents, 'deleteAgent', {
    permission: 'WORKFLOW_DELETE',
    out: 'agent',
  }),
];

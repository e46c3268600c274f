import { widgetSignature } from '../../src/auth/widget';
import { PROJECT_KEY, SERVICE_TOKEN, SESSION_SECRET, TICKET } from './identities';
import type { RowCase } from './row-case';

const WORKFLOW = '0000000000000000000000d1';
const AGENT = '0000000000000000000000d2';

const steps = [{ id: 'end', type: 'message', content: 'Hello', next: null }];
const workflow = { id: WORKFLOW, name: 'Welcome', enabled: true, start: 'end', steps, version: 1 };
const CALL = '0000000000000000000000d3';
const step = { id: 'ask', runId: CALL, type: 'question', prompt: 'What?', input: { kind: 'text' } };
const stepRun = { id: CALL, workflowId: WORKFLOW, status: 'waiting' };
const run = { id: CALL, workflowId: WORKFLOW, version: 1, status: 'failed', error: 'step_limit' };
const program = { token: SERVICE_TOKEN, project: null };
const widget = {
  token: null,
  project: null,
  headers: {
    'api-token': PROJECT_KEY,
    'svc-id': 's1',
    'svc-hash': widgetSignature(SESSION_SECRET, 's1'),
  },
};
const agent = { id: AGENT, name: 'Parley', enabled: true, tools: [] };

/** Rows of workflows and AI agents. */
export const workflowCases: RowCase[] = [
  {
    row: 'workflows.list',
    method: 'GET',
    path: '/workflows?enabled=true&limit=999&skip=1',
    rpc: 'listWorkflows',
    received: { limit: 100, skip: 1, filter: [{ field: 'enabled', operator: 'eq', values: ['true'] }] },
    response: { workflows: [workflow] },
    document: [workflow],
  },
  {
    row: 'workflows.create',
    method: 'POST',
    path: '/workflows',
    request: { body: { name: 'Welcome', trigger: { event: 'order', manual: false }, steps, version: 9 } },
    rpc: 'createWorkflow',
    received: { workflow: { name: 'Welcome', trigger: { event: 'order', manual: false }, steps } },
    response: { workflow },
    document: workflow,
  },
  {
    row: 'workflows.get',
    method: 'GET',
    path: `/workflows/${WORKFLOW}`,
    rpc: 'getWorkflow',
    received: { workflowId: WORKFLOW },
    response: { workflow },
    document: workflow,
  },
  {
    row: 'workflows.update',
    method: 'PUT',
    path: `/workflows/${WORKFLOW}`,
    request: { body: { description: null, steps } },
    rpc: 'updateWorkflow',
    received: { workflowId: WORKFLOW, workflow: { steps }, nulls: ['description'] },
    response: { workflow },
    document: workflow,
  },
  {
    row: 'workflows.delete',
    method: 'DELETE',
    path: `/workflows/${WORKFLOW}`,
    rpc: 'deleteWorkflow',
    received: { workflowId: WORKFLOW },
    response: { workflow },
    document: workflow,
  },
  {
    row: 'workflows.runs',
    method: 'GET',
    path: `/workflows/${WORKFLOW}/runs?status=failed&limit=500`,
    rpc: 'listWorkflowRuns',
    received: { workflowId: WORKFLOW, status: 'failed', limit: 100 },
    response: { runs: [run] },
    document: [run],
  },
  {
    row: 'tickets.run-workflow',
    method: 'POST',
    path: `/tickets/${TICKET}/workflow`,
    request: { body: { workflowId: WORKFLOW } },
    rpc: 'runTicketWorkflow',
    received: { ticketId: TICKET, workflowId: WORKFLOW },
    response: { step, run: stepRun },
    document: { step, run: stepRun },
  },
  {
    row: 's2s-conversations.get-workflow-step',
    method: 'GET',
    path: `/s2s/conversations/${TICKET}/workflow-step?consumerId=ada`,
    request: program,
    rpc: 'getWorkflowStep',
    received: { conversationId: TICKET, consumerId: 'ada' },
    response: { step: null, run: null },
    document: { step: null, run: null },
  },
  {
    row: 's2s-conversations.answer-workflow-step',
    method: 'POST',
    path: `/s2s/conversations/${TICKET}/workflow-step`,
    request: { ...program, body: { stepId: 'ask', selection: ['a', 'b'] } },
    rpc: 'answerWorkflowStep',
    received: { conversationId: TICKET, stepId: 'ask', selection: ['a', 'b'] },
    response: { step, run: stepRun },
    document: { step, run: stepRun },
  },
  {
    row: 's2s-conversations.run-workflow',
    method: 'POST',
    path: `/s2s/conversations/${TICKET}/workflow`,
    request: { ...program, body: { workflowId: WORKFLOW } },
    rpc: 'runWorkflow',
    received: { conversationId: TICKET, workflowId: WORKFLOW },
    response: { step, run: stepRun },
    document: { step, run: stepRun },
  },
  {
    row: 'widget.get-workflow-step',
    method: 'GET',
    path: `/shared/conversations/${TICKET}/workflow-step`,
    request: widget,
    rpc: 'getWorkflowStep',
    received: { conversationId: TICKET },
    response: { step, run: stepRun },
    document: { step, run: stepRun },
  },
  {
    row: 'widget.answer-workflow-step',
    method: 'POST',
    path: `/shared/conversations/${TICKET}/workflow-step`,
    request: { ...widget, body: { text: 'Hello', consumerId: 'forged' } },
    rpc: 'answerWorkflowStep',
    received: { conversationId: TICKET, text: 'Hello' },
    response: { step: null, run: stepRun },
    document: { step: null, run: stepRun },
  },
  {
    row: 'frontend-tools.deliver-result',
    method: 'POST',
    path: `/shared/frontend-tools/${CALL}/result`,
    request: { ...widget, body: { name: 'status', result: '' } },
    rpc: 'deliverToolResult',
    received: { toolCallId: CALL, name: 'status', result: '' },
    response: { success: true },
    document: { success: true },
  },
  {
    row: 'agents.list',
    method: 'GET',
    path: '/agents?name=Parley',
    rpc: 'listAgents',
    received: { limit: 50, filter: [{ field: 'name', operator: 'eq', values: ['Parley'] }] },
    response: { agents: [agent] },
    document: [agent],
  },
  {
    row: 'agents.create',
    method: 'POST',
    path: '/agents',
    request: { body: { name: 'Parley', tools: [{ name: 'status', description: 'Status' }], id: 'forged' } },
    rpc: 'createAgent',
    received: { agent: { name: 'Parley', tools: [{ name: 'status', description: 'Status' }] } },
    response: { agent },
    document: agent,
  },
  {
    row: 'agents.get',
    method: 'GET',
    path: `/agents/${AGENT}`,
    rpc: 'getAgent',
    received: { agentId: AGENT },
    response: { agent },
    document: agent,
  },
  {
    row: 'agents.update',
    method: 'PUT',
    path: `/agents/${AGENT}`,
    request: { body: { enabled: false, handoffTeam: null } },
    rpc: 'updateAgent',
    received: { agentId: AGENT, agent: { enabled: false }, nulls: ['handoffTeam'] },
    response: { agent },
    document: agent,
  },
  {
    row: 'agents.delete',
    method: 'DELETE',
    path: `/agents/${AGENT}`,
    rpc: 'deleteAgent',
    received: { agentId: AGENT },
    response: { agent },
    document: agent,
  },
];

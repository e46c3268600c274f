import { AgentsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import { WorkflowsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { type CallContext, createClient } from '@parley/rpc';
import type { Peers } from '@parley/runtime';

const AGENT = 'Help center';
const WORKFLOW = 'Welcome';

const topics = [
  { id: 'question', label: 'I have a question' },
  { id: 'person', label: 'I want to talk to somebody', next: 'people' },
];

/** Greets, asks for the topic, lets the help center answer, and hands over. */
const buildSteps = (agentId: string): object[] => [
  {
    id: 'greet',
    type: 'message',
    content: 'Hello {{contact.name}}, good to see you!',
    next: 'topic',
  },
  {
    id: 'topic',
    type: 'question',
    prompt: 'What is it about?',
    input: { kind: 'selection', options: topics },
    saveAs: 'topic',
    next: 'ask',
  },
  {
    id: 'ask',
    type: 'question',
    prompt: 'What would you like to know?',
    input: { kind: 'text' },
    next: 'answer',
  },
  { id: 'answer', type: 'agent', agentId },
  { id: 'people', type: 'handoff' },
];

/** Makes sure that there is a workflow to try, and the AI agent that it hands over to. */
export const seedWorkflow = async ({ s2s }: Peers, context: CallContext): Promise<void> => {
  const workflows = createClient(WorkflowsServiceDefinition, s2s);
  const agents = createClient(AgentsServiceDefinition, s2s);
  const page = { limit: 100 };
  const isThere = (await workflows.listWorkflows(page, context)).workflows.some(
    ({ name }) => name === WORKFLOW,
  );
  if (isThere) return;
  const known = (await agents.listAgents(page, context)).agents.find(({ name }) => name === AGENT);
  const agent = known ?? (await agents.createAgent({ agent: { name: AGENT } }, context)).agent;
  if (!agent) throw new Error('The s2s service answered no AI agent');
  const workflow = {
    name: WORKFLOW,
    description: 'Greets, asks for the topic, answers from the help center, and hands over.',
    steps: buildSteps(agent.id),
  };
  await workflows.createWorkflow({ workflow }, context);
};

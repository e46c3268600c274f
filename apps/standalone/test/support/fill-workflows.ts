import { type Api, ok } from './api';

/** Things of workflows that have ids. */
export type WorkflowId = 'workflow' | 'aiAgent';

/** Fills a project with a workflow and an AI agent. */
export const fillWorkflows = async (
  admin: Api,
  mark: string,
  team: { id: string },
): Promise<Record<WorkflowId, string>> => {
  const post = async (path: string, body: unknown) => ok(await admin.call('POST', path, body));
  const agent = await post('/agents', {
    name: `Bot${mark}`,
    instructions: `Instructions${mark}`,
    handoffTeam: team.id,
  });
  const workflow = await post('/workflows', {
    name: `Workflow${mark}`,
    steps: [
      {
        id: 'ask',
        type: 'question',
        prompt: `Question${mark}?`,
        input: { kind: 'text' },
        next: 'over',
      },
      { id: 'over', type: 'agent', agentId: agent.id },
    ],
  });
  return { workflow: workflow.id, aiAgent: agent.id };
};

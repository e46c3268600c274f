import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import {
  AgentChanges,
  type UpdateAgentRequest,
  type UpdateAgentResponse,
} from '@parley/proto/generated/parley/s2s/v1/agents_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { checkName } from '../workflows';
import { type Agent, lockAgent, saveAgent } from '../core';
import { checkTeam, readTools } from './agent.input';
import { presentAgent } from './agent.present';
import { requireAgent } from './read-agents';

const readChange = ({ agent, nulls }: UpdateAgentRequest): Partial<Agent> => {
  const sent = agent ?? AgentChanges.create();
  const problems: FieldProblem[] = ['name', 'enabled']
    .filter((field) => nulls.includes(field))
    .map((field) => ({ field, message: 'cannot be cleared' }));
  checkName(sent.name, problems);
  const tools = sent.tools && readTools(sent.tools, problems);
  if (problems.length > 0) throw invalid(problems);
  const { name, avatar, instructions, enabled, handoffTeam } = sent;
  return {
    ...(name !== undefined && { name }),
    ...(avatar !== undefined && { avatar }),
    ...(instructions !== undefined && { instructions }),
    ...(enabled !== undefined && { enabled }),
    ...(handoffTeam !== undefined && { handoffTeam }),
    ...(tools && { tools }),
    ...(nulls.includes('avatar') && { avatar: null }),
    ...(nulls.includes('instructions') && { instructions: null }),
    ...(nulls.includes('handoffTeam') && { handoffTeam: null }),
    ...(nulls.includes('tools') && { tools: [] }),
  };
};

/** Changes an AI agent. 404 `agent_not_found`, 400 as when it is created. */
export const updateAgent = async (
  deps: Deps,
  request: UpdateAgentRequest,
  context: CallContext,
): Promise<Partially<UpdateAgentResponse>> => {
  const { projectId } = projectScope(context.scope);
  await requireAgent(deps.db, projectId, request.agentId);
  const change = readChange(request);
  await checkTeam(deps, projectId, change.handoffTeam, context);
  const row = await runTransaction(deps.db, async (tx) => {
    const before = await lockAgent(tx, projectId, request.agentId);
    if (!before) throw notFound('agent');
    const after = { ...before, ...change, updatedAt: deps.clock() };
    await saveAgent(tx, after);
    return after;
  });
  return { agent: presentAgent(row) };
};

import { callerId, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  type CreateAgentRequest,
  type CreateAgentResponse,
  NewAgent,
} from '@parley/proto/generated/parley/s2s/v1/agents_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { checkName } from '../workflows';
import { type Agent, insertAgent } from '../core';
import { checkTeam, readTools } from './agent.input';
import { presentAgent } from './agent.present';

/** Stores an AI agent. 400 naming `handoffTeam`, or the problem of `tools`. */
export const createAgent = async (
  deps: Deps,
  { agent: sent = NewAgent.create() }: CreateAgentRequest,
  context: OnceContext<CreateAgentResponse>,
): Promise<Partially<CreateAgentResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const problems: FieldProblem[] = [];
  checkName(sent.name, problems);
  const tools = readTools(sent.tools, problems);
  if (problems.length > 0) throw invalid(problems);
  await checkTeam(deps, projectId, sent.handoffTeam, context);
  const now = deps.clock();
  const row: Agent = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    name: sent.name,
    avatar: sent.avatar ?? null,
    instructions: sent.instructions ?? null,
    enabled: sent.enabled ?? true,
    handoffTeam: sent.handoffTeam ?? null,
    tools,
    createdBy: callerId(actor) ?? null,
    createdAt: now,
    updatedAt: now,
  };
  const response = { agent: presentAgent(row) };
  await deps.db.transaction(async (tx) => {
    await insertAgent(tx, row);
    await context.record(tx, response);
  });
  return response;
};

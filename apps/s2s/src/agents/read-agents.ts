import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compileList, type ListFields, type Sql } from '@parley/persistence';
import type {
  GetAgentRequest,
  GetAgentResponse,
  ListAgentsRequest,
  ListAgentsResponse,
} from '@parley/proto/generated/parley/s2s/v1/agents_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { type Agent, findAgent, listAgentRows } from '../core';
import { presentAgent } from './agent.present';

const list: ListFields = {
  fields: {
    id: { column: 'a.id', type: 'id' },
    name: { column: 'a.name', type: 'text' },
    avatar: { column: 'a.avatar', type: 'text' },
    instructions: { column: 'a.instructions', type: 'text' },
    enabled: { column: 'a.enabled', type: 'boolean' },
    handoffTeam: { column: 'a.handoff_team', type: 'id' },
    createdBy: { column: 'a.created_by', type: 'id' },
    createdAt: { column: 'a.created_at', type: 'date' },
    updatedAt: { column: 'a.updated_at', type: 'date' },
  },
  order: '-createdAt',
  page: { default: 50, max: 100 },
};

/** An AI agent of the project. 404 `agent_not_found`. */
export const requireAgent = async (sql: Sql, projectId: string, id: string): Promise<Agent> => {
  const found = await findAgent(sql, projectId, id);
  if (!found) throw notFound('agent');
  return found;
};

/** AI agents of the project. */
export const listAgents = async (
  { db }: Pick<Deps, 'db'>,
  request: ListAgentsRequest,
  { scope }: CallContext,
): Promise<Partially<ListAgentsResponse>> => {
  const params: unknown[] = [projectScope(scope).projectId];
  const clauses = compileList(request, list, params);
  return { agents: (await listAgentRows(db, clauses, params)).map(presentAgent) };
};

/** An AI agent's document. 404 `agent_not_found`. */
export const getAgent = async (
  { db }: Pick<Deps, 'db'>,
  { agentId }: GetAgentRequest,
  { scope }: CallContext,
): Promise<Partially<GetAgentResponse>> => ({
  agent: presentAgent(await requireAgent(db, projectScope(scope).projectId, agentId)),
});

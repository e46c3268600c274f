import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  DeleteAgentRequest,
  DeleteAgentResponse,
} from '@parley/proto/generated/parley/s2s/v1/agents_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { deleteAgentRow, lockAgent } from '../core';
import { presentAgent } from './agent.present';
import { endEngagements } from './engagement.store';

/** Deletes an AI agent, which answers no more anywhere. 404 `agent_not_found`. */
export const deleteAgent = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { agentId }: DeleteAgentRequest,
  { scope }: CallContext,
): Promise<Partially<DeleteAgentResponse>> => {
  const { projectId } = projectScope(scope);
  const row = await runTransaction(db, async (tx) => {
    const found = await lockAgent(tx, projectId, agentId);
    if (!found) throw notFound('agent');
    await deleteAgentRow(tx, projectId, agentId);
    await endEngagements(tx, projectId, { agentId }, clock());
    return found;
  });
  return { agent: presentAgent(row) };
};

import type { Deps } from '../deps';
import { runContext, findAgent } from '../core';
import { findEngagement, forgetAgent } from './engagement.store';

/** Lets people take over from the AI agent of a conversation; false when none answers there. */
export const handOverFromAgent = async (
  { db, bots }: Pick<Deps, 'db' | 'bots'>,
  projectId: string,
  conversationId: string,
): Promise<boolean> => {
  const engagement = await findEngagement(db, projectId, conversationId);
  if (!engagement) return false;
  const { agentId, engagedAt } = engagement;
  const agent = await findAgent(db, projectId, agentId);
  await bots.applyBotAction(
    {
      conversationId,
      actor: { type: 'agent', id: agentId, name: agent?.name ?? 'AI agent' },
      handoff: { team: agent?.handoffTeam ?? undefined },
    },
    runContext(engagement, `engagement:${conversationId}:${engagedAt.getTime()}:handoff`),
  );
  await forgetAgent(db, engagement, agentId);
  return true;
};

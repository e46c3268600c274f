import { type Deps } from '../deps';
import { runContext } from '../runs/effects';
import { LEASE_MS } from '../runs/run';
import { findAgent } from './agent.store';
import { claimEnded, type Engagement, forgetEnded } from './engagement.store';

export { ENGAGEMENTS_DUE } from './engagement.store';

const TOGETHER = 16;

const settle = async ({ db, bots }: Pick<Deps, 'db' | 'bots'>, engagement: Engagement): Promise<void> => {
  const { projectId, conversationId, agentId, engagedAt } = engagement;
  const agent = await findAgent(db, projectId, agentId);
  await bots.applyBotAction(
    {
      conversationId,
      actor: { type: 'agent', id: agentId, name: agent?.name ?? 'AI agent' },
      onlyIfOwn: true,
      bot: { active: false },
    },
    runContext(engagement, `engagement:${conversationId}:${engagedAt.getTime()}:end`),
  );
  await forgetEnded(db, engagement);
};

/** Lets the tickets of engagements that are over show so; answers whether there may be more. */
export const settleEngagements = async (deps: Deps): Promise<boolean> => {
  const now = deps.clock();
  const ended = await claimEnded(deps.db, now, new Date(now.getTime() + LEASE_MS), TOGETHER);
  for (const engagement of ended) await settle(deps, engagement);
  return ended.length === TOGETHER;
};

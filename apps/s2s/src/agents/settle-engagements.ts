import { runTransaction } from '@parley/persistence';
import { type Deps } from '../deps';
import { findBusy } from '../runs/busy.store';
import { runContext } from '../runs/effects';
import { LEASE_MS } from '../runs/run';
import { holdConversation } from '../runs/run.store';
import { findAgent } from './agent.store';
import { claimEnded, type Engagement, forgetEnded } from './engagement.store';

export { ENGAGEMENTS_DUE } from './engagement.store';

const TOGETHER = 16;

/** Nothing starts in the conversation meanwhile; where something else has it, that shows itself. */
const settle = ({ db, bots }: Pick<Deps, 'db' | 'bots'>, engagement: Engagement): Promise<void> =>
  runTransaction(db, async (tx) => {
    const { projectId, conversationId, agentId, engagedAt } = engagement;
    await holdConversation(tx, projectId, conversationId);
    if ((await findBusy(tx, [engagement])).length === 0) {
      const agent = await findAgent(tx, projectId, agentId);
      await bots.applyBotAction(
        {
          conversationId,
          actor: { type: 'agent', id: agentId, name: agent?.name ?? 'AI agent' },
          onlyIfOwn: true,
          isEnd: true,
          bot: { active: false },
        },
        runContext(engagement, `engagement:${conversationId}:${engagedAt.getTime()}:end`),
      );
    }
    await forgetEnded(tx, engagement);
  });

/** Lets the tickets of engagements that are over show so; answers whether there may be more. */
export const settleEngagements = async (deps: Deps): Promise<boolean> => {
  const now = deps.clock();
  const ended = await claimEnded(deps.db, now, new Date(now.getTime() + LEASE_MS), TOGETHER);
  for (const engagement of ended) await settle(deps, engagement);
  return ended.length === TOGETHER;
};

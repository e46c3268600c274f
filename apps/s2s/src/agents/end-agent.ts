import type { Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { findBusy, runContext, findAgent } from '../core';
import { type Engagement, findEnded, forgetEnded } from './engagement.store';

/**
 * Makes the ticket of a conversation show that its AI agent has ended. If something else has the conversation, that shows itself; a
 * concurrent start makes this come too late (`drop-ends.ts`).
 */
export const createEnder = (deps: Pick<Deps, 'db' | 'bots'>): Doer<Record<string, never>> => ({
  handle: async (_payload, { projectId, key: conversationId }) => {
    const ended = await findEnded(deps.db, projectId, conversationId);
    if (!ended) return;
    if ((await findBusy(deps.db, [ended])).length === 0) await showEnd(deps, ended);
    await forgetEnded(deps.db, ended);
  },
});

const showEnd = async (deps: Pick<Deps, 'db' | 'bots'>, ended: Engagement): Promise<void> => {
  const agent = await findAgent(deps.db, ended.projectId, ended.agentId);
  await actLast(deps, ended, { name: agent?.name, bot: { active: false } });
};

/** The last thing that is done for an AI agent in a conversation: by its key, once. With nothing to show, nothing is shown later. */
export const actLast = async (
  { bots }: Pick<Deps, 'bots'>,
  ended: Engagement,
  { name = 'AI agent', bot }: { name?: string | undefined; bot?: { active: false } } = {},
): Promise<void> => {
  const { conversationId, agentId: id, engagedAt } = ended;
  await bots.applyBotAction(
    { conversationId, actor: { type: 'agent', id, name }, onlyIfOwn: true, isEnd: true, bot },
    runContext(ended, `engagement:${conversationId}:${engagedAt.getTime()}:end`),
  );
};

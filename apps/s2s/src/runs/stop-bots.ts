import type { Sql } from '@parley/persistence';
import { endEngagements } from '../agents';
import { cancelRuns } from '../core';

/** Cancels the run of a conversation and silences its AI agent; the ticket shows so soon. */
export const stopBots = async (
  tx: Sql,
  projectId: string,
  conversationId: string,
  now: Date,
): Promise<void> => {
  await cancelRuns(tx, projectId, { conversationId }, now);
  await endEngagements(tx, projectId, { conversationId }, now);
};

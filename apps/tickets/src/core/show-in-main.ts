import type { Sql } from '@parley/persistence';
import type { MessageInsert } from './message.insert.store';
import { placeInConversation } from './conversation.renew.store';
import type { TicketView } from './ticket';
import { tellOfConversations } from './tell-contacts';

/**
 * Adds a written message of a merged ticket to the conversation of its locked main ticket, which has the same contact. The
 * message's event, not yet committed, gets that position.
 */
export const showInMain = async (
  tx: Sql,
  { row, personId, event: [eventId] }: MessageInsert,
  main: TicketView,
  headers: Record<string, string>,
): Promise<void> => {
  const isRead = row.sessionId === main.sessionId;
  await placeInConversation(tx, main.id, row, { isRead, personId, eventId });
  const isNewAgent = personId !== null && personId !== (main.contactAgentId ?? main.processingUserId);
  if (isNewAgent) await tellOfConversations(tx, row.projectId, [main.id], headers);
};

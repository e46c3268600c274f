import type { Sql } from '@parley/persistence';
import type { MessageView } from './message';
import type { Shown } from './message.events';
import { presentConversationMessage } from './conversation.present';
import { findShown } from './conversation.store';
import { touchConversations } from './conversation.renew.store';

/**
 * Notes that a written change of a message was one of its conversation, for the contact who sees it. Answers how it sees
 * the message now; undefined when no contact does.
 */
export const noteChangeOfMessage = async (
  tx: Sql,
  message: MessageView,
  now: Date,
): Promise<Shown | undefined> => {
  const place = await findShown(tx, message.projectId, message.id);
  if (!place) return undefined;
  await touchConversations(tx, message, now);
  const { position, unread: unreadCount } = place;
  return { message: presentConversationMessage(message, place), position, unreadCount };
};

import type { Sql } from '@parley/persistence';
import {
  presentConversationMessage,
  findShown,
  removeFromConversations,
  renewNews,
  tellOfConversations,
  appendRows,
  LATEST_COMMENT_CHARACTERS,
  messageKind,
  messageDeleted,
  type Shown,
  type LockedMessage,
} from '../core';
import { cancelMail, deleteMessageRows } from './message.change.store';
import { presentMessage } from './message.present';
import { renewStamps, renewTexts } from './ticket-stamps.store';

/** When something is done, and what of the call travels with its events. */
export interface Occasion {
  now: Date;
  headers: Record<string, string>;
}

/** Removes a public message from conversations; emits the contact's view of it, and another agent if there is one. */
const leaveConversations = async (
  tx: Sql,
  { message }: LockedMessage,
  { now, headers }: Occasion,
): Promise<Shown | undefined> => {
  const place = await findShown(tx, message.projectId, message.id);
  const left = await removeFromConversations(tx, message, now);
  await tellOfConversations(
    tx,
    message.projectId,
    left.flatMap(({ id, hasNewAgent }) => (hasNewAgent ? id : [])),
    headers,
  );
  const unread = left.find(({ id }) => id === place?.conversationId)?.unread ?? 0;
  return (
    place && {
      message: presentConversationMessage(message, place),
      position: place.position,
      unreadCount: unread,
    }
  );
};

/**
 * Removes a locked message with its thread and unsent mail. The ticket's stamps follow. The time of the first response and the
 * service level stay, because they are history.
 */
export const removeMessage = async (tx: Sql, locked: LockedMessage, occasion: Occasion): Promise<void> => {
  const { message, ticket } = locked;
  const { now, headers } = occasion;
  const kind = messageKind(message);
  const shown =
    kind === 'reply' || kind === 'contact' ? await leaveConversations(tx, locked, occasion) : undefined;
  await appendRows(tx, [
    messageDeleted(
      presentMessage(message),
      ticket,
      { at: kind === 'internal' ? undefined : now, headers },
      shown,
    ),
  ]);
  await deleteMessageRows(tx, message);
  await cancelMail(tx, message);
  const { projectId, ticketId } = message;
  await renewNews(tx, projectId, [ticketId]);
  if (kind === 'internal') return;
  await renewTexts(tx, projectId, [ticketId], { characters: LATEST_COMMENT_CHARACTERS, now });
  await renewStamps(tx, message, kind, now);
};

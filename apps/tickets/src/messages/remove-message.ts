import { type Sql } from '@parley/persistence';
import { appendRows } from '../events/event.store';
import { LATEST_COMMENT_CHARACTERS } from '../tickets/ticket';
import { messageKind, type MessageView } from './message';
import { cancelMail, deleteMessageRows } from './message.change.store';
import { messageDeleted } from './message.events';
import { presentMessage } from './message.present';
import { renewStamps, renewTexts } from './ticket-stamps.store';

/** When something is done, and what of the call travels with its events. */
export interface Occasion {
  now: Date;
  headers: Record<string, string>;
}

/**
 * Removes a locked message with its thread and unsent mail. What the ticket shows of its messages follows; the time of
 * the first response and the service level stay, because they tell what happened.
 */
export const removeMessage = async (
  tx: Sql,
  message: MessageView,
  { now, headers }: Occasion,
): Promise<void> => {
  const kind = messageKind(message);
  await appendRows(tx, [messageDeleted(presentMessage(message), headers)]);
  await deleteMessageRows(tx, message);
  await cancelMail(tx, message);
  if (kind === 'internal') return;
  const { projectId, ticketId } = message;
  await renewTexts(tx, projectId, [ticketId], { characters: LATEST_COMMENT_CHARACTERS, now });
  await renewStamps(tx, message, kind, now);
};

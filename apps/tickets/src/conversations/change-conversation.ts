import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Conversation } from '@parley/proto/generated/parley/tickets/v1/conversation';
import type { Deps } from '../deps';
import {
  saveTicket,
  type TicketView,
  findChanges,
  type TicketPatch,
  lockTicket,
  readConversation,
  requireConversation,
  type WantedConversation,
} from '../core';

/** A contact's change of its conversation's ticket; undefined for none. */
export type ContactChange = (row: TicketView) => Partial<TicketPatch> | undefined;

/**
 * Changes a conversation on behalf of its contact, by the rules of any change of a ticket: history, events, search mark.
 * Answers the conversation after it. 404 when no contact sees it, or it is another contact's.
 */
export const changeConversation = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  wanted: WantedConversation,
  context: CallContext,
  change: ContactChange,
): Promise<Conversation> => {
  const { projectId } = projectScope(context.scope);
  await requireConversation(db, projectId, wanted);
  const now = clock();
  const answer = await runTransaction(db, async (tx) => {
    const row = await lockTicket(tx, projectId, wanted.conversationId);
    // It may have been hidden, or given to someone else, since it was looked up.
    if (!row || row.sessionId === null || row.hidden || row.sessionId !== (wanted.contactId ?? row.sessionId))
      throw notFound('conversation');
    const patch = change(row);
    if (patch) {
      const changes = findChanges(row, { columns: {}, extra: {}, logs: {}, ...patch }, now);
      const actor = { type: 'contact', id: row.sessionId } as const;
      await saveTicket(tx, row, changes, { actor, now, headers: eventHeaders(context) });
    }
    return readConversation(tx, projectId, wanted);
  });
  wakeEvents();
  return answer;
};

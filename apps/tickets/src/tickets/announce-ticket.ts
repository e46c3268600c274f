import type { EventRow } from '@parley/events';
import type { OpenedConversation } from '@parley/proto/generated/parley/tickets/v1/events';
import {
  newConversation,
  conversationUpdated,
  presentConversation,
  type TicketView,
  ticketCreated,
} from '../core';

/** The events of a new ticket: for all consumers, and for the contact who sees it; `opened` says how its contact opened it. */
export const announceTicket = (
  row: TicketView,
  headers: Record<string, string>,
  opened?: OpenedConversation,
): EventRow[] => {
  const created = ticketCreated(row, headers, opened);
  if (row.sessionId === null || row.hidden) return [created];
  const conversation = presentConversation(newConversation(row, row.sessionId), undefined);
  return [created, conversationUpdated(row.projectId, conversation, headers)];
};

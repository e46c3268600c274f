import { type EventRow } from '@parley/events';
import { newConversation } from '../conversations/conversation';
import { conversationUpdated } from '../conversations/conversation.events';
import { presentConversation } from '../conversations/conversation.present';
import { type TicketView } from './ticket';
import { ticketCreated } from './ticket.events';
import { presentTicket } from './ticket.present';

/** What is told of a new ticket: to everybody, and to the contact who sees it. */
export const announceTicket = (row: TicketView, headers: Record<string, string>): EventRow[] => {
  const created = ticketCreated(presentTicket(row), headers);
  if (row.sessionId === null || row.hidden) return [created];
  const conversation = presentConversation(newConversation(row, row.sessionId), undefined);
  return [created, conversationUpdated(row.projectId, conversation, headers)];
};

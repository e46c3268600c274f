import { MessageDraftsServiceDefinition as drafts } from '@parley/proto/generated/parley/tickets/v1/message_drafts_service';
import { TicketActionsServiceDefinition as actions } from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import { operation } from '../rest';

const change = { permission: 'TICKET_UPDATE', out: 'ticket' } as const;

/** Changes of one ticket by their names. */
export const ticketActionOperations = [
  operation('tickets.snooze', 'PUT /tickets/{ticketId}/snooze', actions, 'snoozeTicket', change),
  operation('tickets.archive', 'PUT /tickets/{ticketId}/archive', actions, 'archiveTicket', change),
  operation('tickets.unarchive', 'PUT /tickets/{ticketId}/unarchive', actions, 'unarchiveTicket', change),
  operation('tickets.spam', 'PUT /tickets/{ticketId}/spam', actions, 'spamTicket', change),
  operation(
    'tickets.close-as-spam',
    'PUT /tickets/{ticketId}/close-as-spam',
    actions,
    'closeTicketAsSpam',
    change,
  ),
  operation(
    'tickets.await-customer-reply',
    'PUT /tickets/{ticketId}/await-customer-reply',
    actions,
    'awaitCustomerReply',
    change,
  ),
  operation('tickets.read', 'PUT /tickets/{ticketId}/read', actions, 'readTicket', change),
  operation('tickets.link', 'PUT /tickets/{ticketId}/link', actions, 'linkTicket', change),
  operation('tickets.unlink', 'PUT /tickets/{ticketId}/unlink', actions, 'unlinkTicket', change),
  operation('tickets.drafted', 'GET /tickets/draft-messages', drafts, 'listDraftedTickets', {
    permission: 'MESSAGE_FIND',
  }),
  operation('tickets.draft', 'GET /tickets/{ticketId}/draft-message', drafts, 'getMessageDraft', {
    permission: 'MESSAGE_FIND',
  }),
  operation('tickets.put-draft', 'PUT /tickets/{ticketId}/draft-message', drafts, 'putMessageDraft', {
    permission: 'MESSAGE_CREATE',
    out: 'draft',
  }),
  operation(
    'tickets.delete-draft',
    'DELETE /tickets/{ticketId}/draft-message',
    drafts,
    'deleteMessageDraft',
    {
      permission: 'MESSAGE_CREATE',
      out: 'empty',
    },
  ),
  operation('tickets.draft-reply', 'POST /tickets/{ticketId}/draft-reply', drafts, 'draftReply', {
    permission: 'MESSAGE_CREATE',
    timeoutMs: 30_000,
  }),
  operation('tickets.translate-reply', 'POST /tickets/{ticketId}/translate-reply', drafts, 'translateReply', {
    permission: 'MESSAGE_CREATE',
    errors: ['MODEL_REQUIRED', 'LANGUAGE_UNKNOWN'],
    timeoutMs: 30_000,
  }),
  operation('tickets.vote', 'POST /tickets/{ticketId}/vote', actions, 'voteTicket', change),
];

import { TicketActionsServiceDefinition as actions } from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import { operation } from '../rest';

const change = { permission: 'TICKET_UPDATE', out: 'ticket' } as const;

/** Changes of one ticket by their names. */
export const ticketActionOperations = [
  operation('tickets.snooze', 'PUT /tickets/{ticketId}/snooze', actions, 'snoozeTicket', change),
  operation('tickets.archive', 'PUT /tickets/{ticketId}/archive', actions, 'archiveTicket', change),
  operation('tickets.unarchive', 'PUT /tickets/{ticketId}/unarchive', actions, 'unarchiveTicket', change),
  operation('tickets.spam', 'PUT /tickets/{ticketId}/spam', actions, 'spamTicket', change),
  operation('tickets.read', 'PUT /tickets/{ticketId}/read', actions, 'readTicket', change),
  operation('tickets.link', 'PUT /tickets/{ticketId}/link', actions, 'linkTicket', change),
  operation('tickets.unlink', 'PUT /tickets/{ticketId}/unlink', actions, 'unlinkTicket', change),
  operation('tickets.vote', 'POST /tickets/{ticketId}/vote', actions, 'voteTicket', change),
];

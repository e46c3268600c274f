import { MessagesServiceDefinition as messages } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { operation } from '../rest/operation';
import { foundMessages } from './messages.shapes';

export const messageOperations = [
  operation('messages.find', 'GET /messages', messages, 'findMessages', {
    surface: 'dashboard',
    permission: 'MESSAGE_FIND',
    filter: true,
    page: { default: 50, max: 100 },
    out: foundMessages,
  }),
  operation('messages.create', 'POST /messages', messages, 'createMessage', {
    surface: 'dashboard',
    permission: 'MESSAGE_CREATE',
    out: 'message',
    errors: ['TICKET_NOT_FOUND'],
  }),
];

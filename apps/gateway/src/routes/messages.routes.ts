import { MessagesServiceDefinition as messages } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { operation } from '../rest';
import { messageHits } from './messages.shapes';

export const messageOperations = [
  operation('messages.find', 'GET /messages', messages, 'findMessages', {
    permission: 'MESSAGE_FIND',
    page: { default: 50, max: 100 },
    out: { list: 'items', wholeIf: 'paginated' },
    errors: ['TICKET_NOT_FOUND'],
  }),
  operation('messages.create', 'POST /messages', messages, 'createMessage', {
    permission: 'MESSAGE_CREATE',
    out: 'message',
    errors: ['TICKET_NOT_FOUND', 'CONVERSATION_CLOSED', 'CONTACT_BLOCKED'],
  }),
  operation('messages.search', 'GET /messages/search', messages, 'searchMessages', {
    permission: 'MESSAGE_FIND',
    page: { default: 30, max: 30 },
    out: messageHits,
  }),
  operation('messages.update', 'PUT /messages/{messageId}', messages, 'updateMessage', {
    permission: 'MESSAGE_UPDATE',
    out: 'message',
    exists: 'checkMessage',
    errors: ['NOT_EDITABLE'],
  }),
  operation('messages.delete', 'DELETE /messages/{messageId}', messages, 'deleteMessage', {
    permission: 'MESSAGE_DELETE',
    out: 'empty',
  }),
  operation('messages.thread', 'GET /messages/{messageId}/thread', messages, 'listThread', {
    permission: 'MESSAGE_FIND',
    page: { default: 100, max: 1000 },
    out: 'messages',
  }),
  operation('messages.thread-reply', 'POST /messages/{messageId}/thread', messages, 'createThreadReply', {
    permission: 'MESSAGE_CREATE',
    out: 'message',
    exists: 'checkMessage',
  }),
  operation('messages.reaction', 'PUT /messages/{messageId}/reactions', messages, 'setReaction', {
    permission: 'MESSAGE_UPDATE',
    out: 'message',
    exists: 'checkMessage',
  }),
  operation('messages.translate', 'POST /messages/{messageId}/translate', messages, 'translateMessage', {
    permission: 'MESSAGE_FIND',
    exists: 'checkMessage',
    errors: ['MODEL_REQUIRED'],
    timeoutMs: 30_000,
  }),
  operation('messages.faq-suggestion', 'POST /messages/{messageId}/faq', messages, 'answerFaqSuggestion', {
    permission: 'MESSAGE_UPDATE',
    out: 'empty',
    exists: 'checkMessage',
  }),
];

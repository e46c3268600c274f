import { S2sConversationsServiceDefinition as conversations } from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { operation } from '../rest/operation';

/** Conversations from the contact's side, for a customer's own back end. */
export const s2sConversationOperations = [
  operation('s2s-conversations.get', 'GET /s2s/conversations/{conversationId}', conversations, 'getConversation', {
    surface: 's2s',
    permission: 'TICKET_FIND',
    out: 'conversation',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-conversations.update', 'PATCH /s2s/conversations/{conversationId}', conversations, 'updateConversation', {
    surface: 's2s',
    permission: 'TICKET_UPDATE',
    queryOnly: ['consumerId'],
    out: 'conversation',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-conversations.close', 'POST /s2s/conversations/{conversationId}/close', conversations, 'closeConversation', {
    surface: 's2s',
    permission: 'TICKET_UPDATE',
    queryOnly: ['consumerId'],
    out: 'conversation',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-conversations.reopen', 'POST /s2s/conversations/{conversationId}/reopen', conversations, 'reopenConversation', {
    surface: 's2s',
    permission: 'TICKET_UPDATE',
    queryOnly: ['consumerId'],
    out: 'conversation',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND', 'CONVERSATION_MERGED'],
  }),
  operation('s2s-conversations.mark-read', 'POST /s2s/conversations/{conversationId}/read', conversations, 'readConversation', {
    surface: 's2s',
    permission: 'TICKET_UPDATE',
    queryOnly: ['consumerId'],
    out: 'conversation',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
  }),
  operation('s2s-conversations.typing', 'POST /s2s/conversations/{conversationId}/typing', conversations, 'setTyping', {
    surface: 's2s',
    permission: 'TICKET_UPDATE',
    queryOnly: ['consumerId'],
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-conversations.network-logs', 'PUT /s2s/conversations/{conversationId}/network-logs', conversations, 'setNetworkLogs', {
    surface: 's2s',
    permission: 'TICKET_UPDATE',
    queryOnly: ['consumerId'],
    maxBodyBytes: 2_300_000,
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-conversations.rate', 'POST /s2s/conversations/{conversationId}/rating', conversations, 'rateConversation', {
    surface: 's2s',
    permission: 'TICKET_UPDATE',
    queryOnly: ['consumerId'],
    out: 'conversation',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-conversations.list-messages', 'GET /s2s/conversations/{conversationId}/messages', conversations, 'listConversationMessages', {
    surface: 's2s',
    permission: 'MESSAGE_FIND',
    page: { default: 50, max: 100 },
    out: 'messages',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-conversations.send-message', 'POST /s2s/conversations/{conversationId}/messages', conversations, 'sendConversationMessage', {
    surface: 's2s',
    permission: 'MESSAGE_CREATE',
    queryOnly: ['consumerId'],
    out: 'message',
    errors: ['CONVERSATION_NOT_FOUND', 'CONTACT_NOT_FOUND', 'CONVERSATION_CLOSED', 'CONTACT_BLOCKED'],
  }),
  operation('s2s-messages.get', 'GET /s2s/messages/{messageId}', conversations, 'getConversationMessage', {
    surface: 's2s',
    permission: 'MESSAGE_FIND',
    out: 'message',
    errors: ['MESSAGE_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  }),
  operation('s2s-messages.rate', 'PUT /s2s/messages/{messageId}/rating', conversations, 'rateConversationMessage', {
    surface: 's2s',
    permission: 'MESSAGE_UPDATE',
    queryOnly: ['consumerId'],
    out: 'message',
    errors: ['MESSAGE_NOT_FOUND', 'CONTACT_NOT_FOUND', 'NOT_RATEABLE'],
  }),
];

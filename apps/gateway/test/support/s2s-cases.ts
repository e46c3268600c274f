import { widgetSignature } from '../../src/auth/widget';
import { PROJECT_KEY, SERVICE_TOKEN, SESSION_SECRET, TICKET } from './identities';
import type { RowCase } from './row-case';

const MESSAGE = '0000000000000000000000f2';
const program = { token: SERVICE_TOKEN, project: null };
const widget = {
  token: null,
  project: null,
  headers: {
    'api-token': PROJECT_KEY,
    'svc-id': 's1',
    'svc-hash': widgetSignature(SESSION_SECRET, 's1'),
  },
};
const contact = { id: '0000000000000000000000f1', consumerId: 'a/b', unreadConversations: 2 };
const conversation = { id: TICKET, title: 'Invoice', status: 'open', unreadCount: 1 };
const message = { id: MESSAGE, conversation: TICKET, plainText: 'Hello' };
const signed = { auth: 'pk_rows:0123', user_data: '{"id":"s1"}' };

const contactCases: RowCase[] = [
  {
    row: 's2s-contacts.get',
    method: 'GET',
    path: '/s2s/contacts/a%2Fb%25',
    request: program,
    rpc: 'getConsumer',
    received: { consumerId: 'a/b%' },
    response: { contact },
    document: contact,
  },
  {
    row: 's2s-contacts.upsert',
    method: 'PUT',
    path: '/s2s/contacts/a%2Fb',
    request: { ...program, body: { name: 'Ada', phone: null, tags: ['vip'], svcId: 'forged' } },
    rpc: 'upsertConsumer',
    received: { consumerId: 'a/b', profile: { name: 'Ada', tags: ['vip'] }, nulls: ['phone'] },
    response: { contact },
    document: contact,
  },
  {
    row: 's2s-contacts.upsert',
    method: 'PUT',
    path: '/s2s/contacts/ada',
    request: program,
    rpc: 'upsertConsumer',
    received: { consumerId: 'ada', nulls: [] },
    response: { contact },
    document: contact,
  },
  {
    row: 's2s-contacts.delete',
    method: 'DELETE',
    path: '/s2s/contacts/ada',
    request: program,
    rpc: 'deleteConsumer',
    received: { consumerId: 'ada' },
    response: { contact },
    document: contact,
  },
  {
    row: 's2s-contacts.track-events',
    method: 'POST',
    path: '/s2s/contacts/ada/events',
    request: { ...program, body: { events: [{ name: 'order', data: { total: 3 } }] } },
    rpc: 'trackConsumerEvents',
    received: { consumerId: 'ada', events: [{ name: 'order', data: { total: 3 } }] },
    response: { success: true },
    document: { success: true },
  },
  {
    row: 's2s-contacts.list-conversations',
    method: 'GET',
    path: '/s2s/contacts/ada/conversations?status=closed&skip=5&limit=500',
    request: program,
    rpc: 'listConsumerConversations',
    received: { consumerId: 'ada', status: 'closed', skip: 5, limit: 100 },
    response: { conversations: [conversation] },
    document: [conversation],
  },
  {
    row: 's2s-contacts.create-conversation',
    method: 'POST',
    path: '/s2s/contacts/ada/conversations',
    request: { ...program, body: { title: 'Invoice', message: 'Where is it?', attributes: { plan: 'pro' } } },
    rpc: 'createConsumerConversation',
    received: {
      consumerId: 'ada',
      title: 'Invoice',
      message: 'Where is it?',
      attributes: { plan: 'pro' },
    },
    response: { conversation },
    document: conversation,
  },
];

const streamCases: RowCase[] = [
  {
    row: 's2s-stream.user-auth',
    method: 'POST',
    path: '/s2s/stream/user-auth',
    request: { ...program, body: { socket_id: '1.2', consumerId: 'ada', deviceId: 'phone', after: 7 } },
    rpc: 'signInConsumer',
    received: { socket_id: '1.2', consumerId: 'ada', deviceId: 'phone', after: 7 },
    response: signed,
    document: signed,
  },
  {
    row: 's2s-stream.channel-auth',
    method: 'POST',
    path: '/s2s/stream/channel-auth',
    request: { ...program, body: { socket_id: '1.2', consumerId: 'ada', channel_name: 'private-session-x' } },
    rpc: 'authoriseConsumerChannel',
    received: { socket_id: '1.2', consumerId: 'ada', channel_name: 'private-session-x' },
    response: { channelAuth: { valid: false } },
    document: { valid: false },
  },
  {
    row: 's2s-stream.events',
    method: 'GET',
    path: '/s2s/stream/events?consumerId=ada&after=3&limit=5000',
    request: program,
    rpc: 'listStreamEvents',
    received: { consumerId: 'ada', after: 3, limit: 1_000 },
    response: { events: [], seq: 3, resync: false },
    document: { events: [], seq: 3, resync: false },
  },
  {
    row: 'users.session-auth',
    method: 'POST',
    path: '/users/me/session-auth',
    request: { ...widget, body: { socket_id: '1.2' } },
    rpc: 'signInSession',
    received: { socket_id: '1.2' },
    response: signed,
    document: signed,
  },
  {
    row: 'users.session-channel-auth',
    method: 'POST',
    path: '/users/me/session-channel-auth',
    request: { ...widget, body: { socket_id: '1.2', channel_name: 'private-session-s1', after: 0 } },
    rpc: 'authoriseSessionChannel',
    received: { socket_id: '1.2', channel_name: 'private-session-s1', after: 0 },
    response: { channelAuth: { auth: 'pk_rows:0123', channel_data: '{"after":0}' } },
    document: { auth: 'pk_rows:0123', channel_data: '{"after":0}' },
  },
];

/** What the operations of one conversation take and answer, whoever asks. */
const ofConversation: Record<string, Omit<RowCase, 'row' | 'path'> & { end: string }> = {
  get: {
    end: '',
    method: 'GET',
    rpc: 'getConversation',
    received: { conversationId: TICKET },
    response: { conversation },
    document: conversation,
  },
  'mark-read': {
    end: '/read',
    method: 'POST',
    request: { body: { messageId: MESSAGE } },
    rpc: 'readConversation',
    received: { conversationId: TICKET, messageId: MESSAGE },
    response: { conversation },
    document: conversation,
  },
  typing: {
    end: '/typing',
    method: 'POST',
    request: { body: { typing: false } },
    rpc: 'setTyping',
    received: { conversationId: TICKET, typing: false },
    response: { success: true },
    document: { success: true },
  },
  rate: {
    end: '/rating',
    method: 'POST',
    request: { body: { rating: 0 } },
    rpc: 'rateConversation',
    received: { conversationId: TICKET, rating: 0 },
    response: { conversation },
    document: conversation,
  },
  'list-messages': {
    end: `/messages?after=${MESSAGE}&limit=1000`,
    method: 'GET',
    rpc: 'listConversationMessages',
    received: { conversationId: TICKET, after: MESSAGE, limit: 100 },
    response: { messages: [message] },
    document: [message],
  },
  'send-message': {
    end: '/messages',
    method: 'POST',
    request: { body: { comment: 'Hello', clientMutationId: 'm-1' } },
    rpc: 'sendConversationMessage',
    received: { conversationId: TICKET, comment: 'Hello', clientMutationId: 'm-1' },
    response: { message },
    document: message,
  },
};

const conversationCases: RowCase[] = Object.entries(ofConversation).flatMap(([name, { end, ...one }]) => {
  const [path = '', query] = end.split('?');
  const asked = [query, 'consumerId=a%2Fb'].filter((part) => part !== undefined).join('&');
  return [
    {
      ...one,
      row: `s2s-conversations.${name}`,
      path: `/s2s/conversations/${TICKET}${path}?${asked}`,
      request: { ...program, ...one.request },
      received: { ...one.received, consumerId: 'a/b' },
    },
    {
      ...one,
      row: `widget.${name === 'get' ? 'get-conversation' : name}`,
      path: `/shared/conversations/${TICKET}${end}`,
      request: { ...widget, ...one.request },
    },
  ];
});

/** Cases of what a customer's own back end and a widget do in the name of a contact. */
export const s2sCases: RowCase[] = [
  ...contactCases,
  ...streamCases,
  ...conversationCases,
  {
    row: 'widget.leave-email',
    method: 'POST',
    path: `/shared/conversations/${TICKET}/email`,
    request: { ...widget, body: { email: 'ada@example.com' } },
    rpc: 'leaveEmail',
    received: { conversationId: TICKET, email: 'ada@example.com' },
    response: { conversation },
    document: conversation,
  },
  {
    row: 's2s-conversations.update',
    method: 'PATCH',
    path: `/s2s/conversations/${TICKET}?consumerId=ada`,
    request: { ...program, body: { title: null, attributes: { plan: 'pro', coupon: null } } },
    rpc: 'updateConversation',
    received: {
      conversationId: TICKET,
      consumerId: 'ada',
      attributes: { plan: 'pro', coupon: null },
      nulls: ['title'],
    },
    response: { conversation },
    document: conversation,
  },
  ...(['close', 'reopen'] as const).map((end) => ({
    row: `s2s-conversations.${end}`,
    method: 'POST',
    path: `/s2s/conversations/${TICKET}/${end}`,
    request: program,
    rpc: `${end}Conversation`,
    received: { conversationId: TICKET },
    response: { conversation },
    document: conversation,
  })),
  {
    row: 's2s-conversations.network-logs',
    method: 'PUT',
    path: `/s2s/conversations/${TICKET}/network-logs`,
    request: { ...program, body: { networkLogs: [{ url: '/a' }] } },
    rpc: 'setNetworkLogs',
    received: { conversationId: TICKET, networkLogs: [{ url: '/a' }] },
    response: { success: true, count: 1 },
    document: { success: true, count: 1 },
  },
  {
    row: 's2s-messages.get',
    method: 'GET',
    path: `/s2s/messages/${MESSAGE}?consumerId=ada`,
    request: program,
    rpc: 'getConversationMessage',
    received: { messageId: MESSAGE, consumerId: 'ada' },
    response: { message },
    document: message,
  },
  {
    row: 's2s-messages.rate',
    method: 'PUT',
    path: `/s2s/messages/${MESSAGE}/rating`,
    request: { ...program, body: { rating: null } },
    rpc: 'rateConversationMessage',
    received: { messageId: MESSAGE, nulls: ['rating'] },
    response: { message },
    document: message,
  },
  {
    row: 'widget.list-conversations',
    method: 'GET',
    path: '/shared/conversations?status=open&limit=7',
    request: widget,
    rpc: 'listOwnConversations',
    received: { status: 'open', limit: 7 },
    response: { conversations: [conversation] },
    document: [conversation],
  },
  {
    row: 'widget.create-conversation',
    method: 'POST',
    path: '/shared/conversations',
    request: { ...widget, body: { message: 'Hello' } },
    rpc: 'createOwnConversation',
    received: { message: 'Hello' },
    response: { conversation },
    document: conversation,
  },
];

import { PROJECT_KEY, TICKET } from './identities';
import type { RowCase } from './row-case';

const viewers = [{ ticketId: TICKET, users: [{ id: '0000000000000000000000f3', name: 'Grace' }] }];

/** Cases of live connections. */
export const realtimeCases: RowCase[] = [
  {
    row: 'realtime.config',
    method: 'GET',
    path: '/shared/realtime',
    request: { token: null, project: null, headers: { 'api-token': PROJECT_KEY } },
    rpc: 'getRealtimeConfig',
    received: {},
    response: { key: PROJECT_KEY, host: 'support.example.com', port: 443, tls: true },
    document: { key: PROJECT_KEY, host: 'support.example.com', port: 443, tls: true },
  },
  {
    row: 'realtime.channel-auth',
    method: 'POST',
    path: '/realtime/channel-auth',
    request: { body: { socket_id: '1.2', channel_name: `presence-ticket-${TICKET}` } },
    rpc: 'authoriseChannel',
    received: { socket_id: '1.2', channel_name: `presence-ticket-${TICKET}` },
    response: { channelAuth: { auth: 'pk:01', channel_data: '{"user_id":"u"}' } },
    document: { auth: 'pk:01', channel_data: '{"user_id":"u"}' },
  },
  {
    row: 'realtime.channel-auth',
    method: 'POST',
    path: '/realtime/channel-auth',
    request: { body: { socket_id: '1.2', channel_name: 'private-project-of-others', after: 0 } },
    rpc: 'authoriseChannel',
    received: { after: 0 },
    response: { channelAuth: { valid: false } },
    document: { valid: false },
  },
  {
    row: 'tickets.typing',
    method: 'POST',
    path: `/tickets/${TICKET}/typing`,
    request: { body: { typing: true } },
    rpc: 'setTicketTyping',
    received: { ticketId: TICKET, typing: true },
    response: { success: true },
    document: { success: true },
  },
  {
    row: 'tickets.viewing',
    method: 'POST',
    path: `/tickets/${TICKET}/viewing`,
    request: { body: { viewing: false } },
    rpc: 'setTicketViewing',
    received: { ticketId: TICKET, viewing: false },
    response: { success: true },
    document: { success: true },
  },
  {
    row: 'tickets.viewers',
    method: 'GET',
    path: `/tickets/presence/viewers?ticketIds=${TICKET},0000000000000000000000f4`,
    rpc: 'listTicketViewers',
    received: { ticketIds: [TICKET, '0000000000000000000000f4'] },
    response: { viewers },
    document: { viewers },
  },
];

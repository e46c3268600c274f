import { missing, type Probes } from './request';

const ticket = missing('ticket');
const SOCKET = '4711.815';

/** Live connections, and who types in and reads tickets. */
export const realtimeProbes: Record<string, Probes> = {
  // The key alone names a project, and is no secret.
  'realtime.config': (_its, mine) => [
    {
      path: '/shared/realtime',
      caller: mine.admin.as({ token: undefined, project: undefined }),
      headers: { 'api-token': mine.apiToken },
    },
  ],
  // A channel of others is none: `{ "valid": false }`.
  'realtime.channel-auth': (its) => [
    {
      path: '/realtime/channel-auth',
      body: { socket_id: SOCKET, channel_name: `presence-ticket-${its.ids.ticket}` },
    },
  ],
  'tickets.typing': (its) => [
    { path: `/tickets/${its.ids.ticket}/typing`, body: { typing: true }, stranger: ticket },
  ],
  'tickets.viewing': (its) => [
    { path: `/tickets/${its.ids.ticket}/viewing`, body: { viewing: true }, stranger: ticket },
  ],
  'tickets.viewers': (its) => [{ path: `/tickets/presence/viewers?ticketIds=${its.ids.ticket}` }],
};

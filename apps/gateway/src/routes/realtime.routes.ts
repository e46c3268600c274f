import { RealtimeServiceDefinition as realtime } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import { operation } from '../rest';

/** Live connections, and who types in and reads tickets. */
export const realtimeOperations = [
  operation('realtime.config', 'GET /shared/realtime', realtime, 'getRealtimeConfig', {
    surface: 'widget',
    widget: 'key',
  }),
  operation('realtime.channel-auth', 'POST /realtime/channel-auth', realtime, 'authoriseChannel', {
    permission: 'TICKET_FIND',
    formToo: true,
    out: 'channelAuth',
  }),
  operation('tickets.typing', 'POST /tickets/{ticketId}/typing', realtime, 'setTicketTyping', {
    permission: 'TICKET_UPDATE',
  }),
  operation('tickets.viewing', 'POST /tickets/{ticketId}/viewing', realtime, 'setTicketViewing', {
    permission: 'TICKET_FIND',
  }),
  operation('tickets.viewers', 'GET /tickets/presence/viewers', realtime, 'listTicketViewers', {
    permission: 'TICKET_FIND',
  }),
];

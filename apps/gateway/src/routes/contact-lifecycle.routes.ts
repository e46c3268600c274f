import { ContactEventsServiceDefinition as events } from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import { ContactLifecycleServiceDefinition as lifecycle } from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { operation } from '../rest';

/** What happens to sessions beside their own changes. */
export const contactLifecycleOperations = [
  operation('sessions.export', 'GET /sessions/export', lifecycle, 'exportContacts', {
    permission: 'SESSION_EXPORT',
    out: { stream: 'csv', filename: 'users.csv' },
    passesUnknownQuery: true,
  }),
  operation('sessions.warmup', 'POST /sessions/warmup', lifecycle, 'warmUpContacts', {
    permission: 'SESSION_FIND',
  }),
  operation('sessions.unsubscribe', 'POST /sessions/unsubscribe', lifecycle, 'unsubscribeContacts', {
    permission: 'SESSION_UPDATE',
    timeoutMs: 60_000,
  }),
  operation(
    'sessions.resubscribe',
    'PUT /sessions/{sessionId}/resubscribe',
    lifecycle,
    'resubscribeContact',
    {
      permission: 'SESSION_UPDATE',
      out: 'resubscribed',
    },
  ),
  operation(
    'sessions.identity-history',
    'GET /sessions/{sessionId}/identity-history',
    lifecycle,
    'getIdentityHistory',
    { permission: 'SESSION_FIND' },
  ),
  operation('sessions.events', 'GET /sessions/{sessionId}/events', events, 'listContactEvents', {
    permission: 'SESSION_FIND',
    page: { default: 5, max: 300 },
    out: 'events',
  }),
];

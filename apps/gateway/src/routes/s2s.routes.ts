import { S2sContactsServiceDefinition as contacts } from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import { StreamServiceDefinition as streams } from '@parley/proto/generated/parley/s2s/v1/stream_service';
import { operation } from '../rest';

/** Operations of a customer's own back end for its contacts. */
export const s2sOperations = [
  operation('s2s-contacts.get', 'GET /s2s/contacts/{consumerId}', contacts, 'getConsumer', {
    surface: 's2s',
    permission: 'SESSION_FIND',
    out: 'contact',
    errors: ['CONTACT_NOT_FOUND'],
  }),
  operation('s2s-contacts.upsert', 'PUT /s2s/contacts/{consumerId}', contacts, 'upsertConsumer', {
    surface: 's2s',
    permission: 'SESSION_UPDATE',
    into: 'profile',
    creates: 'consumerId',
    out: 'contact',
    errors: ['SESSION_RACED', 'COMPANY_RACED'],
  }),
  operation('s2s-contacts.delete', 'DELETE /s2s/contacts/{consumerId}', contacts, 'deleteConsumer', {
    surface: 's2s',
    permission: 'SESSION_DELETE',
    out: 'contact',
    errors: ['CONTACT_NOT_FOUND'],
  }),
  operation(
    's2s-contacts.track-events',
    'POST /s2s/contacts/{consumerId}/events',
    contacts,
    'trackConsumerEvents',
    { surface: 's2s', permission: 'SESSION_UPDATE', errors: ['CONTACT_NOT_FOUND', 'CONTACT_BLOCKED'] },
  ),
  operation(
    's2s-contacts.list-conversations',
    'GET /s2s/contacts/{consumerId}/conversations',
    contacts,
    'listConsumerConversations',
    {
      surface: 's2s',
      permission: 'TICKET_FIND',
      page: { default: 50, max: 100 },
      out: 'conversations',
      errors: ['CONTACT_NOT_FOUND'],
    },
  ),
  operation(
    's2s-contacts.create-conversation',
    'POST /s2s/contacts/{consumerId}/conversations',
    contacts,
    'createConsumerConversation',
    {
      surface: 's2s',
      permission: 'TICKET_CREATE',
      creates: 'consumerId',
      out: 'conversation',
      errors: [
        'CONTACT_BLOCKED',
        'SESSION_RACED',
        'WORKFLOW_NOT_FOUND',
        'WORKFLOW_NOT_RUNNABLE',
        'AGENT_NOT_FOUND',
        'AGENT_NOT_RUNNABLE',
      ],
    },
  ),
  operation('s2s-stream.user-auth', 'POST /s2s/stream/user-auth', streams, 'signInConsumer', {
    formToo: true,
    surface: 's2s',
    permission: 'SESSION_FIND',
    errors: ['CONTACT_NOT_FOUND', 'CONTACT_BLOCKED'],
  }),
  operation('s2s-stream.channel-auth', 'POST /s2s/stream/channel-auth', streams, 'authoriseConsumerChannel', {
    formToo: true,
    surface: 's2s',
    permission: 'SESSION_FIND',
    out: 'channelAuth',
    errors: ['CONTACT_NOT_FOUND', 'CONTACT_BLOCKED'],
  }),
  operation('s2s-stream.events', 'GET /s2s/stream/events', streams, 'listStreamEvents', {
    surface: 's2s',
    permission: 'TICKET_FIND',
    page: { default: 100, max: 1_000 },
    errors: ['CONTACT_NOT_FOUND'],
  }),
];

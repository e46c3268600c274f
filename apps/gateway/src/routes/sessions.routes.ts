import { ContactsServiceDefinition as contacts } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { operation } from '../rest';
import { listedSessions } from './sessions.shapes';

export const sessionOperations = [
  operation('sessions.list', 'GET /sessions', contacts, 'listContacts', {
    permission: 'SESSION_FIND',
    page: { default: 50, max: 100 },
    out: listedSessions,
  }),
  operation('sessions.create', 'POST /sessions', contacts, 'createContact', {
    permission: 'SESSION_CREATE',
    into: 'contact',
    out: 'contact',
    errors: ['SESSION_RACED', 'COMPANY_RACED'],
  }),
  operation('sessions.search', 'GET /sessions/search', contacts, 'searchContacts', {
    permission: 'SESSION_FIND',
    out: 'sessions',
  }),
  operation('sessions.get-by-user-id', 'GET /sessions/by-user-id/{userId}', contacts, 'getContactByUserId', {
    permission: 'SESSION_FIND',
    passesUnknownQuery: true,
    out: 'contact',
    errors: ['SESSION_NOT_FOUND'],
  }),
  operation('sessions.get', 'GET /sessions/{sessionId}', contacts, 'getContact', {
    permission: 'SESSION_FIND',
    passesUnknownQuery: true,
    out: 'contact',
  }),
  operation('sessions.update', 'PUT /sessions/{sessionId}', contacts, 'updateContact', {
    permission: 'SESSION_UPDATE',
    into: 'contact',
    ignores: ['userId'],
    out: 'contact',
    errors: ['COMPANY_RACED'],
  }),
  operation('sessions.delete', 'DELETE /sessions/{sessionId}', contacts, 'deleteContact', {
    permission: 'SESSION_DELETE',
    out: 'empty',
  }),
];

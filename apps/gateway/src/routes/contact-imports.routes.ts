import { ContactImportsServiceDefinition as imports } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { operation } from '../rest';

const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
/** 5,000 entries of 40 fields. */
const MAX_IMPORT_VALUES = 200_000;
const IMPORT_TIMEOUT_MS = 120_000;
/** An import may be waited for 30 s. */
const WAIT_TIMEOUT_MS = 45_000;

export const contactImportOperations = [
  operation('sessions.import', 'POST /sessions/importer', imports, 'importContacts', {
    permission: 'SESSION_CREATE',
    out: 'ids',
    errors: ['SESSION_RACED', 'COMPANY_RACED'],
    maxBodyBytes: MAX_IMPORT_BYTES,
    maxJsonValues: MAX_IMPORT_VALUES,
    timeoutMs: IMPORT_TIMEOUT_MS,
  }),
  operation('sessions.import-intercom', 'POST /sessions/importer/intercom', imports, 'startIntercomImport', {
    permission: 'SESSION_CREATE',
    queryOnly: ['wait'],
    errors: ['TOO_MANY_IMPORTS'],
    timeoutMs: WAIT_TIMEOUT_MS,
  }),
  operation('sessions.import-hubspot', 'POST /sessions/importer/hubspot', imports, 'startHubspotImport', {
    permission: 'SESSION_CREATE',
    queryOnly: ['wait'],
    errors: ['TOO_MANY_IMPORTS'],
    timeoutMs: WAIT_TIMEOUT_MS,
  }),
  operation('sessions.import-zendesk', 'POST /sessions/importer/zendesk', imports, 'startZendeskImport', {
    permission: 'SESSION_CREATE',
    queryOnly: ['wait'],
    errors: ['TOO_MANY_IMPORTS'],
    timeoutMs: WAIT_TIMEOUT_MS,
  }),
  operation(
    'sessions.import-freshdesk',
    'POST /sessions/importer/freshdesk',
    imports,
    'startFreshdeskImport',
    {
      permission: 'SESSION_CREATE',
      queryOnly: ['wait'],
      errors: ['TOO_MANY_IMPORTS'],
      timeoutMs: WAIT_TIMEOUT_MS,
    },
  ),
  operation('sessions.import-job', 'GET /sessions/importer/jobs/{jobId}', imports, 'getImportJob', {
    permission: 'SESSION_FIND',
    out: 'job',
  }),
];

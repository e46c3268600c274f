import { ImportsServiceDefinition as imports } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import { operation } from '../rest';

/** An import may be waited for 30 s. */
const WAIT_TIMEOUT_MS = 45_000;

/** Articles of the help center that come from elsewhere. */
export const helpcenterImportOperations = [
  operation('helpcenter-imports.start', 'POST /helpcenter/import', imports, 'startImport', {
    permission: 'HELPCENTER_CREATE',
    queryToo: ['dryRun'],
    queryOnly: ['wait'],
    out: 'job',
    errors: ['COLLECTION_NOT_FOUND', 'TOO_MANY_IMPORTS'],
    timeoutMs: WAIT_TIMEOUT_MS,
  }),
  operation('helpcenter-imports.get', 'GET /helpcenter/import/{jobId}', imports, 'getImport', {
    permission: 'HELPCENTER_FIND',
    out: 'job',
  }),
];

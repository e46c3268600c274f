import type { OnceContext } from '@parley/effects';
import type {
  StartZendeskImportRequest,
  StartZendeskImportResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import type { Deps } from '../deps';
import { startImport } from './start-import';

/** Starts an import from Zendesk. */
export const startZendeskImport = (
  deps: Deps,
  { apiToken, email, subdomain, wait }: StartZendeskImportRequest,
  context: OnceContext<StartZendeskImportResponse>,
): Promise<StartZendeskImportResponse> =>
  startImport(
    deps,
    'zendesk',
    {
      access: {
        baseUrl: deps.config.zendeskUrl.replaceAll('{subdomain}', subdomain.toLowerCase()),
        authorization: `Basic ${Buffer.from(`${email}/token:${apiToken}`).toString('base64')}`,
      },
      wait,
    },
    context,
  );

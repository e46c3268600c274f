import type { OnceContext } from '@parley/effects';
import type {
  StartFreshdeskImportRequest,
  StartFreshdeskImportResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import type { Deps } from '../deps';
import { startImport } from './start-import';

/** Starts an import from Freshdesk. */
export const startFreshdeskImport = (
  deps: Deps,
  { apiKey, domain, wait }: StartFreshdeskImportRequest,
  context: OnceContext<StartFreshdeskImportResponse>,
): Promise<StartFreshdeskImportResponse> =>
  startImport(
    deps,
    'freshdesk',
    {
      access: {
        baseUrl: deps.config.freshdeskUrl.replaceAll(
          '{domain}',
          domain.toLowerCase().replace(/\.freshdesk\.com$/, ''),
        ),
        // The API takes the key as a user name; the password is of no account.
        authorization: `Basic ${Buffer.from(`${apiKey}:X`).toString('base64')}`,
      },
      wait,
    },
    context,
  );

import type { OnceContext } from '@parley/effects';
import type {
  StartHubspotImportRequest,
  StartHubspotImportResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import type { Deps } from '../deps';
import { startImport } from './start-import';

/** Starts an import from HubSpot. */
export const startHubspotImport = (
  deps: Deps,
  { apiKey, wait }: StartHubspotImportRequest,
  context: OnceContext<StartHubspotImportResponse>,
): Promise<StartHubspotImportResponse> =>
  startImport(
    deps,
    'hubspot',
    { access: { baseUrl: deps.config.hubspotUrl, authorization: `Bearer ${apiKey}` }, wait },
    context,
  );

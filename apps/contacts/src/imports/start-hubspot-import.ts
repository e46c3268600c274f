import {
  type StartHubspotImportRequest,
  type StartHubspotImportResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { startImport } from './start-import';

/** Starts an import from HubSpot. */
export const startHubspotImport = (
  deps: Deps,
  { apiKey }: StartHubspotImportRequest,
  context: CallContext,
): Promise<StartHubspotImportResponse> =>
  startImport(
    deps,
    'hubspot',
    { baseUrl: deps.config.hubspotUrl, authorization: `Bearer ${apiKey}` },
    context,
  );

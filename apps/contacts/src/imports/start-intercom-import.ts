import { invalid } from '@parley/errors';
import { OutboundError } from '@parley/outbound';
import type { OnceContext } from '@parley/effects';
import type {
  StartIntercomImportRequest,
  StartIntercomImportResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { trimEnd } from '@parley/text';
import type { Deps } from '../deps';
import { startImport } from './start-import';

/** Milliseconds for a first request to an address; an answer is not needed. */
const LOOK_MS = 2_000;

const refusals: readonly string[] = ['invalid_url', 'forbidden_address'];

const refused = (message: string): Error => invalid({ field: 'endpoint', message });

/** Refuses a forbidden address while the caller still waits; each request checks again. */
const checkReachable = async ({ outbound }: Pick<Deps, 'outbound'>, url: string): Promise<void> => {
  try {
    outbound.check(url);
    await outbound.request({ url, method: 'HEAD', timeoutMs: LOOK_MS, maxBytes: 0 });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (refusals.includes(error.code)) throw refused(`cannot be used: ${error.message}`);
  }
};

const readEndpoint = (endpoint: string): string => {
  const text = endpoint.trim();
  if (!URL.canParse(text)) throw refused('must be a URL such as https://api.intercom.io');
  const { search, hash, href } = new URL(text);
  if (search !== '' || hash !== '') throw refused('must have neither a query nor a fragment');
  return trimEnd(href, '/');
};

/** Starts an import from Intercom. 400 for an `endpoint` that is no URL or leads to a private address. */
export const startIntercomImport = async (
  deps: Deps,
  { endpoint, apiKey, wait }: StartIntercomImportRequest,
  context: OnceContext<StartIntercomImportResponse>,
): Promise<StartIntercomImportResponse> => {
  const baseUrl = readEndpoint(endpoint);
  await checkReachable(deps, baseUrl);
  const access = { baseUrl, authorization: `Bearer ${apiKey}` };
  return startImport(deps, 'intercom', { access, wait }, context);
};

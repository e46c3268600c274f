import { notFound } from '@parley/errors';
import type {
  ResolveHelpcenterSiteRequest,
  ResolveHelpcenterSiteResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { withProvenDomain } from '../projects';
import { sessionSecrets } from './directory.present';
import { findSite } from './site.store';

/** Finds the help center of an address. 404 HELPCENTER_NOT_FOUND, also when it is switched off. */
export const resolveHelpcenterSite = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'clock'>,
  request: ResolveHelpcenterSiteRequest,
): Promise<Partially<ResolveHelpcenterSiteResponse>> => {
  const row = await findSite(deps.store.sql, request);
  if (!row || row.helpcenter?.['enabled'] === false) {
    throw notFound('helpcenter', 'There is no help center at this address.');
  }
  const { projectId, name, organisationId, slug, customDomain, defaultLanguage, languages } = row;
  return {
    projectId,
    name,
    organisationId,
    ...(slug !== null && { slug }),
    ...(customDomain !== null && { customDomain }),
    defaultLanguage,
    languages,
    helpcenter: withProvenDomain(row.helpcenter, customDomain),
    noindex: row.helpcenter?.['noindex'] === true,
    sessionSecrets: sessionSecrets(deps, { ...row, id: projectId }),
  };
};

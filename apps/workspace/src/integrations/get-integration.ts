import { notFound } from '@parley/errors';
import type {
  GetIntegrationRequest,
  GetIntegrationResponse,
} from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import type { Deps } from '../deps';
import { integrationContext } from '../projects';
import { findIntegration } from './integration.store';

/** Opens the credentials of one integration for the service that acts with it. 404 PROJECT_NOT_FOUND. */
export const getIntegration = async (
  { store, sealer }: Pick<Deps, 'store' | 'sealer'>,
  { projectId, provider }: GetIntegrationRequest,
): Promise<GetIntegrationResponse> => {
  const sealed = await findIntegration(store.sql, projectId, provider);
  if (sealed === undefined) throw notFound('project', 'There is no such project.');
  if (sealed === null) return {};
  return {
    credentials: JSON.parse(sealer.open(sealed, integrationContext(projectId, provider))) as unknown,
  };
};

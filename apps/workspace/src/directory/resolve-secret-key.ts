import { unauthenticated } from '@parley/errors';
import type {
  ResolveSecretKeyRequest,
  ResolveSecretKeyResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findProjectBySecretKey } from './directory.store';

/**
 * Resolves a project by the SHA-256 of its secret key. Only hashes are compared, so that the time of a comparison says nothing
 * about a key. 401 INVALID_TOKEN when the key is unknown, or was replaced more than 24 hours ago.
 */
export const resolveSecretKey = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { keyHash }: ResolveSecretKeyRequest,
): Promise<Partially<ResolveSecretKeyResponse>> => {
  const project = await findProjectBySecretKey(store.sql, keyHash, clock());
  if (!project) throw unauthenticated('INVALID_TOKEN', 'The api-token header is no secret key of a project.');
  return { ...project, requestLimitPerMinute: project.requestLimitPerMinute ?? 0 };
};

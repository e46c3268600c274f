import { unauthenticated } from '@parley/errors';
import type {
  ResolveProjectKeyRequest,
  ResolveProjectKeyResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentSettings } from './directory.present';
import { findSettingsByKey } from './directory.store';

/** Resolves a project by its public widget key. 401 INVALID_SESSION when no project has it. */
export const resolveProjectKey = async (
  deps: Deps,
  { apiToken }: ResolveProjectKeyRequest,
): Promise<Partially<ResolveProjectKeyResponse>> => {
  const row = await findSettingsByKey(deps.store.sql, apiToken);
  if (!row) throw unauthenticated('INVALID_SESSION', 'The api-token header names no project.');
  return { settings: presentSettings(deps, row) };
};

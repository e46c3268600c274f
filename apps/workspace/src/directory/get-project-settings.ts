import { notFound } from '@parley/errors';
import type {
  GetProjectSettingsRequest,
  GetProjectSettingsResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentSettings } from './directory.present';
import { findSettings } from './directory.store';

/** Answers the settings that other services act on. 404 PROJECT_NOT_FOUND when there is no such project. */
export const getProjectSettings = async (
  deps: Deps,
  { projectId }: GetProjectSettingsRequest,
): Promise<Partially<GetProjectSettingsResponse>> => {
  const row = await findSettings(deps.store.sql, projectId);
  if (!row) throw notFound('project', 'There is no such project.');
  return { settings: presentSettings(deps, row) };
};

import type {
  ListAccessibleProjectsRequest,
  ListAccessibleProjectsResponse,
} from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { listAccess } from '../projects';

/** Answers the ids of the projects that a person can open. */
export const listAccessibleProjects = async (
  deps: Deps,
  { userId }: ListAccessibleProjectsRequest,
): Promise<Partially<ListAccessibleProjectsResponse>> => ({
  projectIds: (await listAccess(deps.store.sql, userId)).map(({ id }) => id),
});

import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** The questions of this service to the workspace. */
export interface Workspace {
  isTeam(projectId: string, teamId: string, context: CallContext): Promise<boolean>;
}

/** Asks the workspace service. */
export const createWorkspaceClient = (
  directory: Pick<Client<typeof DirectoryServiceDefinition>, 'getTeams'>,
): Workspace => ({
  isTeam: async (projectId, teamId, { requestId }) => {
    const { teams } = await directory.getTeams(
      { projectId, teamIds: [teamId] },
      systemContext('mail', { projectId, requestId }),
    );
    return teams.some(({ id }) => id === teamId);
  },
});

import { createLocalCache } from '@parley/cache';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import type { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** Milliseconds that a person's teams are cached: shorter than the 5 s in which a change must take effect. */
const BELIEF_MS = 2_000;
const MAX_PEOPLE = 10_000;

/** Most people of one question. */
const MAX_ASKED = 500;

/** What this service asks of the workspace. */
export interface Workspace {
  /** Those of the ids that are people with access to the project, or its service accounts. */
  knownUsers(projectId: string, ids: readonly string[], context: CallContext): Promise<Set<string>>;
  /** Those of the ids that are teams of the project. */
  knownTeams(projectId: string, ids: readonly string[], context: CallContext): Promise<Set<string>>;
  /** The teams of the project that a person is in; asked for at most every 2 s. */
  findTeams(projectId: string, userId: string, context: CallContext): Promise<string[]>;
  /** Names of those of the first 500 people that have access to the project. */
  names(projectId: string, ids: readonly string[], context: CallContext): Promise<Map<string, string>>;
}

/** Clients of the workspace service. */
export interface WorkspaceClients {
  directory: Client<DirectoryServiceDefinition>;
  memberships: Client<TeamMembershipServiceDefinition>;
  serviceAccounts: Client<ServiceAccountDirectoryServiceDefinition>;
}

/** Asks the workspace service. Answers are the same for every caller, so none of them lends its identity. */
export const createWorkspaceClient = ({
  directory,
  memberships,
  serviceAccounts,
}: WorkspaceClients): Workspace => {
  const teams = createLocalCache<string[]>({ max: MAX_PEOPLE, ttlMs: BELIEF_MS });
  const makeContext = (projectId: string, { requestId, traceparent }: CallContext): CallContext =>
    systemContext('pipelines', { projectId, requestId, ...(traceparent !== undefined && { traceparent }) });
  return {
    knownUsers: async (projectId, ids, context) => {
      const system = makeContext(projectId, context);
      const [people, accounts] = await Promise.all([
        directory.getMembers({ projectId, userIds: [...ids] }, system),
        serviceAccounts.getServiceAccounts({ projectId, ids: [...ids] }, system),
      ]);
      return new Set([...people.members, ...accounts.serviceAccounts].map(({ id }) => id));
    },
    knownTeams: async (projectId, ids, context) => {
      const found = await directory.getTeams(
        { projectId, teamIds: [...ids] },
        makeContext(projectId, context),
      );
      return new Set(found.teams.map(({ id }) => id));
    },
    findTeams: (projectId, userId, context) =>
      teams.getOrLoad(`${projectId} ${userId}`, async () => {
        const { teamIds } = await memberships.getTeamsOfMember(
          { projectId, userId },
          makeContext(projectId, context),
        );
        return teamIds;
      }),
    names: async (projectId, ids, context) => {
      if (ids.length === 0) return new Map();
      const { members } = await directory.getMembers(
        { projectId, userIds: ids.slice(0, MAX_ASKED) },
        makeContext(projectId, context),
      );
      return new Map(
        members.map(({ id, firstName, lastName, email }) => [
          id,
          [firstName, lastName].filter(Boolean).join(' ') || email,
        ]),
      );
    },
  };
};

import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { implement, type ServiceImplementation } from '@parley/rpc';

/** Stands in for the workspace service. */
export interface TestWorkspace {
  implementations: ServiceImplementation[];
  members: Set<string>;
  serviceAccounts: Set<string>;
  /** Members of teams by the id of the team. */
  teams: Map<string, string[]>;
}

const notUsed = (): Promise<never> => Promise.reject(new Error('not used by pipelines'));

/** Starts with nobody. */
export const createWorkspace = (): TestWorkspace => {
  const members = new Set<string>();
  const serviceAccounts = new Set<string>();
  const teams = new Map<string, string[]>();
  const directory = implement(DirectoryServiceDefinition, {
    getMembers: async ({ userIds }) => ({
      members: userIds
        .filter((id) => members.has(id))
        .map((id) => ({ id, email: `${id}@example.com`, firstName: 'Ada', lastName: 'Byron' })),
    }),
    getTeams: async ({ teamIds }) => ({
      teams: teamIds.filter((id) => teams.has(id)).map((id) => ({ id, name: id })),
    }),
    getProjectSettings: notUsed,
    getSigningKeys: notUsed,
    resolveAccess: notUsed,
    resolveAccount: notUsed,
    resolveServiceToken: notUsed,
    resolveSecretKey: notUsed,
    resolveProjectKey: notUsed,
    resolveHelpcenterSite: notUsed,
  });
  const memberships = implement(TeamMembershipServiceDefinition, {
    getTeamsOfMember: async ({ userId }) => ({
      teamIds: [...teams].filter(([, people]) => people.includes(userId)).map(([id]) => id),
    }),
  });
  const accounts = implement(ServiceAccountDirectoryServiceDefinition, {
    getServiceAccounts: async ({ ids }) => ({
      serviceAccounts: ids.filter((id) => serviceAccounts.has(id)).map((id) => ({ id, name: 'Robot' })),
    }),
  });
  return { implementations: [directory, memberships, accounts], members, serviceAccounts, teams };
};

import { newId } from '@parley/persistence';
import { type Caller, createLocalCaller, implement, type RpcObserver } from '@parley/rpc';
import { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import {
  ContactDirectoryServiceDefinition,
  type ContactReference,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import {
  DirectoryServiceDefinition,
  type Member,
  type TeamReference,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { contactLookup } from './contact-lookup';

export const quiet: RpcObserver = { within: (_path, _context, run) => run(), finished: () => undefined };

/** Stand-ins for the other services, with what they know in plain maps by project. */
export interface Neighbours {
  contacts: Caller;
  workspace: Caller;
  /** Calls so far, by RPC. */
  calls: Record<string, number>;
  addContact(projectId: string, contact?: Partial<ContactReference>): ContactReference;
  removeContact(projectId: string, id: string): void;
  addCompany(projectId: string, companyId: string): void;
  addMember(projectId: string, member?: Partial<Member>): Member;
  removeMember(projectId: string, id: string): void;
  addTeam(projectId: string, name: string): TeamReference;
  /** Puts a person into teams, and out of all others. */
  setTeamsOf(projectId: string, userId: string, teamIds: string[]): void;
}

const notUsed = () => Promise.reject(new Error('not used by tickets'));

export const createNeighbours = (): Neighbours => {
  const contacts = new Map<string, Map<string, ContactReference>>();
  const members = new Map<string, Map<string, Member>>();
  const teams = new Map<string, Map<string, TeamReference>>();
  const memberships = new Map<string, Map<string, string[]>>();
  const companies = new Map<string, Map<string, true>>();
  const calls: Record<string, number> = {};
  const count = (name: string): void => void (calls[name] = (calls[name] ?? 0) + 1);
  const of = <T>(map: Map<string, Map<string, T>>, projectId = ''): Map<string, T> => {
    const found = map.get(projectId) ?? new Map<string, T>();
    map.set(projectId, found);
    return found;
  };
  const pick = <T>(map: Map<string, T>, ids: readonly string[]): T[] =>
    ids.flatMap((id) => map.get(id) ?? []);
  const addContact: Neighbours['addContact'] = (projectId, contact = {}) => {
    const added = { id: newId(), unsubscribed: false, version: 1, ...contact } as ContactReference;
    of(contacts, projectId).set(added.id, added);
    return added;
  };

  const contactDirectory = implement(ContactDirectoryServiceDefinition, {
    getContactReferences: async ({ ids }, { scope }) => {
      count('getContactReferences');
      return { contacts: pick(of(contacts, scope.projectId), ids) };
    },
    ensureContactByEmail: async ({ email, defaults }, { scope }) => {
      count('ensureContactByEmail');
      const known = [...of(contacts, scope.projectId).values()].find((contact) => contact.email === email);
      if (known) return { contact: known, created: false };
      const name = defaults?.name;
      return { contact: addContact(scope.projectId ?? '', { email, ...(name && { name }) }), created: true };
    },
  });
  const companyDirectory = implement(CompanyDirectoryServiceDefinition, {
    checkCompany: async ({ companyId }, { scope }) => ({
      exists: of(companies, scope.projectId).has(companyId),
    }),
  });
  const teamMembership = implement(TeamMembershipServiceDefinition, {
    getTeamsOfMember: async ({ projectId, userId }) => ({
      teamIds: of(memberships, projectId).get(userId) ?? [],
    }),
  });
  const directory = implement(DirectoryServiceDefinition, {
    getMembers: async ({ projectId, userIds }) => {
      count('getMembers');
      return { members: pick(of(members, projectId), userIds) };
    },
    getTeams: async ({ projectId, teamIds }) => {
      count('getTeams');
      return { teams: pick(of(teams, projectId), teamIds) };
    },
    getSigningKeys: notUsed,
    resolveAccess: notUsed,
    resolveAccount: notUsed,
    resolveServiceToken: notUsed,
    resolveProjectKey: notUsed,
    getProjectSettings: notUsed,
  });

  return {
    contacts: createLocalCaller(
      [contactDirectory, companyDirectory, contactLookup((projectId) => of(contacts, projectId).values())],
      quiet,
    ),
    workspace: createLocalCaller([directory, teamMembership], quiet),
    calls,
    addContact,
    removeContact: (projectId, id) => void of(contacts, projectId).delete(id),
    addCompany: (projectId, companyId) => void of(companies, projectId).set(companyId, true),
    addMember: (projectId, member = {}) => {
      const id = newId();
      const added = { id, email: `${id}@team.example`, userType: 'default', ...member } as Member;
      of(members, projectId).set(added.id, added);
      return added;
    },
    removeMember: (projectId, id) => void of(members, projectId).delete(id),
    setTeamsOf: (projectId, userId, teamIds) => void of(memberships, projectId).set(userId, teamIds),
    addTeam: (projectId, name) => {
      const team = { id: newId(), name };
      of(teams, projectId).set(team.id, team);
      return team;
    },
  };
};

import { projectScope } from '@parley/auth';
import { unavailable } from '@parley/errors';
import { newId } from '@parley/persistence';
import { type Caller, createLocalCaller, implement, type RpcObserver } from '@parley/rpc';
import { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import {
  type DirectoryMailbox,
  MailboxDirectoryServiceDefinition,
} from '@parley/proto/generated/parley/mail/v1/mailbox_directory_service';
import {
  ContactDirectoryServiceDefinition,
  type ContactReference,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import {
  DirectoryServiceDefinition,
  type Member,
  type ProjectSettings,
  type TeamReference,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { NoticeDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/notice_directory_service';
import { RealtimeServiceDefinition } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import {
  AssignmentDirectoryServiceDefinition,
  type TeamAssignment,
} from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { contactLookup } from './contact-lookup';

export const quiet: RpcObserver = { within: (_path, _context, run) => run(), finished: () => undefined };

/** Stand-ins for the other services, with what they know in plain maps by project. */
export interface Neighbours {
  contacts: Caller;
  workspace: Caller;
  mail: Caller;
  realtime: Caller;
  /** Who wants which notices by mail or push: by the person and the kind; no person unless set. */
  wishes: Map<string, { email?: boolean; push?: boolean }>;
  /** People who have a ticket open, by its id. */
  viewers: Map<string, string[]>;
  /** Calls so far, by RPC. */
  calls: Record<string, number>;
  /** How projects show themselves to contacts; of one that is missing nothing can be learned. */
  looks: Map<
    string,
    Partial<Pick<ProjectSettings, 'name' | 'color' | 'conversationUrl' | 'defaultLanguage'>>
  >;
  /** What happens once between an answer about a contact or a company and its arrival, by RPC. */
  whileAnswering: Map<string, () => Promise<void>>;
  /** What was asked of contacts to become one: the contact that guests become, then the others. */
  mergedGuests: string[][];
  addContact(projectId: string, contact?: Partial<ContactReference>): ContactReference;
  removeContact(projectId: string, id: string): void;
  /** A mailbox of a project. */
  addMailbox(
    projectId: string,
    mailbox: Pick<DirectoryMailbox, 'address'> & Partial<DirectoryMailbox>,
  ): string;
  /** Whether the mail service answers; it does unless set. */
  setMailAway(isAway: boolean): void;
  addCompany(projectId: string, companyId: string, company?: { sla: number }): void;
  addMember(projectId: string, member?: Partial<Member>): Member;
  removeMember(projectId: string, id: string): void;
  /** A team without `method` assigns by hand. */
  addTeam(projectId: string, name: string, rules?: TeamOptions): TeamReference;
  /** Changes how a team assigns. */
  setTeam(projectId: string, teamId: string, rules: TeamOptions): void;
  removeTeam(projectId: string, teamId: string): void;
  /** Makes somebody available or not. */
  setAvailable(userId: string, available: boolean): void;
  /** Puts a person into teams, and out of all others. */
  setTeams(projectId: string, userId: string, teamIds: string[]): void;
}

/** How a team of a test assigns; members by their ids. */
export interface TeamOptions extends Partial<Omit<TeamAssignment, 'projectId' | 'teamId' | 'members'>> {
  members?: readonly string[];
  defaultSla?: number;
  operatingHours?: object;
}

const notUsed = () => Promise.reject(new Error('not used by tickets'));

export const createNeighbours = (): Neighbours => {
  const contacts = new Map<string, Map<string, ContactReference>>();
  const members = new Map<string, Map<string, Member>>();
  const teams = new Map<string, Map<string, TeamReference>>();
  const memberships = new Map<string, Map<string, string[]>>();
  const companies = new Map<string, Map<string, { sla?: number }>>();
  const rules = new Map<string, TeamOptions>();
  const away = new Set<string>();
  const mailboxes: (DirectoryMailbox & { projectId: string })[] = [];
  let isMailAway = false;
  const wishes: Neighbours['wishes'] = new Map();
  const viewers: Neighbours['viewers'] = new Map();
  const calls: Record<string, number> = {};
  const mergedGuests: Neighbours['mergedGuests'] = [];
  const count = (name: string): void => void (calls[name] = (calls[name] ?? 0) + 1);
  const looks: Neighbours['looks'] = new Map();
  const whileAnswering = new Map<string, () => Promise<void>>();
  const answering = async <T>(rpc: string, answer: T): Promise<T> => {
    const happens = whileAnswering.get(rpc);
    whileAnswering.delete(rpc);
    await happens?.();
    return answer;
  };
  const of = <T>(map: Map<string, Map<string, T>>, projectId = ''): Map<string, T> => {
    const found = map.get(projectId) ?? new Map<string, T>();
    map.set(projectId, found);
    return found;
  };
  const pick = <T>(map: Map<string, T>, ids: readonly string[]): T[] =>
    ids.flatMap((id) => map.get(id) ?? []);
  const addContact: Neighbours['addContact'] = (projectId, contact = {}) => {
    const added = {
      id: newId(),
      unsubscribed: false,
      blocked: false,
      version: 1,
      ...contact,
    } as ContactReference;
    of(contacts, projectId).set(added.id, added);
    return added;
  };

  const contactDirectory = implement(ContactDirectoryServiceDefinition, {
    getContactReferences: async ({ ids }, { scope }) => {
      count('getContactReferences');
      return answering('getContactReferences', { contacts: pick(of(contacts, scope.projectId), ids) });
    },
    mergeGuests: async ({ into, ids }) => {
      mergedGuests.push([into, ...ids]);
      return { merged: ids.length };
    },
    checkWriter: notUsed,
    getContactBySvcId: () => Promise.reject(new Error('not used by tickets')),
    ensureContactByEmail: async ({ email, defaults }, { scope }) => {
      count('ensureContactByEmail');
      const known = [...of(contacts, scope.projectId).values()].find((contact) => contact.email === email);
      if (known) return answering('ensureContactByEmail', { contact: known, created: false });
      const name = defaults?.name;
      return { contact: addContact(scope.projectId ?? '', { email, ...(name && { name }) }), created: true };
    },
  });
  const companyDirectory = implement(CompanyDirectoryServiceDefinition, {
    checkCompany: async ({ companyId }, { scope }) => {
      count('checkCompany');
      const company = of(companies, scope.projectId).get(companyId);
      return answering('checkCompany', {
        exists: company !== undefined,
        ...(company?.sla !== undefined && { sla: company.sla }),
      });
    },
  });
  const teamMembership = implement(TeamMembershipServiceDefinition, {
    getTeamsOfMember: async ({ projectId, userId }) => ({
      teamIds: of(memberships, projectId).get(userId) ?? [],
    }),
  });
  const assignments = implement(AssignmentDirectoryServiceDefinition, {
    getTeamAssignments: async ({ teams: keys }) => {
      count('getTeamAssignments');
      return {
        teams: keys.flatMap(({ projectId, teamId }) => {
          if (!of(teams, projectId).has(teamId)) return [];
          const { members: ids = [], ...options } = rules.get(teamId) ?? {};
          const people = pick(of(members, projectId), ids);
          return {
            projectId,
            teamId,
            method: 'manual',
            onlyAvailable: false,
            countsSnoozed: false,
            closed: false,
            ...options,
            members: people.map((member) => ({ member, available: !away.has(member.id) })),
          };
        }),
      };
    },
    listAccessibleProjects: async ({ userId }) => ({
      projectIds: [...members].flatMap(([projectId, people]) => (people.has(userId) ? projectId : [])),
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
    resolveSecretKey: notUsed,
    resolveProjectKey: notUsed,
    resolveHelpcenterSite: notUsed,
    getProjectSettings: async ({ projectId }) => {
      const look = looks.get(projectId);
      if (!look) throw unavailable('The workspace is away.');
      return { settings: { id: projectId, ...look } };
    },
  });

  const noticeDirectory = implement(NoticeDirectoryServiceDefinition, {
    getNoticeRecipients: async ({ projectId, kind, userIds, teamId }) => {
      count('getNoticeRecipients');
      const inTeam = [...of(memberships, projectId)].flatMap(([id, ids]) =>
        ids.includes(teamId ?? '') ? id : [],
      );
      const people = pick(of(members, projectId), [...new Set([...userIds, ...inTeam])]);
      return {
        recipients: people.flatMap((member) => {
          const { email = false, push = false } = wishes.get(`${member.id} ${kind}`) ?? {};
          return email || push ? [{ member, email, push }] : [];
        }),
      };
    },
    findMemberByAddress: async ({ projectId, email }) => ({
      member: [...of(members, projectId).values()].find((member) => member.email === email),
    }),
  });
  const realtime = implement(RealtimeServiceDefinition, {
    getRealtimeConfig: notUsed,
    authoriseChannel: notUsed,
    setTicketTyping: notUsed,
    setTicketViewing: notUsed,
    listTicketViewers: async ({ ticketIds }, { scope }) => {
      // The service reads which tickets are in the project of the call.
      projectScope(scope);
      return {
        viewers: ticketIds.map((ticketId) => ({
          ticketId,
          users: (viewers.get(ticketId) ?? []).map((id) => ({ id, since: new Date().toISOString() })),
        })),
      };
    },
  });

  const mailboxDirectory = implement(MailboxDirectoryServiceDefinition, {
    findMailboxes: async ({ addresses }, { scope }) => {
      count('findMailboxes');
      if (isMailAway) throw unavailable('The mail service is away.');
      const found = addresses.flatMap((sent) => {
        const plain = sent.replace(/\+[^@]*(?=@)/, '');
        const mailbox = mailboxes.find(({ address }) => [sent, plain].includes(address));
        return mailbox ? [{ sent, mailbox }] : [];
      });
      const mailbox = found.find((one) => one.mailbox.projectId === scope.projectId)?.mailbox;
      return { addresses: found.map(({ sent }) => sent), ...(mailbox && { mailbox }) };
    },
    getMailboxAddress: async ({ mailboxId }, { scope }) => {
      const mailbox = mailboxes.find(
        ({ id, projectId }) => id === mailboxId && projectId === scope.projectId,
      );
      return mailbox ? { address: mailbox.address } : {};
    },
    noteReceived: async () => {
      count('noteReceived');
      return {};
    },
  });

  return {
    mail: createLocalCaller([mailboxDirectory], quiet),
    setMailAway: (isAway) => {
      isMailAway = isAway;
    },
    addMailbox: (projectId, mailbox) => {
      const id = newId();
      mailboxes.push({ id, projectId, team: undefined, trustReplyTo: false, ...mailbox });
      return id;
    },
    contacts: createLocalCaller(
      [contactDirectory, companyDirectory, contactLookup((projectId) => of(contacts, projectId).values())],
      quiet,
    ),
    workspace: createLocalCaller([directory, teamMembership, assignments, noticeDirectory], quiet),
    realtime: createLocalCaller([realtime], quiet),
    wishes,
    viewers,
    calls,
    mergedGuests,
    looks,
    whileAnswering,
    addContact,
    removeContact: (projectId, id) => void of(contacts, projectId).delete(id),
    addCompany: (projectId, companyId, company?: { sla: number }) =>
      void of(companies, projectId).set(companyId, company ?? {}),
    addMember: (projectId, member = {}) => {
      const id = newId();
      const added = { id, email: `${id}@team.example`, userType: 'default', ...member } as Member;
      of(members, projectId).set(added.id, added);
      return added;
    },
    removeMember: (projectId, id) => void of(members, projectId).delete(id),
    setTeams: (projectId, userId, teamIds) => void of(memberships, projectId).set(userId, teamIds),
    addTeam: (projectId, name, options = {}) => {
      const { defaultSla, operatingHours = {}, ...assigning } = options;
      const team = { id: newId(), name, operatingHours, ...(defaultSla !== undefined && { defaultSla }) };
      of(teams, projectId).set(team.id, team);
      rules.set(team.id, assigning);
      return team;
    },
    setTeam: (projectId, teamId, options) => {
      if (of(teams, projectId).has(teamId)) rules.set(teamId, { ...rules.get(teamId), ...options });
    },
    removeTeam: (projectId, teamId) => void of(teams, projectId).delete(teamId),
    setAvailable: (userId, available) => void (available ? away.delete(userId) : away.add(userId)),
  };
};

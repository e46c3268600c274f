import { unavailable } from '@parley/errors';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import { type Caller, createLocalCaller, implement, type RpcObserver } from '@parley/rpc';
import type { Peers } from '@parley/runtime';

const quiet: RpcObserver = { finished: () => undefined, within: (_path, _context, run) => run() };

/** Stand-ins for the other services. */
export interface Neighbours {
  peers: Peers;
  /** How often the settings of a project were asked for. */
  settingsAsked(projectId: string): number;
  /** Contacts whose tickets were purged, with who asked. */
  purged: { contactId: string; addresses: string[]; projectId: string | undefined; actor: string }[];
  /** Contacts whose tickets were moved to a company, with who asked. */
  stamped: { contactId: string; companyId: string; projectId: string | undefined; actor: string }[];
  /** Contacts whose new company tickets were told of. */
  learned: ContactReference[];
  /** Merged contacts whose tickets were moved, with their heir and who asked. */
  moved: { contactId: string; into: ContactReference | undefined; actor: string }[];
  /** Projects that demand no proof of who a contact is. */
  withoutVerification: Set<string>;
  /** Secrets of a project that were rotated and are still accepted. */
  formerSecrets: Map<string, string[]>;
  /** What the tickets service does: answers, fails, or does not answer until `close`. */
  tickets: 'serves' | 'away' | 'hangs';
  workspace: 'serves' | 'away';
  /** Credentials of a project's integrations, by `<project> <provider>`. */
  integrations: Map<string, unknown>;
  /** Fails the calls that hang: the service waits for them when it stops. */
  close(): void;
}

/** The secret that signs widget sessions of a project. */
export const makeSecret = (projectId: string): string => `secret of ${projectId}`;

const notUsed = (): Promise<never> => Promise.reject(new Error('not used by contacts'));

export const createNeighbours = (): Neighbours => {
  const asked = new Map<string, number>();
  const directory = implement(DirectoryServiceDefinition, {
    getProjectSettings: async ({ projectId }) => {
      if (neighbours.workspace === 'away') throw unavailable('The workspace service is away.');
      asked.set(projectId, (asked.get(projectId) ?? 0) + 1);
      return {
        settings: {
          id: projectId,
          sessionSecret: makeSecret(projectId),
          acceptedSessionSecrets: neighbours.formerSecrets.get(projectId) ?? [],
          identityVerification: !neighbours.withoutVerification.has(projectId),
        },
      };
    },
    getSigningKeys: notUsed,
    resolveAccess: notUsed,
    resolveAccount: notUsed,
    resolveServiceToken: notUsed,
    resolveSecretKey: notUsed,
    resolveProjectKey: notUsed,
    resolveHelpcenterSite: notUsed,
    getMembers: notUsed,
    getTeams: notUsed,
  });
  const integrations = implement(IntegrationsServiceDefinition, {
    getIntegration: async ({ projectId, provider }) => {
      if (neighbours.workspace === 'away') throw unavailable('The workspace service is away.');
      return { credentials: neighbours.integrations.get(`${projectId} ${provider}`) };
    },
  });
  const hanging: (() => void)[] = [];
  const hang = (): Promise<never> =>
    new Promise((_resolve, reject) => {
      hanging.push(() => reject(unavailable('The tickets service ended.')));
    });
  const ticketDirectory = implement(TicketDirectoryServiceDefinition, {
    getTicketReferences: notUsed,
    purgeContactTickets: async ({ contactId, addresses }, { scope }) => {
      if (neighbours.tickets === 'away') throw unavailable('The tickets service is away.');
      if (neighbours.tickets === 'hangs') return hang();
      neighbours.purged.push({ contactId, addresses, projectId: scope.projectId, actor: scope.actor.type });
      return { deleted: 0 };
    },
  });
  const contactMerges = implement(ContactMergeServiceDefinition, {
    mergeContactTickets: async ({ contactId, into }, { scope }) => {
      if (neighbours.tickets === 'away') throw unavailable('The tickets service is away.');
      if (neighbours.tickets === 'hangs') return hang();
      neighbours.moved.push({ contactId, into, actor: scope.actor.type });
      return { moved: 1 };
    },
  });
  const companyStamps = implement(CompanyStampServiceDefinition, {
    stampContactTickets: async ({ contactId, companyId }, { scope }) => {
      if (neighbours.tickets === 'away') throw unavailable('The tickets service is away.');
      if (neighbours.tickets === 'hangs') return hang();
      neighbours.stamped.push({ contactId, companyId, projectId: scope.projectId, actor: scope.actor.type });
      return { stamped: 0 };
    },
    learnContactCompany: async ({ contact }) => {
      if (neighbours.tickets === 'away') throw unavailable('The tickets service is away.');
      if (neighbours.tickets === 'hangs') return hang();
      if (contact) neighbours.learned.push(contact);
      return {};
    },
  });
  const noPeer: Caller = {
    unary: () => Promise.reject(new Error('Contacts do not call themselves')),
    stream: () => {
      throw new Error('Contacts do not call themselves');
    },
    health: async () => undefined,
    close: async () => undefined,
  };
  const neighbours: Neighbours = {
    peers: {
      workspace: createLocalCaller([directory, integrations], quiet),
      tickets: createLocalCaller([ticketDirectory, contactMerges, companyStamps], quiet),
      contacts: noPeer,
      helpcenter: noPeer,
      pipelines: noPeer,
      knowledge: noPeer,
      s2s: noPeer,
      engagement: noPeer,
      statistics: noPeer,
      realtime: noPeer,
      mail: noPeer,
    },
    settingsAsked: (projectId) => asked.get(projectId) ?? 0,
    purged: [],
    stamped: [],
    learned: [],
    moved: [],
    withoutVerification: new Set(),
    formerSecrets: new Map(),
    tickets: 'serves',
    workspace: 'serves',
    integrations: new Map(),
    close: () => {
      for (const end of hanging.splice(0)) end();
    },
  };
  return neighbours;
};

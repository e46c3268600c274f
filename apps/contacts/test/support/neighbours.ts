import { unavailable } from '@parley/errors';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type Caller, createLocalCaller, implement, type RpcObserver } from '@parley/rpc';
import { type Peers } from '@parley/runtime';

const quiet: RpcObserver = { finished: () => undefined, within: (_path, _context, run) => run() };

/** Stand-ins for the other services. */
export interface Neighbours {
  peers: Peers;
  /** How often the settings of a project were asked for. */
  settingsAsked(projectId: string): number;
  /** Contacts whose tickets were purged, with who asked. */
  purged: { contactId: string; projectId: string | undefined; actor: string }[];
  /** What the tickets service does: answers, fails, or never answers. */
  tickets: 'serves' | 'away' | 'hangs';
  workspace: 'serves' | 'away';
}

/** The secret that signs widget sessions of a project. */
export const secretOf = (projectId: string): string => `secret of ${projectId}`;

const notUsed = (): Promise<never> => Promise.reject(new Error('not used by contacts'));

export const createNeighbours = (): Neighbours => {
  const asked = new Map<string, number>();
  const directory = implement(DirectoryServiceDefinition, {
    getProjectSettings: async ({ projectId }) => {
      if (neighbours.workspace === 'away') throw unavailable('The workspace service is away.');
      asked.set(projectId, (asked.get(projectId) ?? 0) + 1);
      return { settings: { id: projectId, sessionSecret: secretOf(projectId) } };
    },
    getSigningKeys: notUsed,
    resolveAccess: notUsed,
    resolveAccount: notUsed,
    resolveServiceToken: notUsed,
    resolveProjectKey: notUsed,
    getMembers: notUsed,
    getTeams: notUsed,
  });
  const ticketDirectory = implement(TicketDirectoryServiceDefinition, {
    purgeContactTickets: async ({ contactId }, { scope }) => {
      if (neighbours.tickets === 'away') throw unavailable('The tickets service is away.');
      if (neighbours.tickets === 'hangs') return new Promise(() => undefined);
      neighbours.purged.push({ contactId, projectId: scope.projectId, actor: scope.actor.type });
      return { deleted: 0 };
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
      workspace: createLocalCaller([directory], quiet),
      tickets: createLocalCaller([ticketDirectory], quiet),
      contacts: noPeer,
    },
    settingsAsked: (projectId) => asked.get(projectId) ?? 0,
    purged: [],
    tickets: 'serves',
    workspace: 'serves',
  };
  return neighbours;
};

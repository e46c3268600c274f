import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { TicketHistory } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import { TicketHistoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_history_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import {
  type ProjectPerson,
  RosterServiceDefinition,
  type TeamSchedule,
} from '@parley/proto/generated/parley/workspace/v1/roster_service';
import {
  createLocalCaller,
  implement,
  type Partially,
  type RpcObserver,
  type ServiceImplementation,
} from '@parley/rpc';
import type { Peers } from '@parley/runtime';

export const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

/** What the neighbours of the service know; tests change it and then tell of it. */
export interface Neighbours {
  /** Histories by project. */
  histories: Map<string, TicketHistory[]>;
  teams: Partially<TeamSchedule>[];
  people: Partially<ProjectPerson>[];
  contacts: Map<string, { id: string; name?: string; email?: string }>;
  /** Requests for the list of tickets. */
  listed: unknown[];
  /** Called before each part of histories is answered. */
  beforePart: (part: readonly TicketHistory[]) => Promise<void>;
  /** What they serve, for a process of the service's own. */
  implementations: ServiceImplementation[];
  peers: Pick<Peers, 'tickets' | 'workspace' | 'contacts'>;
}

/** Tickets in each part of a stream. */
const PART = 3;

/** Tickets, workspace and contacts as this service sees them. */
export const createNeighbours = (): Neighbours => {
  const histories: Neighbours['histories'] = new Map();
  const contacts: Neighbours['contacts'] = new Map();
  const teams: Neighbours['teams'] = [];
  const people: Neighbours['people'] = [];
  const listed: unknown[] = [];
  const history = implement(TicketHistoryServiceDefinition, {
    listTicketProjects: ({ after }) =>
      Promise.resolve({ projectIds: [...histories.keys()].filter((id) => id > after).sort() }),
    streamTicketHistories: async function* ({ projectId, after }) {
      const all = [...(histories.get(projectId) ?? [])]
        .filter(({ ticketId }) => ticketId > after)
        .sort((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
      for (let from = 0; from < all.length; from += PART) {
        const part = all.slice(from, from + PART);
        await neighbours.beforePart(part);
        yield { tickets: part };
      }
    },
    getTicketHistories: ({ projectId, ticketIds }) =>
      Promise.resolve({
        tickets: (histories.get(projectId) ?? []).filter(({ ticketId }) => ticketIds.includes(ticketId)),
      }),
  });
  const roster = implement(RosterServiceDefinition, {
    streamTeams: async function* () {
      await Promise.resolve();
      yield { teams };
    },
    streamMembers: async function* () {
      await Promise.resolve();
      yield { members: people };
    },
  });
  // Of these services one method each is asked for.
  const directory = implement(DirectoryServiceDefinition, {
    getMembers: () => Promise.resolve({ members: [] }),
  } as never);
  const tickets = implement(TicketsServiceDefinition, {
    listTickets: (request: unknown) => {
      listed.push(request);
      return Promise.resolve({ tickets: [], count: 0, totalCount: 42 });
    },
  } as never);
  const contactDirectory = implement(ContactDirectoryServiceDefinition, {
    getContactReferences: ({ ids }: { ids: string[] }) =>
      Promise.resolve({ contacts: ids.flatMap((id) => contacts.get(id) ?? []) }),
  } as never);
  const neighbours: Neighbours = {
    histories,
    contacts,
    teams,
    people,
    listed,
    beforePart: () => Promise.resolve(),
    implementations: [history, tickets, roster, directory, contactDirectory],
    peers: {
      tickets: createLocalCaller([history, tickets], silentObserver),
      workspace: createLocalCaller([roster, directory], silentObserver),
      contacts: createLocalCaller([contactDirectory], silentObserver),
    },
  };
  return neighbours;
};

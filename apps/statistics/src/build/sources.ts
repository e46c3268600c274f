import type { TicketHistoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_history_service';
import type { TicketHistory } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type {
  ProjectPerson,
  RosterServiceDefinition,
  TeamSchedule,
} from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { type Client, systemContext } from '@parley/rpc';

/** Projects asked for at once. */
const PROJECTS = 1_000;
/** Milliseconds of one stream at most; the next one reads the rest. */
const STREAM_MS = 600_000;

/** Streams of all tickets, people and teams from the services. */
export interface Sources {
  /** Projects that have tickets, page by page. */
  projects(): AsyncIterable<string[]>;
  /** Histories of a project's tickets after one, by id. */
  histories(projectId: string, after: string): AsyncIterable<TicketHistory[]>;
  /** Teams of all projects. */
  teams(): AsyncIterable<TeamSchedule[]>;
  /** People of all projects. */
  people(): AsyncIterable<ProjectPerson[]>;
}

const makeContext = (projectId?: string) => ({
  ...systemContext('statistics', projectId === undefined ? {} : { projectId }),
  deadline: Date.now() + STREAM_MS,
});

/** Asks the tickets and workspace services. */
export const createSources = (
  tickets: Client<TicketHistoryServiceDefinition>,
  roster: Client<RosterServiceDefinition>,
): Sources => ({
  projects: async function* () {
    for (let after = ''; ;) {
      const { projectIds } = await tickets.listTicketProjects({ after, limit: PROJECTS }, makeContext());
      if (projectIds.length > 0) yield projectIds;
      const last = projectIds.at(-1);
      if (last === undefined || projectIds.length < PROJECTS) return;
      after = last;
    }
  },
  histories: async function* (projectId, after) {
    for await (const part of tickets.streamTicketHistories({ projectId, after }, makeContext(projectId)))
      yield part.tickets;
  },
  teams: async function* () {
    for await (const part of roster.streamTeams({}, makeContext())) yield part.teams;
  },
  people: async function* () {
    for await (const part of roster.streamMembers({}, makeContext())) yield part.members;
  },
});

import { DomainError, unavailable } from '@parley/errors';
import type { Broadcast } from '@parley/events';
import { newId } from '@parley/persistence';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { StreamDirectoryServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_directory_service';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { WindowsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/windows_service';
import { contactSubject, projectSubject } from '@parley/realtime';
import { type Handlers, implement, type ServiceDefinition, type ServiceImplementation } from '@parley/rpc';
import { setTimeout as sleep } from 'node:timers/promises';

/** Most events that a stream keeps. */
const KEPT = 1_000;

interface StoredEvent {
  seq: number;
  event: string;
  data: object;
  at: string;
}

/** A person of the team. */
export interface Person {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  profileImageUrl?: string;
}

/** A project of the neighbours. */
export interface StoredProject {
  id: string;
  organisationId: string;
  key: string;
  allowedDomains: string[];
  people: Map<string, Person>;
}

/** Stands in for the services that this one asks. */
export interface Neighbours {
  workspace: ServiceImplementation[];
  contacts: ServiceImplementation[];
  tickets: ServiceImplementation[];
  s2s: ServiceImplementation[];
  projects: Map<string, StoredProject>;
  /** Ids of contacts by project and `svcId`. */
  contactIds: Map<string, string>;
  /** Tickets by id. */
  all: Map<string, { projectId: string; openTo: string | undefined }>;
  /** Whether the streams answer. */
  streamsAway: boolean;
  /** Milliseconds that a question about streams takes. */
  slowMs: number;
  /** Streams whose contact is gone. */
  ended: Set<string>;
  /** Calls since the start, by RPC. */
  calls: string[];
  /** Most streams of one question since the start. */
  largestQuestion: number;
  /** People with windows, one list for each report since the start. */
  reports: string[][];
  /** Milliseconds after which a window is to be reported again. */
  renewAfterMs: number;
  /** Whether reports fail. */
  windowsAway: boolean;
  /** Appends an event to the stream of a contact, or without one of the project, and broadcasts it unless it is lost. */
  append(
    stream: { projectId: string; contactId?: string },
    event: string,
    data?: object,
    how?: { lost?: boolean },
  ): number;
  /** Broadcasts an event again. */
  repeat(stream: { projectId: string; contactId?: string }, seq: number): void;
  /** Forgets the events of a stream up to a number, as after 24 hours. */
  forget(stream: { projectId: string; contactId?: string }, upTo: number): void;
  /** Takes a stream back to a number, as a database that is restored. */
  restore(stream: { projectId: string; contactId?: string }, seq: number): void;
}

interface StoredStream {
  seq: number;
  events: StoredEvent[];
}

const makeKey = ({
  projectId,
  contactId = '',
}: {
  projectId: string;
  contactId?: string | undefined;
}): string => `${projectId}.${contactId}`;

/** Handlers for what nobody asks here. */
const unasked = <Definition extends ServiceDefinition>({ methods }: Definition): Handlers<Definition> => {
  const refuse = () => Promise.reject(new Error('Nobody asks this'));
  const handlers = Object.keys(methods).map((name) => [name, refuse]);
  return Object.fromEntries(handlers) as unknown as Handlers<Definition>;
};

/** Starts without projects. */
export const createNeighbours = (broadcast: Pick<Broadcast, 'publish'>): Neighbours => {
  const streams = new Map<string, StoredStream>();
  const findStream = (name: { projectId: string; contactId?: string | undefined }): StoredStream => {
    const stream = streams.get(makeKey(name)) ?? { seq: 0, events: [] };
    streams.set(makeKey(name), stream);
    return stream;
  };
  const tell = (
    { projectId, contactId }: { projectId: string; contactId?: string },
    event: StoredEvent,
  ): void =>
    broadcast.publish(
      contactId === undefined ? projectSubject(projectId) : contactSubject(projectId, contactId),
      { kind: 'event', ...event },
    );
  const asked = (rpc: string): void => {
    neighbours.calls.push(rpc);
    if (neighbours.streamsAway && rpc.includes('Stream')) throw unavailable('The streams are away.');
  };
  const toSettings = ({ id, organisationId, key, allowedDomains }: StoredProject) => ({
    settings: { id, organisationId, apiToken: key, allowedDomains },
  });
  const neighbours: Neighbours = {
    projects: new Map(),
    contactIds: new Map(),
    all: new Map(),
    streamsAway: false,
    slowMs: 0,
    ended: new Set(),
    calls: [],
    largestQuestion: 0,
    reports: [],
    renewAfterMs: 60_000,
    windowsAway: false,
    workspace: [
      implement(DirectoryServiceDefinition, {
        ...unasked(DirectoryServiceDefinition),
        resolveProjectKey: async ({ apiToken }) => {
          asked('resolveProjectKey');
          const project = [...neighbours.projects.values()].find(({ key }) => key === apiToken);
          if (!project) throw new DomainError('unauthenticated', 'INVALID_SESSION', 'Unknown key.');
          return toSettings(project);
        },
        getProjectSettings: async ({ projectId }) =>
          toSettings(neighbours.projects.get(projectId) as StoredProject),
        getMembers: async ({ projectId, userIds }) => {
          asked('getMembers');
          const people = neighbours.projects.get(projectId)?.people;
          return { members: userIds.flatMap((id) => people?.get(id) ?? []) };
        },
      }),
      implement(WindowsServiceDefinition, {
        reportWindows: async ({ userIds }) => {
          if (neighbours.windowsAway) throw unavailable('The workspace is away.');
          neighbours.reports.push(userIds);
          return { renewAfterMs: neighbours.renewAfterMs };
        },
      }),
    ],
    contacts: [
      implement(ContactDirectoryServiceDefinition, {
        ...unasked(ContactDirectoryServiceDefinition),
        getContactBySvcId: async ({ svcId }, { scope }) => {
          asked('getContactBySvcId');
          const id = neighbours.contactIds.get(`${scope.projectId} ${svcId}`);
          if (id === undefined) throw new DomainError('unauthenticated', 'INVALID_SESSION', 'It is gone.');
          return { contact: { id, svcId } };
        },
      }),
    ],
    tickets: [
      implement(TicketDirectoryServiceDefinition, {
        ...unasked(TicketDirectoryServiceDefinition),
        getTicketReferences: async ({ ids }, { scope }) => ({
          tickets: ids.flatMap((id) => {
            const ticket = neighbours.all.get(id);
            return ticket && ticket.projectId === scope.projectId ? [{ id, openTo: ticket.openTo }] : [];
          }),
        }),
      }),
    ],
    s2s: [
      implement(StreamDirectoryServiceDefinition, {
        getStreamHeads: async ({ streams: names }) => {
          asked('getStreamHeads');
          if (neighbours.slowMs > 0) await sleep(neighbours.slowMs);
          neighbours.largestQuestion = Math.max(neighbours.largestQuestion, names.length);
          return {
            seqs: names.map((name) => findStream(name).seq),
            ended: names.map((name) => neighbours.ended.has(makeKey(name))),
          };
        },
        readStream: async ({ stream, after, limit }) => {
          asked('readStream');
          const { seq, events } = findStream(stream ?? { projectId: '' });
          const [oldest] = events;
          const isGone =
            after > seq || seq - after > KEPT || (after < seq && (!oldest || oldest.seq > after + 1));
          if (isGone) return { events: [], seq, resync: true };
          const found = events.filter((event) => event.seq > after).slice(0, limit);
          return {
            events: found.map((event) => ({ ...event, data: { ...event.data } })),
            seq,
            resync: false,
          };
        },
      }),
    ],
    append: (name, event, data = {}, { lost = false } = {}) => {
      const stream = findStream(name);
      const stored = { seq: (stream.seq += 1), event, data, at: new Date().toISOString() };
      stream.events.push(stored);
      if (stream.events.length > KEPT) stream.events.shift();
      if (!lost) tell(name, stored);
      return stored.seq;
    },
    repeat: (name, seq) => {
      const event = findStream(name).events.find((candidate) => candidate.seq === seq);
      if (event) tell(name, event);
    },
    forget: (name, upTo) => {
      const stream = findStream(name);
      stream.events = stream.events.filter(({ seq }) => seq > upTo);
    },
    restore: (name, seq) => {
      const stream = findStream(name);
      stream.seq = seq;
      stream.events = stream.events.filter((event) => event.seq <= seq);
    },
  };
  return neighbours;
};

/** A project with a person of the team. */
export const newProject = (neighbours: Neighbours): StoredProject => {
  const project: StoredProject = {
    id: newId(),
    organisationId: newId(),
    key: `key-${newId()}`,
    allowedDomains: [],
    people: new Map(),
  };
  neighbours.projects.set(project.id, project);
  return project;
};

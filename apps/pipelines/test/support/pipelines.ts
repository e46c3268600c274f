import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role, type Scope } from '@parley/auth';
import { createEmbeddedBroker, createEvents, eventTablesSql, topology } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import type { Pipeline } from '@parley/proto/generated/parley/pipelines/v1/pipeline';
import { PipelineBulkServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import {
  PipelineEntriesServiceDefinition,
  type PipelineHistoryEntry,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import {
  type PipelineField,
  PipelineFieldsServiceDefinition,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import { PipelinesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { ServerPipelinesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/server_pipelines_service';
import {
  type CallContext,
  type Caller,
  type Client,
  createClient,
  createLocalCaller,
  type Partially,
  type RpcObserver,
  type ServiceImplementation,
} from '@parley/rpc';
import { type Peers, type Platform, serviceNames } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, eventually, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import { createPipelines } from '../../src/service';
import { createRecords, type Records } from './records';
import { createWorkspace, type TestWorkspace } from './workspace';

export const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

/** Clients of what the service serves. */
export interface Clients {
  pipelines: Client<typeof PipelinesServiceDefinition>;
  fields: Client<typeof PipelineFieldsServiceDefinition>;
  entries: Client<typeof PipelineEntriesServiceDefinition>;
  bulk: Client<typeof PipelineBulkServiceDefinition>;
  server: Client<typeof ServerPipelinesServiceDefinition>;
}

export const createClients = (caller: Caller): Clients => ({
  pipelines: createClient(PipelinesServiceDefinition, caller),
  fields: createClient(PipelineFieldsServiceDefinition, caller),
  entries: createClient(PipelineEntriesServiceDefinition, caller),
  bulk: createClient(PipelineBulkServiceDefinition, caller),
  server: createClient(ServerPipelinesServiceDefinition, caller),
});

/** An event that a change left in the outbox. */
export interface Told {
  subject: string;
  payload: Record<string, unknown>;
}

type Request<Method extends keyof Client<typeof PipelineEntriesServiceDefinition>> = Partially<
  Parameters<Client<typeof PipelineEntriesServiceDefinition>[Method]>[0]
>;

/** The boards of one project, as its callers see them. */
export interface TestProject {
  id: string;
  as(role: Role, actor?: Scope['actor']): CallContext;
  /** A board of contacts with the lanes a, b and c. */
  board(changes?: Record<string, unknown>, context?: CallContext): Promise<Pipeline>;
  field(pipelineId: string, changes: Record<string, unknown>): Promise<PipelineField>;
  /** A new contact, or company. */
  record(attributes?: Record<string, unknown>, type?: string): string;
  /** Adds a new contact. */
  add(pipelineId: string, request?: Request<'addPipelineEntry'>): Promise<PipelineEntry>;
  /** Adds so many new contacts to a lane. */
  addMany(pipelineId: string, count: number, laneId?: string): Promise<PipelineEntry[]>;
  move(entryId: string, request: Request<'movePipelineEntry'>): Promise<PipelineEntry>;
  read(entryId: string): Promise<PipelineEntry>;
  lane(pipelineId: string, laneId: string, request?: Record<string, unknown>): Promise<PipelineEntry[]>;
  order(pipelineId: string, laneId: string): Promise<string[]>;
  history(entryId: string): Promise<PipelineHistoryEntry[]>;
}

/** The service, running on a database of its own. */
export interface TestPipelines extends Clients {
  db: Database;
  records: Records;
  workspace: TestWorkspace;
  implementations: readonly ServiceImplementation[];
  project(): TestProject;
  /** The events of a thing, oldest first. */
  told(aggregateId: string): Promise<Told[]>;
  /** Has a neighbour tell of something; answers when it was handled. */
  publish(subject: string, projectId: string, aggregateId: string, payload: object): Promise<void>;
  stop(): Promise<void>;
}

export const required = <T>(value: T | undefined | null): T => {
  if (value === undefined || value === null) throw new Error('It is missing');
  return value;
};

export const USER: Scope['actor'] = {
  type: 'user',
  id: '0123456789abcdef00000001',
  email: 'u@example.com',
  confirmed: true,
};
export const OTHER: Scope['actor'] = { ...USER, id: '0123456789abcdef00000002', email: 'o@example.com' };
export const SERVICE: Scope['actor'] = { type: 'service', id: '0123456789abcdef00000003', name: 'Robot' };

const createProject = ({ pipelines, fields, entries }: Clients, records: Records): TestProject => {
  const [id, organisationId] = [newId(), newId()];
  const as: TestProject['as'] = (role, actor = USER) => ({
    requestId: 'test',
    scope: { actor, projectId: id, organisationId, role },
    deadline: Date.now() + 60_000,
    signal: new AbortController().signal,
  });
  const project: TestProject = {
    id,
    as,
    board: async (changes = {}, context = as('user')) => {
      const pipeline = {
        name: 'Board',
        recordType: 'contacts',
        lanes: ['a', 'b', 'c'].map((lane) => ({ id: lane, title: lane.toUpperCase() })),
        ...changes,
      };
      return required((await pipelines.createPipeline({ pipeline }, context)).pipeline);
    },
    field: async (pipelineId, changes) => {
      const field = { label: 'Field', type: 'text', source: 'ENTRY', ...changes };
      return required((await fields.createPipelineField({ pipelineId, field }, as('user'))).field);
    },
    record: (attributes, type = 'contacts') => records.add(id, type, attributes).id,
    add: async (pipelineId, request = {}) => {
      const recordId = request.recordId ?? project.record();
      const answer = await entries.addPipelineEntry({ pipelineId, ...request, recordId }, as('agent'));
      return required(answer.entry);
    },
    addMany: async (pipelineId, count, laneId = 'a') => {
      const added: PipelineEntry[] = [];
      for (let n = 0; n < count; n += 1) added.push(await project.add(pipelineId, { laneId }));
      return added;
    },
    move: async (entryId, request) =>
      required((await entries.movePipelineEntry({ ...request, entryId }, as('agent'))).entry),
    read: async (entryId) => required((await entries.getPipelineEntry({ entryId }, as('agent'))).entry),
    lane: async (pipelineId, laneId, request = {}) =>
      (await entries.listPipelineEntries({ limit: 200, ...request, pipelineId, laneId }, as('agent')))
        .entries,
    order: async (pipelineId, laneId) => (await project.lane(pipelineId, laneId)).map((entry) => entry.id),
    history: async (entryId) =>
      (await entries.listEntryHistory({ entryId, limit: 1000 }, as('agent'))).entries,
  };
  return project;
};

/** Keeps a copy of what is appended to the outbox: an event that nobody consumes leaves it at once. */
const KEEP_EVENTS = [
  'CREATE TABLE told AS SELECT * FROM outbox_event WITH NO DATA',
  `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END'`,
  'CREATE TRIGGER tell AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION tell()',
];

const ours = topology.filter(({ consumer }) => consumer === 'pipelines');

/** Starts the service. */
export const startPipelines = async (clock?: () => Date): Promise<TestPipelines> => {
  const database = await createTestDatabase('pipelines', migrations);
  const neighbour = await createTestDatabase('pipelines_neighbour');
  const records = createRecords();
  const workspace = createWorkspace();
  const broker = createEmbeddedBroker();
  const noPeer = createLocalCaller([], silentObserver);
  const peers = {
    ...Object.fromEntries(serviceNames.map((name) => [name, noPeer])),
    contacts: createLocalCaller([records.implementation], silentObserver),
    workspace: createLocalCaller(workspace.implementations, silentObserver),
  } as Peers;
  const log = createLogger({ service: 'pipelines', level: 'silent' });
  const platform: Platform = {
    databaseUrl: database.url,
    pollEvery: POLL_EVERY_MS,
    log,
    metrics: createMetrics({ service: 'pipelines', processMetrics: false }),
    peers,
    eventTransport: broker,
    mail: createSmtpTransport({ url: 'smtp://127.0.0.1:9' }),
    files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
    outbound: createOutbound({ allowedNetworks: [] }),
    mailFrom: 'support@parley.localhost',
    searchEngine: { kind: 'postgres' },
    ai: createLexicalAi(),
    sealer: createSealer(['a secret for tests, long enough to be taken']),
    publicUrl: 'http://127.0.0.1:3000',
  };
  const module = createPipelines(platform, clock && { clock });
  await module.start();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  for (const statement of KEEP_EVENTS) await db.query(statement);
  await neighbour.db.query(eventTablesSql);
  const sources = ['contacts', 'workspace'].map((service) =>
    createEvents({ service, db: neighbour.db, transport: broker, topology: ours, log }),
  );
  // Both share one outbox, so that one relay is enough.
  const [source, other] = sources;
  await source?.start();
  const clients = createClients(createLocalCaller(module.implementations, silentObserver));
  return {
    ...clients,
    db,
    records,
    workspace,
    implementations: module.implementations,
    project: () => createProject(clients, records),
    told: (aggregateId) =>
      db.query<Told>('SELECT subject, payload FROM told WHERE aggregate_id = $1 ORDER BY seq', [aggregateId]),
    publish: async (subject, projectId, aggregateId, payload) => {
      const from = subject.startsWith('contacts.') ? source : other;
      await from?.append(neighbour.db, [{ subject, projectId, aggregateId, payload }]);
      source?.wake();
      await eventually(async () => expect((await required(source).lag()).pending).toBe(0));
    },
    stop: async () => {
      await source?.stop();
      await module.stop();
      await platform.mail.close();
      await platform.outbound.close();
      await db.close();
      await neighbour.drop();
      await database.drop();
    },
  };
};

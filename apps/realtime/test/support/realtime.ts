import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role, type Scope } from '@parley/auth';
import { createBroadcast, createEmbeddedBroker, type Broadcast } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import { RealtimeServiceDefinition } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import { realtimeSecret } from '@parley/realtime';
import {
  type CallContext,
  type Client,
  createClient,
  createLocalCaller,
  type RpcObserver,
} from '@parley/rpc';
import { type Peers, type Platform, serviceNames } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, freePort } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Timing } from '../../src/deps';
import { withServer } from '../../src/edge/server';
import { migrations } from '../../src/generated/migrations';
import { createRealtime, type Realtime } from '../../src/service';
import { createNeighbours, type Neighbours, newProject, type Person, type StoredProject } from './neighbours';

const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

export const sealer = createSealer(['a secret for tests, long enough to be taken']);

/** One process of the service. */
export interface Replica {
  port: number;
  module: Realtime;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

/** A contact and its channel. */
export interface TestContact {
  id: string;
  svcId: string;
  stream: { projectId: string; contactId: string };
}

/** The service, running on a database of its own beside neighbours that stand in. */
export interface TestRealtime {
  db: Database;
  neighbours: Neighbours;
  broadcast: Broadcast;
  operations: Client<typeof RealtimeServiceDefinition>;
  replicas: Replica[];
  project(): StoredProject;
  contact(project: StoredProject): TestContact;
  person(project: StoredProject, details?: Partial<Person>): Person;
  ticket(project: StoredProject, openTo?: string): string;
  /** What signs for the channels of a project. */
  signer(project: StoredProject): { key: string; secret: string };
  as(project: StoredProject, person: Person, role?: Role): CallContext;
  /** Adds a process. */
  replica(): Promise<Replica>;
  stop(): Promise<void>;
}

/** How the service is started. */
export interface TestOptions {
  timing?: Partial<Timing>;
  maxConnections?: number;
  maxPerAddress?: number;
  trustedProxies?: string[];
}

/** Starts the service. */
export const startRealtime = async ({
  timing,
  maxConnections = 1_000,
  maxPerAddress = 1_000,
  trustedProxies = [],
}: TestOptions = {}): Promise<TestRealtime> => {
  const database = await createTestDatabase('realtime', migrations);
  const broker = createEmbeddedBroker();
  const log = createLogger({ service: 'realtime', level: 'silent' });
  const broadcast = createBroadcast(broker, { log, name: 'test' });
  const neighbours = createNeighbours(broadcast);
  const noPeer = createLocalCaller([], silentObserver);
  const peers = {
    ...Object.fromEntries(serviceNames.map((name) => [name, noPeer])),
    workspace: createLocalCaller(neighbours.workspace, silentObserver),
    contacts: createLocalCaller(neighbours.contacts, silentObserver),
    tickets: createLocalCaller(neighbours.tickets, silentObserver),
    s2s: createLocalCaller(neighbours.s2s, silentObserver),
  } as Peers;
  const mail = createSmtpTransport({ url: 'smtp://127.0.0.1:9' });
  const outbound = createOutbound({ allowedNetworks: [] });
  const replicas: Replica[] = [];

  const replica = async (): Promise<Replica> => {
    const metrics = createMetrics({ service: 'realtime', processMetrics: false });
    const platform: Platform = {
      databaseUrl: database.url,
      log,
      metrics,
      peers,
      eventTransport: broker,
      mail,
      files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
      outbound,
      mailFrom: 'support@parley.localhost',
      searchEngine: { kind: 'postgres' },
      ai: createLexicalAi(),
      sealer,
      publicUrl: 'https://support.example.com',
    };
    const config = {
      realtimeHost: '127.0.0.1',
      realtimePort: await freePort(),
      realtimePublicUrl: undefined,
      realtimeMaxConnections: maxConnections,
      realtimeMaxConnectionsPerAddress: maxPerAddress,
      trustedProxies,
      realtimeActivityTimeoutSeconds: 120,
    };
    const module = withServer(createRealtime(config, platform, timing ? { timing } : {}), {
      host: config.realtimeHost,
      port: config.realtimePort,
    });
    await module.start();
    let stopping: Promise<void> | undefined;
    const made: Replica = {
      port: config.realtimePort,
      module,
      metrics: () => metrics.text(),
      stop: () => (stopping ??= module.stop()),
    };
    replicas.push(made);
    return made;
  };

  const first = await replica();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  return {
    db,
    neighbours,
    broadcast,
    replicas,
    replica,
    operations: createClient(
      RealtimeServiceDefinition,
      createLocalCaller(first.module.implementations, silentObserver),
    ),
    project: () => newProject(neighbours),
    contact: (project) => {
      const contact = { id: newId(), svcId: `svc-${newId()}` };
      neighbours.contactIds.set(`${project.id} ${contact.svcId}`, contact.id);
      return { ...contact, stream: { projectId: project.id, contactId: contact.id } };
    },
    person: (project, details = {}) => {
      const id = newId();
      const person = { id, email: `${id}@example.com`, firstName: 'Grace', lastName: 'Agent', ...details };
      project.people.set(id, person);
      return person;
    },
    ticket: (project, openTo) => {
      const id = newId();
      neighbours.all.set(id, { projectId: project.id, openTo });
      return id;
    },
    signer: ({ id, key }) => ({ key, secret: realtimeSecret(sealer, id) }),
    as: ({ id: projectId, organisationId }, { id, email }, role = 'agent') => {
      const actor: Scope['actor'] = { type: 'user', id, email, confirmed: true };
      return {
        requestId: 'test',
        scope: { actor, projectId, organisationId, role },
        deadline: Date.now() + 60_000,
        signal: new AbortController().signal,
      };
    },
    stop: async () => {
      await Promise.all(replicas.map((one) => one.stop()));
      await mail.close();
      await outbound.close();
      await db.close();
      await database.drop();
    },
  };
};

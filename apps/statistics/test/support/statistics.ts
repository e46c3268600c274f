import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role } from '@parley/auth';
import { createEmbeddedBroker, createEvents, eventTablesSql, topology } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import { EmailStatisticsServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/email_statistics_service';
import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import {
  RawDataServiceDefinition,
  type RawDataRow,
} from '@parley/proto/generated/parley/statistics/v1/raw_data_service';
import {
  type GetFactsResponse,
  StatisticsServiceDefinition,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import { type CallContext, type Client, createClient, createLocalCaller } from '@parley/rpc';
import { type Peers, type Platform, type ServiceModule, serviceNames } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, eventually, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnswerOptions } from '../../src/answers/answers';
import { migrations } from '../../src/generated/migrations';
import { createStatistics } from '../../src/service';
import { createNeighbours, type Neighbours, silentObserver } from './neighbours';

/** An event that a neighbour tells. */
export interface Told {
  subject: string;
  projectId: string;
  aggregateId: string;
  payload: object;
  /** When it happened, in milliseconds since 1970, where its payload does not say; else now. */
  at?: number;
}

/** The service, running on a database of its own. */
export interface TestStatistics {
  db: Database;
  neighbours: Neighbours;
  module: ServiceModule;
  charts: Client<typeof StatisticsServiceDefinition>;
  emails: Client<typeof EmailStatisticsServiceDefinition>;
  raw: Client<typeof RawDataServiceDefinition>;
  presence: Client<typeof PresenceServiceDefinition>;
  /** Has neighbours tell of something; answers when it was handled. */
  publish(...events: Told[]): Promise<void>;
  /** One figure. */
  facts(projectId: string, chartType: string, asked?: object): Promise<GetFactsResponse>;
  /** Raw data. */
  rows(projectId: string, asked?: object): Promise<RawDataRow[]>;
  stop(): Promise<void>;
}

/** Whoever asks, in a project. */
export const makeContext = (projectId: string, role: Role = 'admin'): CallContext => ({
  requestId: 'test',
  scope: {
    actor: { type: 'user', id: '0123456789abcdef00000001', email: 'u@example.com', confirmed: true },
    projectId,
    organisationId: newId(),
    role,
  },
  deadline: Date.now() + 60_000,
  signal: new AbortController().signal,
});

/** What a test may choose. */
export interface StartOptions {
  clock?: () => Date;
  answers?: AnswerOptions;
  neighbours?: Neighbours;
}

/** Milliseconds that hundreds of events may take on a machine that does much else. */
const PATIENCE = 90_000;

const ours = topology.filter(({ consumer }) => consumer === 'statistics');
const streams = [...new Set(ours.map(({ stream }) => stream))];

/** Starts the service. */
export const startStatistics = async ({
  clock,
  answers,
  neighbours = createNeighbours(),
}: StartOptions = {}): Promise<TestStatistics> => {
  const database = await createTestDatabase('statistics', migrations);
  const neighbour = await createTestDatabase('statistics_neighbour');
  const broker = createEmbeddedBroker();
  const noPeer = createLocalCaller([], silentObserver);
  const peers = {
    ...Object.fromEntries(serviceNames.map((name) => [name, noPeer])),
    ...neighbours.peers,
  } as Peers;
  const log = createLogger({ service: 'statistics', level: 'silent' });
  const platform: Platform = {
    databaseUrl: database.url,
    pollEvery: POLL_EVERY_MS,
    databaseConnections: 10,
    log,
    metrics: createMetrics({ service: 'statistics', processMetrics: false }),
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
  const module = createStatistics(platform, { ...(clock && { clock }), ...(answers && { answers }) });
  await module.start();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  await neighbour.db.query(eventTablesSql);
  const sources = new Map(
    streams.map((service) => [
      service,
      createEvents({ service, db: neighbour.db, transport: broker, topology: ours, log }),
    ]),
  );
  // They share one outbox, so that one relay is enough.
  const relay = sources.get('tickets');
  await relay?.start();
  const caller = createLocalCaller(module.implementations, silentObserver);
  const charts = createClient(StatisticsServiceDefinition, caller);
  const raw = createClient(RawDataServiceDefinition, caller);
  return {
    charts,
    raw,
    emails: createClient(EmailStatisticsServiceDefinition, caller),
    presence: createClient(PresenceServiceDefinition, caller),
    db,
    neighbours,
    module,
    publish: async (...events) => {
      for (const event of events) {
        const source = sources.get(event.subject.slice(0, event.subject.indexOf('.')));
        const { at, ...told } = event;
        await neighbour.db.transaction(async (tx) => {
          await source?.append(tx, [told]);
          if (at !== undefined)
            await tx.query(
              'UPDATE outbox_event SET created_at = $1 WHERE seq = (SELECT max(seq) FROM outbox_event)',
              [new Date(at)],
            );
        });
      }
      relay?.wake();
      await eventually(async () => expect((await relay?.lag())?.pending).toBe(0), PATIENCE);
    },
    facts: (projectId, chartType, asked = {}) =>
      charts.getFacts({ chartType, ...asked } as never, makeContext(projectId)),
    rows: async (projectId, asked = {}) => {
      const rows: RawDataRow[] = [];
      for await (const part of raw.listRawData(asked as never, makeContext(projectId)))
        rows.push(...part.rows);
      return rows;
    },
    stop: async () => {
      await relay?.stop();
      await module.stop();
      await platform.mail.close();
      await platform.outbound.close();
      await db.close();
      await neighbour.drop();
      await database.drop();
    },
  };
};

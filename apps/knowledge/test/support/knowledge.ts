import { type Ai, createLexicalAi } from '@parley/ai';
import { createSealer, type Role } from '@parley/auth';
import { createEmbeddedBroker, createEvents, eventTablesSql, topology } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import type { ContentEntry } from '@parley/proto/generated/parley/knowledge/v1/content';
import { YoutubeSourcesServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/youtube_sources_service';
import {
  ContentServiceDefinition,
  type NewContent,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import {
  type AnswerFromKnowledgeResponse,
  KnowledgeServiceDefinition,
  type KnowledgeResult,
} from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { TicketComparisonServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import { WebsitesServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import { type CallContext, type Client, createClient, createLocalCaller, type Partially } from '@parley/rpc';
import { type Peers, type Platform, serviceNames } from '@parley/runtime';
import { createLogger, createMetrics, type Metrics } from '@parley/telemetry';
import { createTestDatabase, eventually, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import { createKnowledge } from '../../src/service';
import { createNeighbours, type Neighbours, silentObserver } from './neighbours';

/** What a search or a question says beside its text. */
export type Asking = Record<string, unknown>;

/** The knowledge of one project. */
export interface TestProject {
  id: string;
  as(role: Role): CallContext;
  /** Pushes an FAQ and waits for nothing. */
  push(changes?: Partially<NewContent>): Promise<ContentEntry>;
  search(query: string, asking?: Asking): Promise<KnowledgeResult[]>;
  /** The ids of what a search finds. */
  found(query: string, asking?: Asking): Promise<string[]>;
  answer(question: string, asking?: Asking): Promise<AnswerFromKnowledgeResponse>;
  /** Resolves when everything that was saved is found. */
  settled(): Promise<void>;
}

/** The service, running on a database of its own. */
export interface TestKnowledge {
  db: Database;
  metrics: Metrics;
  neighbours: Neighbours;
  content: Client<typeof ContentServiceDefinition>;
  youtube: Client<typeof YoutubeSourcesServiceDefinition>;
  knowledge: Client<typeof KnowledgeServiceDefinition>;
  websites: Client<typeof WebsitesServiceDefinition>;
  agents: Client<typeof AgentAnswersServiceDefinition>;
  comparison: Client<typeof TicketComparisonServiceDefinition>;
  project(): TestProject;
  /** Has a neighbour tell of something; answers when it was handled. */
  publish(subject: string, projectId: string, aggregateId: string, payload: object): Promise<void>;
  stop(): Promise<void>;
}

export const required = <T>(value: T | undefined | null): T => {
  if (value === undefined || value === null) throw new Error('It is missing');
  return value;
};

const makeContext =
  (projectId: string, organisationId: string) =>
  (role: Role): CallContext => ({
    requestId: 'test',
    scope: {
      actor: { type: 'user', id: '0123456789abcdef00000001', email: 'u@example.com', confirmed: true },
      projectId,
      organisationId,
      role,
    },
    deadline: Date.now() + 60_000,
    signal: new AbortController().signal,
  });

const createProject = ({ content, knowledge }: Pick<TestKnowledge, 'content' | 'knowledge'>): TestProject => {
  const id = newId();
  const as = makeContext(id, newId());
  const project: TestProject = {
    id,
    as,
    push: async (changes = {}) => {
      const entry = { type: 'faq', title: 'Refunds', content: 'Refunds take 14 days.', ...changes };
      return required((await content.createContent({ content: entry as never }, as('user'))).content);
    },
    search: async (query, asking = {}) =>
      (await knowledge.searchKnowledge({ query, limit: 10, ...asking } as never, as('agent'))).results,
    found: async (query, asking) => (await project.search(query, asking)).map(({ sourceId }) => sourceId),
    answer: (question, asking = {}) =>
      knowledge.answerFromKnowledge({ question, ...asking } as never, as('agent')),
    settled: () =>
      eventually(async () => {
        const { pending } = await knowledge.getKnowledgeStatus({}, as('agent'));
        expect(pending).toBe(0);
      }),
  };
  return project;
};

/** What a test may choose. */
export interface StartOptions {
  ai?: Ai;
  clock?: () => Date;
  neighbours?: Neighbours;
  /** Where crawls may go beside public addresses. */
  allowedNetworks?: string[];
  searchEngine?: Platform['searchEngine'];
}

const ours = topology.filter(({ consumer }) => consumer === 'knowledge');

/** Starts the service. */
export const startKnowledge = async ({
  ai = createLexicalAi(),
  clock,
  neighbours = createNeighbours(),
  allowedNetworks = [],
  searchEngine = { kind: 'postgres' },
}: StartOptions = {}): Promise<TestKnowledge> => {
  const database = await createTestDatabase('knowledge', migrations);
  const neighbour = await createTestDatabase('knowledge_neighbour');
  const broker = createEmbeddedBroker();
  const noPeer = createLocalCaller([], silentObserver);
  const peers = {
    ...Object.fromEntries(serviceNames.map((name) => [name, noPeer])),
    ...neighbours.peers,
  } as Peers;
  const log = createLogger({ service: 'knowledge', level: 'silent' });
  const platform: Platform = {
    databaseUrl: database.url,
    pollEvery: POLL_EVERY_MS,
    databaseConnections: 5,
    log,
    metrics: createMetrics({ service: 'knowledge', processMetrics: false }),
    peers,
    eventTransport: broker,
    mail: createSmtpTransport({ url: 'smtp://127.0.0.1:9' }),
    files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
    outbound: createOutbound({ allowedNetworks }),
    mailFrom: 'support@parley.localhost',
    searchEngine,
    ai,
    sealer: createSealer(['a secret for tests, long enough to be taken']),
    publicUrl: 'http://127.0.0.1:3000',
  };
  const module = createKnowledge(platform, clock && { clock });
  await module.start();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  await neighbour.db.query(eventTablesSql);
  const sources = ['helpcenter', 'tickets', 'contacts'].map((service) =>
    createEvents({ service, db: neighbour.db, transport: broker, topology: ours, log }),
  );
  // They share one outbox, so that one relay is enough.
  const [relay] = sources;
  await relay?.start();
  const caller = createLocalCaller(module.implementations, silentObserver);
  const clients = {
    content: createClient(ContentServiceDefinition, caller),
    youtube: createClient(YoutubeSourcesServiceDefinition, caller),
    knowledge: createClient(KnowledgeServiceDefinition, caller),
    websites: createClient(WebsitesServiceDefinition, caller),
    agents: createClient(AgentAnswersServiceDefinition, caller),
    comparison: createClient(TicketComparisonServiceDefinition, caller),
  };
  return {
    ...clients,
    db,
    metrics: platform.metrics,
    neighbours,
    project: () => createProject(clients),
    publish: async (subject, projectId, aggregateId, payload) => {
      const source = sources.find((_, index) =>
        subject.startsWith(['helpcenter.', 'tickets.', 'contacts.'][index] as string),
      );
      await source?.append(neighbour.db, [{ subject, projectId, aggregateId, payload }]);
      relay?.wake();
      await eventually(async () => expect((await required(relay).lag()).pending).toBe(0));
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

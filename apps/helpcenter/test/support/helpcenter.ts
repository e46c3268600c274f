import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role, type Scope } from '@parley/auth';
import { createEmbeddedBroker } from '@parley/events';
import { createFolderStore, type FileStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import {
  type ArticleInput,
  ArticlesServiceDefinition,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import {
  type CollectionInput,
  CollectionsServiceDefinition,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { EmailTemplatesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import { ImportsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import { KnowledgeSourceServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import { RedirectsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import { TranslationsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { FeedbackServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/feedback_service';
import { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { VisitorServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import {
  DirectoryServiceDefinition,
  type Member,
  type ProjectSettings,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import {
  type CallContext,
  type Caller,
  type Client,
  createClient,
  createLocalCaller,
  implement,
  type Partially,
  type RpcObserver,
  type ServiceImplementation,
} from '@parley/rpc';
import { type Peers, type Platform, serviceNames } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import { createHelpcenter } from '../../src/service';
import { createTestContacts, type TestContacts } from './contacts';

export const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

/** The user who calls, and another member of every project. */
export const USER_ID = '0123456789abcdef00000001';
export const MEMBER_ID = '0123456789abcdef00000002';
export const people: Record<string, { firstName?: string; lastName?: string; email: string }> = {
  [USER_ID]: { firstName: 'Ada', lastName: 'Byron', email: 'u@example.com' },
  [MEMBER_ID]: { email: 'm@example.com' },
};

/** The event that a change left in the outbox. */
export interface OutboxRow {
  subject: string;
  aggregateId: string;
  payload: Record<string, unknown>;
}

/** The help center of one project, as its callers see it. */
export interface TestProject {
  id: string;
  organisationId: string;
  as(role: Role, actor?: Scope['actor']): CallContext;
  collection(input?: CollectionInput): Promise<Collection>;
  changeCollection(id: string, input: CollectionInput, nulls?: string[]): Promise<Collection>;
  readCollection(id: string): Promise<Collection>;
  collections(parentId?: string): Promise<Collection[]>;
  article(collectionId: string, input?: ArticleInput): Promise<Article>;
  changeArticle(
    article: Article,
    input: ArticleInput,
    rest?: { nulls?: string[]; expectedVersion?: number },
  ): Promise<Article>;
  readArticle(article: Article, format?: string): Promise<Article>;
  articleByRef(articleRef: string, format?: string): Promise<Article>;
  articles(collectionId: string): Promise<Article[]>;
}

/** Clients of what the service serves. */
export interface Clients {
  collections: Client<typeof CollectionsServiceDefinition>;
  articles: Client<typeof ArticlesServiceDefinition>;
  redirects: Client<typeof RedirectsServiceDefinition>;
  translations: Client<typeof TranslationsServiceDefinition>;
  templates: Client<typeof EmailTemplatesServiceDefinition>;
  visitor: Client<typeof VisitorServiceDefinition>;
  site: Client<typeof SiteServiceDefinition>;
  feedback: Client<typeof FeedbackServiceDefinition>;
  imports: Client<typeof ImportsServiceDefinition>;
  knowledgeSource: Client<typeof KnowledgeSourceServiceDefinition>;
}

/** The service, running on a database of its own. */
export interface TestHelpcenter extends Clients {
  db: Database;
  files: FileStore;
  beside: ProjectsBeside;
  implementations: readonly ServiceImplementation[];
  /** A new project; its default language is `de`. */
  project(): TestProject;
  /** How often the settings of a project were asked for. */
  settingsAsked(projectId: string): number;
  /** The events of a thing, oldest first. */
  events(aggregateId: string): Promise<OutboxRow[]>;
  /** Their last words: `updated`, `published`. */
  told(thing: { id: string }): Promise<string[]>;
  stop(): Promise<void>;
}

export const createClients = (caller: Caller): Clients => ({
  collections: createClient(CollectionsServiceDefinition, caller),
  articles: createClient(ArticlesServiceDefinition, caller),
  redirects: createClient(RedirectsServiceDefinition, caller),
  translations: createClient(TranslationsServiceDefinition, caller),
  templates: createClient(EmailTemplatesServiceDefinition, caller),
  visitor: createClient(VisitorServiceDefinition, caller),
  site: createClient(SiteServiceDefinition, caller),
  feedback: createClient(FeedbackServiceDefinition, caller),
  imports: createClient(ImportsServiceDefinition, caller),
  knowledgeSource: createClient(KnowledgeSourceServiceDefinition, caller),
});

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The answer lacks its document');
  return value;
};

/** Everything of a streamed list. */
export const gather = async <Part, T>(
  parts: AsyncIterable<Part>,
  list: (part: Part) => readonly T[],
): Promise<T[]> => {
  const all: T[] = [];
  for await (const part of parts) all.push(...list(part));
  return all;
};

const createProject = ({ collections, articles }: Clients): TestProject => {
  const [id, organisationId] = [newId(), newId()];
  const user: Scope['actor'] = { type: 'user', id: USER_ID, email: 'u@example.com', confirmed: true };
  const as = (role: Role, actor = user): CallContext => ({
    requestId: 'test',
    scope: { actor, projectId: id, organisationId, role },
    deadline: Date.now() + 30_000,
    signal: new AbortController().signal,
  });
  return {
    id,
    organisationId,
    as,
    collection: async (collection = {}) =>
      required((await collections.createCollection({ collection }, as('user'))).collection),
    changeCollection: async (helpcenterCollectionId, collection, nulls = []) =>
      required(
        (await collections.updateCollection({ helpcenterCollectionId, collection, nulls }, as('user')))
          .collection,
      ),
    readCollection: async (helpcenterCollectionId) =>
      required((await collections.getCollection({ helpcenterCollectionId }, as('agent'))).collection),
    collections: (parentId) =>
      gather(
        collections.listCollections({ ...(parentId !== undefined && { parentId }) }, as('agent')),
        (part) => part.collections,
      ),
    article: async (helpcenterCollectionId, article = {}) =>
      required((await articles.createArticle({ helpcenterCollectionId, article }, as('user'))).article),
    changeArticle: async (article, input, rest = {}) =>
      required(
        (await articles.updateArticle({ ...toPath(article), article: input, ...rest }, as('user'))).article,
      ),
    readArticle: async (article, format) =>
      required(
        (await articles.getArticle({ ...toPath(article), ...(format && { format }) }, as('agent'))).article,
      ),
    articleByRef: async (articleRef, format) =>
      required(
        (await articles.getArticleByRef({ articleRef, ...(format && { format }) }, as('agent'))).article,
      ),
    articles: (helpcenterCollectionId) =>
      gather(articles.listArticles({ helpcenterCollectionId }, as('agent')), (part) => part.articles),
  };
};

/** The path of an article. */
export const toPath = ({
  helpcenterCollection,
  id,
}: Article): { helpcenterCollectionId: string; helpcenterArticleId: string } => ({
  helpcenterCollectionId: helpcenterCollection,
  helpcenterArticleId: id,
});

/** A rich text of one paragraph. */
export const textDoc = (text: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** What a refused request is told. */
export const notFound = (noun: string): object => ({ kind: 'notFound', reason: `${noun}_NOT_FOUND` });
export const conflicting = (reason: string): object => ({ kind: 'conflict', reason });
export const invalidAt = (...fields: string[]): object => ({
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => expect.objectContaining({ field })),
});

const notUsed = (): Promise<never> => Promise.reject(new Error('not used by the help center'));

/** What tests say of projects and people that other services own. */
export interface ProjectsBeside {
  settings: Map<string, Partially<ProjectSettings>>;
  members: Map<string, Partially<Member>>;
  contacts: TestContacts;
  /** Projects with a member who is online. */
  online: Set<string>;
}

/** Stands in for the workspace service: every project speaks German and has two members. */
export const createDirectory = (asked: string[], projects: ProjectsBeside): ServiceImplementation =>
  implement(DirectoryServiceDefinition, {
    getProjectSettings: async ({ projectId }) => {
      asked.push(projectId);
      return {
        settings: { id: projectId, name: 'Shop', defaultLanguage: 'de', ...projects.settings.get(projectId) },
      };
    },
    getMembers: async ({ userIds }) => ({
      members: userIds
        .filter((id) => people[id])
        .map((id) => ({ id, ...people[id], ...projects.members.get(id) })),
    }),
    getSigningKeys: notUsed,
    resolveAccess: notUsed,
    resolveAccount: notUsed,
    resolveServiceToken: notUsed,
    resolveSecretKey: notUsed,
    resolveProjectKey: notUsed,
    resolveHelpcenterSite: notUsed,
    getTeams: notUsed,
  });

/** Stands in for the statistics service. */
const createPresence = ({ online }: ProjectsBeside): ServiceImplementation =>
  implement(PresenceServiceDefinition, {
    countOnline: async ({ projectId }) => ({ count: online.has(projectId) ? 1 : 0 }),
    reportPresence: notUsed,
  });

/** Keeps a copy of what is appended to the outbox: an event that nobody consumes leaves it at once. */
export const KEEP_EVENTS = [
  'CREATE TABLE told AS SELECT * FROM outbox_event WITH NO DATA',
  `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END'`,
  'CREATE TRIGGER tell AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION tell()',
];

/** Starts the service. */
export const startHelpcenter = async (): Promise<TestHelpcenter> => {
  const database = await createTestDatabase('helpcenter', migrations);
  const asked: string[] = [];
  const beside: ProjectsBeside = {
    settings: new Map(),
    members: new Map(),
    contacts: createTestContacts(),
    online: new Set(),
  };
  const noPeer = createLocalCaller([], silentObserver);
  const peers = {
    ...Object.fromEntries(serviceNames.map((name) => [name, noPeer])),
    workspace: createLocalCaller([createDirectory(asked, beside)], silentObserver),
    contacts: createLocalCaller([beside.contacts.implementation], silentObserver),
    statistics: createLocalCaller([createPresence(beside)], silentObserver),
  } as Peers;
  const platform: Platform = {
    databaseUrl: database.url,
    pollEvery: POLL_EVERY_MS,
    log: createLogger({ service: 'helpcenter', level: 'silent' }),
    metrics: createMetrics({ service: 'helpcenter', processMetrics: false }),
    peers,
    eventTransport: createEmbeddedBroker(),
    mail: createSmtpTransport({ url: 'smtp://127.0.0.1:9' }),
    files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
    outbound: createOutbound({ allowedNetworks: ['127.0.0.0/8'] }),
    mailFrom: 'support@parley.localhost',
    searchEngine: { kind: 'postgres' },
    ai: createLexicalAi(),
    sealer: createSealer(['a secret for tests, long enough to be taken']),
    publicUrl: 'http://127.0.0.1:3000',
  };
  const module = createHelpcenter(platform);
  await module.start();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  for (const statement of KEEP_EVENTS) await db.query(statement);
  const clients = createClients(createLocalCaller(module.implementations, silentObserver));
  const events = (aggregateId: string) =>
    db.query<OutboxRow>(
      `SELECT subject, aggregate_id AS "aggregateId", payload FROM told WHERE aggregate_id = $1 ORDER BY seq`,
      [aggregateId],
    );
  return {
    ...clients,
    db,
    files: platform.files,
    beside,
    implementations: module.implementations,
    project: () => createProject(clients),
    settingsAsked: (projectId) => asked.filter((id) => id === projectId).length,
    events,
    told: async ({ id }) => (await events(id)).map(({ subject }) => subject.split('.').at(-1) ?? ''),
    stop: async () => {
      await module.stop();
      await platform.mail.close();
      await platform.outbound.close();
      await db.close();
      await database.drop();
    },
  };
};

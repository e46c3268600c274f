import { type Ai, createLexicalAi } from '@parley/ai';
import { createSealer, type Role, type Scope } from '@parley/auth';
import { createEmbeddedBroker } from '@parley/events';
import { createFolderStore, type FileStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound, type Resolve } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import type { Website, WebsitePage } from '@parley/proto/generated/parley/knowledge/v1/website';
import { WebsitesServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import {
  type CallContext,
  type Client,
  createClient,
  createLocalCaller,
  type RpcObserver,
  type ServiceImplementation,
} from '@parley/rpc';
import { type Peers, type Platform, type ServiceModule, serviceNames } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, eventually, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import { createKnowledge } from '../../src/service';

export const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

const USER: Scope['actor'] = {
  type: 'user',
  id: '0123456789abcdef00000001',
  email: 'u@example.com',
  confirmed: true,
};

type Sent = Parameters<Client<typeof WebsitesServiceDefinition>['createWebsite']>[0]['website'];

/** The websites of one project. */
export interface SiteProject {
  id: string;
  as(role?: Role): CallContext;
  create(website: Sent): Promise<Website>;
  get(id: string): Promise<Website>;
  /** Has it crawled (anew) and waits until that ended. */
  crawl(id: string): Promise<Website>;
  /** Waits until no crawl runs. */
  settled(id: string): Promise<Website>;
  pages(id: string, status?: string): Promise<WebsitePage[]>;
  /** Texts of the documents of a website, by address. */
  texts(id: string): Promise<Record<string, string>>;
}

/** The service on a database of its own, whose crawler may go to the loopback address. */
export interface TestWebsites {
  db: Database;
  module: ServiceModule;
  files: FileStore;
  websites: Client<typeof WebsitesServiceDefinition>;
  project(): SiteProject;
  stop(): Promise<void>;
}

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('It is missing');
  return value;
};

interface StoredText {
  url: string;
  texts: { sections: { heading?: string; text: string }[] }[];
}

const createProject = ({ websites, db }: Pick<TestWebsites, 'websites' | 'db'>): SiteProject => {
  const [id, organisationId] = [newId(), newId()];
  const as: SiteProject['as'] = (role = 'user') => ({
    requestId: 'test',
    scope: { actor: USER, projectId: id, organisationId, role },
    deadline: Date.now() + 60_000,
    signal: new AbortController().signal,
  });
  const project: SiteProject = {
    id,
    as,
    create: async (website) => required((await websites.createWebsite({ website }, as())).website),
    get: async (websiteId) => required((await websites.getWebsite({ websiteId }, as())).website),
    crawl: async (websiteId) => {
      await websites.crawlWebsite({ websiteId }, as());
      return project.settled(websiteId);
    },
    settled: async (websiteId) => {
      let website: Website | undefined;
      await eventually(async () => {
        website = await project.get(websiteId);
        expect(website.status).toMatch(/ready|failed/);
      });
      return required(website);
    },
    pages: async (websiteId, status) =>
      (await websites.listWebsitePages({ websiteId, status, limit: 200 }, as())).pages,
    texts: async (websiteId) => {
      const rows = await db.query<StoredText>(
        `SELECT p.url, d.texts FROM document d JOIN website_page p ON p.project_id = d.project_id AND p.id = d.key
          WHERE d.project_id = $1 AND d.owner_type = 'website' AND d.owner_id = $2`,
        [id, websiteId],
      );
      return Object.fromEntries(
        rows.map(({ url, texts }) => [
          url,
          texts
            .flatMap(({ sections }) => sections)
            .map(({ heading, text }) => [heading, text].filter(Boolean).join('\n'))
            .join('\n'),
        ]),
      );
    },
  };
  return project;
};

/** Starts the service. */
export const startWebsites = async ({
  clock,
  allowedNetworks = ['127.0.0.0/8'],
  resolve,
  tickets = [],
  ai = createLexicalAi(),
}: {
  clock?: () => Date;
  allowedNetworks?: string[];
  /** Looks names up instead of the system. */
  resolve?: Resolve;
  /** What the tickets service answers. */
  tickets?: readonly ServiceImplementation[];
  ai?: Ai;
} = {}): Promise<TestWebsites> => {
  const database = await createTestDatabase('knowledge_websites', migrations);
  const noPeer = createLocalCaller([], silentObserver);
  const platform: Platform = {
    databaseUrl: database.url,
    pollEvery: POLL_EVERY_MS,
    log: createLogger({ service: 'knowledge', level: 'silent' }),
    metrics: createMetrics({ service: 'knowledge', processMetrics: false }),
    peers: {
      ...(Object.fromEntries(serviceNames.map((name) => [name, noPeer])) as Peers),
      tickets: createLocalCaller(tickets, silentObserver),
    },
    eventTransport: createEmbeddedBroker(),
    mail: createSmtpTransport({ url: 'smtp://127.0.0.1:9' }),
    files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
    outbound: createOutbound({ allowedNetworks, ...(resolve && { resolve }) }),
    mailFrom: 'support@parley.localhost',
    searchEngine: { kind: 'postgres' },
    ai,
    sealer: createSealer(['a secret for tests, long enough to be taken']),
    publicUrl: 'http://127.0.0.1:3000',
  };
  const module = createKnowledge(platform, clock && { clock });
  await module.start();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  const websites = createClient(
    WebsitesServiceDefinition,
    createLocalCaller(module.implementations, silentObserver),
  );
  return {
    db,
    module,
    files: platform.files,
    websites,
    project: () => createProject({ websites, db }),
    stop: async () => {
      await module.stop();
      await platform.mail.close();
      await platform.outbound.close();
      await db.close();
      await database.drop();
    },
  };
};

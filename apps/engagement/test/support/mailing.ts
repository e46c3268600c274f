import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role, type Scope, type Sealer } from '@parley/auth';
import { createEmbeddedBroker, createEvents, eventTablesSql, topology } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import { BannersServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { PushNotificationsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/push_notifications_service';
import { PushSubscriptionsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/push_subscriptions_service';
import { ChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { CobrowseToursServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import { ContactChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/contact_checklists_service';
import { WidgetEngagementsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { EngagementEditorServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_editor_service';
import { EngagementEmailsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_emails_service';
import { EngagementResultsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import { EngagementsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagements_service';
import { EngagementMailServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_mail_service';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import {
  type CallContext,
  type Caller,
  type Client,
  createClient,
  createLocalCaller,
  implement,
  type RpcObserver,
  type ServiceImplementation,
} from '@parley/rpc';
import { type Peers, type Platform, serviceNames, type ServiceModule } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, eventually, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import { createEngagement } from '../../src/service';
import { createPeople, type People, type Person } from './people';
import { openSink, type SmtpSink } from './smtp-sink';

export const PUBLIC_URL = 'http://parley.example:3000';
export const SECRET = 'a secret for tests, long enough to be taken';
export const MEMBER = '0123456789abcdef0000000a';

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

/** A mail's row. */
export interface DeliveryRow {
  id: string;
  contactId: string;
  address: string;
  status: string;
  reason: string | null;
  occasion: string;
  attempts: number;
  bounceType: string | null;
  opens: number;
  clicks: number;
}

/** The service with a mail server and people around it. */
export interface Mailing {
  db: Database;
  sink: SmtpSink;
  people: People;
  sealer: Sealer;
  implementations: readonly ServiceImplementation[];
  emails: Client<EngagementEmailsServiceDefinition>;
  mails: Client<EngagementMailServiceDefinition>;
  tracking: Client<MailTrackingServiceDefinition>;
  results: Client<EngagementResultsServiceDefinition>;
  engagements: Client<EngagementsServiceDefinition>;
  pushNotifications: Client<PushNotificationsServiceDefinition>;
  pushSubscriptions: Client<PushSubscriptionsServiceDefinition>;
  editor: Client<EngagementEditorServiceDefinition>;
  widgets: Client<WidgetEngagementsServiceDefinition>;
  banners: Client<BannersServiceDefinition>;
  tours: Client<CobrowseToursServiceDefinition>;
  checklists: Client<ChecklistsServiceDefinition>;
  chatMessages: Client<ChatMessagesServiceDefinition>;
  progresses: Client<ContactChecklistsServiceDefinition>;
  projectId: string;
  /** Moves the service's time. */
  move(milliseconds: number): void;
  as(role: Role, projectId?: string): CallContext;
  /** The widget of a contact. */
  asContact(person: Person): CallContext;
  /** Creates an e-mail of the project; live unless said otherwise. */
  create(changes?: Record<string, unknown>): Promise<EngagementItem>;
  update(id: string, item: Record<string, unknown>): Promise<EngagementItem>;
  read(id: string): Promise<EngagementItem>;
  deliveries(id: string): Promise<DeliveryRow[]>;
  /** Waits until the item is finished. */
  finished(id: string): Promise<EngagementItem>;
  /** The events of an item's mails, oldest first, as `verb`. */
  told(id: string): Promise<{ verb: string; payload: Record<string, unknown> }[]>;
  /** Has contacts or workspace tell of something; answers when it was handled. */
  publish(subject: string, aggregateId: string, payload: object): Promise<void>;
  /** A new project, with nobody in it. */
  newProject(): void;
  /** Ends the process and starts another on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const required = <T>(value: T | undefined | null): T => {
  if (value === undefined || value === null) throw new Error('It is missing');
  return value;
};

const notUsed = (): Promise<never> => Promise.reject(new Error('not used by engagement'));

export const workspace = implement(DirectoryServiceDefinition, {
  getProjectSettings: async ({ projectId }) => ({
    settings: { id: projectId, name: 'Acme', defaultLanguage: 'en', organisationId: newId() },
  }),
  getMembers: async ({ userIds }) => ({
    members: userIds
      .filter((id) => id === MEMBER)
      .map((id) => ({ id, email: 'grace@acme.example', firstName: 'Grace', lastName: 'Hopper' })),
  }),
  getTeams: notUsed,
  getSigningKeys: notUsed,
  resolveAccess: notUsed,
  resolveAccount: notUsed,
  resolveServiceToken: notUsed,
  resolveSecretKey: notUsed,
  resolveProjectKey: notUsed,
  resolveHelpcenterSite: notUsed,
});

const KEEP_EVENTS = `CREATE TABLE told AS SELECT * FROM outbox_event WITH NO DATA;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END';
CREATE TRIGGER tell AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION tell();`;

const DELIVERIES = `SELECT id, contact_id AS "contactId", address, status, reason, occasion, attempts,
  bounce_type AS "bounceType", opens, clicks FROM email_delivery WHERE item_id = $1 ORDER BY id`;

export const document = (text: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Says of every ticket and message that it was made. */
const answeringTickets = (caller: Caller): Caller => ({
  ...caller,
  unary: async () => ({ ticket: { id: newId() }, message: { id: newId() } }) as never,
});

/** A service whose events reach this one. */
const startSource = async (
  service: 'contacts' | 'workspace',
  transport: ReturnType<typeof createEmbeddedBroker>,
  log: ReturnType<typeof createLogger>,
) => {
  const database = await createTestDatabase(`engagement_${service}`);
  await database.db.query(eventTablesSql);
  const ours = topology.filter(({ consumer }) => consumer === 'engagement');
  const events = createEvents({ service, db: database.db, transport, topology: ours, log });
  await events.start();
  const stop = async (): Promise<void> => {
    await events.stop();
    await database.drop();
  };
  return { service, db: database.db, events, stop };
};

/** Starts the service. */
export const startMailing = async (allowedNetworks: readonly string[] = []): Promise<Mailing> => {
  const database = await createTestDatabase('engagement', migrations);
  const people = createPeople();
  const sink = await openSink();
  const broker = createEmbeddedBroker();
  const noPeer = createLocalCaller([], silentObserver);
  const log = createLogger({ service: 'engagement', level: 'silent' });
  const sealer = createSealer([SECRET]);
  let shift = 0;
  const compose = (): { module: ServiceModule; platform: Platform } => {
    const platform: Platform = {
      databaseUrl: database.url,
      pollEvery: POLL_EVERY_MS,
      log,
      metrics: createMetrics({ service: 'engagement', processMetrics: false }),
      peers: {
        ...Object.fromEntries(serviceNames.map((name) => [name, noPeer])),
        contacts: createLocalCaller(people.implementations, silentObserver),
        workspace: createLocalCaller([workspace], silentObserver),
        tickets: answeringTickets(noPeer),
      } as Peers,
      eventTransport: broker,
      mail: createSmtpTransport({ url: sink.url }),
      files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
      outbound: createOutbound({ allowedNetworks: [...allowedNetworks] }),
      mailFrom: 'support@parley.example',
      searchEngine: { kind: 'postgres' },
      ai: createLexicalAi(),
      sealer,
      publicUrl: PUBLIC_URL,
    };
    const clock = () => new Date(Date.now() + shift);
    return { platform, module: createEngagement(platform, { clock }) };
  };
  let running = compose();
  await running.module.start();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  await db.query(KEEP_EVENTS);
  const sources = await Promise.all(
    (['contacts', 'workspace'] as const).map((service) => startSource(service, broker, log)),
  );
  const client = <D extends Parameters<typeof createClient>[0]>(definition: D): Client<D> =>
    createClient(definition, createLocalCaller(running.module.implementations, silentObserver)) as Client<D>;
  const clients = () => ({
    implementations: running.module.implementations,
    emails: client(EngagementEmailsServiceDefinition),
    mails: client(EngagementMailServiceDefinition),
    tracking: client(MailTrackingServiceDefinition),
    results: client(EngagementResultsServiceDefinition),
    engagements: client(EngagementsServiceDefinition),
    pushNotifications: client(PushNotificationsServiceDefinition),
    pushSubscriptions: client(PushSubscriptionsServiceDefinition),
    editor: client(EngagementEditorServiceDefinition),
    widgets: client(WidgetEngagementsServiceDefinition),
    banners: client(BannersServiceDefinition),
    tours: client(CobrowseToursServiceDefinition),
    checklists: client(ChecklistsServiceDefinition),
    chatMessages: client(ChatMessagesServiceDefinition),
    progresses: client(ContactChecklistsServiceDefinition),
  });
  const halt = async (): Promise<void> => {
    await running.module.stop();
    await running.platform.mail.close();
    await running.platform.outbound.close();
  };
  const mailing: Mailing = {
    ...clients(),
    db,
    sink,
    people,
    sealer,
    projectId: newId(),
    move: (milliseconds) => {
      shift += milliseconds;
    },
    as: (role, projectId = mailing.projectId) => ({
      requestId: 'test',
      scope: { actor: USER, projectId, organisationId: '0123456789abcdef000000ff', role },
      deadline: Date.now() + 60_000,
      signal: new AbortController().signal,
    }),
    asContact: ({ svcId = '' }) => ({
      ...mailing.as('user'),
      scope: {
        ...{ actor: { type: 'contact', id: svcId } },
        ...{ projectId: mailing.projectId, organisationId: '0123456789abcdef000000ff' },
      },
    }),
    create: async (changes = {}) => {
      const item = {
        name: 'News',
        status: 'live',
        subject: 'Hello',
        message: document('Hello there'),
        ...changes,
      };
      return required((await mailing.emails.createEngagementEmail({ item }, mailing.as('user'))).item);
    },
    update: async (engagementEmailId, item) =>
      required(
        (await mailing.emails.updateEngagementEmail({ engagementEmailId, item }, mailing.as('user'))).item,
      ),
    read: async (engagementEmailId) =>
      required((await mailing.emails.getEngagementEmail({ engagementEmailId }, mailing.as('user'))).item),
    deliveries: (id) => db.query<DeliveryRow>(DELIVERIES, [id]),
    finished: (id) =>
      eventually(async () => {
        const item = await mailing.read(id);
        expect(item.status).toBe('finished');
        return item;
      }),
    told: async (id) => {
      const rows = await db.query<{ subject: string; payload: Record<string, unknown> }>(
        `SELECT subject, payload FROM told WHERE payload ->> 'outbound' = $1 ORDER BY seq`,
        [id],
      );
      return rows.map(({ subject, payload }) => ({
        verb: subject.replace(/^engagement\.v1\.(?:email|push)\./, ''),
        payload,
      }));
    },
    publish: async (subject, aggregateId, payload) => {
      const { db: theirs, events } = required(
        sources.find(({ service }) => subject.startsWith(`${service}.`)),
      );
      await events.append(theirs, [{ subject, projectId: mailing.projectId, aggregateId, payload }]);
      events.wake();
      await eventually(async () => expect((await events.lag()).pending).toBe(0));
    },
    newProject: () => {
      shift = 0;
      mailing.projectId = newId();
      people.all.length = 0;
      sink.mails.length = 0;
      sink.answer = () => undefined;
      sink.beforeTaking = () => undefined;
      people.pageSize = 1_000;
      people.beforePage = () => undefined;
      people.beforeLook = () => undefined;
    },
    restart: async () => {
      await halt();
      running = compose();
      await running.module.start();
      Object.assign(mailing, clients());
    },
    stop: async () => {
      await Promise.all(sources.map((source) => source.stop()));
      await halt();
      await sink.close();
      await db.close();
      await database.drop();
    },
  };
  return mailing;
};

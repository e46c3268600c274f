import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role, type Scope } from '@parley/auth';
import { loadConfig } from '@parley/config';
import { createEmbeddedBroker } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId, openDatabase } from '@parley/persistence';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { CommerceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/commerce_service';
import { ContactEventsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import { ContactLifecycleServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { MailSubscriptionServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { ContactImportsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { ServerContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/server_contacts_service';
import {
  type CallContext,
  type Caller,
  type Client,
  createClient,
  createLocalCaller,
  type RpcObserver,
  type ServiceImplementation,
} from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { createLogger, createMetrics, type Logger } from '@parley/telemetry';
import { createTestDatabase, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import { type ContactsConfig, contactsTable, createContacts } from '../../src/service';
import { createNeighbours, type Neighbours } from './neighbours';

export const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

/** The clients of the services that contacts serves. */
export interface Clients {
  contacts: Client<typeof ContactsServiceDefinition>;
  directory: Client<typeof ContactDirectoryServiceDefinition>;
  lifecycle: Client<typeof ContactLifecycleServiceDefinition>;
  tracking: Client<typeof ContactEventsServiceDefinition>;
  mailSubscriptions: Client<typeof MailSubscriptionServiceDefinition>;
  widget: Client<typeof WidgetServiceDefinition>;
  imports: Client<typeof ContactImportsServiceDefinition>;
  commerce: Client<typeof CommerceServiceDefinition>;
  server: Client<typeof ServerContactsServiceDefinition>;
}

export const createClients = (caller: Caller): Clients => ({
  contacts: createClient(ContactsServiceDefinition, caller),
  directory: createClient(ContactDirectoryServiceDefinition, caller),
  lifecycle: createClient(ContactLifecycleServiceDefinition, caller),
  tracking: createClient(ContactEventsServiceDefinition, caller),
  mailSubscriptions: createClient(MailSubscriptionServiceDefinition, caller),
  widget: createClient(WidgetServiceDefinition, caller),
  imports: createClient(ContactImportsServiceDefinition, caller),
  commerce: createClient(CommerceServiceDefinition, caller),
  server: createClient(ServerContactsServiceDefinition, caller),
});

/** A project, with the contexts of calls in it. */
export interface TestProject {
  id: string;
  organisationId: string;
  as(role: Role): CallContext;
  by(scope: Partial<Scope>): CallContext;
}

/** The event that a change left in the outbox. */
export interface OutboxRow {
  subject: string;
  aggregateId: string;
  payload: Record<string, unknown>;
}

/** The service, running on a database of its own. */
export interface TestContacts extends Clients {
  db: Database;
  neighbours: Neighbours;
  implementations: readonly ServiceImplementation[];
  project(): TestProject;
  /** The events of a contact, oldest first. */
  events(contactId: string): Promise<OutboxRow[]>;
  /** How many rows of any table name a contact, events that wait for delivery aside. */
  traces(contactId: string): Promise<number>;
  /** A second process on the same database. */
  replica(): ServiceModule;
  /** Ends the process as a signal does; `db` stays. */
  halt(): Promise<void>;
  stop(): Promise<void>;
}

export const USER_ID = '0123456789abcdef00000001';

const makeContext = (scope: Scope): CallContext => ({
  requestId: 'test',
  scope,
  deadline: Date.now() + 30_000,
  signal: new AbortController().signal,
});

const createProject = (): TestProject => {
  const [id, organisationId] = [newId(), newId()];
  const by = (scope: Partial<Scope>): CallContext =>
    makeContext({ actor: { type: 'anonymous' }, projectId: id, organisationId, ...scope });
  const actor = { type: 'user', id: USER_ID, email: 'agent@example.com', confirmed: true } as const;
  return { id, organisationId, by, as: (role) => by({ actor, role }) };
};

/** What a test changes about the service. */
export interface TestContactsOptions {
  /** Moves the time of its deletions and imports. */
  clock?: () => Date;
  config?: Partial<ContactsConfig>;
  /** Networks beside the public internet that it may reach. */
  allowedNetworks?: readonly string[];
  lookUpTimeoutMs?: number;
  /** Where it logs, else nowhere. */
  log?: Logger;
}

/** Starts the service. */
export const startContacts = async ({
  clock,
  config,
  allowedNetworks = ['127.0.0.0/8'],
  lookUpTimeoutMs,
  log = createLogger({ service: 'contacts', level: 'silent' }),
}: TestContactsOptions = {}): Promise<TestContacts> => {
  const database = await createTestDatabase('contacts', migrations);
  const neighbours = createNeighbours();
  const mail = createSmtpTransport({ url: 'smtp://127.0.0.1:9' });
  const compose = (): ServiceModule => {
    const platform: Platform = {
      databaseUrl: database.url,
      pollEvery: POLL_EVERY_MS,
      log,
      metrics: createMetrics({ service: 'contacts', processMetrics: false }),
      peers: neighbours.peers,
      eventTransport: createEmbeddedBroker(),
      mail,
      files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
      outbound: createOutbound({ allowedNetworks }),
      mailFrom: 'support@parley.localhost',
      searchEngine: { kind: 'postgres' },
      ai: createLexicalAi(),
      sealer: createSealer(['a secret for tests, long enough to be taken']),
      publicUrl: 'http://127.0.0.1:3000',
    };
    return createContacts({ ...loadConfig(contactsTable, {}), ...config }, platform, {
      ...(clock && { clock }),
      ...(lookUpTimeoutMs !== undefined && { lookUpTimeoutMs }),
    });
  };
  const module = compose();
  await module.start();
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  let halted: Promise<void> | undefined;
  const halt = (): Promise<void> => (halted ??= module.stop());
  return {
    ...createClients(createLocalCaller(module.implementations, silentObserver)),
    db,
    neighbours,
    implementations: module.implementations,
    project: createProject,
    replica: compose,
    events: (contactId) =>
      db.query<OutboxRow>(
        `SELECT subject, aggregate_id AS "aggregateId", payload FROM outbox_event WHERE aggregate_id = $1 ORDER BY seq`,
        [contactId],
      ),
    traces: async (contactId) => {
      const tables = await db.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND relname NOT IN ('outbox_event')`,
      );
      const counts = await Promise.all(
        tables.map(({ name }) =>
          db.query<{ n: number }>(`SELECT count(*) AS n FROM "${name}" t WHERE strpos(t::text, $1) > 0`, [
            contactId,
          ]),
        ),
      );
      return counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
    },
    halt,
    stop: async () => {
      neighbours.close();
      await halt();
      await mail.close();
      await db.close();
      await database.drop();
    },
  };
};

/** The contact of an answer. */
export const requireContact = ({ contact }: { contact?: Contact | undefined }): Contact => {
  if (!contact) throw new Error('The answer has no contact');
  return contact;
};

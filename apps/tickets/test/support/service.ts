import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role } from '@parley/auth';
import { createEmbeddedBroker, type EmbeddedBroker } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId } from '@parley/persistence';
import type { Platform, ServiceModule } from '@parley/runtime';
import { type CallContext, type Client, createClient, createLocalCaller } from '@parley/rpc';
import { createLogger, createMetrics, type Metrics } from '@parley/telemetry';
import { createTestDatabase, POLL_EVERY_MS } from '@parley/testing';
import { ContactMailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_mail_service';
import { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { FeatureRequestsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import { HandOverServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/hand_over_service';
import { InboxServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbox_service';
import { InboundEmailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbound_email_service';
import { MessageDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import { MessageTemplatesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { MessageDraftsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_drafts_service';
import { TicketActionsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import { TicketBulkServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { TicketExportsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';
import { TicketLogsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import { TicketMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_merge_service';
import { TicketSearchServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { TrackerTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import type { TicketsConfig } from '../../src/config';
import { createTickets } from '../../src/service';
import { createComparison } from './comparison';
import { type Inbox, openInbox } from './inbox';
import { createNeighbours, type Neighbours, quiet } from './neighbours';

export const DOMAIN = 'parley.localhost';

/** An event as it was appended. */
export interface Appended {
  subject: string;
  project_id: string;
  aggregate_id: string;
  payload: { ticket: Record<string, unknown>; message: Record<string, unknown>; changed: string[] };
  headers: Record<string, string>;
}

/** The real service over a database of its own, with clients of it. */
export interface TestService {
  db: Database;
  broker: EmbeddedBroker;
  inbox: Inbox;
  neighbours: Neighbours;
  module: ServiceModule;
  metrics: Metrics;
  tickets: Client<TicketsServiceDefinition>;
  merging: Client<TicketMergeServiceDefinition>;
  trackers: Client<TrackerTicketsServiceDefinition>;
  requests: Client<FeatureRequestsServiceDefinition>;
  messages: Client<MessagesServiceDefinition>;
  contactMails: Client<ContactMailServiceDefinition>;
  conversations: Client<ConversationsServiceDefinition>;
  inbound: Client<InboundEmailServiceDefinition>;
  messageDirectory: Client<MessageDirectoryServiceDefinition>;
  templates: Client<MessageTemplatesServiceDefinition>;
  directory: Client<TicketDirectoryServiceDefinition>;
  exports: Client<TicketExportsServiceDefinition>;
  logs: Client<TicketLogsServiceDefinition>;
  lookups: Client<TicketSearchServiceDefinition>;
  handOver: Client<HandOverServiceDefinition>;
  unifiedInbox: Client<InboxServiceDefinition>;
  /** Stops the service itself before everything around it. */
  halt(): Promise<void>;
  /** The same service composed once more on the same database, as another process would. */
  replica(): ServiceModule;
  actions: Client<TicketActionsServiceDefinition>;
  drafts: Client<MessageDraftsServiceDefinition>;
  bulk: Client<TicketBulkServiceDefinition>;
  /** What the service takes for the time; the real one until it is set. */
  setClock(now: Date | undefined): void;
  /** Every event ever appended but those about conversations, clocks and mails, oldest first; of one aggregate with an id. */
  events(aggregateId?: string): Promise<Appended[]>;
  /** As `events`, with those that tell contacts of their conversations, and statistics of clocks. */
  allEvents(aggregateId?: string): Promise<Appended[]>;
  stop(): Promise<void>;
}

/** A caller in a project. */
export interface TestCaller {
  projectId: string;
  userId: string;
  context: CallContext;
}

export const makeContext = (
  projectId: string,
  actor: CallContext['scope']['actor'],
  role: Role = 'agent',
): CallContext => ({
  requestId: newId(),
  scope: { actor, projectId, organisationId: '0'.repeat(24), role },
  deadline: Date.now() + 600_000,
  signal: new AbortController().signal,
});

/** A member of a new project, or of the given one. */
export const callerIn = (neighbours: Neighbours, projectId = newId()): TestCaller => {
  const member = neighbours.addMember(projectId, {
    firstName: 'Ada',
    lastName: 'Agent',
    email: 'ada@team.example',
  });
  const actor = { type: 'user' as const, id: member.id, email: member.email, confirmed: true };
  return { projectId, userId: member.id, context: makeContext(projectId, actor) };
};

/** Events that follow from others. */
const aside = /\.conversation\.|\.sla_(started|met|ended)$/;

// Delivered events leave the outbox at once, so a copy is kept for the tests, as they are when they are committed.
const COPY = `
CREATE TABLE event_copy AS SELECT * FROM outbox_event WITH NO DATA;
CREATE FUNCTION copy_event() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO event_copy SELECT NEW.*; RETURN NULL; END $$;
CREATE TRIGGER copy_event AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION copy_event();
CREATE FUNCTION copy_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN UPDATE event_copy SET payload = NEW.payload WHERE id = NEW.id; RETURN NULL; END $$;
CREATE TRIGGER copy_change AFTER UPDATE OF payload ON outbox_event FOR EACH ROW EXECUTE FUNCTION copy_change();`;

export const startTickets = async (
  name: string,
  changes: Partial<Platform> = {},
  config: Partial<TicketsConfig> = {},
): Promise<TestService> => {
  const database = await createTestDatabase(name, migrations);
  const inbox = await openInbox();
  const neighbours = createNeighbours();
  const broker = createEmbeddedBroker();
  let fixed: Date | undefined;
  const unused = createLocalCaller([], quiet);
  const { ai = createLexicalAi() } = changes;
  const platform: Platform = {
    databaseUrl: database.url,
    pollEvery: POLL_EVERY_MS,
    log: createLogger({ service: 'tickets', level: 'error' }),
    metrics: createMetrics({ service: 'tickets', processMetrics: false }),
    peers: {
      workspace: neighbours.workspace,
      contacts: neighbours.contacts,
      tickets: unused,
      helpcenter: unused,
      pipelines: unused,
      knowledge: createComparison(ai, () => caller),
      s2s: unused,
      engagement: unused,
      statistics: unused,
      realtime: neighbours.realtime,
      mail: neighbours.mail,
    },
    eventTransport: broker,
    mail: createSmtpTransport({ url: inbox.url }),
    files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
    outbound: createOutbound({ allowedNetworks: ['127.0.0.0/8'] }),
    mailFrom: `support@${DOMAIN}`,
    searchEngine: { kind: 'postgres' },
    ai,
    sealer: createSealer(['a secret of the tests, 32 characters long']),
    publicUrl: 'http://127.0.0.1:3000',
    ...changes,
  };
  const compose = (metrics = platform.metrics): ServiceModule =>
    createTickets(
      {
        scheduledReplyDelaySeconds: 60,
        missedMailDelaySeconds: 300,
        noticeMailDelaySeconds: 300,
        mailTrustedAuthserv: [],
        inboundDomain: undefined,
        ...config,
      },
      { ...platform, metrics },
      { clock: () => fixed ?? new Date() },
    );
  const module = compose();
  let halted: Promise<void> | undefined;
  const halt = (): Promise<void> => (halted ??= module.stop());
  await module.start();
  await database.db.query(COPY);
  const caller = createLocalCaller(module.implementations, quiet);
  const allEvents = (aggregateId?: string): Promise<Appended[]> =>
    database.db.query<Appended>(
      `SELECT subject, project_id, aggregate_id, payload, headers FROM event_copy
        WHERE $1::text IS NULL OR aggregate_id = $1 ORDER BY seq`,
      [aggregateId ?? null],
    );
  return {
    db: database.db,
    broker,
    inbox,
    neighbours,
    module,
    metrics: platform.metrics,
    tickets: createClient(TicketsServiceDefinition, caller),
    merging: createClient(TicketMergeServiceDefinition, caller),
    trackers: createClient(TrackerTicketsServiceDefinition, caller),
    requests: createClient(FeatureRequestsServiceDefinition, caller),
    messages: createClient(MessagesServiceDefinition, caller),
    contactMails: createClient(ContactMailServiceDefinition, caller),
    conversations: createClient(ConversationsServiceDefinition, caller),
    inbound: createClient(InboundEmailServiceDefinition, caller),
    messageDirectory: createClient(MessageDirectoryServiceDefinition, caller),
    templates: createClient(MessageTemplatesServiceDefinition, caller),
    directory: createClient(TicketDirectoryServiceDefinition, caller),
    exports: createClient(TicketExportsServiceDefinition, caller),
    logs: createClient(TicketLogsServiceDefinition, caller),
    handOver: createClient(HandOverServiceDefinition, caller),
    unifiedInbox: createClient(InboxServiceDefinition, caller),
    lookups: createClient(TicketSearchServiceDefinition, caller),
    replica: () => compose(createMetrics({ service: 'tickets', processMetrics: false })),
    actions: createClient(TicketActionsServiceDefinition, caller),
    drafts: createClient(MessageDraftsServiceDefinition, caller),
    bulk: createClient(TicketBulkServiceDefinition, caller),
    setClock: (now) => void (fixed = now),
    events: async (aggregateId) =>
      (await allEvents(aggregateId)).filter(
        ({ subject, payload }) => !aside.test(subject) && payload.changed?.join() !== 'delivery',
      ),
    allEvents,
    halt,
    stop: async () => {
      await halt();
      await platform.mail.close();
      await inbox.close();
      await database.drop();
    },
  };
};

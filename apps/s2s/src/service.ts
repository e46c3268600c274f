import { createBroadcast, createEvents, topology } from '@parley/events';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createSigners } from '@parley/realtime';
import { createClient } from '@parley/rpc';
import {
  createEventObserver,
  createLookout,
  createStatisticsWorker,
  createWorker,
  eventCommands,
  migrateCommand,
  type Platform,
  reportBackground,
  type ServiceModule,
  watchBackground,
  WATCHED_REST_MS,
} from '@parley/runtime';
import { type Deps } from './deps';
import { CONTACTS_DURABLE, onContacts } from './events/on-contacts';
import { migrations } from './generated/migrations';
import { s2sContactsRpc } from './rpc/s2s-contacts.rpc';
import { s2sConversationsRpc } from './rpc/s2s-conversations.rpc';
import { streamDirectoryRpc, streamRpc } from './rpc/stream.rpc';
import {
  CONTACT_STREAMS_DURABLE,
  numberForContacts,
  numberForProjects,
  PROJECT_STREAMS_DURABLE,
} from './streams/number-events';
import { trimStreams } from './streams/trim-streams';

/** Milliseconds between two looks for events that nobody reads any more. */
const TRIM_INTERVAL = 60_000;
/** Most events that get their numbers in one transaction. */
const TOGETHER = 100;

/** What a test may replace. */
export interface S2sOptions {
  clock?: () => Date;
}

/** Composes the s2s service. */
export const createS2s = (
  platform: Platform,
  { clock = () => new Date() }: S2sOptions = {},
): ServiceModule => {
  const { databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley s2s',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const events = createEvents({
    service: 's2s',
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(platform.metrics),
    settings: { pollMs: WATCHED_REST_MS },
  });
  reportBackground(platform.metrics, { db, events });
  const broadcast = createBroadcast(platform.eventTransport, { log, name: 'parley s2s broadcasts' });
  const statistics = createStatisticsWorker({ db, log });
  const deps: Deps = {
    db,
    log,
    contacts: createClient(ContactsServiceDefinition, peers.contacts),
    sessions: createClient(ContactDirectoryServiceDefinition, peers.contacts),
    widgets: createClient(WidgetServiceDefinition, peers.contacts),
    conversations: createClient(ConversationsServiceDefinition, peers.tickets),
    signers: createSigners(createClient(DirectoryServiceDefinition, peers.workspace), platform.sealer),
    broadcast,
    clock,
  };
  const jobs = [
    createWorker({ name: 'old stream events', interval: TRIM_INTERVAL, log, round: () => trimStreams(deps) }),
  ];
  const lookout = createLookout({ db, clock, log });
  watchBackground(lookout, { transport: platform.eventTransport, events });
  events.subscribe(CONTACTS_DURABLE, onContacts(deps));
  events.subscribeTogether(CONTACT_STREAMS_DURABLE, numberForContacts(deps), { together: TOGETHER });
  events.subscribeTogether(PROJECT_STREAMS_DURABLE, numberForProjects(deps), { together: TOGETHER });

  return {
    implementations: [
      s2sContactsRpc(deps),
      s2sConversationsRpc(deps),
      streamRpc(deps),
      streamDirectoryRpc(deps),
    ],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await broadcast.start();
      await events.start();
      statistics.start();
      for (const job of jobs) job.start();
      lookout.start();
    },
    health: {
      database: async () => void (await db.query('SELECT 1')),
      events: () => events.health(),
      broadcasts: () => broadcast.health(),
    },
    commands: {
      ...eventCommands('s2s', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      await Promise.all([lookout, events, statistics, ...jobs].map((worker) => worker.stop()));
      await broadcast.close();
      await db.close();
    },
  };
};

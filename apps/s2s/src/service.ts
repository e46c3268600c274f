import { createEffects } from '@parley/effects';
import { createBroadcast, createEvents, isEmbedded, topology } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import { BotActionsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createSigners } from '@parley/realtime';
import { createClient } from '@parley/rpc';
import {
  createEventObserver,
  createLookout,
  createStatisticsWorker,
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
import { agentsRpc } from './rpc/agents.rpc';
import { frontendToolsRpc } from './rpc/frontend-tools.rpc';
import { s2sContactsRpc } from './rpc/s2s-contacts.rpc';
import { s2sConversationsRpc } from './rpc/s2s-conversations.rpc';
import { streamDirectoryRpc, streamRpc } from './rpc/stream.rpc';
import { workflowsRpc } from './rpc/workflows.rpc';
import {
  concernsContacts,
  CONTACT_STREAMS_DURABLE,
  numberForContacts,
  numberForProjects,
  PROJECT_STREAMS_DURABLE,
} from './streams/number-events';
import { createJobs } from './jobs/jobs';
import { concernsRuns, CONVERSATIONS_DURABLE, onConversations } from './runs/on-conversations';
import { onTracked, TRACKED_DURABLE } from './runs/on-tracked';

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
  const directory = createClient(DirectoryServiceDefinition, peers.workspace);
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const deps: Deps = {
    db,
    log,
    contacts: createClient(ContactsServiceDefinition, peers.contacts),
    sessions: createClient(ContactDirectoryServiceDefinition, peers.contacts),
    widgets: createClient(WidgetServiceDefinition, peers.contacts),
    conversations: createClient(ConversationsServiceDefinition, peers.tickets),
    directory,
    effects,
    bots: createClient(BotActionsServiceDefinition, peers.tickets),
    agentAnswers: createClient(AgentAnswersServiceDefinition, peers.knowledge),
    ai: platform.ai,
    events,
    wakeRuns: (at) => jobs.wakeRuns(at),
    wakeTurns: () => jobs.wakeTurns(),
    signers: createSigners(directory, platform.sealer),
    broadcast,
    clock,
  };
  const isOnly = isEmbedded(platform.eventTransport);
  // Another process has to know in time when the lease of a run ends whose process died: it goes on within 10 s.
  const lookout = createLookout({ db, clock, log, ...(!isOnly && { restEvery: 5_000 }) });
  const jobs = createJobs(deps, lookout, { isOnly });
  watchBackground(lookout, { events });
  events.subscribe(CONTACTS_DURABLE, onContacts(deps));
  events.subscribeTogether(CONVERSATIONS_DURABLE, onConversations(deps), {
    together: TOGETHER,
    concerns: concernsRuns,
  });
  events.subscribe(TRACKED_DURABLE, onTracked(deps));
  events.subscribeTogether(CONTACT_STREAMS_DURABLE, numberForContacts(deps), {
    together: TOGETHER,
    concerns: concernsContacts,
  });
  events.subscribeTogether(PROJECT_STREAMS_DURABLE, numberForProjects(deps), { together: TOGETHER });

  return {
    implementations: [
      fileReferencesRpc({ db, clock }),
      s2sContactsRpc(deps),
      s2sConversationsRpc(deps),
      streamRpc(deps),
      workflowsRpc(deps),
      agentsRpc(deps),
      frontendToolsRpc(deps),
      streamDirectoryRpc(deps),
    ],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await broadcast.start();
      await events.start();
      effects.start();
      statistics.start();
      for (const job of jobs.workers) job.start();
      lookout.start();
    },
    health: {
      database: () => db.ping(),
      events: () => events.health(),
      broadcasts: () => broadcast.health(),
    },
    commands: {
      ...eventCommands('s2s', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      jobs.alarm.stop();
      await Promise.all(
        [lookout, events, effects, statistics, ...jobs.workers].map((worker) => worker.stop()),
      );
      await broadcast.close();
      await db.close();
    },
  };
};

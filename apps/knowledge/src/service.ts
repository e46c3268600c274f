import { createAnswers } from '@parley/answers';
import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { KnowledgeSourceServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import { TicketTextServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
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
import { createVectorSpace } from './documents/vector-space';
import { migrations } from './generated/migrations';
import { createJobs, type Jobs } from './jobs/jobs';
import { contentRpc } from './rpc/content.rpc';
import { agentAnswersRpc } from './rpc/agent-answers.rpc';
import { knowledgeRpc } from './rpc/knowledge.rpc';
import { openPassageSearch } from './search/passage-index';
import { createContactsClient } from './sources/contacts';
import { createHelpcenterClient } from './sources/helpcenter';
import {
  CONTACTS_DURABLE,
  HELPCENTER_DURABLE,
  onContacts,
  onHelpcenter,
  onTickets,
  concernsTickets,
  TICKETS_DURABLE,
} from './sources/on-events';
import { createTicketsClient } from './sources/tickets';
import { createWebsites } from './sources/websites';
import { createParts } from './parts';
import { reportLag } from './status/report-lag';

/** What a test may replace. */
export interface KnowledgeOptions {
  clock?: () => Date;
}

/** Most events of tickets that are noted in one transaction. */
const TOGETHER = 100;

/** Most characters of an answer that is made of sentences. */
const MAX_EXTRACTED = 1_200;

/** Composes the knowledge service. */
export const createKnowledge = (
  platform: Platform,
  { clock = () => new Date() }: KnowledgeOptions = {},
): ServiceModule => {
  const { ai, databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley knowledge',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const events = createEvents({
    service: 'knowledge',
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(platform.metrics),
    settings: { pollMs: WATCHED_REST_MS },
  });
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });
  const lookout = createLookout({ db, clock, log });
  const search = openPassageSearch(platform, db);
  const queues = { events, indexers: [search.indexer] };
  watchBackground(lookout, queues);
  reportBackground(platform.metrics, { db, ...queues });
  reportLag(platform.metrics, db);
  const deps: Deps = {
    db,
    log,
    ai,
    space: createVectorSpace(ai),
    search: search.index,
    answers: createAnswers({ ai, failsWhenAway: true, sourcesFit: true, maxExtracted: MAX_EXTRACTED }),
    helpcenter: createHelpcenterClient(createClient(KnowledgeSourceServiceDefinition, peers.helpcenter)),
    tickets: createTicketsClient(createClient(TicketTextServiceDefinition, peers.tickets)),
    contacts: createContactsClient(createClient(ContactsServiceDefinition, peers.contacts)),
    websites: createWebsites(db),
    events,
    effects,
    wakeIndexing: () => jobs.wakeIndexing(),
    wakeSearchIndex: () => search.indexer.wake(),
    wakeSources: () => jobs.wakeSources(),
    clock,
  };
  const jobs: Jobs = createJobs(deps, lookout);
  events.subscribeTogether(HELPCENTER_DURABLE, onHelpcenter(deps), { together: TOGETHER });
  events.subscribeTogether(TICKETS_DURABLE, onTickets(deps), {
    together: TOGETHER,
    concerns: concernsTickets,
  });
  events.subscribe(CONTACTS_DURABLE, onContacts(deps));
  const parts = createParts(platform, deps, { lookout, events });
  const workers = [...jobs.workers, ...parts.workers];

  return {
    implementations: [
      contentRpc(deps),
      knowledgeRpc(deps),
      agentAnswersRpc(deps),
      ...parts.implementations,
      fileReferencesRpc({ db, clock }),
    ],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      effects.start();
      statistics.start();
      search.indexer.start();
      for (const worker of workers) worker.start();
      lookout.start();
    },
    health: {
      database: () => db.ping(),
      events: () => events.health(),
      search: () => search.index.health(),
    },
    commands: {
      ...eventCommands('knowledge', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
      'search:rebuild': async (say) => {
        await migrate(databaseUrl, migrations, log);
        return search.rebuild(say);
      },
    },
    stop: async () => {
      const all = [lookout, events, effects, statistics, search.indexer, ...workers];
      await Promise.all(all.map((worker) => worker.stop()));
      await db.close();
    },
  };
};

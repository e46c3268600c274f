import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { createAnswers } from '@parley/answers';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
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
import { openStore } from './db';
import { type Deps } from './deps';
import { CONTACTS_DURABLE, onContact } from './feedback/on-contact';
import { migrations } from './generated/migrations';
import { createContactsClient } from './project/contacts';
import { createWorkspaceClient } from './project/workspace';
import { implementationsOf } from './rpc/implementations';
import { openArticleSearch } from './search/open-search';
import { createPruneJob } from './telling/prune-job';
import { createTeller } from './telling/teller';

/** What a test may replace. */
export interface HelpcenterOptions {
  clock?: () => Date;
}

/** Composes the help center service. */
export const createHelpcenter = (
  platform: Platform,
  { clock = () => new Date() }: HelpcenterOptions = {},
): ServiceModule => {
  const { databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley helpcenter',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const store = openStore(db);
  const events = createEvents({
    service: 'helpcenter',
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(platform.metrics),
    settings: { pollMs: WATCHED_REST_MS },
  });
  const workspace = createWorkspaceClient(createClient(DirectoryServiceDefinition, peers.workspace));
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });
  const contacts = createContactsClient(createClient(ContactDirectoryServiceDefinition, peers.contacts));
  const { sealer, publicUrl } = platform;
  const search = openArticleSearch(platform, db);
  const queues = { events, indexers: [search.indexer] };
  const lookout = createLookout({ db, clock, log });
  watchBackground(lookout, queues);
  reportBackground(platform.metrics, { db, ...queues });
  const answers = createAnswers({
    ai: platform.ai,
    onAway: (error) => log.warn({ err: error }, 'The AI endpoint is away: sentences of articles answer'),
  });
  const tell = createTeller({ store, events, sealer, clock, log });
  const prune = createPruneJob({ store, clock, log });
  /** What is written is found within 2 s: the queue of the search is filled by the same transactions. */
  const written = {
    append: events.append,
    wake: (): void => {
      events.wake();
      search.indexer.wake();
    },
  };
  const deps: Deps = {
    store,
    events: written,
    effects,
    workspace,
    contacts,
    search: search.index,
    answers,
    tell,
    sealer,
    publicUrl,
    clock,
  };
  events.subscribe(CONTACTS_DURABLE, onContact(deps));

  return {
    implementations: [...implementationsOf(deps), fileReferencesRpc({ db, clock })],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      effects.start();
      statistics.start();
      search.indexer.start();
      prune.start();
      lookout.start();
    },
    health: {
      database: () => db.ping(),
      events: () => events.health(),
      search: () => search.index.health(),
    },
    commands: {
      ...eventCommands('helpcenter', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
      'search:rebuild': async (say) => {
        await migrate(databaseUrl, migrations, log);
        return search.rebuild(say);
      },
    },
    stop: async () => {
      await tell.stop();
      const workers = [lookout, events, effects, statistics, search.indexer, prune];
      await Promise.all(workers.map((worker) => worker.stop()));
      await store.close();
      await db.close();
    },
  };
};

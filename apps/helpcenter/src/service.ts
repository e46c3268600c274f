import { createEffects } from '@parley/effects';
import { ofAggregate } from '@parley/events';
import { fileReferencesRpc } from '@parley/files';
import { createAnswers } from '@parley/answers';
import { createLocalCache } from '@parley/cache';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import { openStore } from './db';
import type { Deps } from './deps';
import { CONTACTS_DURABLE, onContact } from './consumers';
import { migrations } from './generated/migrations';
import { createImporter, createImportPruner, importJob, importPruningJob } from './importing';
import { createContactsClient, createStatisticsClient, createWorkspaceClient } from './project';
import { createImplementations } from './rpc';
import { openArticleSearch } from './search';
import { createPruner, pruneJob, createTeller } from './telling';

/** Dependencies that a test may replace. */
export interface HelpcenterOptions {
  clock?: () => Date;
}

/** How long ids of related and popular articles are cached, in milliseconds, and most lists of them. */
const FOUND_MS = 60_000;
const MAX_FOUND = 10_000;

/** Composes the help center service. */
export const createHelpcenter = (
  platform: Platform,
  { clock = () => new Date() }: HelpcenterOptions = {},
): ServiceModule => {
  const { log, peers } = platform;
  const { db, events, jobs, serve } = openService({ name: 'helpcenter', platform, migrations, clock });
  const store = openStore(db);
  const workspace = createWorkspaceClient(createClient(DirectoryServiceDefinition, peers.workspace));
  const effects = createEffects({ db, sealer: platform.sealer, jobs, clock });
  const contacts = createContactsClient(createClient(ContactDirectoryServiceDefinition, peers.contacts));
  const statistics = createStatisticsClient(createClient(PresenceServiceDefinition, peers.statistics));
  const { sealer, publicUrl } = platform;
  const search = openArticleSearch(platform, db);
  const answers = createAnswers({
    ai: platform.ai,
    onAway: (error) => log.warn({ err: error }, 'The AI endpoint is away: sentences of articles answer'),
  });
  const tell = createTeller({ store, events, sealer, clock, log });
  jobs.work(pruneJob, createPruner({ store, clock }));
  /** Changes are found within 2 s: the same transactions fill the queue of the search. */
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
    statistics,
    search: search.index,
    answers,
    found: createLocalCache({ max: MAX_FOUND, ttlMs: FOUND_MS }),
    tell,
    files: platform.files,
    outbound: platform.outbound,
    jobs,
    sealer,
    publicUrl,
    clock,
  };
  jobs.work(importJob, createImporter(deps));
  jobs.work(importPruningJob, createImportPruner(deps));
  events.subscribe(CONTACTS_DURABLE, onContact, { about: ofAggregate });

  return serve({
    implementations: [...createImplementations(deps), fileReferencesRpc({ db, clock })],
    indexers: [search.indexer],
    workers: [{ start: () => undefined, stop: () => tell.stop() }],
    health: { search: () => search.index.health() },
    commands: {
      'search:rebuild': (say) => search.rebuild(say),
    },
    close: () => store.close(),
  });
};

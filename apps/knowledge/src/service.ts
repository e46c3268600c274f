import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
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
import { migrations } from './generated/migrations';
import { createSources } from './sources';

/** What a test may replace. */
export interface KnowledgeOptions {
  clock?: () => Date;
}

/** Composes the knowledge service. */
export const createKnowledge = (
  platform: Platform,
  { clock = () => new Date() }: KnowledgeOptions = {},
): ServiceModule => {
  const { databaseUrl, log } = platform;
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
  reportBackground(platform.metrics, { db, events });
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });
  const lookout = createLookout({ db, clock, log });
  watchBackground(lookout, { transport: platform.eventTransport, events });

  const sources = createSources(
    platform,
    { db, log, effects, wakeIndexing: () => undefined, clock },
    lookout,
  );

  return {
    implementations: [...sources.implementations],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      effects.start();
      statistics.start();
      for (const worker of sources.workers) worker.start();
      lookout.start();
    },
    health: {
      database: async () => void (await db.query('SELECT 1')),
      events: () => events.health(),
    },
    commands: {
      ...eventCommands('knowledge', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      await Promise.all(
        [lookout, events, effects, statistics, ...sources.workers].map((worker) => worker.stop()),
      );
      await db.close();
    },
  };
};

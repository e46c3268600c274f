import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import {
  createEventObserver,
  createStatisticsWorker,
  eventCommands,
  migrateCommand,
  type Platform,
  reportBackground,
  type ServiceModule,
} from '@parley/runtime';
import { migrations } from './generated/migrations';

/** What a test may replace. */
export interface PipelinesOptions {
  clock?: () => Date;
}

/** Composes the pipelines service. */
export const createPipelines = (
  platform: Platform,
  { clock = () => new Date() }: PipelinesOptions = {},
): ServiceModule => {
  const { databaseUrl, log } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley pipelines',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const events = createEvents({
    service: 'pipelines',
    db,
    transport: platform.eventTransport,
    topology,
    log,
    observer: createEventObserver(platform.metrics),
  });
  reportBackground(platform.metrics, { db, events });
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });

  return {
    implementations: [],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      effects.start();
      statistics.start();
    },
    health: {
      database: async () => void (await db.query('SELECT 1')),
      events: () => events.health(),
    },
    commands: {
      ...eventCommands('pipelines', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      await Promise.all([events.stop(), effects.stop(), statistics.stop()]);
      await db.close();
    },
  };
};

import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
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
import { type Deps } from './deps';
import { migrations } from './generated/migrations';
import { createWorkspaceClient } from './project/workspace';
import { itemsRpc } from './rpc/items.rpc';

/** What a test may replace. */
export interface EngagementOptions {
  clock?: () => Date;
}

/** Composes the engagement service. */
export const createEngagement = (
  platform: Platform,
  { clock = () => new Date() }: EngagementOptions = {},
): ServiceModule => {
  const { databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley engagement',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const events = createEvents({
    service: 'engagement',
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
  const deps: Deps = {
    db,
    log,
    events,
    effects,
    workspace: createWorkspaceClient(createClient(DirectoryServiceDefinition, peers.workspace)),
    clock,
  };
  const lookout = createLookout({ db, clock, log });
  watchBackground(lookout, { transport: platform.eventTransport, events });

  return {
    implementations: itemsRpc(deps),
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      effects.start();
      statistics.start();
      lookout.start();
    },
    health: {
      database: async () => void (await db.query('SELECT 1')),
      events: () => events.health(),
    },
    commands: {
      ...eventCommands('engagement', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      await Promise.all([lookout, events, effects, statistics].map((worker) => worker.stop()));
      await db.close();
    },
  };
};

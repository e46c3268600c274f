import { createEffects } from '@parley/effects';
import { createEvents, topology } from '@parley/events';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createClient } from '@parley/rpc';
import {
  createEventObserver,
  createStatisticsWorker,
  eventCommands,
  migrateCommand,
  type Platform,
  reportBackground,
  type ServiceModule,
} from '@parley/runtime';
import { openStore } from './db';
import { type Deps } from './deps';
import { migrations } from './generated/migrations';
import { createWorkspaceClient } from './project/workspace';
import { articlesRpc } from './rpc/articles.rpc';
import { collectionsRpc } from './rpc/collections.rpc';
import { emailTemplatesRpc } from './rpc/email-templates.rpc';
import { redirectsRpc } from './rpc/redirects.rpc';
import { translationsRpc } from './rpc/translations.rpc';

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
  });
  reportBackground(platform.metrics, { db, events });
  const workspace = createWorkspaceClient(createClient(DirectoryServiceDefinition, peers.workspace));
  const effects = createEffects({ db, sealer: platform.sealer, log, clock });
  const statistics = createStatisticsWorker({ db, log });
  const deps: Deps = { store, events, effects, workspace, clock };

  return {
    implementations: [
      collectionsRpc(deps),
      articlesRpc(deps),
      redirectsRpc(deps),
      translationsRpc(deps),
      emailTemplatesRpc(deps),
    ],
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
      ...eventCommands('helpcenter', events),
      migrate: migrateCommand(databaseUrl, migrations, log),
    },
    stop: async () => {
      await Promise.all([events.stop(), effects.stop(), statistics.stop()]);
      await store.close();
      await db.close();
    },
  };
};

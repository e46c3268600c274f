import { ensureDatabase, migrate, type Migration, type PersistenceLog } from '@parley/persistence';
import type { Command } from './module';

/**
 * The command `migrate`: creates the service's database when the server does not have it and applies the missing migrations.
 * Running it twice, or two at once, changes nothing more.
 */
export const migrateCommand =
  (databaseUrl: string, migrations: readonly Migration[], log: PersistenceLog): Command =>
  async () => {
    await ensureDatabase(databaseUrl);
    const applied = await migrate(databaseUrl, migrations, log);
    return applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
  };

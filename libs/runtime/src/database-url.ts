import {
  type ConfigTable,
  defineConfig,
  type Environment,
  loadConfig,
  url,
  type Variable,
} from '@parley/config';
import { serviceDatabaseUrl, StartError } from './connect';
import type { PlatformConfig } from './platform-config';

/** The setting that names one service's database itself: `<SERVICE>_DATABASE_URL`. */
export interface OwnDatabaseTable extends ConfigTable {
  ownDatabaseUrl: Variable<string | undefined>;
}

/** The table of that setting. */
export const ownDatabaseTable = (service: string): OwnDatabaseTable =>
  defineConfig({
    ownDatabaseUrl: url(`${service.toUpperCase()}_DATABASE_URL`, {
      optional: true,
      secret: true,
      protocols: ['postgres', 'postgresql'],
    }),
  });

/** A service's database and the setting that names it. */
export interface DatabaseSetting {
  variable: string;
  url: string;
}

/** A service's database: the one that its own setting names, else one of its own on the server of all. */
export const findDatabase = (
  service: string,
  { databaseUrl }: Pick<PlatformConfig, 'databaseUrl'>,
  environment: Environment,
): DatabaseSetting => {
  const table = ownDatabaseTable(service);
  const { ownDatabaseUrl } = loadConfig(table, environment);
  const variable = table.ownDatabaseUrl.name;
  if (ownDatabaseUrl !== undefined) return { variable, url: ownDatabaseUrl };
  if (databaseUrl !== undefined)
    return { variable: 'DATABASE_URL', url: serviceDatabaseUrl(databaseUrl, service) };
  throw new StartError(
    `Neither DATABASE_URL nor ${variable} is set: the PostgreSQL server of the services, or this one’s database`,
  );
};

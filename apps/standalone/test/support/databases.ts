import { newId, openDatabase, readDatabaseName, withDatabaseName } from '@parley/persistence';
import { serviceNames } from '@parley/runtime';
import { testPostgresUrl } from '@parley/testing';

/** Address for a platform of a test's own on the run's PostgreSQL server: each service makes a database there. */
export const newDatabaseUrl = (name: string): string =>
  withDatabaseName(testPostgresUrl(), `test_${name}_${newId()}`);

/** Drops the databases of a platform. */
export const dropDatabases = async (url: string): Promise<void> => {
  const admin = openDatabase({
    url: testPostgresUrl(),
    applicationName: 'test clean-up',
    maxConnections: 1,
  });
  for (const name of [...serviceNames, 'gateway'])
    await admin.query(`DROP DATABASE IF EXISTS "${readDatabaseName(url)}_${name}" WITH (FORCE)`);
  await admin.close();
};

import { ensureDatabase, newId, openDatabase, withDatabaseName, type Database } from '@parley/persistence';

/** A database of one test file's own, dropped at the end. */
export interface TestDatabase {
  url: string;
  db: Database;
  drop(): Promise<void>;
}

/** URL of the test PostgreSQL server; the run's set-up always provides one. */
export const testPostgresUrl = (): string => {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests with `npm test` or `npx jest -c libs/tooling/jest.config.cjs`',
    );
  return url;
};

/** Creates an empty database with a name of its own. */
export const createTestDatabase = async (name: string): Promise<TestDatabase> => {
  const server = testPostgresUrl();
  const database = `test_${name.replaceAll(/\W/g, '_')}_${newId()}`;
  const url = withDatabaseName(server, database);
  await ensureDatabase(url);
  const db = openDatabase({ url, applicationName: `test ${name}` });
  const drop = async (): Promise<void> => {
    await db.close();
    const admin = openDatabase({ url: server, applicationName: 'test clean-up', maxConnections: 1 });
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.close();
  };
  return { url, db, drop };
};

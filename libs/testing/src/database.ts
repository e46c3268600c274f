import {
  type Database,
  ensureDatabase,
  type Migration,
  migrate,
  newId,
  openDatabase,
  withDatabaseName,
} from '@parley/persistence';
import { createHash } from 'node:crypto';

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

/** Advisory lock of those who make a template, so that one test file makes it and the others wait. */
const TEMPLATE_LOCK = 72_707_371;
const quiet = { info: () => undefined, error: () => undefined };

/** The database that holds a service's tables and no rows, for copies; made by the first test file that needs it. */
const ensureTemplate = async (server: string, migrations: readonly Migration[]): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 24);
  const template = `test_template_${hash}`;
  const admin = openDatabase({ url: server, applicationName: 'test template', maxConnections: 1 });
  const isMade = async (): Promise<boolean> =>
    (await admin.query('SELECT FROM pg_database WHERE datname = $1', [template])).length > 0;
  try {
    if (await isMade()) return template;
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (await isMade()) return template;
    // It gets its name when it is whole.
    const draft = `${template}_${newId()}`;
    const url = withDatabaseName(server, draft);
    await ensureDatabase(url);
    await migrate(url, migrations, quiet);
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
    return template;
  } finally {
    await admin.close();
  }
};

/**
 * Creates a database with a name of its own: empty, or with a service's tables where its migrations are given, which is
 * a copy of a template and takes a fifth of the time that the migrations take.
 */
export const createTestDatabase = async (
  name: string,
  migrations?: readonly Migration[],
): Promise<TestDatabase> => {
  const server = testPostgresUrl();
  const database = `test_${name.replaceAll(/\W/g, '_')}_${newId()}`;
  const url = withDatabaseName(server, database);
  if (migrations) {
    const template = await ensureTemplate(server, migrations);
    const admin = openDatabase({ url: server, applicationName: 'test copy', maxConnections: 1 });
    const [server15] = await admin.query(
      `SELECT FROM pg_settings WHERE name = 'server_version_num' AND setting::integer >= 150000`,
    );
    // Files as they are, and not page by page through the log, as PostgreSQL does by default since it has the choice.
    const strategy = server15 ? 'STRATEGY FILE_COPY' : '';
    await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template} ${strategy}`);
    await admin.close();
  } else await ensureDatabase(url);
  const db = openDatabase({ url, applicationName: `test ${name}` });
  const drop = async (): Promise<void> => {
    await db.close();
    const admin = openDatabase({ url: server, applicationName: 'test clean-up', maxConnections: 1 });
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.close();
  };
  return { url, db, drop };
};

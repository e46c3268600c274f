import { ConfigError } from '@parley/config';
import { readDatabaseName, withDatabaseName } from '@parley/persistence';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { findDatabase, migrateCommand, StartError } from './index';

describe('the database of a service', () => {
  const shared = { databaseUrl: 'postgres://u:p@db:5432/parley' };

  it('is one of its own on the server of all, or the one that its own setting names', () => {
    expect(findDatabase('tickets', shared, {})).toEqual({
      variable: 'DATABASE_URL',
      url: 'postgres://u:p@db:5432/parley_tickets',
    });
    const environment = { TICKETS_DATABASE_URL: 'postgres://t:t@tickets-db:5432/desk' };
    const own = { variable: 'TICKETS_DATABASE_URL', url: environment.TICKETS_DATABASE_URL };
    expect(findDatabase('tickets', shared, environment)).toEqual(own);
    expect(findDatabase('tickets', { databaseUrl: undefined }, environment)).toEqual(own);
    expect(findDatabase('contacts', shared, environment).url).toBe('postgres://u:p@db:5432/parley_contacts');
  });

  it('must be named, by a URL of PostgreSQL', () => {
    const attempt = (): unknown => findDatabase('tickets', { databaseUrl: undefined }, {});
    expect(attempt).toThrow(StartError);
    expect(attempt).toThrow('Neither DATABASE_URL nor TICKETS_DATABASE_URL is set');
    expect(() => findDatabase('tickets', shared, { TICKETS_DATABASE_URL: 'mysql://x' })).toThrow(ConfigError);
  });
});

describe('the command migrate', () => {
  let base: TestDatabase;
  let url: string;
  beforeAll(async () => {
    base = await createTestDatabase('migrate');
    url = withDatabaseName(base.url, `${readDatabaseName(base.url)}_new`);
  });
  afterAll(async () => {
    await base.db.query(`DROP DATABASE IF EXISTS "${readDatabaseName(url)}" WITH (FORCE)`);
    await base.drop();
  });
  const log = { info: (): void => undefined, error: (): void => undefined };
  const say = (): void => undefined;
  const first = { name: '1_init', script: 'CREATE TABLE things (id int PRIMARY KEY);' };
  const second = { name: '2_colour', script: 'ALTER TABLE things ADD COLUMN colour text;' };

  it('makes a database that is not there, and run again changes nothing', async () => {
    expect(await migrateCommand(url, [first], log)(say, [])).toBe('Applied 1_init.');
    expect(await migrateCommand(url, [first], log)(say, [])).toBe('The database is up to date.');
  });

  it('applies what is missing once, however many run it', async () => {
    const run = migrateCommand(url, [first, second], log);
    const said = await Promise.all([run(say, []), run(say, []), run(say, [])]);
    expect(said.sort()).toEqual([
      'Applied 2_colour.',
      'The database is up to date.',
      'The database is up to date.',
    ]);
  });
});

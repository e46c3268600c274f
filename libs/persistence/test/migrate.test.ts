import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { migrate, migrationChecksum, type Migration, type PersistenceLog } from '../src';

const first: Migration = {
  name: '20260101000000_first',
  script: `
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE TABLE tickets (id char(24) PRIMARY KEY, title text NOT NULL, changes integer NOT NULL DEFAULT 0);
    CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- a semicolon; in a comment
      NEW.changes := OLD.changes + 1;
      RETURN NEW;
    END;
    $$;
    CREATE TRIGGER tickets_changes BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION count_change();
    CREATE INDEX tickets_title ON tickets USING gin (title gin_trgm_ops);
    INSERT INTO tickets VALUES ('1', 'one; two');
    UPDATE tickets SET title = 'three';
  `,
};
const second: Migration = {
  name: '20260102000000_second',
  script: 'ALTER TABLE tickets ADD COLUMN note text;',
};
const broken: Migration = {
  name: '20260103000000_broken',
  script: 'CREATE TABLE half (id integer); INSERT INTO no_such_table VALUES (1);',
};

interface Line {
  fields: object;
  message: string;
}

const recorder = (): PersistenceLog & { lines: Line[] } => {
  const lines: Line[] = [];
  const push = (fields: object, message: string): void => {
    lines.push({ fields, message });
  };
  return { lines, info: push, error: push };
};

describe('migrate', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase('migrate');
  });
  afterEach(() => test.drop());

  const recorded = async (): Promise<
    { name: string; checksum: string; finished: boolean; undone: boolean }[]
  > =>
    test.db.query(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS undone
         FROM _prisma_migrations ORDER BY started_at`,
    );

  it('runs scripts with functions, triggers and extensions whole and records their checksums', async () => {
    const log = recorder();
    expect(await migrate(test.url, [first, second], log)).toEqual([first.name, second.name]);
    expect(await test.db.query('SELECT title, changes, note FROM tickets')).toEqual([
      { title: 'three', changes: 1, note: null },
    ]);
    expect(await recorded()).toEqual(
      [first, second].map(({ name, script }) => ({
        name,
        checksum: migrationChecksum(script),
        finished: true,
        undone: false,
      })),
    );
    expect(log.lines).toEqual([
      { fields: { migrations: [first.name, second.name] }, message: 'database migrated' },
    ]);
  });

  it('runs only what is new, and nothing at all when the database is up to date', async () => {
    const log = recorder();
    await migrate(test.url, [first], log);
    expect(await migrate(test.url, [first, second], log)).toEqual([second.name]);
    expect(await migrate(test.url, [first, second], log)).toEqual([]);
    expect(log.lines).toHaveLength(2);
  });

  it('leaves alone a migration of a newer release', async () => {
    await migrate(test.url, [first, second], recorder());
    expect(await migrate(test.url, [first], recorder())).toEqual([]);
  });

  it('lets four replicas start at once: each migration runs once', async () => {
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => migrate(test.url, [first, second], recorder())),
    );
    expect(runs.filter((names) => names.length > 0)).toEqual([[first.name, second.name]]);
    expect(await recorded()).toHaveLength(2);
  });

  it('names a migration that fails, keeps nothing of it, and runs it again once it is mended', async () => {
    const failing = migrate(test.url, [first, broken, second], recorder());
    await expect(failing).rejects.toThrow(
      /20260103000000_broken failed.*relation "no_such_table" does not exist/s,
    );
    expect(await test.db.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);

    const mended = { ...broken, script: 'CREATE TABLE half (id integer);' };
    expect(await migrate(test.url, [first, second, mended], recorder())).toEqual([mended.name]);
    expect((await recorded()).filter(({ name }) => name === broken.name)).toMatchObject([
      { finished: false, undone: true },
      { finished: true, undone: false },
    ]);
  });

  it('names a migration whose text was edited after it ran, and changes nothing', async () => {
    await migrate(test.url, [first], recorder());
    const edited = { ...first, script: `${first.script} SELECT 1;` };
    await expect(migrate(test.url, [edited, second], recorder())).rejects.toThrow(
      '20260101000000_first was edited',
    );
    expect(await recorded()).toHaveLength(1);
  });

  it('works bundled as an ES module in plain Node.js', () => {
    const script = resolve(__dirname, 'fixtures/bundled-migrate.mjs');
    const output = execFileSync(process.execPath, [script, test.url], { encoding: 'utf8' });
    expect(JSON.parse(output)).toMatchObject([{ applied: ['20260101000000_one'] }, { applied: [] }]);
  });
});

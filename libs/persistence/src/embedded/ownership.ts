import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process, identified by number and start time, since numbers are used again. */
interface ProcessIdentity {
  pid: number;
  started: string;
}

/** When a process started, in words that no later process shares; undefined when it is gone. */
const readStartTime = async (pid: number): Promise<string | undefined> => {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The second field is the program's name in brackets and may hold anything; the 22nd is the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot.trim()} ${fields[19] ?? ''}`;
  } catch {
    if (process.platform === 'linux') return undefined;
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)])
    .then(({ stdout }) => stdout.trim() || undefined)
    .catch(() => undefined);
};

const parse = (text: string): ProcessIdentity | undefined => {
  try {
    return JSON.parse(text) as ProcessIdentity;
  } catch {
    return undefined;
  }
};

/** The process that has a folder; undefined when it is free. */
export const findHolder = async (file: string): Promise<number | undefined> => {
  const holder = parse(await readFile(file, 'utf8').catch(() => ''));
  return holder && (await readStartTime(holder.pid)) === holder.started ? holder.pid : undefined;
};

/**
 * Claims a folder for this process until the answer is called; a claim of a dead process does not count.
 *
 * @throws Error when another running process has it.
 */
export const claim = async (file: string, folder: string): Promise<() => Promise<void>> => {
  const mine = JSON.stringify({ pid: process.pid, started: (await readStartTime(process.pid)) ?? '' });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: 0o600 });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
    const holder = await findHolder(file);
    if (holder !== undefined) {
      throw new Error(
        `${folder} is in use by process ${holder}. Stop that one, or choose another folder with PARLEY_HOME.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new Error(`${file} could not be taken.`);
};

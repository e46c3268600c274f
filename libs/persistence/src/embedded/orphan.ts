import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The contents of a running server's pid file. */
export interface PidFile {
  pid: number;
  ready: boolean;
}

/** Reads `postmaster.pid`; undefined when no server runs or it has only begun to start. */
export const readPidFile = async (data: string): Promise<PidFile | undefined> => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
};

/** Whether a process is the server of this data folder and not one that was given its number later. */
const serves = async (pid: number, data: string): Promise<boolean> => {
  if (process.platform === 'linux')
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(data));
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(data);
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
};

const POLL_MS = 20;
const FAST_POLLS = 500;
const ALL_POLLS = 1000;

/** Stops the server that a killed process left running on this data, if there is one; answers whether there was. */
export const stopOrphan = async (data: string): Promise<boolean> => {
  const found = await readPidFile(data);
  if (!found) return false;
  if (!(await serves(found.pid, data))) {
    // The number may belong to someone else by now, which PostgreSQL takes for a running server.
    await rm(join(data, 'postmaster.pid'), { force: true });
    return false;
  }
  signal(found.pid, 'SIGINT');
  for (let poll = 0; await serves(found.pid, data); poll += 1) {
    if (poll === FAST_POLLS) signal(found.pid, 'SIGQUIT');
    if (poll === ALL_POLLS) throw new Error(`The database server ${found.pid} of ${data} does not stop.`);
    await sleep(POLL_MS);
  }
  return true;
};

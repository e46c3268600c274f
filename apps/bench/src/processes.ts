import { readEnvironment } from '@parley/config';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux that Node.js runs on. */
const TICKS_PER_SECOND = 100;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const PARENT = 1;

/** A free port. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
};

/** A program that runs; its output is shown only when it ends too early. */
export interface Running {
  child: ChildProcess;
  output: () => string;
}

/** Starts a program, in a folder if one is named. */
export const startProgram = (
  program: string,
  args: string[],
  env: Record<string, string>,
  folder?: string,
): Running => {
  const child = spawn(program, args, {
    env: { PATH: readEnvironment()['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-20_000)));
  }
  return { child, output: () => text };
};

/** Starts a Node.js program. */
export const startNode = (args: string[], env: Record<string, string>): Running =>
  startProgram(process.execPath, args, { NODE_ENV: 'production', ...env });

/** Waits until the address answers 200. */
export const waitForReady = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`A process ended at start:\n${output()}`);
    const ok = await fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ok) return;
    await sleep(25);
  }
  throw new Error(`${url} was not ready within 30 s:\n${output()}`);
};

/** Ends a process and waits for it. */
export const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

const readStat = (pid: number): string[] | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // The process ended in between.
    return undefined;
  }
};

/** A process and all its descendants. */
export const processTree = (root: number): number[] => {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readStat(Number(entry));
    if (stat) parents.set(Number(entry), Number(stat[PARENT]));
  }
  const tree = [root];
  for (let index = 0; index < tree.length; index += 1) {
    for (const [pid, parent] of parents) if (parent === tree[index]) tree.push(pid);
  }
  return tree;
};

/** CPU time that the processes used so far, in seconds. */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const stat = readStat(pid);
    return stat ? sum + (Number(stat[USER_TIME]) + Number(stat[SYSTEM_TIME])) / TICKS_PER_SECOND : sum;
  }, 0);

/** The use of a platform without calls, in percent of one core. */
export interface IdleCpu {
  platform: number;
  database: number;
}

/** How long a platform settles after its start, and how long it is looked at, in milliseconds. */
const SETTLE_MS = 240_000;
const IDLE_MS = 60_000;

/** Measures an idle platform for a minute, after four minutes for remaining work of the start. */
export const measureIdleCpu = async (
  platform: readonly number[],
  database: readonly number[],
): Promise<IdleCpu> => {
  await sleep(SETTLE_MS);
  const before = { platform: cpuSeconds(platform), database: cpuSeconds(database) };
  await sleep(IDLE_MS);
  const percent = (seconds: number): number => Math.round((seconds * 100_000 * 10) / IDLE_MS) / 10;
  return {
    platform: percent(cpuSeconds(platform) - before.platform),
    database: percent(cpuSeconds(database) - before.database),
  };
};

/** Milliseconds of one measurement of idle processes, the CPU time that still counts as idle, and how long to wait. */
const REST_LOOK_MS = 500;
const REST_CPU_SECONDS = 0.05;
const REST_PATIENCE_MS = 60_000;

/** Waits until the processes have finished the work of the load before; answers whether they have. */
export const waitUntilResting = async (pids: readonly number[]): Promise<boolean> => {
  for (const end = Date.now() + REST_PATIENCE_MS; Date.now() < end;) {
    const before = cpuSeconds(pids);
    await sleep(REST_LOOK_MS);
    if (cpuSeconds(pids) - before <= REST_CPU_SECONDS) return true;
  }
  return false;
};

/** Proportional memory of the processes (shared pages counted once), in megabytes. */
export const memoryMegabytes = (pids: readonly number[]): number => {
  const kilobytes = pids.map((pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, value) => sum + value, 0) / 1_024);
};

/** A process with its name in the figures. */
export interface NamedProcess {
  name: string;
  pid: number;
}

/** Resident memory of a process, in megabytes. */
export interface ProcessMemory {
  /** When the measurement began. */
  before: number;
  /** Its peak in that time, as the kernel counts it. */
  peak: number;
}

const statusMegabytes = (pid: number, key: 'VmRSS' | 'VmHWM'): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    // The process ended in between.
    return 0;
  }
};

/** Makes the kernel count a process's peak from now on; where it refuses, the peak is that of the whole life. */
const resetPeak = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The process ended, or the kernel keeps its count.
  }
};

/** Measures processes from now until the returned function is called, which answers their use. */
export const watch = (
  processes: readonly NamedProcess[],
): (() => { cpuSeconds: number; memory: Record<string, ProcessMemory> }) => {
  const pids = processes.map(({ pid }) => pid);
  pids.forEach(resetPeak);
  const before = pids.map((pid) => statusMegabytes(pid, 'VmRSS'));
  const began = cpuSeconds(pids);
  return () => ({
    cpuSeconds: cpuSeconds(pids) - began,
    memory: Object.fromEntries(
      processes.map(({ name, pid }, index) => [
        name,
        { before: before[index] ?? 0, peak: statusMegabytes(pid, 'VmHWM') },
      ]),
    ),
  });
};

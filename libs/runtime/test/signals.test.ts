import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const script = join(__dirname, 'fixtures/ending-process.mjs');

let child: ChildProcess;
let said: string[];

const start = async (...args: string[]): Promise<void> => {
  child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  said = [];
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.push(...text.split('\n').filter((line) => line !== ''));
      if (said.includes('ready')) resolve();
    });
    child.once('exit', () => reject(new Error('The process ended before it was ready')));
  });
  said.length = 0;
};

/** Sends signals at once; answers the exit code. */
const signal = async (...signals: NodeJS.Signals[]): Promise<number | null> => {
  const closed = once(child, 'close');
  for (const name of signals) child.kill(name);
  const [code] = (await closed) as [number | null];
  return code;
};

afterEach(() => {
  child.kill('SIGKILL');
});

it.each(['SIGTERM', 'SIGINT'] as const)('finishes what is in flight on %s and exits 0', async (name) => {
  await start('inTime');
  expect(await signal(name)).toBe(0);
  expect(said).toEqual(['Stopping', 'announced', 'finished']);
});

it('stops once, however often it is told', async () => {
  await start('inTime', '200');
  expect(await signal('SIGTERM', 'SIGINT', 'SIGTERM')).toBe(0);
  expect(said).toEqual(['Stopping', 'announced', 'finished']);
});

it('exits 1 when what it closes fails', async () => {
  await start('failing');
  expect(await signal('SIGTERM')).toBe(1);
  expect(said).toEqual(['Stopping', 'announced', 'Stopping failed']);
});

it('gives up within 10 s of a stop that never ends, and exits 1', async () => {
  await start('never');
  expect(await signal('SIGTERM')).toBe(1);
  expect(said).toEqual(['Stopping', 'announced', 'Stopping took longer than 10 s']);
});

it('finishes what is in flight after an exception that nobody caught, and exits 1', async () => {
  await start('inTime');
  expect(await signal('SIGUSR2')).toBe(1);
  expect(said).toEqual(['An error that nobody caught ends the process', 'announced', 'finished']);
});

it('exits 1 when the exception comes while it stops', async () => {
  // Long enough for a second signal to come before its end.
  await start('inTime', '1500');
  child.kill('SIGTERM');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(await signal('SIGUSR2')).toBe(1);
  expect(said.sort()).toEqual([
    'An error that nobody caught ends the process',
    'Stopping',
    'announced',
    'finished',
  ]);
});

it('goes on after a rejection that nobody handles, and says so', async () => {
  await start('inTime');
  child.kill('SIGHUP');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(child.exitCode).toBeNull();
  expect(await signal('SIGTERM')).toBe(0);
  expect(said).toEqual(['A promise was rejected and nobody handled it', 'Stopping', 'announced', 'finished']);
});

import { eventually, freePort } from '@parley/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startedHome, temporaryHome } from './started-home';

export { removeHome, temporaryHome } from './started-home';

const root = resolve(__dirname, '../../../..');
const main = join(root, 'dist/apps/standalone/main.js');

/** A platform that a test talks to. */
export interface PlatformUnderTest {
  /** Host root, without a trailing slash. */
  origin: string;
  home: string;
  /** Everything it printed. */
  output(): string;
}

/** A platform of a test's own, run as an operator runs it. */
export interface RunningPlatform extends PlatformUnderTest {
  /** kill -9 of one service process (or of the one process), until it is gone; its supervisor starts it again. */
  kill(service: string): Promise<void>;
  /** Ends it with SIGTERM and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Waits until all is there but parts that may be away. */
const ready = async (
  origin: string,
  child: ChildProcess,
  output: () => string,
  mayBeAway?: RegExp,
): Promise<void> => {
  await eventually(async () => {
    if (child.exitCode !== null) return;
    const response = await fetch(`${origin}/readyz`);
    if (response.status === 200) return;
    const text = await response.text();
    const { checks } = JSON.parse(text) as { checks: Record<string, string> };
    const away = Object.keys(checks).filter((part) => checks[part] !== 'ok');
    // While it starts it answers 503 to whatever it is asked.
    const { status } = await fetch(`${origin}/v3/users/me`);
    if (status === 503 || !away.every((part) => mayBeAway?.test(part))) throw new Error(`Not ready: ${text}`);
  }, 180_000);
  if (child.exitCode !== null) throw new Error(`The platform ended at start:\n${output()}`);
};

const run = async (
  [program, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
  mayBeAway?: RegExp,
): Promise<{ child: ChildProcess; origin: string; home: string; output: () => string }> => {
  const home = env['PARLEY_HOME'] ?? temporaryHome();
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env, PARLEY_HOME: home, PORT: port, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const origin = `http://127.0.0.1:${port}`;
  await ready(origin, child, () => text, mayBeAway);
  return { child, origin, home, output: () => text };
};

const stopChild = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return child.exitCode;
};

const startMain = (env: Record<string, string>, mayBeAway?: RegExp): ReturnType<typeof run> =>
  run([process.execPath, main], env, mayBeAway);

/** The home that `env` names, else one on which a platform has started before, unless its database is elsewhere. */
const homeFor = async (env: Record<string, string>): Promise<string> => {
  if (env['PARLEY_HOME']) return env['PARLEY_HOME'];
  if (env['DATABASE_URL']) return temporaryHome();
  return startedHome(env['PARLEY_DEMO'] === '0' ? 'tables' : 'demo', async (home, contents) => {
    const { child } = await startMain({ PARLEY_HOME: home, PARLEY_DEMO: contents === 'demo' ? '1' : '0' });
    await stopChild(child);
  });
};

/**
 * The whole platform in one process on embedded engines (or those that `env` names). A first start, which creates the
 * databases and seeds the demo, is one on a home of the test's own, `temporaryHome()`.
 *
 * @param mayBeAway Parts that readiness may name without failing the start.
 */
export const startStandalone = async (
  env: Record<string, string> = {},
  mayBeAway?: RegExp,
): Promise<RunningPlatform> => {
  const { child, ...platform } = await startMain({ ...env, PARLEY_HOME: await homeFor(env) }, mayBeAway);
  return {
    ...platform,
    stop: () => stopChild(child),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

/** One that outlives the test file which starts it: it writes to a file, and is known by its process id. */
export const startLasting = async (
  env: Record<string, string>,
): Promise<{ origin: string; home: string; log: string; pid: number }> => {
  const home = await homeFor(env);
  const log = join(home, 'output.log');
  const port = String(await freePort());
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, [main], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env, PARLEY_HOME: home, PORT: port, HOST: '127.0.0.1' },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const origin = `http://127.0.0.1:${port}`;
  await ready(origin, child, () => readFileSync(log, 'utf8'));
  child.unref();
  return { origin, home, log, pid: child.pid ?? NaN };
};

/** The same by `npm start`; what is stopped is the process of npm itself. */
export const startByNpm = async (env: Record<string, string> = {}): Promise<RunningPlatform> => {
  const { child, ...platform } = await run(['npm', 'start'], env);
  return {
    ...platform,
    stop: () => stopChild(child),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

/** One process per service on the engines that `env` names. */
export const startServices = async (env: Record<string, string>): Promise<RunningPlatform> => {
  const { child, ...platform } = await run(
    [process.execPath, join(root, 'libs/tooling/src/start-services.mjs')],
    env,
  );
  return {
    ...platform,
    stop: () => stopChild(child),
    kill: async (service) => {
      // One that was killed a moment ago may not have been started again yet.
      const pid = await eventually(() => {
        const state = JSON.parse(readFileSync(join(platform.home, 'services.json'), 'utf8')) as Record<
          string,
          { pid?: number }
        >;
        const running = state[service]?.pid;
        if (running === undefined) throw new Error(`${service} does not run`);
        process.kill(running, 'SIGKILL');
        return running;
      });
      await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
    },
  };
};

import { runningEmbeddedPostgres } from '@parley/persistence';
import { serviceDatabaseUrl } from '@parley/runtime';
import { eventually, freePort } from '@parley/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dropDatabases, newDatabaseUrl } from './databases';
import { startNats } from './nats';
import { startedHome, temporaryHome } from './started-home';

export { removeHome, temporaryHome } from './started-home';

const root = resolve(__dirname, '../../../..');
const main = join(root, 'dist/apps/standalone/main.js');
const starter = join(root, 'libs/tooling/src/start-services.mjs');

/** `PLATFORM=services` runs one process per service instead of one for all. */
export const hasServices = process.env['PLATFORM'] === 'services';

/** A platform that a test talks to. */
export interface PlatformUnderTest {
  /** Host root, without a trailing slash. */
  origin: string;
  /** Where live connections are made: `ws:` and a host. */
  live: string;
  home: string;
  /** Its settings, for commands beside it. */
  env: Record<string, string>;
  /** Everything it printed. */
  output(): string;
}

/** A platform of a test's own, run as an operator runs it. */
export interface RunningPlatform extends PlatformUnderTest {
  /** kill -9 of one service process, until it is gone; its supervisor starts it again. Without a name, of everything. */
  kill(service?: string): Promise<void>;
  /** Ends it with SIGTERM and answers its exit code. */
  stop(): Promise<number | null>;
}

/** URL of a service's database. */
export const findDatabase = async (
  { env, home }: Pick<PlatformUnderTest, 'env' | 'home'>,
  service: string,
): Promise<string> =>
  serviceDatabaseUrl(env['DATABASE_URL'] ?? (await runningEmbeddedPostgres(home)) ?? '', service);

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
): Promise<{ child: ChildProcess; platform: RunningPlatform }> => {
  const home = env['PARLEY_HOME'] ?? temporaryHome();
  const port = env['PORT'] ?? String(await freePort());
  const mailPort = env['MAIL_PORT'] ?? String(await freePort());
  const settings = { ...env, PARLEY_HOME: home, PORT: port, MAIL_PORT: mailPort, MAIL_HOST: '127.0.0.1' };
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const origin = `http://127.0.0.1:${port}`;
  await ready(origin, child, () => text, mayBeAway);
  const platform: RunningPlatform = {
    origin,
    live: `ws://127.0.0.1:${env['REALTIME_PORT'] ?? port}`,
    home,
    env: settings,
    output: () => text,
    stop: () => stopChild(child),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  return { child, platform };
};

const stopChild = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return child.exitCode;
};

/** The home that `env` names, else one on which a platform has started before, unless its database is elsewhere. */
const homeFor = async (env: Record<string, string>): Promise<string> => {
  if (env['PARLEY_HOME']) return env['PARLEY_HOME'];
  if (env['DATABASE_URL']) return temporaryHome();
  return startedHome(env['PARLEY_DEMO'] === '0' ? 'tables' : 'demo', async (home, contents) => {
    const { platform } = await run([process.execPath, main], {
      PARLEY_HOME: home,
      PARLEY_DEMO: contents === 'demo' ? '1' : '0',
    });
    await platform.stop();
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
  const settings = { ...env, PARLEY_HOME: await homeFor(env) };
  return (await run([process.execPath, main], settings, mayBeAway)).platform;
};

/** The same by `npm start`; `stop` ends the process of npm itself. */
export const startByNpm = async (env: Record<string, string> = {}): Promise<RunningPlatform> =>
  (await run(['npm', 'start'], env)).platform;

/** Real engines of one process per service. */
interface Engines {
  env: { DATABASE_URL: string; NATS_URL: string };
  /** Of a server that was started for it. */
  pids: number[];
  stop(): Promise<void>;
}

/** By home: a platform that starts again after a kill uses the same. */
const enginesOf = new Map<string, Engines>();

/** The engines that `env` names, and own ones for the others. */
const startEngines = async (env: Record<string, string>): Promise<Engines> => {
  const url = env['DATABASE_URL'] ?? newDatabaseUrl('platform');
  const nats = env['NATS_URL'] ? undefined : await startNats();
  return {
    env: { DATABASE_URL: url, NATS_URL: nats?.url ?? env['NATS_URL'] ?? '' },
    pids: nats ? [nats.pid] : [],
    stop: async () => {
      await nats?.stop();
      if (!env['DATABASE_URL']) await dropDatabases(url);
    },
  };
};

const prepareServices = async (
  env: Record<string, string>,
): Promise<{ settings: Record<string, string>; engines: Engines }> => {
  const home = env['PARLEY_HOME'] ?? temporaryHome();
  const engines = enginesOf.get(home) ?? (await startEngines(env));
  enginesOf.set(home, engines);
  const port = env['REALTIME_PORT'] ?? String(await freePort());
  return { settings: { ...env, ...engines.env, REALTIME_PORT: port, PARLEY_HOME: home }, engines };
};

/** One process per service, on own engines where `env` names none. */
export const startServices = async (env: Record<string, string> = {}): Promise<RunningPlatform> => {
  const { settings, engines } = await prepareServices(env);
  const { child, platform } = await run([process.execPath, starter], settings);
  const { home, origin } = platform;
  const readState = (): Record<string, { pid?: number }> =>
    JSON.parse(readFileSync(join(home, 'services.json'), 'utf8'));
  // A separate process seeds it, and is last to print.
  if (env['PARLEY_DEMO'] === '1')
    await eventually(() => expect(platform.output()).toContain(join(home, 'demo.json')), 240_000);
  return {
    ...platform,
    stop: async () => {
      const code = await stopChild(child);
      await engines.stop();
      enginesOf.delete(home);
      return code;
    },
    kill: async (service) => {
      if (service === undefined) {
        await platform.kill();
        for (const { pid } of Object.values(readState())) if (pid) process.kill(pid, 'SIGKILL');
        await eventually(() => expect(fetch(origin)).rejects.toThrow());
        return;
      }
      // One that was killed a moment ago may not have been started again yet.
      const pid = await eventually(() => {
        const running = readState()[service]?.pid;
        if (running === undefined) throw new Error(`${service} does not run`);
        process.kill(running, 'SIGKILL');
        return running;
      });
      await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
    },
  };
};

/** The whole platform in the way that `PLATFORM` names, with the demo unless `env` refuses it. */
export const startPlatform = (env: Record<string, string> = {}): Promise<RunningPlatform> =>
  hasServices ? startServices({ PARLEY_DEMO: '1', ...env }) : startStandalone(env);

/** A platform that is known by its process ids, its own first. */
export interface Lasting extends Omit<PlatformUnderTest, 'output'> {
  /** File with everything it printed. */
  log: string;
  pids: number[];
}

/** One that outlives the test file which starts it, in the way that `PLATFORM` names. */
export const startLasting = async (env: Record<string, string>): Promise<Lasting> => {
  const services = hasServices ? await prepareServices(env) : undefined;
  const home = services?.settings['PARLEY_HOME'] ?? (await homeFor(env));
  const settings: Record<string, string> = { ...(services?.settings ?? env), PARLEY_HOME: home };
  const log = join(home, 'output.log');
  const port = String(await freePort());
  const mailPort = String(await freePort());
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, [hasServices ? starter : main], {
    cwd: root,
    env: { PATH: process.env['PATH'], MAIL_PORT: mailPort, ...settings, PORT: port, HOST: '127.0.0.1' },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const origin = `http://127.0.0.1:${port}`;
  await ready(origin, child, () => readFileSync(log, 'utf8'));
  child.unref();
  const live = `ws://127.0.0.1:${settings['REALTIME_PORT'] ?? port}`;
  return {
    origin,
    live,
    home,
    env: settings,
    log,
    pids: [child.pid ?? NaN, ...(services?.engines.pids ?? [])],
  };
};

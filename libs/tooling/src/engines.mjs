// Real servers for tests and benchmarks: a URL from the environment wins, else a server binary on this machine is
// started on a free port with throw-away data, else a container. With PARLEY_TEST_ENGINES=containers binaries are left
// alone.
import { spawn, execFileSync } from 'node:child_process';
import { mkdirSync, chownSync, existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  meilisearchContainer,
  natsContainer,
  postgresContainer,
  redisContainer,
} from './containers/containers.mjs';
import { freePort } from './free-port.mjs';
import { loadTypescript } from './load-typescript.mjs';

/** Of the database: test files run side by side, each with pools of its own. */
const MAX_CONNECTIONS = 400;

/** Sorts by code point and knows letters beyond ASCII, as the embedded server does. */
const LOCALE = process.platform === 'linux' ? 'C.UTF-8' : 'C';

/** Whether servers are to be had from containers although binaries are there. */
const containersOnly = () => process.env.PARLEY_TEST_ENGINES === 'containers';

const onPath = (binary) => {
  if (containersOnly()) return undefined;
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, binary)).find((file) => existsSync(file));
};

const waitForPort = async (port, what, child) => {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${what} ended at start with code ${child.exitCode}`);
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (open) return;
    await sleep(50);
  }
  throw new Error(`${what} did not open port ${port} within 60 s`);
};

const stopChild = (child, signal = 'SIGTERM') =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });

const postgresBinaries = () => {
  if (containersOnly()) return undefined;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((version) => join(debian, version, 'bin'))
    .find((dir) => existsSync(join(dir, 'initdb')));
  if (folder) return folder;
  const initdb = onPath('initdb');
  return initdb && initdb.slice(0, -'/initdb'.length);
};

/** The server that the product brings along, for a machine that has none. */
const startOwnPostgres = async (home) => {
  const { startEmbeddedPostgres } = await loadTypescript(
    'libs/persistence/src/embedded/start-embedded-postgres.ts',
  );
  const log = { info: () => undefined, error: (_fields, message) => console.error(message) };
  return startEmbeddedPostgres({ home, log, maxConnections: MAX_CONNECTIONS });
};

/** Starts a PostgreSQL server with fsync on, as production runs it: this machine's, the embedded one, else a container. */
export const startPostgres = async (home) => {
  const bin = postgresBinaries();
  if (!bin) {
    const ofContainer = () => postgresContainer({ maxConnections: MAX_CONNECTIONS, locale: 'C.UTF-8' });
    if (!containersOnly())
      return startOwnPostgres(home).catch(async (error) => (await ofContainer()) ?? Promise.reject(error));
    return ofContainer();
  }
  const data = join(home, 'postgres');
  mkdirSync(data, { recursive: true });
  // PostgreSQL refuses to run as root, so the data folder goes to the account its package made.
  const asRoot = process.getuid?.() === 0;
  const owner = asRoot
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {};
  if (asRoot) {
    execFileSync('chmod', ['755', home]);
    chownSync(data, owner.uid, owner.gid);
  }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${LOCALE}`],
    {
      ...owner,
      stdio: 'ignore',
    },
  );
  const port = await freePort();
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      data,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `max_connections=${MAX_CONNECTIONS}`,
    ],
    { ...owner, stdio: 'ignore' },
  );
  await waitForPort(port, 'PostgreSQL', child);
  await sleep(200);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => stopChild(child, 'SIGINT'),
    child,
  };
};

/** Tests do not wait for the disk: commits of a killed process survive anyway. */
const QUICK = { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB' };

/** A PostgreSQL server for tests. */
const startQuickPostgres = async (home) => {
  const server = await startPostgres(home);
  if (!server) return undefined;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const [name, value] of Object.entries(QUICK))
    await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return server;
};

/** Starts a NATS server with JetStream. */
export const startNats = async (home, fixedPort) => {
  const binary = onPath('nats-server');
  if (!binary) return fixedPort === undefined ? natsContainer() : undefined;
  const port = fixedPort ?? (await freePort());
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(home, 'nats')], {
    stdio: 'ignore',
  });
  await waitForPort(port, 'NATS', child);
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    stop: () => stopChild(child),
    kill: () => stopChild(child, 'SIGKILL'),
    child,
  };
};

/** Starts a Redis server that keeps nothing on disk. */
export const startRedis = async (home) => {
  const binary = onPath('redis-server');
  if (!binary) return redisContainer();
  const port = await freePort();
  mkdirSync(home, { recursive: true });
  const child = spawn(
    binary,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', home],
    { stdio: 'ignore' },
  );
  await waitForPort(port, 'Redis', child);
  return { url: `redis://127.0.0.1:${port}`, stop: () => stopChild(child), child };
};

/** Starts a Meilisearch server without telemetry. */
export const startMeilisearch = async (home) => {
  const key = 'parley-test-master-key';
  const named = containersOnly() ? undefined : process.env.MEILISEARCH_BINARY;
  const binary = named ?? onPath('meilisearch');
  if (!binary) return meilisearchContainer({ key });
  const port = await freePort();
  const child = spawn(
    binary,
    [
      '--http-addr',
      `127.0.0.1:${port}`,
      '--db-path',
      join(home, 'meili'),
      '--master-key',
      key,
      '--no-analytics',
    ],
    { stdio: 'ignore', cwd: home },
  );
  await waitForPort(port, 'Meilisearch', child);
  return { url: `http://127.0.0.1:${port}`, key, stop: () => stopChild(child), child };
};

/** Finds the browser that tests of pages drive; each test starts it for itself. */
const findBrowser = () => {
  const found = ['chromium', 'chromium-browser', 'google-chrome'].map(onPath).find(Boolean);
  return found && { url: found, stop: () => undefined };
};

/** Finds Firefox, which tests drive beside Chromium. */
const findFirefox = () => {
  const found = ['firefox-esr', 'firefox'].map(onPath).find(Boolean);
  return found && { url: found, stop: () => undefined };
};

/** Finds WebKit's driver; its window needs a display. */
const findWebkit = () => {
  const found = onPath('WebKitWebDriver');
  const hasDisplay = process.env.DISPLAY !== undefined || onPath('Xvfb') !== undefined;
  return found && hasDisplay ? { url: found, stop: () => undefined } : undefined;
};

/** Finds the IMAP server, which each test starts for itself. */
const findDovecot = () => {
  const found = onPath('dovecot');
  return found && { url: found, stop: () => undefined };
};

/**
 * Gets every engine that can be had. `urls` holds the TEST_* variables to set; `missing` names what could not be had.
 * With PARLEY_REQUIRE_ENGINES (a comma-separated list of names) a missing one is an error.
 */
export const startEngines = async (home) => {
  const wanted = [
    {
      engine: 'PostgreSQL',
      variable: 'TEST_DATABASE_URL',
      start: startQuickPostgres,
      hint: 'install postgresql',
    },
    { engine: 'NATS', variable: 'TEST_NATS_URL', start: startNats, hint: 'install nats-server or Docker' },
    {
      engine: 'Redis',
      variable: 'TEST_REDIS_URL',
      start: startRedis,
      hint: 'install redis-server or Docker',
    },
    {
      engine: 'Meilisearch',
      variable: 'TEST_MEILI_URL',
      start: startMeilisearch,
      hint: 'put meilisearch on the PATH, or install Docker',
    },
    { engine: 'Chromium', variable: 'TEST_BROWSER', start: findBrowser, hint: 'install chromium' },
    { engine: 'Firefox', variable: 'TEST_FIREFOX', start: findFirefox, hint: 'install firefox-esr' },
    {
      engine: 'WebKit',
      variable: 'TEST_WEBKIT_DRIVER',
      start: findWebkit,
      hint: 'install webkit2gtk-driver and xvfb',
    },
    { engine: 'Dovecot', variable: 'TEST_DOVECOT', start: findDovecot, hint: 'install dovecot-imapd' },
  ];
  const urls = {};
  const missing = [];
  const started = [];
  for (const { engine, variable, start, hint } of wanted) {
    if (process.env[variable]) {
      urls[variable] = process.env[variable];
      continue;
    }
    const server = await start(home);
    if (!server) {
      missing.push({ engine, hint });
      continue;
    }
    started.push(server);
    urls[variable] = server.url;
    if (server.key) urls.TEST_MEILI_API_KEY = server.key;
  }
  const required = (process.env.PARLEY_REQUIRE_ENGINES ?? '').split(',').filter(Boolean);
  const lacking = missing.filter(({ engine }) => required.includes(engine));
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
  };
  if (lacking.length > 0) {
    await stop();
    throw new Error(
      `These servers are required and missing: ${lacking.map(({ engine }) => engine).join(', ')}`,
    );
  }
  return { urls, missing, stop };
};

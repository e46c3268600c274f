// `npm run start:services`: one process per service on real engines. A process that dies is started again, as an
// orchestrator would, and waits by itself for an engine that is away. Only a first start with a wrong setting ends
// everything. The addresses and process ids stand in $PARLEY_HOME/services.json.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';
import { at, root } from './paths.mjs';
import { services } from './services.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';

const RESTART_DELAY_MS = 500;
/** How a process ends that a retry does not mend. */
const EX_CONFIG = 78;

ensureInstalled();
ensureBuilt();

const required = [
  ['DATABASE_URL', 'PostgreSQL, e.g. postgres://parley:secret@127.0.0.1:5432/parley'],
  ['NATS_URL', 'NATS with JetStream, e.g. nats://127.0.0.1:4222'],
];
const missing = required.filter(([name]) => !process.env[name]);
if (missing.length > 0) {
  console.error('One process per service needs real engines. Not set:');
  for (const [name, what] of missing) console.error(`  ${name}: ${what}`);
  console.error('`npm start` runs everything in one process on embedded engines instead.');
  process.exit(1);
}

const home = resolve(process.env.PARLEY_HOME ?? '.parley');
try {
  mkdirSync(home, { recursive: true });
  accessSync(home, constants.W_OK | constants.X_OK);
} catch (error) {
  console.error(
    `The folder ${home} cannot be written (${error.code}). Set PARLEY_HOME to one that this user may write to.`,
  );
  process.exit(1);
}

/** A secret of this installation: from the environment, else made once and kept beside the data. */
const secret = (name, file) => {
  if (process.env[name]) return process.env[name];
  const path = resolve(home, file);
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
};

const grpcPorts = {};
const opsPorts = {};
for (const service of services) {
  grpcPorts[service] = await freePort();
  opsPorts[service] = await freePort();
}

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT || 3000) || (await freePort());
const realtimePort = Number(process.env.REALTIME_PORT) || (await freePort());
// Not 2525, which another platform on this machine may have.
const mailPort = Number(process.env.MAIL_PORT) || (await freePort());

/** Where a browser on this machine reaches the gateway: links in mails lead there unless PUBLIC_URL names another place. */
const ownUrl = (port) => {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

const shared = {
  ...process.env,
  NODE_ENV: process.env.NODE_ENV ?? 'production',
  PARLEY_HOME: home,
  HOST: host,
  PORT: String(port),
  PUBLIC_URL: process.env.PUBLIC_URL ?? ownUrl(port),
  REALTIME_HOST: process.env.REALTIME_HOST ?? host,
  REALTIME_PORT: String(realtimePort),
  REALTIME_PUBLIC_URL: process.env.REALTIME_PUBLIC_URL ?? ownUrl(realtimePort),
  MAIL_HOST: process.env.MAIL_HOST ?? host,
  MAIL_PORT: String(mailPort),
  SECRET_KEY: secret('SECRET_KEY', 'secret.key'),
  SERVICE_KEY: secret('SERVICE_KEY', 'service.key'),
  ...Object.fromEntries(
    services
      .filter((service) => service !== 'gateway')
      .map((service) => [`${service.toUpperCase()}_URL`, `127.0.0.1:${grpcPorts[service]}`]),
  ),
};

let stopping = false;
const children = new Map();

/** Replaced whole, so that no process reads half of it. */
const writeState = () => {
  const path = resolve(home, 'services.json');
  writeFileSync(
    `${path}.new`,
    JSON.stringify(
      Object.fromEntries(
        services.map((name) => [name, { pid: children.get(name)?.pid, ops: opsPorts[name] }]),
      ),
      null,
      2,
    ),
  );
  renameSync(`${path}.new`, path);
};

/** The gateway's addresses, for the person who starts the platform. */
const printBanner = ({ url, engines }) => {
  for (const line of ['', 'Parley, one process per service', ...engines.map((engine) => `  ${engine}`)])
    console.log(line);
  console.log(`\n  API        ${url}/v3\n  reference  ${url}/docs`);
  console.log(`  SMTP       port ${mailPort}, while a mailbox takes mail by it\n`);
};

const print = (service, line) => {
  if (!line.startsWith('{')) return console.log(`${service}: ${line}`);
  console.log(line);
  if (service !== 'gateway' || !line.includes('"gateway serves"')) return;
  printBanner(JSON.parse(line));
  if (!children.has('demo')) seed();
};

const launch = (service, isRestart) => {
  const child = spawn(process.execPath, [at('dist/apps', service, 'main.js')], {
    cwd: root,
    env: {
      ...shared,
      GRPC_ADDRESS: `127.0.0.1:${grpcPorts[service]}`,
      OPS_ADDRESS: `127.0.0.1:${opsPorts[service]}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.set(service, child);
  writeState();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => print(service, line));
  }
  child.once('exit', (code, signal) => {
    if (stopping) return;
    // A wrong configuration does not mend itself: stop everything and let its message stand. A process that was started
    // again has the configuration with which it ran.
    if (code === EX_CONFIG && !isRestart) {
      console.error(`${service} cannot start with this configuration.`);
      stop(1);
      return;
    }
    console.error(`${service} ended (${signal ?? `code ${code}`}); starting it again.`);
    setTimeout(() => !stopping && launch(service, true), RESTART_DELAY_MS);
  });
};

/** Runs the command that seeds the demo, when PARLEY_DEMO asks for it; waits for a service that dies in the meantime. */
const seed = () => {
  const child = spawn(process.execPath, [at('dist/apps/standalone/main.js'), 'seed-demo'], {
    cwd: root,
    env: shared,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.set('demo', child);
  child.once('exit', (code) => {
    if (!stopping && code !== 0) setTimeout(() => !stopping && seed(), RESTART_DELAY_MS);
  });
};

const stop = (code) => {
  if (stopping) return;
  stopping = true;
  const alive = [...children.values()].filter(
    (child) => child.exitCode === null && child.signalCode === null,
  );
  Promise.all(
    alive.map(
      (child) =>
        new Promise((done) => {
          child.once('exit', done);
          child.kill('SIGTERM');
        }),
    ),
  ).then(() => process.exit(code));
};

process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));
console.log(`Starting ${services.join(', ')} …`);
for (const service of services) launch(service, false);

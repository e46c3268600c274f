import { serviceNames } from '@parley/runtime';
import { eventually, freePort } from '@parley/testing';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryHome } from './platform';

const root = resolve(__dirname, '../../../..');

/** One process of one app. */
export interface Replica {
  app: string;
  /** Root of what answers /readyz and /metrics. */
  ops: string;
  /** Where clients connect: HTTP of a gateway, WebSockets of realtime, gRPC of the others. */
  port: number;
  /** Everything it printed since its last start. */
  output(): string;
  /** From another built checkout: as that version. */
  start(checkout?: string): Promise<void>;
  /** Ends it with SIGTERM; answers its exit code. */
  stop(): Promise<number | null>;
}

/** The platform as an orchestrator runs it: several processes of each app behind the same names. */
export interface Replicas {
  home: string;
  replicas: readonly Replica[];
  of(app: string): Replica[];
  /** Runs an operator's command of an app; answers what it printed. */
  command(app: string, ...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

const toMainPath = (app: string, checkout = root): string => join(checkout, 'dist/apps', app, 'main.js');

const createReplica = (
  app: string,
  { ops, port }: Pick<Replica, 'ops' | 'port'>,
  env: NodeJS.ProcessEnv,
): Replica => {
  let child: ChildProcess | undefined;
  let text = '';
  return {
    app,
    ops,
    port,
    output: () => text,
    start: async (checkout = root) => {
      text = '';
      const main = toMainPath(app, checkout);
      const started = spawn(process.execPath, [main], { cwd: checkout, env, stdio: 'pipe' });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      await eventually(async () => {
        if (started.exitCode !== null) return;
        const { status } = await fetch(`${ops}/readyz`);
        if (status !== 200) throw new Error(`${app} is not ready: ${status}`);
      });
      if (started.exitCode !== null) throw new Error(`${app} ended at start:\n${text}`);
    },
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      child.kill('SIGTERM');
      await once(child, 'exit');
      return child.exitCode;
    },
  };
};

/**
 * Starts `count` processes of each service and of the gateway, from another checkout if one is named. Every service is reached at a
 * static list of addresses.
 */
export const startReplicas = async (
  count: number,
  given: Record<string, string>,
  checkout?: string,
): Promise<Replicas> => {
  const home = temporaryHome();
  const ports = await Promise.all(
    serviceNames.map(async (name) => ({
      name,
      grpc: await Promise.all(Array.from({ length: count }, freePort)),
    })),
  );
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PARLEY_HOME: home,
    HOST: '127.0.0.1',
    SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
    SERVICE_KEY: 'a-service-key-of-more-than-32-characters',
    ...Object.fromEntries(
      ports.map(({ name, grpc }) => [
        `${name.toUpperCase()}_URL`,
        `ipv4:${grpc.map((port) => `127.0.0.1:${port}`).join(',')}`,
      ]),
    ),
    ...given,
  };
  const replicas: Replica[] = [];
  for (const { name, grpc } of ports) {
    for (const port of grpc) {
      const ops = `127.0.0.1:${await freePort()}`;
      const live = await freePort();
      const addresses = {
        GRPC_ADDRESS: `127.0.0.1:${port}`,
        OPS_ADDRESS: ops,
        REALTIME_PORT: String(live),
        MAIL_PORT: String(await freePort()),
      };
      const where = { ops: `http://${ops}`, port: name === 'realtime' ? live : port };
      replicas.push(createReplica(name, where, { ...env, ...addresses }));
    }
  }
  for (let index = 0; index < count; index += 1) {
    const port = await freePort();
    const where = { ops: `http://127.0.0.1:${port}`, port };
    replicas.push(createReplica('gateway', where, { ...env, PORT: String(port) }));
  }
  // Not all at once: a start takes a processor for a second or two.
  const services = replicas.filter(({ app }) => app !== 'gateway');
  const gateways = replicas.filter(({ app }) => app === 'gateway');
  const stop = async (): Promise<void> => {
    await Promise.all(gateways.map((replica) => replica.stop()));
    await Promise.all(services.map((replica) => replica.stop()));
  };
  try {
    await Promise.all(services.map((replica) => replica.start(checkout)));
    await Promise.all(gateways.map((replica) => replica.start(checkout)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    home,
    replicas,
    of: (app) => replicas.filter((replica) => replica.app === app),
    command: async (app, ...args) => {
      const { stdout } = await promisify(execFile)(process.execPath, [toMainPath(app), ...args], {
        cwd: root,
        env,
      });
      return stdout;
    },
    stop,
  };
};

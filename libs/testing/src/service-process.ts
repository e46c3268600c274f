import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './eventually';
import { freePort } from './free-port';

const root = resolve(__dirname, '../../..');

/** Resolves when a server listens on a port, and fails while none does. */
const listens = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
};

/** A NATS server of a test's own, so that no other test's streams are in the way. */
export const startNats = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const port = await freePort();
  const store = mkdtempSync(join(tmpdir(), 'parley-nats-'));
  const binary = process.env['NATS_SERVER_BINARY'] ?? 'nats-server';
  const options = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store];
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const child = spawn(binary, options, { stdio: 'ignore', env });
  await eventually(() => listens(port));
  return {
    url: `nats://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      rmSync(store, { recursive: true });
    },
  };
};

/** One process of a service, which can be killed and started again at the same address. */
export interface ServiceProcess {
  /** Where it serves gRPC. */
  address: string;
  start(): void;
  ready(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

/** Makes a process of a service as it is deployed, from the bundle that `npm test` builds; its settings are environment variables. */
export const createServiceProcess = async (
  service: string,
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> => {
  const address = `127.0.0.1:${await freePort()}`;
  const ops = `127.0.0.1:${await freePort()}`;
  const env = { PATH: process.env['PATH'], ...settings, GRPC_ADDRESS: address, OPS_ADDRESS: ops };
  let child: ChildProcess | undefined;
  let output = '';
  return {
    address,
    start: () => {
      child = spawn(process.execPath, [join(root, `dist/apps/${service}/main.js`)], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      output = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-5_000)));
    },
    ready: async () => {
      const hasEnded = (): boolean => child?.exitCode != null;
      await eventually(async () => {
        if (hasEnded()) return;
        const { status } = await fetch(`http://${ops}/healthz`);
        if (status !== 200) throw new Error(`Not alive: ${status}`);
      });
      if (hasEnded()) throw new Error(`The service ended at its start:\n${output}`);
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

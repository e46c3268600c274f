import { eventually, freePort } from '@parley/testing';
import { connect } from '@nats-io/transport-node';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './started-home';

/** A NATS server of one test file's own, so that no other test's streams are in the way. */
export interface NatsServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts it with an empty store on a free port. */
export const startNats = async (): Promise<NatsServer> => {
  const folder = mkdtempSync(join(runFolder(), 'nats-'));
  const port = String(await freePort());
  const url = `nats://127.0.0.1:${port}`;
  const binary = process.env['NATS_SERVER_BINARY'] ?? 'nats-server';
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', port, '-js', '-sd', folder], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  // One that a lasting platform uses ends with the run.
  child.unref();
  await eventually(async () => (await connect({ servers: url, reconnect: false })).close());
  return {
    url,
    pid: child.pid ?? NaN,
    stop: () =>
      new Promise((resolve) => {
        child.ref();
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill();
      }),
  };
};

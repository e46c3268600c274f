import { eventually, freePort } from '@parley/testing';
import { connect } from '@nats-io/transport-node';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A NATS server of one test file's own, so that no other test's streams are in the way. */
export interface NatsServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts it with an empty store, on `port` or a free one. */
export const startNats = async (port?: number): Promise<NatsServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-nats-'));
  const url = `nats://127.0.0.1:${port ?? (await freePort())}`;
  const binary = process.env['NATS_SERVER_BINARY'] ?? 'nats-server';
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', new URL(url).port, '-js', '-sd', folder], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  await eventually(async () => (await connect({ servers: url, reconnect: false })).close());
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill();
      }),
  };
};

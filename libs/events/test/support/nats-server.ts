import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually, freePort } from '@parley/testing';

/** A NATS server that a test may crash. */
export interface OwnNatsServer {
  url: string;
  /** kill -9 */
  kill(): Promise<void>;
  /** Starts it again, unless it runs, on the same port with the same store. */
  start(): Promise<void>;
}

/** The server's binary on this machine, if there is one. */
export const natsBinary = (): string | undefined =>
  ['nats-server', '/usr/sbin/nats-server', '/usr/local/sbin/nats-server'].find(
    (candidate) => spawnSync(candidate, ['--version'], { stdio: 'ignore' }).status === 0,
  );

const opened = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    }).on('error', reject);
  });

/** Starts a server that keeps its streams in `store`; `flags` are further ones of its command line. */
export const startOwnNats = async (store: string, flags: readonly string[] = []): Promise<OwnNatsServer> => {
  const binary = natsBinary();
  if (!binary) throw new Error('There is no nats-server on this machine');
  const port = await freePort();
  let child: ChildProcess | undefined;
  const running = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const start = async (): Promise<void> => {
    if (running()) return;
    child = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store, ...flags], {
      stdio: 'ignore',
    });
    await eventually(() => opened(port));
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (!child || !running()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
};

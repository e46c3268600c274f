import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { engineUrl } from '@parley/testing';

/** Stands between client and server, so that a test can take the server away. */
export interface RedisProxy {
  /** URL of the proxy; stays the same. */
  url: string;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Takes connections again. */
  restore(): Promise<void>;
  /** Keeps connections open and passes nothing on, as a server that hangs. */
  freeze(): void;
  close(): Promise<void>;
}

/** A proxy in front of the test server. */
export const startRedisProxy = async (): Promise<RedisProxy> => {
  const target = new URL(engineUrl('redis') ?? '');
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  const listen = async (): Promise<void> => {
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  await listen();
  return {
    url: `redis://127.0.0.1:${port}`,
    cut,
    restore: listen,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: cut,
  };
};

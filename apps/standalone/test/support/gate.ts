import { freePort } from '@parley/testing';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** An address in front of a server, which can be taken away and come back: connections are cut, and new ones refused. */
export interface Gate {
  /** `http://`, with the path of the server. */
  url: string;
  away(): Promise<void>;
  back(): Promise<void>;
}

/** Opens a gate before a server, or, without one, keeps an address at which nobody listens. */
export const openGate = async (target?: string): Promise<Gate> => {
  const port = await freePort();
  const { hostname, port: targetPort, pathname } = new URL(target ?? 'http://127.0.0.1:1');
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  const back = async (): Promise<void> => {
    if (target === undefined) throw new Error('There is no server behind the gate');
    server = createServer((socket) => {
      const behind = connect(Number(targetPort), hostname);
      for (const end of [socket, behind]) {
        sockets.add(end);
        end
          .on('error', () => undefined)
          .on('close', () => {
            sockets.delete(end);
            socket.destroy();
            behind.destroy();
          });
      }
      socket.pipe(behind).pipe(socket);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const away = async (): Promise<void> => {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    server = undefined;
    await closed;
  };
  if (target !== undefined) await back();
  return { url: `http://127.0.0.1:${port}${pathname === '/' ? '' : pathname}`, away, back };
};

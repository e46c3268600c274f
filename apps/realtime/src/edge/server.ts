import { APP_PATH, type Upgrade } from '@parley/realtime';
import type { ServiceModule } from '@parley/runtime';
import { once } from 'node:events';
import { createServer } from 'node:http';

const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Opens a port of its own for the WebSockets of the service, for a process that has no other HTTP server. */
export const withServer = <Module extends ServiceModule & { upgrade: Upgrade }>(
  module: Module,
  { host, port }: { host: string; port: number },
): Module => {
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith(APP_PATH)) return module.upgrade(request, socket, head);
    socket.on('error', () => undefined);
    socket.end(NOT_FOUND);
  });
  return {
    ...module,
    start: async () => {
      await module.start();
      server.listen(port, host);
      await once(server, 'listening');
      // A connection that cannot be accepted, for want of file descriptors for example, is the loss of one client.
      server.on('error', () => undefined);
    },
    stop: async () => {
      server.close();
      await module.stop();
      server.closeAllConnections();
    },
  };
};

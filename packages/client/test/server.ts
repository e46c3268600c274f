import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as a server got it. */
export interface Got {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How the next requests are answered, one after the other; `cut` ends the connection. */
export type Reply = 'cut' | { status?: number; headers?: Record<string, string>; body?: unknown };

/** A server that answers what a test says. */
export const startServer = async (): Promise<{
  url: string;
  got: Got[];
  replies: Reply[];
  close: () => Promise<void>;
}> => {
  const got: Got[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      got.push({ method, url, headers, body });
      const reply = replies.shift() ?? {};
      if (reply === 'cut') return request.socket.destroy();
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    replies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

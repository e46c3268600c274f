import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver got. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What a receiver answers; by default 204. */
export type Answer = (received: Received, response: ServerResponse) => void;

/** A real HTTP server that webhooks can name. */
export interface Receiver {
  url: string;
  /** Everything it got, oldest first; counted before it is answered. */
  received: Received[];
  /** What came to one path, its bodies read. */
  at(path: string): { event: string; data: Record<string, unknown> }[];
  answers: Map<string, Answer>;
  close(): Promise<void>;
}

/** Starts a receiver on a free port; what a path answers is set in `answers`. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body };
      received.push(one);
      const answer = answers.get(one.path);
      if (answer) answer(one, response);
      else response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) =>
      received
        .filter((one) => one.path === path)
        .map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> }),
    answers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

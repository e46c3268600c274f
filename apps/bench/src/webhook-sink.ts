import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An HTTP server that webhooks name. */
export interface WebhookSink {
  /** Answers 204 at once. */
  url: string;
  /** Takes requests and never answers. */
  deadUrl: string;
  /** Milliseconds from the event to the arrival, of each request to `url` since `expect`. */
  times: readonly number[];
  /** Starts again; resolves once so many requests came, or false after `milliseconds`. */
  expect(count: number, milliseconds: number): Promise<boolean>;
  stop(): Promise<void>;
}

export const startWebhookSink = async (): Promise<WebhookSink> => {
  let times: number[] = [];
  let enough = { count: Infinity, done: (_isThere: boolean): void => undefined };
  const server = createServer((request, response) => {
    if (request.url === '/dead') return;
    json(request)
      .then((body) => {
        times.push(Date.now() - Date.parse((body as { createdAt: string }).createdAt));
        response.writeHead(204).end();
        if (times.length >= enough.count) enough.done(true);
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/alive`,
    deadUrl: `${origin}/dead`,
    get times() {
      return times;
    },
    expect: (count, milliseconds) => {
      times = [];
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), milliseconds);
        enough = {
          count,
          done: (isThere) => {
            clearTimeout(timer);
            resolve(isThere);
          },
        };
      });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

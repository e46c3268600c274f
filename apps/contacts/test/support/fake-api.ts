import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a fake API got. */
export interface ApiRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  /** The JSON body. */
  body: unknown;
}

/** What it answers: JSON, or a text as it is; nothing at all when it hangs. */
export type ApiReply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers?: Record<string, string>; text: string }
  | 'hangs';

/** Someone else's REST API on the loopback address. */
export interface FakeApi {
  url: string;
  requests: ApiRequest[];
  /** Answers from now on. */
  answer: (request: ApiRequest) => ApiReply | Promise<ApiReply>;
  stop(): Promise<void>;
}

const readBody = async (chunks: AsyncIterable<Buffer>): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
};

export const startFakeApi = async (): Promise<FakeApi> => {
  const server = createServer((incoming, response) => {
    void (async () => {
      const url = new URL(incoming.url ?? '/', 'http://fake');
      const request: ApiRequest = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: incoming.headers as Record<string, string | undefined>,
        body: await readBody(incoming),
      };
      if (request.method !== 'HEAD') api.requests.push(request);
      const reply = await api.answer(request);
      if (reply === 'hangs') return;
      const text = 'text' in reply ? reply.text : JSON.stringify(reply.json);
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
      response.end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api: FakeApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: () => ({ status: 404, json: {} }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return api;
};

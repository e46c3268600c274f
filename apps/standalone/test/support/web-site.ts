import { once } from 'node:events';
import { createServer } from 'node:http';

/** A request that a web site got. */
export interface SiteRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A web site of somebody else: takes webhooks, has a picture, and answers as Intercom does. */
export interface WebSite {
  url: string;
  /** What it got so far, oldest first. */
  requests(): SiteRequest[];
  close(): Promise<void>;
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts the site on a free port of this machine. */
export const openWebSite = async (): Promise<WebSite> => {
  const got: SiteRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      got.push({
        method,
        path: url,
        headers: headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      const isPicture = url === '/picture.png';
      response.writeHead(200, { 'content-type': isPicture ? 'image/png' : 'application/json' });
      response.end(isPicture ? PICTURE : '{"data":[],"pages":{}}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => [...got],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

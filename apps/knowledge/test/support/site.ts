import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path of a site answers. */
export interface SitePage {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds until it answers. */
  delayMs?: number;
  /** It answers once this has resolved. */
  opens?: Promise<unknown>;
  /** Whether it never answers, asked for each request. */
  isHeld?: () => boolean;
  /** Ends the connection without an answer. */
  breaksOff?: boolean;
  /** Answers 304 to a request with its validator. */
  etag?: string;
}

/** A website on the loopback address whose pages a test writes. */
export interface TestSite {
  url: string;
  port: number;
  /** By path; a text is HTML. What is missing is 404. */
  pages: Map<string, SitePage | string>;
  /** Requests as they came. */
  seen: { path: string; headers: IncomingHttpHeaders; at: number }[];
  /** Requests that run. */
  running(): number;
  /** Most requests that ran at once. */
  most(): number;
  paths(): string[];
  close(): Promise<void>;
}

/** Starts a site. Its robots.txt is 404 unless a test writes one. */
export const startSite = async (pages: Record<string, SitePage | string> = {}): Promise<TestSite> => {
  const all = new Map(Object.entries(pages));
  const seen: TestSite['seen'] = [];
  let [running, most] = [0, 0];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    seen.push({ path, headers: request.headers, at: performance.now() });
    most = Math.max(most, (running += 1));
    response.on('close', () => (running -= 1));
    const found = all.get(path);
    const page: SitePage =
      typeof found === 'string' ? { body: found } : (found ?? { status: 404, body: 'Not found' });
    if (page.isHeld?.()) return;
    const answer = (): void => {
      if (page.breaksOff) return void request.socket.destroy();
      const isKnown = page.etag !== undefined && request.headers['if-none-match'] === page.etag;
      response.writeHead(isKnown ? 304 : (page.status ?? 200), {
        'content-type': page.type ?? 'text/html; charset=utf-8',
        ...(page.etag !== undefined && { etag: page.etag }),
        ...page.headers,
      });
      response.end(isKnown ? undefined : page.body);
    };
    if (page.opens) void page.opens.then(answer);
    else setTimeout(answer, page.delayMs ?? 0).unref();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pages: all,
    seen,
    running: () => running,
    most: () => most,
    paths: () => seen.map(({ path }) => path),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** An HTML page of a title, text and links. */
export const html = (title: string, text: string, links: readonly string[] = [], head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${text}</p>${links
    .map((link) => `<a href="${link}">more</a>`)
    .join('')}</main></body></html>`;

import { eventually } from '@parley/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RunningPlatform } from '../platform';
import { asAdmin, type Attack } from './attack';

/** A site that says as much as it may, and takes as long to compare as it can. */
const openSite = async (): Promise<{ url: string; close(): void }> => {
  const rules = `Disallow: /${'*a'.repeat(30)}*b\n`.repeat(4_000);
  const links = Array.from({ length: 30 }, (_, n) => `<a href="/${'a'.repeat(1_500)}${n}">x</a>`).join('');
  const server = createServer(({ url }, response) => {
    if (url === '/robots.txt') return void response.end(`User-agent: *\n${rules}`);
    if (url !== '/') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    response.end(`<html><body><h1>Page</h1><p>Some words to read here.</p>${links}</body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
};

export const attacks: Attack[] = [
  {
    name: 'crawl: 4,000 rules of wildcards and 30 links of 1,500 letters',
    run: async (platform: RunningPlatform): Promise<void> => {
      const site = await openSite();
      try {
        const { id } = await asAdmin(platform, {
          method: 'POST',
          path: '/knowledge/websites',
          body: { url: `${site.url}/` },
        });
        await asAdmin(platform, {
          method: 'POST',
          path: `/knowledge/websites/${String(id)}/crawl`,
          expected: [200, 202, 409],
        });
        await eventually(async () => {
          const { lastCrawledAt } = await asAdmin(platform, { path: `/knowledge/websites/${String(id)}` });
          expect(lastCrawledAt).toEqual(expect.any(String));
        }, 240_000);
      } finally {
        site.close();
      }
    },
  },
];

import express from 'express';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createInboxPages } from '../src/edge/inbox-pages';

const PAGE = '<!doctype html><title>Inbox</title>';
const SCRIPT = 'console.log("inbox");';

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-inbox-'));
  for (const [name, text] of Object.entries({ 'index.html': PAGE, 'main-AAAA1111.js': SCRIPT })) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  server = createServer(express().disable('etag').use(createInboxPages(folder)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });

describe('the pages of the inbox', () => {
  it('are one page at /inbox and below it, which is asked for again each time', async () => {
    for (const path of [
      '/inbox',
      '/inbox/',
      '/inbox/mine',
      '/inbox/t/66f2a1b0c3d4e5f601234567',
      '/inbox/settings/teams',
    ]) {
      const answer = await ask(path);
      expect([answer.status, await answer.text()]).toEqual([200, PAGE]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
    expect((await ask('/inbox', 'POST')).status).toBe(405);
    expect((await ask('/inboxes')).status).toBe(404);
  });

  it('allow own scripts, styles and pictures alone, demand trusted types, and are framed by own pages alone', async () => {
    const policy = (await ask('/inbox')).headers.get('content-security-policy') ?? '';
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self' ws: wss:",
        "require-trusted-types-for 'script'",
        "frame-ancestors 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
  });

  it('load files that are named after their content, for a year', async () => {
    const script = await ask('/inbox/assets/main-AAAA1111.js');
    expect([script.status, await script.text()]).toEqual([200, SCRIPT]);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const name of ['index.html', 'main-AAAA1111.js.gz', 'main-BBBB2222.js', '..%2Findex.html'])
      expect((await ask(`/inbox/assets/${name}`)).status).toBe(404);
  });
});

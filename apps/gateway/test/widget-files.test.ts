import express from 'express';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createWidgetFiles } from '../src/edge/widget-files';

const LOADER = 'console.log("loader");';
const MAIN = 'console.log("main");';

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-widget-'));
  for (const [name, text] of Object.entries({
    'widget.js': LOADER,
    'widget-AAAA1111.js': LOADER,
    'main-BBBB2222.js': MAIN,
  })) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  server = createServer(express().disable('etag').use(createWidgetFiles(folder)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const { port } = server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path, headers, method });
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
};

describe('the files of the widget', () => {
  it('are the one that pages name, for five minutes and with an ETag, and its twin for a year', async () => {
    const current = await ask('/widget.js');
    expect(current.status).toBe(200);
    expect(current.body.toString()).toBe(LOADER);
    expect(current.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(current.headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=86400');
    expect(current.headers['access-control-allow-origin']).toBe('*');
    const etag = current.headers.etag ?? '';
    expect(etag).not.toBe('');
    expect((await ask('/widget.js', { 'if-none-match': etag })).status).toBe(304);
    expect((await ask('/widget.js', { 'if-none-match': '"other"' })).status).toBe(200);

    const twin = await ask('/widget/widget-AAAA1111.js');
    expect(twin.body.toString()).toBe(LOADER);
    expect(twin.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await ask('/widget/main-BBBB2222.js')).body.toString()).toBe(MAIN);
  });

  it('come compressed to whoever takes that, under an ETag of their own', async () => {
    const [plain, packed] = [
      await ask('/widget.js'),
      await ask('/widget.js', { 'accept-encoding': 'br, gzip' }),
    ];
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toBe('Accept-Encoding');
    expect(gunzipSync(packed.body).toString()).toBe(LOADER);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
  });

  it('are nothing else of the folder, and take GET and HEAD alone', async () => {
    for (const path of [
      '/widget/widget.js',
      '/widget/main-BBBB2222.js.gz',
      '/widget/..%2Fwidget.js',
      '/widget/',
    ])
      expect((await ask(path)).status).toBe(404);
    const head = await ask('/widget.js', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect((await ask('/widget.js', {}, 'POST')).status).toBe(405);
  });
});

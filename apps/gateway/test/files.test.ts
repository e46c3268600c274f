import { createFolderStore, fileKey, fileUrl, type FileStore } from '@parley/files';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';

let gateway: TestGateway;
let store: FileStore;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-served-'));
  store = createFolderStore({ directory });
  gateway = await startTestGateway({ files: store });
});
afterAll(async () => {
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
});

async function* of(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
const stored = async (name: string, content = '0123456789'): Promise<string> => {
  const key = fileKey(PROJECT, name);
  await store.put(key, of(content), { contentType: 'text/plain' });
  return fileUrl(gateway.url, key);
};
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(url, { headers, method });

/** As a cache asks; `fetch` would demand a reload with it. */
const conditional = (
  url: string,
  etag: string,
): Promise<{ status: number | undefined; etag: string | undefined; content: string }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'if-none-match': etag } }, (answer) => {
      text(answer).then(
        (content) => resolve({ status: answer.statusCode, etag: answer.headers.etag, content }),
        reject,
      );
    }).on('error', reject);
  });

describe('GET /files', () => {
  it('serves a file without a token, to any page, for a year, and never guesses its type', async () => {
    const answer = await ask(await stored('a.png'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, s-maxage=30, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\w-]{32}"$/) as string,
    });
  });

  it.each(['a.png', 'a.jpg', 'a.gif', 'a.webp', 'a.bmp', 'a.txt', 'a.mp4', 'a.mp3'])(
    'shows %s in the browser',
    async (name) => {
      const { headers } = await ask(await stored(name));
      expect(headers.get('content-disposition')).toBeNull();
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.* sandbox$/);
    },
  );

  it.each([
    ['a.html', 'text/html; charset=utf-8'],
    ['a.xhtml', 'application/xhtml+xml'],
    ['a.svg', 'image/svg+xml'],
    ['a.xml', 'application/xml'],
    ['a.js', 'text/javascript; charset=utf-8'],
    ['a.pdf', 'application/pdf'],
    ['a.css', 'text/css; charset=utf-8'],
    ['a.zip', 'application/zip'],
    ['a.swf', 'application/x-shockwave-flash'],
    ['a.unknown', 'application/octet-stream'],
    ['a', 'application/octet-stream'],
  ])('sends %s as a download without rights', async (name, type) => {
    const { headers } = await ask(await stored(name));
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${name}`);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.* sandbox$/);
    expect(headers.get('content-security-policy')).not.toContain('allow-');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('writes a name of any script into the download', async () => {
    const { headers } = await ask(await stored('Übersicht.zip'));
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cbersicht.zip");
  });

  it('answers HEAD with the headers alone', async () => {
    const answer = await ask(await stored('a.png'), {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '10',
      '',
    ]);
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('answers the part %s by 206', async (range, content, contentRange) => {
    const answer = await ask(await stored('a.mp4'), { range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      206,
      content,
      contentRange,
    ]);
    expect(answer.headers.get('content-length')).toBe(String(content.length));
  });

  it('answers a part beyond the end by 416 with the size', async () => {
    const answer = await ask(await stored('a.mp4'), { range: 'bytes=10-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  it.each([['bytes=0-1,4-5'], ['lines=1-2'], ['bytes=x']])('answers the whole for %s', async (range) => {
    const answer = await ask(await stored('a.mp4'), { range });
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
  });

  it('answers 304 to who has the file, and a part only of the file that was begun', async () => {
    const url = await stored('a.mp4');
    const etag = (await ask(url)).headers.get('etag') ?? '';
    expect(await conditional(url, etag)).toEqual({ status: 304, etag, content: '' });
    expect(await conditional(url, '"other"')).toEqual({ status: 200, etag, content: '0123456789' });
    expect((await ask(url, { range: 'bytes=1-', 'if-range': etag })).status).toBe(206);
    expect((await ask(url, { range: 'bytes=1-', 'if-range': '"other"' })).status).toBe(200);
  });

  it('serves an empty file', async () => {
    const answer = await ask(await stored('empty.txt', ''));
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '0',
      '',
    ]);
  });

  it.each([
    `/files/${PROJECT}/${'a'.repeat(32)}/a.png`,
    `/files/${PROJECT}/${'a'.repeat(32)}/..%2F..%2Fetc%2Fpasswd`,
    `/files/${PROJECT}/%2e%2e/a.png`,
    `/files/${PROJECT}/${'a'.repeat(32)}/a%00.png`,
    `/files/${PROJECT}/${'a'.repeat(32)}/%`,
    `/files/.incoming/x/y`,
    '/files/a/b/c',
    `/files/${PROJECT}`,
    '/files',
  ])('answers %s by 404, not to be cached', async (path) => {
    const answer = await ask(`${gateway.url}${path}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('takes no other method', async () => {
    const answer = await ask(await stored('a.png'), {}, 'DELETE');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('serves the same after a restart', async () => {
    const url = await stored('kept.txt');
    const again = await startTestGateway({ files: createFolderStore({ directory }) });
    expect(await (await ask(url.replace(gateway.url, again.url))).text()).toBe('0123456789');
    await again.stop();
  });
});

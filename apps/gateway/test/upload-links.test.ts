import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@parley/testing';
import { startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';
import { folderStore, withoutStub } from './support/uploads';

interface Link {
  name: string;
  uploadUrl: string;
  method: string;
  expiresAt: string;
}

let gateway: TestGateway;
let folder: Awaited<ReturnType<typeof folderStore>>;
let ahead = 0;
beforeAll(async () => {
  folder = await folderStore();
  gateway = await startTestGateway({
    callers: withoutStub,
    files: folder.store,
    now: () => Date.now() + ahead,
  });
});
afterAll(async () => {
  await gateway.stop();
  await folder.remove();
});
beforeEach(() => {
  ahead = 0;
});

const make = async (files: object[] = [{ name: 'notes.txt' }]): Promise<Link[]> => {
  const { status, body } = await gateway.api('POST', '/uploads/links', { body: { files } });
  expect(status).toBe(200);
  return body;
};
const one = async (file: object = { name: 'notes.txt' }): Promise<string> => {
  const [link] = await make([file]);
  return link?.uploadUrl ?? '';
};
const put = async (url: string, content: string | Buffer) => {
  const response = await fetch(url, { method: 'PUT', body: content as string });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
};
const refusal = (status: number, code: string) => ({ status, body: { code } });
const GONE = refusal(404, 'upload_link_not_found');
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');

const leavingNothing = async <T>(run: () => Promise<T>): Promise<T> => {
  const before = await folder.left();
  const result = await run();
  await eventually(async () => expect(await folder.left()).toEqual(before));
  return result;
};

describe('addresses to upload to', () => {
  it('are made for up to 20 files, in their order, for 15 minutes, by who may upload', async () => {
    const links = await make([{ name: 'a.txt' }, { name: 'ü b.pdf', size: 5 }]);
    expect(links.map(({ name, method }) => [name, method])).toEqual([
      ['a.txt', 'PUT'],
      ['ü b.pdf', 'PUT'],
    ]);
    for (const { uploadUrl, expiresAt } of links) {
      expect(uploadUrl.startsWith(`${gateway.url}/uploads/`)).toBe(true);
      expect(Math.abs(Date.parse(expiresAt) - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
    }
    const ask = (files: unknown, token?: string) =>
      gateway.api('POST', '/uploads/links', { body: { files }, ...(token && { token }) });
    for (const files of [[], Array(21).fill({ name: 'a' }), [{}], [{ name: 'a', size: 104_857_601 }]])
      expect(await ask(files)).toMatchObject(refusal(400, 'invalid_input'));
    expect(await ask([{ name: 'a' }], gateway.tokens.outsider)).toMatchObject({ status: 403 });
  });

  it('take the file without a token, once, and answer where it is: with the checks of any upload', async () => {
    const url = await one({ name: '../My photo.txt' });
    const answer = await put(url, PNG);
    expect(answer.status).toBe(200);
    const { fileUrl } = answer.body as { fileUrl: string };
    expect(fileUrl).toMatch(new RegExp(`/files/${PROJECT}/[^/]+/My-photo.txt.png$`));
    expect(Buffer.from(await (await fetch(fileUrl)).arrayBuffer())).toEqual(PNG);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await leavingNothing(() => put(url, 'again'))).toMatchObject(GONE);
    const svg = await put(
      await one({ name: 'x.svg' }),
      '<svg><script>alert(1)</script><path d="M0 0"/></svg>',
    );
    expect(await (await fetch((svg.body as { fileUrl: string }).fileUrl)).text()).not.toContain('script');
  });

  it('take one of two files that come at the same time', async () => {
    const url = await one();
    const answers = await Promise.all(['one', 'two', 'three'].map((text) => put(url, text)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    await eventually(async () => expect((await folder.left()).length).toBeGreaterThan(0));
  });

  it('end after 15 minutes, and are of no use when changed: 404', async () => {
    const url = await one();
    const [start, token = ''] = [url.slice(0, url.lastIndexOf('/') + 1), url.split('/').at(-1)];
    const parts = token.split('.');
    const forged = [
      parts.with(1, '999999999').join('.'),
      `${token}x`,
      'x',
      parts.with(0, '0'.repeat(24)).join('.'),
    ];
    for (const bad of forged) expect(await put(`${start}${bad}`, 'x')).toMatchObject(GONE);
    ahead = 15 * 60_000 + 1;
    expect(await leavingNothing(() => put(url, 'late'))).toMatchObject(GONE);
    ahead = 0;
    expect(await put(url, 'in time')).toMatchObject({ status: 200 });
  });

  it('take no more bytes than were planned: 413, also when the length is not said', async () => {
    const url = await one({ name: 'a.txt', size: 5 });
    expect(await leavingNothing(() => put(url, '123456'))).toMatchObject(refusal(413, 'payload_too_large'));
    const chunked = await leavingNothing(
      () =>
        new Promise<number | undefined>((resolve, reject) => {
          const request = send(url, { method: 'PUT' }, ({ statusCode }) => resolve(statusCode));
          request.on('error', reject);
          request.write('123');
          request.end('456');
        }),
    );
    expect(chunked).toBe(413);
    expect(await put(url, '12345')).toMatchObject({ status: 200 });
  });

  it('keep nothing of a file that breaks off, which can be sent again', async () => {
    const url = await one();
    await leavingNothing(async () => {
      const request = send(url, { method: 'PUT', headers: { 'content-length': '1000' } });
      request.on('error', () => undefined);
      request.write('a part');
      await sleep(200);
      request.destroy();
    });
    expect(await put(url, 'whole')).toMatchObject({ status: 200 });
  });

  it('know no other method, and may be used by pages of any origin', async () => {
    const url = await one();
    const wrong = await fetch(url, { method: 'POST', body: 'x' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'PUT']);
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  });
});

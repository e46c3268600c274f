import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isFileKey, keyOfFileUrl } from '@parley/files';
import { eventually } from '@parley/testing';
import { operations } from '../src/routes';
import { MAX_FILE_BYTES } from '../src/limits/files';
import { startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';
import {
  fileHead,
  folderStore,
  formEnd,
  buildForm,
  formType,
  openUpload,
  upload,
  withoutStub,
} from './support/uploads';

const LIMIT = 200_000;
const PUBLIC = 'https://support.example.com';
const OVERHEAD = 1024 * 1024;
/** Bytes of a file on its way that may be in memory at a time; the whole of it would be 100 MB. */
const MOST_HELD = 25 * 1024 * 1024;

let gateway: TestGateway;
let folder: Awaited<ReturnType<typeof folderStore>>;
beforeAll(async () => {
  folder = await folderStore();
  gateway = await startTestGateway({
    callers: withoutStub,
    files: folder.store,
    publicUrl: `${PUBLIC}/`,
    operations: operations.map((row) =>
      row.id === 'uploads.upload' ? { ...row, options: { ...row.options, maxBodyBytes: LIMIT } } : row,
    ),
  });
});
afterAll(async () => {
  await gateway.stop();
  await folder.remove();
});

const text = { field: 'file', name: 'notes.txt', content: 'Call Ada back.' };
const readUrl = (answer: ApiAnswer): string => (answer.body as { fileUrl: string }).fileUrl;
const refusal = ({ status, body }: ApiAnswer): unknown => {
  const { code, errors } = body as { code: string; errors?: { field: string }[] };
  return { status, code, fields: errors?.map(({ field }) => field) };
};
const MISSING = { status: 400, code: 'invalid_input', fields: ['file'] };

/** Runs a request that must leave nothing behind. */
const leavingNothing = async <T>(run: () => Promise<T>): Promise<T> => {
  const before = await folder.left();
  const result = await run();
  // A connection that was cut is noticed a moment later.
  await eventually(async () => expect(await folder.left()).toEqual(before));
  return result;
};

describe('POST /uploads', () => {
  it('takes up to 100 MB', () => {
    expect(MAX_FILE_BYTES).toBe(104_857_600);
    const row = operations.find(({ id }) => id === 'uploads.upload');
    expect(row?.options.maxBodyBytes).toBe(MAX_FILE_BYTES);
  });

  it('answers the permanent URL of the file, below PUBLIC_URL and in the project’s folder', async () => {
    const answer = await upload(gateway, [text]);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['fileUrl']);
    const url = readUrl(answer);
    expect(url.startsWith(`${PUBLIC}/files/${PROJECT}/`)).toBe(true);
    expect(isFileKey(keyOfFileUrl(PUBLIC, url) ?? '')).toBe(true);
    const served = await fetch(url.replace(PUBLIC, gateway.url));
    expect(await served.text()).toBe(text.content);
  });

  it('names no two files alike', async () => {
    const [first, second] = [await upload(gateway, [text]), await upload(gateway, [text])];
    expect(readUrl(first)).not.toBe(readUrl(second));
  });

  it.each([
    ['../../etc/passwd', 'x', 'passwd.txt'],
    ['My photo.png', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'), 'My-photo.png'],
    ['photo.txt', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'), 'photo.txt.png'],
    ['picture.png', '<script>alert(1)</script>', 'picture.png.txt'],
    ['page.html', '<script>alert(1)</script>', 'page.html'],
    ['', 'x', 'file.txt'],
    ['%00%0d%0aSet-Cookie: a.txt', 'x', '00-0d-0aSet-Cookie-a.txt'],
    ['Übersicht.csv', 'a,b', '%C3%9Cbersicht.csv'],
    ['empty', '', 'empty.txt'],
  ])('keeps a name such as %j safe and honest', async (name, content, expected) => {
    const answer = await upload(gateway, [{ field: 'file', name, content }]);
    expect(readUrl(answer).split('/').at(-1)).toBe(expected);
  });

  it('stores an SVG image without what is more than drawing, whatever it is called', async () => {
    const attack = '<script>alert(1)</script><image href="https://evil.example/x.png"/>';
    const content = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${attack}<path d="M0 0"/></svg>`;
    for (const name of ['logo.svg', 'logo.png', 'logo']) {
      const url = readUrl(await upload(gateway, [{ field: 'file', name, content }]));
      expect(url).toMatch(/\.svg$/);
      const served = await fetch(url.replace(PUBLIC, gateway.url));
      expect(served.headers.get('content-type')).toBe('image/svg+xml');
      expect(await served.text()).toMatch(/^<svg [^>]*><image><\/image><path d="M0 0"><\/path><\/svg>$/);
    }
    const deep = { field: 'file', name: 'deep.svg', content: `<svg>${'<g>'.repeat(256)}` };
    expect(refusal(await leavingNothing(() => upload(gateway, [deep])))).toEqual(MISSING);
  });

  it('ignores other fields', async () => {
    const answer = await upload(gateway, [
      { field: 'note', content: 'x' },
      { field: 'other', name: 'other.txt', content: 'y' },
      text,
    ]);
    expect(answer.status).toBe(200);
    expect(readUrl(answer)).toMatch(/notes\.txt$/);
  });

  it('is open to an agent, who has UPLOAD_CREATE', async () => {
    expect((await upload(gateway, [text], { token: gateway.tokens.agent })).status).toBe(200);
  });

  it('is closed to people outside the project, and stores nothing for them', async () => {
    const answer = await leavingNothing(() => upload(gateway, [text], { token: gateway.tokens.outsider }));
    expect(refusal(answer)).toMatchObject({ status: 403, code: 'project_forbidden' });
  });

  it.each([
    ['no field', []],
    ['a field of another name', [{ ...text, field: 'attachment' }]],
    ['a text instead of a file', [{ field: 'file', content: 'x' }]],
    ['two files', [text, text]],
  ])('refuses a form with %s by 400 naming file', async (_, parts) => {
    expect(refusal(await leavingNothing(() => upload(gateway, parts)))).toEqual(MISSING);
  });

  it.each([
    ['without a boundary', 'multipart/form-data', buildForm(text)],
    ['that ends in the middle', formType['content-type'], buildForm(text).subarray(0, 150)],
    ['that is none', formType['content-type'], Buffer.from('nothing of a form')],
    ['without content', formType['content-type'], undefined],
  ])('refuses a form %s by 400 naming file', async (_, type, body) => {
    const answer = await leavingNothing(() =>
      gateway.api('POST', '/uploads', { body, headers: { 'content-type': type } }),
    );
    expect(refusal(answer)).toEqual(MISSING);
  });

  it.each(['application/json', 'application/octet-stream', 'text/plain'])(
    'refuses %s by 415',
    async (type) => {
      const answer = await gateway.api('POST', '/uploads', {
        body: '{"file":"x"}',
        headers: { 'content-type': type },
      });
      expect(refusal(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    },
  );

  it('takes a file of exactly the limit; a byte more is 413 and leaves nothing', async () => {
    const file = { field: 'file', name: 'large.bin', content: Buffer.alloc(LIMIT) };
    expect((await upload(gateway, [file])).status).toBe(200);
    const larger = { ...file, content: Buffer.alloc(LIMIT + 1) };
    const answer = await leavingNothing(() => upload(gateway, [larger]));
    expect(refusal(answer)).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  it('refuses a length beyond the limit before the content comes', async () => {
    const sent = openUpload(gateway, { 'content-length': LIMIT + OVERHEAD + 1 });
    await sent.write(fileHead);
    expect(await sent.answer).toMatchObject({ status: 413 });
    sent.destroy();
  });

  it('cuts a body without a length, of whatever it consists, beyond the limit', async () => {
    const part = buildForm({ field: 'ignored', name: 'x', content: Buffer.alloc(LIMIT + OVERHEAD) });
    const answer = await leavingNothing(() =>
      gateway.api('POST', '/uploads', { body: part, headers: formType }),
    );
    expect(refusal(answer)).toMatchObject({ status: 413 });
  });

  it('leaves nothing of an upload whose sender goes away', async () => {
    await leavingNothing(async () => {
      const sent = openUpload(gateway);
      await sent.write(fileHead);
      await sent.write(Buffer.alloc(100_000));
      sent.destroy();
      await sent.answer.catch(() => undefined);
    });
  });

  it('answers 503 and keeps serving when files cannot be stored', async () => {
    const broken = await startTestGateway({
      callers: withoutStub,
      files: {
        ...folder.store,
        put: () => Promise.reject(new Error('no space left')),
        find: () => Promise.reject(new Error('gone')),
      },
    });
    expect(refusal(await upload(broken, [text]))).toMatchObject({ status: 503, code: 'unavailable' });
    const large = { ...text, content: Buffer.alloc(3_000_000) };
    expect(refusal(await upload(broken, [large]))).toMatchObject({ status: 503 });
    const key = `${PROJECT}/${'a'.repeat(32)}/a.txt`;
    expect((await fetch(`${broken.url}/files/${key}`)).status).toBe(503);
    await broken.stop();
  });

  it('uses the gateway’s own address without PUBLIC_URL', async () => {
    const own = await startTestGateway({ callers: withoutStub, files: folder.store });
    const url = readUrl(await upload(own, [text]));
    expect(url.startsWith(`${own.url}/files/`)).toBe(true);
    expect(await (await fetch(url)).text()).toBe(text.content);
    await own.stop();
  });
});

describe('an upload with an idempotency key', () => {
  const headers = (key: string): Record<string, string> => ({ 'idempotency-key': key });

  it('is stored once: a repeat gets the first answer, whatever its boundary', async () => {
    const first = await upload(gateway, [text], { headers: headers('twice') });
    const again = await leavingNothing(() => {
      const form = buildForm(text).toString().replaceAll('a-line-of-a-form', 'another-line');
      return gateway.api('POST', '/uploads', {
        body: form,
        headers: { 'content-type': 'multipart/form-data; boundary=another-line', ...headers('twice') },
      });
    });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await fetch(readUrl(first).replace(PUBLIC, gateway.url))).status).toBe(200);
  });

  it('is stored once also when two come at the same time', async () => {
    const before = (await folder.left()).length;
    const [one, two] = await Promise.all([
      upload(gateway, [text], { headers: headers('at-once') }),
      upload(gateway, [text], { headers: headers('at-once') }),
    ]);
    expect(two.body).toEqual(one.body);
    expect((await folder.left()).length).toBe(before + 1);
  });

  it('is refused with another file by 422, which is not stored', async () => {
    await upload(gateway, [text], { headers: headers('other') });
    const answer = await leavingNothing(() =>
      upload(gateway, [{ ...text, content: 'other' }], { headers: headers('other') }),
    );
    expect(refusal(answer)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });
});

it('shows the form in the OpenAPI document', async () => {
  const document = (await (await fetch(`${gateway.url}/api-docs.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody: { content: object } }>>;
  };
  expect(document.paths['/uploads']?.['post']?.requestBody.content).toMatchObject({
    'multipart/form-data': {
      schema: { properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    },
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('streams a file of 100 MB while it arrives: memory does not grow by its size', async () => {
  const real = await startTestGateway({ callers: withoutStub, files: folder.store });
  const chunk = Buffer.alloc(256 * 1024, 1);
  const total = MAX_FILE_BYTES;
  const sent = openUpload(real);
  await sent.write(fileHead);
  await sent.write(chunk);
  const heldBytes = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  collectGarbage();
  const before = heldBytes();
  let most = 0;
  for (let size = chunk.length; size < total; size += chunk.length) {
    await sent.write(chunk);
    // What is held no longer counts until it is collected, and buffers until they are freed, which another thread does.
    for (let look = 0; look < 20 && heldBytes() - before > MOST_HELD; look += 1) {
      collectGarbage();
      await sleep(10);
    }
    most = Math.max(most, heldBytes() - before);
  }
  await sent.write(formEnd);
  sent.end();
  const { status, text: body } = await sent.answer;
  expect(status).toBe(200);
  const { fileUrl } = JSON.parse(body) as { fileUrl: string };
  const head = await fetch(fileUrl, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(total));
  expect(most).toBeLessThan(MOST_HELD);
  await real.stop();
});

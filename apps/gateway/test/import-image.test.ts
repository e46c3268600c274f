import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbound } from '@parley/outbound';
import { MAX_FILE_BYTES } from '../src/limits/files';
import { startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';
import { folderStore, withoutStub } from './support/uploads';

const images = {
  png: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'),
  jpg: Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////', 'base64'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'),
  webp: Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00', 'latin1'),
  bmp: Buffer.from('BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00', 'latin1'),
  svg: Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
};

const EMPTY_SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"></svg>';

let gateway: TestGateway;
let folder: Awaited<ReturnType<typeof folderStore>>;
let server: Server;
let origin: string;
let answer: RequestListener;
const outbound = createOutbound({ allowedNetworks: ['127.0.0.1/32'] });
beforeAll(async () => {
  folder = await folderStore();
  gateway = await startTestGateway({ callers: withoutStub, files: folder.store, outbound });
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await gateway.stop();
  await folder.remove();
});

const from = (body: object, token?: string): Promise<ApiAnswer> =>
  gateway.api('POST', '/uploads/from-url', { body, ...(token !== undefined && { token }) });
const readUrl = ({ body }: ApiAnswer): string => (body as { fileUrl: string }).fileUrl;
const readRefusal = async (body: object): Promise<unknown> => {
  const before = await folder.left();
  const refused = await from(body);
  expect(await folder.left()).toEqual(before);
  const { code, message, errors } = refused.body as {
    code: string;
    message: string;
    errors?: { field: string }[];
  };
  return { status: refused.status, code, message, fields: errors?.map(({ field }) => field) };
};
const wrongUrl = (message: string): object => ({
  status: 400,
  code: 'invalid_input',
  message: expect.stringContaining(message) as string,
  fields: ['url'],
});
const NO_IMAGE = wrongUrl('must lead to a PNG, JPEG, GIF, WebP, SVG or BMP image');

describe('POST /uploads/from-url', () => {
  it.each(Object.entries(images))(
    'copies a %s by its content, whatever it is called',
    async (kind, content) => {
      answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(content);
      const imported = await from({ url: `${origin}/pictures/the%20logo` });
      expect(imported.status).toBe(200);
      expect(readUrl(imported)).toMatch(new RegExp(`^${gateway.url}/files/.*/the-logo\\.${kind}$`));
      const served = await fetch(readUrl(imported));
      // An image that is a document is written anew.
      const expected = kind === 'svg' ? Buffer.from(EMPTY_SVG) : content;
      expect(Buffer.from(await served.arrayBuffer())).toEqual(expected);
      expect(served.headers.get('content-type')).toMatch(/^image\//);
      expect(served.headers.get('content-disposition') !== null).toBe(kind === 'svg');
    },
  );

  it('takes nothing but the drawing of an SVG image, and refuses one that is nested more than 256 deep', async () => {
    answer = (_, response) => response.end('<svg onload="alert(1)"><script>alert(1)</script></svg>');
    expect(await (await fetch(readUrl(await from({ url: origin })))).text()).toBe(EMPTY_SVG);
    answer = (_, response) => response.end(`<svg>${'<g>'.repeat(256)}`);
    expect(await readRefusal({ url: origin })).toEqual(
      wrongUrl('leads to what is an SVG image that is nested'),
    );
  });

  it('is open to an agent', async () => {
    answer = (_, response) => response.end(images.png);
    expect((await from({ url: origin }, gateway.tokens.agent)).status).toBe(200);
  });

  it.each([
    ['HTML', '<!doctype html><p>x</p>'],
    ['HTML with an SVG inside', '<html><svg></svg></html>'],
    ['a script', 'alert(1)'],
    ['a PDF', '%PDF-1.7\n'],
    ['a video', Buffer.from('\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom', 'latin1')],
    ['nothing', ''],
  ])('refuses %s that calls itself an image', async (_, content) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(content);
    expect(await readRefusal({ url: `${origin}/logo.png` })).toEqual(NO_IMAGE);
  });

  it.each([301, 403, 404, 500])('refuses an answer of status %i', async (status) => {
    answer = (_, response) => response.writeHead(status).end(images.png);
    expect(await readRefusal({ url: origin })).toEqual(wrongUrl(`answered with status ${status}`));
  });

  it('refuses a body without url', async () => {
    expect(await readRefusal({})).toMatchObject({ status: 400, code: 'invalid_input', fields: ['url'] });
  });

  it.each(['nonsense', 'ftp://example.com/a.png', 'file:///etc/passwd', 'http://u:p@example.com/a.png'])(
    'refuses %s',
    async (url) => {
      expect(await readRefusal({ url })).toEqual(wrongUrl('must be an http or https address'));
    },
  );

  it.each([
    'http://127.0.0.2:8080/a.png',
    'http://10.0.0.1/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://2130706434/a.png',
  ])('refuses the private address %s', async (url) => {
    expect(await readRefusal({ url })).toEqual(wrongUrl('must be on the public internet'));
  });

  it('refuses a private address behind a redirect, and more than 5 redirects', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end();
    expect(await readRefusal({ url: origin })).toEqual(wrongUrl('must be on the public internet'));
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await readRefusal({ url: origin })).toEqual(wrongUrl('redirects more than 5 times'));
  });

  it('refuses a server that is away', async () => {
    expect(await readRefusal({ url: 'http://127.0.0.1:1024/' })).toEqual(wrongUrl('could not be reached'));
  });

  it('answers 413 for more than 100 MB by what the server says, and by what it sends', async () => {
    const TOO_LARGE = { status: 413, code: 'payload_too_large' };
    answer = (_, response) => response.writeHead(200, { 'content-length': MAX_FILE_BYTES + 1 }).end();
    expect(await readRefusal({ url: origin })).toMatchObject(TOO_LARGE);
    answer = (_, response) => {
      response.write(images.png);
      const block = Buffer.alloc(1024 * 1024);
      const more = (): void => {
        while (!response.destroyed && response.write(block)) continue;
      };
      response.on('drain', more);
      more();
    };
    expect(await readRefusal({ url: origin })).toMatchObject(TOO_LARGE);
  });

  it('leaves nothing of an image that breaks off', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.concat([images.png, Buffer.alloc(100_000)]));
      setTimeout(() => response.destroy(), 50);
    };
    expect(await readRefusal({ url: origin })).toEqual(wrongUrl('could not be reached'));
  });

  it('gives up on a server that is silent after 60 seconds', async () => {
    const quick = await startTestGateway({
      callers: withoutStub,
      files: folder.store,
      outbound: {
        ...outbound,
        stream: (request) => {
          expect(request.timeoutMs).toBe(60_000);
          return outbound.stream({ ...request, timeoutMs: 100 });
        },
        close: async () => undefined,
      },
    });
    answer = () => undefined;
    const refused = await quick.api('POST', '/uploads/from-url', { body: { url: origin } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(refused.text).toContain('did not send the image within 60 seconds');
    answer = (_, response) => void response.write(images.png);
    expect((await quick.api('POST', '/uploads/from-url', { body: { url: origin } })).status).toBe(400);
    await quick.stop();
  });
});

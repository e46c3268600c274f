import { createFolderStore, type FileStore, keyOfFileUrl } from '@parley/files';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { storeParts } from '../src/inbound/store-parts';
import { createConversationClient } from './support/conversation';
import { buildMail, createMailServer, type TestMail } from './support/mail';
import { corpus } from './support/mail-corpus';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

const PUBLIC_URL = 'http://127.0.0.1:3000';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let service: TestService;
let directory: string;
let caller: TestCaller;
let receive: ReturnType<typeof createMailServer>;
/** Puts after which the store fails; it never does by default. */
let putsLeft: number;

const failing = (store: FileStore): FileStore => ({
  ...store,
  put: async (...parameters) => {
    putsLeft -= 1;
    if (putsLeft < 0) throw new Error('the disk is full');
    return store.put(...parameters);
  },
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-inbound-'));
  service = await startTickets('inbound_content', { files: failing(createFolderStore({ directory })) });
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  caller = callerIn(service.neighbours);
  receive = createMailServer(service, caller.projectId);
  putsLeft = Infinity;
});

const readMessage = async (mail: TestMail | Buffer): Promise<Message> => {
  const { message: id } = await receive(mail);
  const message = await createConversationClient(service, caller).message(id ?? '');
  if (!message) throw new Error('no message');
  return message;
};
const readDetails = ({ data }: Message) => (data as { email: Record<string, unknown> }).email;

/** Names of the files that the project has. */
const stored = async (): Promise<string[]> => {
  const folder = join(directory, caller.projectId);
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const readContent = async (url: string): Promise<Buffer> => {
  const file = await createFolderStore({ directory }).get(keyOfFileUrl(PUBLIC_URL, url) ?? '');
  const chunks: Buffer[] = [];
  for await (const chunk of file?.stream ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
const imagesIn = (node: unknown): string[] => {
  const { type, attrs, content } = node as { type?: string; attrs?: { src: string }; content?: unknown[] };
  return [...(type === 'image' ? [attrs?.src ?? ''] : []), ...(content ?? []).flatMap(imagesIn)];
};

describe('A mail of', () => {
  it.each(corpus.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
    const message = await readMessage(entry.mime);
    expect(message.plainContent).toBe(entry.text);
    if (entry.quoted === undefined) expect(readDetails(message)).not.toHaveProperty('quotedText');
    else expect(readDetails(message)['quotedText']).toContain(entry.quoted);
    if (entry.title !== undefined)
      expect(await createConversationClient(service, caller).read(message.ticket)).toMatchObject({
        title: entry.title,
      });
    expect(JSON.stringify(message.comment)).not.toMatch(/javascript:|alert|spy\.example/);
  });

  it('a picture between words shows it where it stood', async () => {
    const message = await readMessage({
      subject: 'Re: Printer',
      html: '<p>See <img src="cid:shot%401" alt="shot"> here</p><div class="gmail_quote">On Tue, 24 Nov 2026 at 10:00, Ada wrote:<br>Old <img src="cid:logo@1"></div>',
      parts: [
        { name: 'shot.png', type: 'image/png', content: PNG, contentId: 'shot@1' },
        { name: 'logo.png', type: 'image/png', content: PNG, contentId: 'logo@1' },
      ],
    });
    const [source = ''] = imagesIn(message.comment);
    expect(source).toMatch(new RegExp(`^${PUBLIC_URL}/files/${caller.projectId}/[\\w-]{32}/shot\\.png$`));
    expect(await readContent(source)).toEqual(PNG);
    expect(message.attachments).toEqual([]);
    expect(await stored()).toEqual(['shot.png']);
  });

  it('a picture that is written into the HTML is kept as a file', async () => {
    const message = await readMessage({
      html: `<p>x<img src="data:image/png;base64,${PNG.toString('base64')}"></p>`,
    });
    expect(await readContent(imagesIn(message.comment)[0] ?? '')).toEqual(PNG);
  });
});

describe('Files', () => {
  it('are kept like uploads, under names that their content does not contradict', async () => {
    const message = await readMessage({
      text: 'see',
      parts: [
        { name: 'r\u00e9sum\u00e9.pdf', type: 'application/pdf', content: '%PDF-1.7 x' },
        { name: 'photo.jpg', type: 'image/jpeg', content: PNG },
        { name: '../../etc/passwd', type: 'text/plain', content: 'root' },
        { type: 'message/rfc822', content: buildMail({ subject: 'inner', text: 'the inner text' }) },
        { name: 'page.html', type: 'text/html', content: '<script>alert(1)</script>' },
        { name: 'empty.txt', type: 'text/plain', content: '' },
      ],
    });
    expect(message.plainContent).toBe('see');
    expect(message.attachments.map(({ url, type }) => [url.split('/').at(-1), type])).toEqual([
      [encodeURIComponent('r\u00e9sum\u00e9.pdf'), 'application/pdf'],
      ['photo.jpg.png', 'image/png'],
      ['_._etc_passwd.txt', 'text/plain'],
      ['inner.eml', 'message/rfc822'],
      ['page.html', 'text/html'],
      ['empty.txt', 'text/plain'],
    ]);
    expect(message.attachments[0]?.name).toBe('r\u00e9sum\u00e9.pdf');
    expect(await readContent(message.attachments[2]?.url ?? '')).toEqual(Buffer.from('root'));
  });

  it('are at most 100; the others are named', async () => {
    const parts = Array.from({ length: 102 }, (_, index) => ({
      name: `${index + 1}.txt`,
      type: 'text/plain',
      content: 'x',
    }));
    const message = await readMessage({ text: 'many', parts });
    expect(message.attachments).toHaveLength(100);
    expect(readDetails(message)['skippedFiles']).toEqual([
      { name: '101.txt', size: 1, reason: 'too_many' },
      { name: '102.txt', size: 1, reason: 'too_many' },
    ]);
  });

  it('that are SVG images lose their scripts; one that cannot be read whole is named', async () => {
    const svg = (content: string) => ({
      name: 'a.svg',
      type: 'image/svg+xml',
      contentId: undefined,
      content,
    });
    const files = createFolderStore({ directory });
    const kept = await storeParts(
      { files, publicUrl: PUBLIC_URL, db: service.db, clock: () => new Date() },
      caller.projectId,
      [svg('<svg><script>alert(1)</script></svg>'), svg(`<svg>${'<g>'.repeat(256)}`)].map((part) => ({
        ...part,
        content: Buffer.from(part.content),
      })),
      new Set(),
    );
    expect(kept.attachments).toHaveLength(1);
    const key = keyOfFileUrl(PUBLIC_URL, String(kept.attachments[0]?.url)) ?? '';
    expect(await text((await files.get(key))?.stream ?? Readable.from([]))).not.toContain('script');
    expect(kept.skipped).toEqual([{ name: 'a.svg', size: 773, reason: 'too_large' }]);
  });

  it('have at most 30 MB together; one byte more is named, and smaller ones after it are kept', async () => {
    const bytes = 15 * 1024 * 1024;
    const deps = {
      files: createFolderStore({ directory }),
      publicUrl: PUBLIC_URL,
      db: service.db,
      clock: () => new Date(),
    };
    const large = [bytes, bytes - 1, 2, 1].map((size) => ({
      name: `${size}.bin`,
      type: 'application/octet-stream',
      contentId: undefined,
      content: Buffer.alloc(size),
    }));
    const kept = await storeParts(deps, caller.projectId, large, new Set());
    expect(kept.attachments.map(({ name }) => name)).toEqual([`${bytes}.bin`, `${bytes - 1}.bin`, '1.bin']);
    expect(kept.skipped).toEqual([{ name: '2.bin', size: 2, reason: 'too_large' }]);
  });

  const parts = [1, 2, 3].map((number) => ({ name: `${number}.txt`, type: 'text/plain', content: 'x' }));

  it('of a mail that fails do not stay, and the mail can come again', async () => {
    const mail = { messageId: '<again@client.example>', text: 'x', parts };
    putsLeft = 2;
    await expect(receive(mail)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await stored()).toEqual([]);
    putsLeft = Infinity;
    expect(await receive(mail)).toMatchObject({ status: 'created' });
    expect(await stored()).toHaveLength(3);
  });

  it('of a mail that came 10 times at once are there once', async () => {
    const mail = { messageId: '<once@client.example>', text: 'x', parts };
    await Promise.all(Array.from({ length: 10 }, () => receive(mail)));
    expect(await stored()).toHaveLength(3);
  });
});

describe('A mail that is too large for a comment', () => {
  it('shows the beginning of its text and is a file as a whole', async () => {
    const text = `begin ${'word '.repeat(60_000)}end`;
    const message = await readMessage({ text });
    expect(message.plainContent).toMatch(/^begin word/);
    expect(Buffer.byteLength(message.plainContent ?? '')).toBeLessThanOrEqual(100_000);
    expect(message.attachments).toMatchObject([{ name: 'message.txt', type: 'text/plain' }]);
    expect((await readContent(message.attachments[0]?.url ?? '')).toString()).toBe(text);
  });

  it.each([
    ['markup', `<p>begin</p>${'<p><b>x</b> <i>y</i></p>'.repeat(20_000)}`],
    ['nesting', `<p>begin</p>${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}`],
    ['line ends', `begin${'<br>x'.repeat(30_000)}`],
  ])('by its %s keeps its words', async (_name, html) => {
    const message = await readMessage({ html });
    expect(message.plainContent?.trim()).toMatch(/^begin/);
  });

  it('by more than 1,000,000 characters of markup is a file, and its text is the comment', async () => {
    const html = `<p>begin</p>${'<p class="x"></p>\n'.repeat(60_000)}`;
    const message = await readMessage({ html });
    expect(message.plainContent).toBe('begin');
    expect(message.attachments).toMatchObject([{ name: 'message.html', type: 'text/html' }]);
    expect((await readContent(message.attachments[0]?.url ?? '')).toString().trim()).toBe(html.trim());
  });

  it('by its lines is read all the same, with its files', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index}`).join('\n');
    const part = { name: 'log.txt', type: 'text/plain', content: lines };
    const message = await readMessage({ text: `begin\n${lines}`, parts: [part] });
    expect(message.plainContent).toMatch(/^begin\n0\n1\n/);
    const [log] = message.attachments;
    expect((await readContent(log?.url ?? '')).toString()).toBe(lines);
  });

  it('by patterns that would take minutes to match is kept whole', async () => {
    const text = `hello\n${'abc. x skrev \n'.repeat(8_000)}`;
    expect((await readMessage({ text })).plainContent).toMatch(/^hello/);
  });
});

describe('What is no mail', () => {
  const problem = {
    kind: 'invalid',
    reason: 'INVALID_INPUT',
    fields: [expect.objectContaining({ field: 'mime' })],
  };

  it.each([
    ['no byte', Buffer.alloc(0)],
    ['bytes without sense', Buffer.from([0, 255, 254, 13, 10, 0, 7, 200])],
    ['no sender', buildMail({ from: undefined, text: 'x' })],
    ['a sender without address', buildMail({ from: 'Grace', text: 'x' })],
    [
      'a sender with an address of 255 characters',
      buildMail({ from: `${'a'.repeat(243)}@example.com`, text: 'x' }),
    ],
    ['headers of more than 1 MB', buildMail({ headers: { 'X-Long': 'x'.repeat(1024 * 1024) }, text: 'x' })],
    ['more than 450,000 lines', Buffer.from(`From: a@example.com\n\n${'\n'.repeat(450_000)}`)],
    [
      'more than 1 MB of headers in a mail of many lines',
      Buffer.from(`From: a@example.com\n${`X-Long: ${'x'.repeat(200)}\n`.repeat(6_000)}\n\nx`),
    ],
    [
      'parts within more than 50 parts',
      Buffer.from(
        `From: a@example.com\n${Array.from({ length: 60 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('')}`,
      ),
    ],
  ])('is refused naming the field: %s', async (_name, mime) => {
    await expect(receive(mime)).rejects.toMatchObject(problem);
    expect(await service.db.query('SELECT FROM ticket WHERE project_id = $1', [caller.projectId])).toEqual(
      [],
    );
  });

  it.each([
    ['a Message-ID that is none', { messageId: '<no id\u00a0at all>' }],
    ['a Message-ID of 400 characters', { messageId: `<${'x'.repeat(400)}@example.com>` }],
    ['a date that is none', { headers: { Date: 'yesterday' } }],
    ['no subject', { subject: undefined }],
    ['a subject of 5,000 characters', { subject: 'x'.repeat(5_000) }],
    [
      '100 recipients too many',
      { to: Array.from({ length: 200 }, (_, i) => `a${i}@example.com`).join(', ') },
    ],
    ['addresses that are none', { to: 'undisclosed-recipients:;', headers: { Cc: '<>, @, "x" <y' } }],
    [
      '1,000 references',
      { headers: { References: Array.from({ length: 1000 }, (_, i) => `<${i}@x.example>`).join(' ') } },
    ],
  ])('is not held against a mail: %s', async (_name, odd) => {
    const message = await readMessage({ ...odd, text: 'x' });
    expect(message.plainContent).toBe('x');
  });
});

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { createFolderTransport, createSmtpTransport, type Mail, type MailTransport } from '../src';
import { startSmtpInbox } from './support/smtp-inbox';

interface Fixture {
  transport: MailTransport;
  /** Mails that arrived, with their raw text and, where there is an envelope, its recipients. */
  arrived(): Promise<{ mail: Email; raw: string; recipients?: string[]; sender?: string }[]>;
  /** Makes sending impossible. */
  break(): Promise<void>;
  close(): Promise<void>;
}

const mail = (changes: Partial<Mail> = {}): Mail => ({
  messageId: 'reply-1.5f@parley.example',
  from: { address: 'support@parley.example', name: 'Acme Support' },
  to: { address: 'ada@customer.example', name: 'Ada' },
  subject: 'Your ticket',
  text: 'Hello',
  ...changes,
});

const smtp = async (): Promise<Fixture> => {
  const inbox = await startSmtpInbox();
  const transport = createSmtpTransport({ url: inbox.url });
  return {
    transport,
    arrived: async () => inbox.received,
    break: () => inbox.close(),
    close: async () => {
      await transport.close();
      await inbox.close();
    },
  };
};

const folder = async (): Promise<Fixture> => {
  const root = await mkdtemp(join(tmpdir(), 'parley-mail-'));
  const directory = join(root, 'mail');
  const transport = createFolderTransport({ directory, clock: () => new Date('2026-11-20T10:11:12.345Z') });
  return {
    transport,
    arrived: async () => {
      const names = await readdir(directory).catch(() => []);
      return Promise.all(
        names.sort().map(async (name) => {
          const raw = await readFile(join(directory, name));
          return { mail: await PostalMime.parse(raw), raw: raw.toString('latin1') };
        }),
      );
    },
    break: async () => {
      await rm(directory, { recursive: true, force: true });
      await writeFile(directory, 'a file where the folder should be');
    },
    close: async () => {
      await transport.close();
      await rm(root, { recursive: true });
    },
  };
};

const readHeaders = ({ raw }: { raw: string }): string[] =>
  (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');

describe.each([
  ['SMTP', smtp],
  ['folder', folder],
])('the %s transport', (_, start) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await start();
  });
  afterEach(() => fixture.close());
  const only = async (): Promise<Awaited<ReturnType<Fixture['arrived']>>[number]> => {
    const all = await fixture.arrived();
    expect(all).toHaveLength(1);
    return all[0] as (typeof all)[number];
  };

  it('delivers every part of a mail', async () => {
    await fixture.transport.send(
      mail({
        subject: 'Größe & 漢字 🙂 '.repeat(10),
        to: { address: 'ada@customer.example', name: 'Ada, "Countess" <of> Lovelace é' },
        text: 'Hello\nÜ 🙂',
        html: '<p>Hello Ü 🙂</p>',
        inReplyTo: 'reply-0.5f@parley.example',
        references: ['root.5f@parley.example', 'reply-0.5f@parley.example'],
        headers: { 'Auto-Submitted': 'auto-replied', 'X-Ticket': '5f', 'Reply-To': 'in+5f@parley.example' },
        date: new Date('2026-11-20T10:00:00Z'),
      }),
    );
    const { mail: parsed, ...rest } = await only();
    expect(parsed).toMatchObject({
      messageId: '<reply-1.5f@parley.example>',
      from: { address: 'support@parley.example', name: 'Acme Support' },
      to: [{ address: 'ada@customer.example', name: 'Ada, "Countess" <of> Lovelace é' }],
      subject: 'Größe & 漢字 🙂 '.repeat(10).trim(),
      inReplyTo: '<reply-0.5f@parley.example>',
      references: '<root.5f@parley.example> <reply-0.5f@parley.example>',
      replyTo: [{ address: 'in+5f@parley.example' }],
      date: '2026-11-20T10:00:00.000Z',
    });
    expect(parsed.text?.trim()).toBe('Hello\nÜ 🙂');
    expect(parsed.html?.trim()).toBe('<p>Hello Ü 🙂</p>');
    expect(readHeaders(rest)).toEqual(
      expect.arrayContaining(['Auto-Submitted: auto-replied', 'X-Ticket: 5f']),
    );
    if (rest.recipients) expect(rest.recipients).toEqual(['ada@customer.example']);
  });

  it('shows nobody the address that delivery reports go to', async () => {
    await fixture.transport.send(mail({ envelopeFrom: 'bounce+token@parley.example' }));
    const { mail: parsed, sender } = await only();
    expect(parsed.from).toMatchObject({ address: 'support@parley.example' });
    expect(parsed.headers.map(({ key }) => key)).not.toContain('sender');
    if (sender !== undefined) expect(sender).toBe('bounce+token@parley.example');
  });

  it('delivers lines that mean something to SMTP and to mailboxes as they are', async () => {
    const text = `.\n..\n.x\nFrom me\nQUIT\n${'long '.repeat(2000)}end\n\n.\nlast`;
    await fixture.transport.send(mail({ text }));
    expect((await only()).mail.text?.trim()).toBe(text);
  });

  it.each(['\r\n', '\n', '\r', '\r\n\r\n', '\0\n', '\u2028', '\u0085'])(
    'adds no header and no recipient for %j in a subject or a name',
    async (lineEnd) => {
      const attack = `a${lineEnd}Bcc: victim@evil.example${lineEnd}X-Evil: 1`;
      await fixture.transport.send(
        mail({
          subject: attack,
          from: { address: 'support@parley.example', name: attack },
          to: { address: 'ada@customer.example', name: attack },
        }),
      );
      const arrived = await only();
      expect(readHeaders(arrived).map((line) => line.split(':')[0]?.toLowerCase())).toEqual(
        expect.not.arrayContaining(['bcc', 'x-evil']),
      );
      expect(arrived.mail.bcc).toBeUndefined();
      expect(arrived.mail.to).toHaveLength(1);
      expect(arrived.mail.subject).toBe('a Bcc: victim@evil.example X-Evil: 1');
      expect(arrived.mail.text?.trim()).toBe('Hello');
      if (arrived.recipients) expect(arrived.recipients).toEqual(['ada@customer.example']);
    },
  );

  it.each<[string, Partial<Mail>]>([
    ['a line end in the recipient', { to: { address: 'a@b.example\r\nRCPT TO:<victim@evil.example>' } }],
    ['a line end in the sender', { from: { address: 'a@b.example\nBcc: victim@evil.example' } }],
    ['two recipients', { to: { address: 'a@b.example, victim@evil.example' } }],
    ['a recipient in brackets', { to: { address: 'x <victim@evil.example>' } }],
    ['a group', { to: { address: 'undisclosed: victim@evil.example;' } }],
    ['a line end in the envelope', { envelopeFrom: 'b@b.example>\r\nRCPT TO:<victim@evil.example' }],
    ['no address', { to: { address: '' } }],
    ['a line end in a header', { headers: { 'X-A': 'a\r\nBcc: victim@evil.example' } }],
    ['a bare line feed in a header', { headers: { 'X-A': 'a\nBcc: victim@evil.example' } }],
    ['a line end in a header name', { headers: { 'X-A\r\nBcc': 'victim@evil.example' } }],
    ['a colon in a header name', { headers: { 'Bcc: victim@evil.example': 'x' } }],
    ['a Bcc header', { headers: { bcc: 'victim@evil.example' } }],
    ['a Content-Type header', { headers: { 'Content-Type': 'text/html' } }],
    ['a line end in the message id', { messageId: 'a@b.example\r\nBcc: victim@evil.example' }],
    ['brackets in the message id', { messageId: '<a@b.example>' }],
    ['a line end in In-Reply-To', { inReplyTo: 'a@b.example>\r\nBcc: victim@evil.example' }],
    ['a line end in the type of a file', { files: [{ name: 'a', type: 'text/x\r\nBcc: x', content: '' }] }],
    ['a space in References', { references: ['a@b.example', 'c d@b.example'] }],
  ])('answers invalid for %s and delivers nothing', async (_name, changes) => {
    await expect(fixture.transport.send(mail(changes))).rejects.toMatchObject({ kind: 'invalid' });
    expect(await fixture.arrived()).toEqual([]);
  });

  it('carries text files beside the text', async () => {
    const files = [{ name: 'a\r\nX-Evil: 1.json', type: 'application/json', content: '{"ü":"€"}\n' }];
    await fixture.transport.send(mail({ files }));
    const [file, ...others] = (await only()).mail.attachments;
    expect(others).toEqual([]);
    expect(file).toMatchObject({ filename: 'a X-Evil: 1.json', mimeType: 'application/json' });
    expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe(files[0]?.content);
  });

  it('never reads files or URLs that a body names', async () => {
    const body = { path: '/etc/passwd' } as unknown as string;
    await expect(fixture.transport.send(mail({ text: body }))).rejects.toThrow();
    expect(await fixture.arrived()).toEqual([]);
  });

  it('delivers 20 mails that are sent to one recipient at once', async () => {
    const ids = Array.from({ length: 20 }, (_unused, index) => `m${index}@parley.example`);
    await Promise.all(ids.map((messageId) => fixture.transport.send(mail({ messageId }))));
    const arrived = await fixture.arrived();
    expect(arrived.map(({ mail: { messageId } }) => messageId).sort()).toEqual(
      ids.map((id) => `<${id}>`).sort(),
    );
  });

  it('is healthy, and no longer when it cannot send; a failure to send is temporary then', async () => {
    await expect(fixture.transport.health()).resolves.toBeUndefined();
    await fixture.break();
    await expect(fixture.transport.health()).rejects.toThrow();
    await expect(fixture.transport.send(mail())).rejects.toMatchObject({
      name: 'MailDeliveryError',
      permanent: false,
    });
  });
});

describe('the SMTP transport', () => {
  it.each<['recipient' | 'content', number, boolean]>([
    ['recipient', 550, true],
    ['recipient', 450, false],
    ['recipient', 421, false],
    ['recipient', 530, false],
    ['content', 554, true],
    ['content', 552, true],
    ['content', 451, false],
  ])('tells that a %s refused with %i is permanent: %s', async (place, code, permanent) => {
    const inbox = await startSmtpInbox();
    const transport = createSmtpTransport({ url: inbox.url });
    inbox.answers[place] = [code];
    await expect(transport.send(mail())).rejects.toMatchObject({
      permanent,
      code: expect.stringContaining(String(code)),
    });
    await transport.close();
    await inbox.close();
  });

  it.each<['recipient' | 'content', number, boolean]>([
    ['recipient', 550, true],
    ['recipient', 554, false],
    ['recipient', 450, false],
    ['content', 550, false],
  ])(
    'tells of a %s refused with %i whether there is no such mailbox: %s',
    async (place, code, badRecipient) => {
      const inbox = await startSmtpInbox();
      const transport = createSmtpTransport({ url: inbox.url });
      inbox.answers[place] = [code];
      await expect(transport.send(mail())).rejects.toMatchObject({ badRecipient });
      await transport.close();
      await inbox.close();
    },
  );

  it('takes a wrong password for a temporary failure of every mail', async () => {
    const inbox = await startSmtpInbox({ user: 'parley', pass: 'right' });
    const wrong = createSmtpTransport({ url: inbox.url.replace('right', 'wrong') });
    await expect(wrong.send(mail())).rejects.toMatchObject({ permanent: false });
    await expect(wrong.health()).rejects.toThrow();
    const right = createSmtpTransport({ url: inbox.url });
    await right.send(mail());
    expect(inbox.received).toHaveLength(1);
    await Promise.all([wrong.close(), right.close()]);
    await inbox.close();
  });

  it('gives up a server that does not answer, as a temporary failure', async () => {
    const inbox = await startSmtpInbox();
    inbox.beforeTaking = () => new Promise(() => undefined);
    const transport = createSmtpTransport({ url: inbox.url, sendTimeout: 200 });
    await expect(transport.send(mail())).rejects.toMatchObject({ permanent: false });
    await transport.close();
    await inbox.close();
  });
});

describe('the folder transport', () => {
  it('names files after time, message id and recipient, without characters that lead elsewhere', async () => {
    const root = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    const directory = join(root, 'a', 'mail');
    const transport = createFolderTransport({ directory, clock: () => new Date('2026-11-20T10:11:12.345Z') });
    await transport.send(mail());
    await transport.send(mail());
    await transport.send(mail({ to: { address: '../../x/ü@customer.example' } }));
    expect((await readdir(directory)).sort()).toEqual([
      '2026-11-20T10-11-12.345Z-d2b99ea344696072-.._.._x__@customer.example.eml',
      '2026-11-20T10-11-12.345Z-d2b99ea344696072-ada@customer.example.eml',
      '2026-11-20T10-11-12.346Z-d2b99ea344696072-ada@customer.example.eml',
    ]);
    expect(await readdir(root)).toEqual(['a']);
    await rm(root, { recursive: true });
  });

  it('deletes mails by their message ids, and no others', async () => {
    const root = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    const transport = createFolderTransport({ directory: root });
    await transport.erase?.(['nothing@parley.example']);
    await transport.send(mail());
    await transport.send(
      mail({ messageId: 'other.5f@parley.example', to: { address: 'kim@customer.example' } }),
    );
    await transport.erase?.(['reply-1.5f@parley.example', 'unknown@parley.example']);
    expect(await readdir(root)).toEqual([expect.stringMatching(/kim@customer\.example\.eml$/)]);
    await rm(root, { recursive: true });
  });
});

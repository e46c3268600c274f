import { eventually } from '@parley/testing';
import type { Email } from 'postal-mime';
import { MOST_CHARACTERS, MOST_MESSAGES } from '../src/transcripts/gather-transcript';
import { transcriptLanguages } from '../src/transcripts/transcript-texts';
import { contactSide, type ContactSide } from './support/contact-side';
import { DOMAIN, startTickets, type TestService } from './support/service';

let service: TestService;
let side: ContactSide;
let address: string;
let contactId: string;
let count = 0;
beforeAll(async () => {
  service = await startTickets('transcripts');
});
afterAll(() => service.stop());
beforeEach(() => {
  side = contactSide(service);
  count += 1;
  address = `lin${count}@example.com`;
  contactId = side.addContact({ userId: `u-${count}`, name: 'Lin', email: address, lang: 'de-AT' });
});

const open = (request: object = {}) => side.open({ contactId, comment: 'Hello', ...request });
const ask = (conversationId: string, of?: string) =>
  service.conversations.sendConversationTranscript({ conversationId, contactId: of }, side.caller.context);
const send = (ticketId: string, emails: string[], context = side.caller.context) =>
  service.tickets.sendTranscript({ ticketId, emails }, context);
/** Transcripts that arrived at an address; replies are mailed too. */
const arrived = (to: string, expected = 1): Promise<Email[]> =>
  eventually(() => {
    const found = service.inbox.to(to).filter(({ messageId }) => messageId?.startsWith('<transcript.'));
    expect(found).toHaveLength(expected);
    return found;
  });
const readFile = ({ attachments: [file] }: Email) => ({
  name: file?.filename,
  type: file?.mimeType,
  ...(JSON.parse(Buffer.from(file?.content as ArrayBuffer).toString()) as {
    isShortened: boolean;
    messages: { plainText?: string; author: object; attachments: object[] }[];
  }),
});
/** Transcripts of a ticket for its contact, and for others. */
const queued = (ticketId: string) =>
  service.db.query('SELECT mail FROM mail_job WHERE aggregate_id = ANY ($1)', [
    [`transcript:${ticketId}`, `transcript:${contactId}`],
  ]);

describe('The transcript of a conversation', () => {
  it('has the public messages as text, HTML and a JSON file, in the language of the contact', async () => {
    const { id } = await open({ title: 'Invoice <7>' });
    const { team } = side;
    const reply = await team.say(id, 'Here <it> is', {
      attachments: [{ name: 'bill.pdf', url: 'https://files.example/bill.pdf', type: 'application/pdf' }],
    });
    await team.say(id, 'secret note', { isNote: true });
    await team.reply(reply.id, 'secret thread');
    expect(await ask(id, contactId)).toEqual({ email: 'l…@example.com' });
    const [mail] = (await arrived(address)) as [Email];
    expect(mail).toMatchObject({
      subject: 'Gesprächsverlauf: Invoice <7>',
      from: { address: `support@${DOMAIN}` },
      to: [{ address, name: 'Lin' }],
      html: expect.stringContaining('Here &lt;it&gt; is'),
    });
    expect(mail.html).toContain('<html lang="de-AT">');
    expect(mail.html).toContain('<a href="https://files.example/bill.pdf">bill.pdf</a>');
    expect(mail.text).toMatch(/^Lin · .* UTC\nHello\n\nAda Agent · .* UTC\nHere <it> is\nbill\.pdf: https:/);
    expect(`${mail.text} ${mail.html}`).not.toContain('secret');
    const { messages, ...file } = readFile(mail);
    expect(file).toMatchObject({ name: 'conversation.json', type: 'application/json', isShortened: false });
    expect(messages).toMatchObject([
      { plainText: 'Hello', author: { type: 'contact', name: 'Lin' } },
      {
        plainText: 'Here <it> is',
        author: { type: 'agent', name: 'Ada Agent' },
        attachments: [{ name: 'bill.pdf' }],
      },
    ]);
    await eventually(async () => {
      const [job] = await queued(id);
      expect(Object.keys((job as { mail: object }).mail)).toEqual(['messageId']);
    });
  });

  it.each(transcriptLanguages.map((lang) => [lang]))('is written in %s', async (lang) => {
    const reader = side.addContact({ userId: `of-${lang}`, email: `in-${lang}-${count}@example.com`, lang });
    const { id } = await side.open({ contactId: reader, comment: 'Hello', title: 'Title' });
    await ask(id);
    const [mail] = (await arrived(`in-${lang}-${count}@example.com`)) as [Email];
    expect(mail.subject?.endsWith(': Title')).toBe(true);
    expect(mail.subject === 'Conversation transcript: Title').toBe(lang === 'en');
  });

  it('has the newest messages of a long one, and says so', async () => {
    const { id } = await open();
    const { index } = await side.team.say(id, 'copied');
    await service.db.query(
      `INSERT INTO message SELECT r.* FROM message t CROSS JOIN generate_series(1, 10000) n,
         LATERAL json_populate_record(t, json_build_object('id', lpad(to_hex(n), 24, '0'), 'index', 10 + n, 'email_id', null)) r
        WHERE t.ticket_id = $1 AND t.index = $2`,
      [id, index],
    );
    await service.db.query(
      `INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
       SELECT $1, $2, 2 + n, lpad(to_hex(n), 24, '0'), true FROM generate_series(1, 10000) n`,
      [side.caller.projectId, id],
    );
    await ask(id);
    const [mail] = (await arrived(address)) as [Email];
    const { messages, isShortened } = readFile(mail);
    expect(isShortened).toBe(true);
    expect(messages).toHaveLength(MOST_MESSAGES);
    expect(messages.at(-1)).toMatchObject({ id: (10_000).toString(16).padStart(24, '0') });
    expect(mail.text).toContain('Enthalten sind nur die neuesten 2000 Nachrichten.');
    expect(mail.html).toContain('Enthalten sind nur die neuesten 2000 Nachrichten.');
  });

  it('has no more characters than a mail server takes', async () => {
    const { id } = await open();
    for (let n = 0; n < 12; n += 1) await side.send(id, `${n} ${'word '.repeat(12_000)}`);
    await ask(id);
    const [mail] = (await arrived(address)) as [Email];
    const { messages, isShortened } = readFile(mail);
    expect(isShortened).toBe(true);
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.at(-1)?.plainText).toMatch(/^11 /);
    const size = (mail.text?.length ?? 0) + (mail.html?.length ?? 0);
    expect(size).toBeLessThan(MOST_CHARACTERS);
  });
});

describe('Who gets it', () => {
  const conflict = (reason: string) => ({ kind: 'conflict', reason });

  it('the address that a guest left, once a person of the team has answered', async () => {
    const guest = side.addContact({});
    const { id } = await side.open({ contactId: guest, channel: 'WIDGET', comment: 'Buy cheap pills' });
    await expect(ask(id, guest)).rejects.toMatchObject(conflict('ADDRESS_REQUIRED'));
    await service.conversations.leaveEmail(
      { conversationId: id, email: `left${count}@example.com` },
      side.caller.context,
    );
    await expect(ask(id, guest)).rejects.toMatchObject(conflict('TRANSCRIPT_UNANSWERED'));
    await side.team.say(id, 'by a bot', { bot: true });
    await expect(ask(id, guest)).rejects.toMatchObject(conflict('TRANSCRIPT_UNANSWERED'));
    await side.team.say(id, 'by a person');
    expect(await ask(id, guest)).toEqual({ email: 'l…@example.com' });
    await arrived(`left${count}@example.com`);
  });

  it('a contact of its own conversation alone, which is not blocked and has messages', async () => {
    const { id } = await open();
    const missing = { kind: 'notFound', reason: 'CONVERSATION_NOT_FOUND' };
    for (const [which, of] of [
      [id, side.addContact({ email: 'other@example.com' })],
      ['nonsense', contactId],
    ] as const)
      await expect(ask(which, of)).rejects.toMatchObject(missing);
    const empty = await side.open({ contactId });
    await expect(ask(empty.id)).rejects.toMatchObject(conflict('TRANSCRIPT_EMPTY'));
    await service.db.query('UPDATE contact_reference SET blocked = true WHERE id = $1', [contactId]);
    await expect(ask(id)).rejects.toMatchObject({ kind: 'forbidden', reason: 'CONTACT_BLOCKED' });
  });

  it('at most 5 times an hour, however many ask at once, and whatever conversation', async () => {
    const [one, other] = [await open(), await open()];
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => ask(n % 2 === 0 ? one.id : other.id)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await arrived(address, 5);
    await expect(ask(one.id)).rejects.toMatchObject({ kind: 'limited', reason: 'RATE_LIMITED' });
    await service.db.query(
      `UPDATE mail_job SET created_at = created_at - interval '1 hour' WHERE aggregate_id = $1`,
      [`transcript:${contactId}`],
    );
    await ask(one.id);
    await arrived(address, 6);
  });

  it('each address that the team names, in a mail of its own', async () => {
    const { id } = await open();
    const [one, two] = [`one${count}@partner.example`, `two${count}@partner.example`];
    expect(await send(id, [one, two, one.toUpperCase()])).toEqual({ success: true });
    for (const to of [one, two]) {
      const [mail] = (await arrived(to)) as [Email];
      expect(mail.to).toEqual([{ address: to, name: '' }]);
      expect(mail.text).toContain('Hello');
    }
    expect(service.inbox.to(address)).toEqual([]);
  });

  it('no one for a ticket without contact, of another project, or without messages', async () => {
    const plain = await side.team.createTicket();
    const to = ['a@partner.example'];
    await expect(send(plain, to)).rejects.toMatchObject(conflict('CONTACT_REQUIRED'));
    const empty = await side.open({ contactId });
    await expect(send(empty.id, to)).rejects.toMatchObject(conflict('TRANSCRIPT_EMPTY'));
    const { id } = await open();
    await expect(send(id, to, contactSide(service).caller.context)).rejects.toMatchObject({
      kind: 'notFound',
      reason: 'TICKET_NOT_FOUND',
    });
  });
});

describe('A transcript that has not left yet', () => {
  /** The server refuses the first attempt for now. */
  const waits = async (id: string) => {
    service.inbox.answers.set(address, ['451 4.7.1 Later', '451 4.7.1 Later']);
    await ask(id);
    await eventually(async () =>
      expect(
        await service.db.query(
          `SELECT id FROM mail_job WHERE aggregate_id = $1 AND attempts > 0 AND status = 'pending'`,
          [`transcript:${contactId}`],
        ),
      ).toHaveLength(1),
    );
  };

  it('is sent again, with the messages there are then', async () => {
    const { id } = await open();
    await waits(id);
    await side.send(id, 'Later');
    service.inbox.answers.delete(address);
    const [mail] = (await arrived(address)) as [Email];
    expect(readFile(mail).messages).toHaveLength(2);
  });

  it('is deleted with its contact', async () => {
    const { id } = await open();
    await waits(id);
    await service.directory.purgeContactTickets({ contactId }, side.caller.context);
    expect(await queued(id)).toEqual([]);
  });

  it('to others is deleted with its ticket', async () => {
    const { id } = await open();
    service.inbox.answers.set('partner@late.example', ['451 4.7.1 Later']);
    await send(id, ['partner@late.example']);
    expect(await queued(id)).toHaveLength(1);
    await service.tickets.deleteTicket({ ticketId: id }, side.caller.context);
    expect(await queued(id)).toEqual([]);
  });

  it('is deleted with a contact whose ticket is another’s by now', async () => {
    const { id } = await open();
    await waits(id);
    const next = side.addContact({ email: 'next@example.com' });
    await service.tickets.updateTicket({ ticketId: id, ticket: { session: next } }, side.caller.context);
    await service.directory.purgeContactTickets({ contactId }, side.caller.context);
    expect(await queued(id)).toEqual([]);
  });

  it.each([
    ['has another contact by then', { session: true }],
    ['is deleted', {}],
  ])('is not sent when the ticket %s', async (_name, { session }: { session?: boolean }) => {
    const { id } = await open();
    await waits(id);
    if (session)
      await service.tickets.updateTicket(
        { ticketId: id, ticket: { session: side.addContact({ email: 'next@example.com' }) } },
        side.caller.context,
      );
    else await service.tickets.deleteTicket({ ticketId: id }, side.caller.context);
    service.inbox.answers.delete(address);
    await eventually(async () => {
      const [job] = await queued(id);
      expect(Object.keys((job as { mail: object }).mail)).toEqual(['messageId']);
    });
    await arrived(address, 0);
  });
});

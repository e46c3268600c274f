import { eventually } from '@parley/testing';
import { callerIn, DOMAIN, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let address: string;
let count = 0;
beforeAll(async () => {
  service = await startTickets('reply_mail');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  count += 1;
  address = `contact${count}@example.com`;
});

const arrange = async (title: string | undefined, contact: object = {}) => {
  const { id: session } = service.neighbours.addContact(caller.projectId, {
    email: address,
    name: 'Grace',
    ...contact,
  });
  const answer = await service.tickets.createTicket(
    { ticket: { session, ...(title && { title }) } },
    caller.context,
  );
  return { id: answer.ticket?.id ?? '', bugId: answer.ticket?.bugId, session };
};
const reply = async (ticket: string, body: object) => {
  const answer = await service.messages.createMessage({ ticket, ...body }, caller.context);
  if (!answer.message) throw new Error('no message');
  return answer.message;
};
const mails = (expected: number) =>
  eventually(() => {
    const found = service.inbox.to(address);
    expect(found).toHaveLength(expected);
    return found;
  });
const jobs = (ticketId: string) =>
  service.db.query('SELECT id FROM mail_job WHERE aggregate_id = $1', [ticketId]);

describe('The mail of a public reply', () => {
  it('carries text and HTML, and one thread: own id, the root, and the mail before it', async () => {
    const { id, session } = await arrange('Cannot sign in');
    await reply(id, { comment: 'help', session });
    const first = await reply(id, { markdownComment: 'We are **on it**' });
    const second = await reply(id, { comment: 'Done <now>' });
    const [one, two] = await mails(2);
    const root = `<ticket.${id}@${DOMAIN}>`;
    expect(first.emailId).toBe(`reply.${first.id}@${DOMAIN}`);
    expect(one).toMatchObject({
      messageId: `<${first.emailId}>`,
      subject: 'Re: Cannot sign in',
      references: root,
      from: { address: `support@${DOMAIN}`, name: 'Ada Agent' },
      to: [{ address, name: 'Grace' }],
      text: expect.stringContaining('We are on it'),
      html: expect.stringContaining('<strong>on it</strong>'),
    });
    expect(one?.inReplyTo).toBeUndefined();
    expect(one?.replyTo?.[0]?.address).toMatch(
      new RegExp(`^reply\\+${id}\\.[0-9a-f]{24}@${DOMAIN.replace('.', '\\.')}$`),
    );
    expect(two).toMatchObject({
      messageId: `<${second.emailId}>`,
      inReplyTo: one?.messageId,
      html: expect.stringContaining('Done &lt;now&gt;'),
    });
    expect(two?.references?.split(/\s+/)).toEqual([root, one?.messageId]);
    expect(two?.replyTo).toEqual(one?.replyTo);
  });

  it('goes to a contact that has unsubscribed from campaigns too, and offers no unsubscribing', async () => {
    const { id } = await arrange('My question', { unsubscribed: true });
    await reply(id, { comment: 'The answer' });
    const [mail] = await mails(1);
    expect(mail?.text).toContain('The answer');
    expect(mail?.headers.map(({ key }) => key).filter((key) => /^list-|^precedence/.test(key))).toEqual([]);
    expect(`${mail?.text} ${mail?.html}`).not.toContain('/unsubscribe/');
  });

  it('says of a bot’s mail that a program wrote it, so that no other answers it', async () => {
    const { id } = await arrange('Bots');
    await reply(id, { comment: 'by a person' });
    await reply(id, { comment: 'by a bot', bot: true });
    const submitted = (await mails(2)).map(
      ({ headers }) => headers.find(({ key }) => key === 'auto-submitted')?.value,
    );
    expect(submitted).toEqual([undefined, 'auto-generated']);
  });

  it('keeps one thread without gaps when replies are concurrent', async () => {
    const { id } = await arrange('Race');
    await Promise.all(Array.from({ length: 10 }, (_, index) => reply(id, { comment: `r${index}` })));
    const found = await mails(10);
    const before = found.map(({ inReplyTo }) => inReplyTo);
    expect(new Set(before).size).toBe(10);
    expect(before.filter((messageId) => messageId === undefined)).toHaveLength(1);
  });

  it.each([
    ['is a note', {}, { isNote: true, comment: 'x' }],
    ['says sendToChannel false', {}, { sendToChannel: false, comment: 'x' }],
    ['has nothing to read', {}, { data: { a: 1 } }],
    ['goes to a contact without address', { email: undefined }, { comment: 'x' }],
  ])('is not sent when the message %s', async (_name, contact, body) => {
    const { id } = await arrange('Quiet', contact);
    expect((await reply(id, body)).emailId).toBeUndefined();
    expect(await jobs(id)).toEqual([]);
  });

  it('is not sent for a ticket without contact', async () => {
    const answer = await service.tickets.createTicket({}, caller.context);
    expect((await reply(answer.ticket?.id ?? '', { comment: 'x' })).emailId).toBeUndefined();
  });

  it('is sent once however often the reply is repeated', async () => {
    const { id } = await arrange('Once');
    // Repetitions come while the mail is sent and reported.
    for (let round = 1; round <= 4; round += 1) {
      const body = { comment: 'x', data: { clientMutationId: `m${round}` } };
      await Promise.all(Array.from({ length: 40 }, () => reply(id, body)));
      expect(await jobs(id)).toHaveLength(round);
    }
    await mails(4);
  });

  it('takes no header from a title or a name, does not double Re: and names a ticket without title', async () => {
    const evil = await arrange('Hi\r\nBcc: thief@example.com', { name: 'Eve\r\nX-Evil: 1' });
    await reply(evil.id, { comment: 'x' });
    const [mail] = await mails(1);
    expect(mail?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']));
    expect(mail?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(mail?.subject).toContain('Bcc: thief@example.com');
    expect(service.inbox.to('thief@example.com')).toEqual([]);
  });

  it('names files as links', async () => {
    const { id } = await arrange('Files');
    await reply(id, { attachments: [{ name: 'report.pdf', url: 'https://files.example.com/r.pdf' }] });
    const [mail] = await mails(1);
    expect(mail?.text).toContain('report.pdf: https://files.example.com/r.pdf');
    expect(mail?.html).toContain('href="https://files.example.com/r.pdf"');
  });

  it('has the subject Re: once, and the number of a ticket without title', async () => {
    const titled = await arrange('RE: earlier');
    await reply(titled.id, { comment: 'a' });
    await reply(titled.id, { comment: 'b' });
    expect((await mails(2)).map(({ subject }) => subject)).toEqual(['RE: earlier', 'RE: earlier']);
    address = `other${address}`;
    const untitled = await arrange(undefined);
    await reply(untitled.id, { comment: 'a' });
    await reply(untitled.id, { comment: 'b' });
    expect((await mails(2)).map(({ subject }) => subject)).toEqual([
      `Ticket #${untitled.bugId}`,
      `Re: Ticket #${untitled.bugId}`,
    ]);
  });
});

describe('The frame of a mail', () => {
  it('has the project’s name and colour and a link to the conversation, in the HTML and in the text', async () => {
    service.neighbours.looks.set(caller.projectId, {
      name: 'Ada & <Sons>',
      color: '#aa3300',
      conversationUrl: 'https://shop.example/help?chat={conversationId}&from=mail',
    });
    const { id } = await arrange('Framed');
    await reply(id, { markdownComment: 'We are **on it**' });
    const [mail] = await mails(1);
    const link = `https://shop.example/help?chat=${id}&from=mail`;
    expect(mail?.html).toContain('<strong>on it</strong>');
    expect(mail?.html).toContain('Ada &amp; &lt;Sons&gt;');
    expect(mail?.html).toContain('border-top:4px solid #aa3300');
    expect(mail?.html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(mail?.text?.replaceAll('\r', '').trimEnd()).toBe(
      `We are on it\n\nView the conversation: ${link}\n\n-- \nAda & <Sons>`,
    );
  });

  it.each([
    ['the contact’s', { lang: 'de-AT' }, 'de-AT'],
    ['else the project’s', {}, 'fr'],
  ])('names the language: %s', async (_, contact, expected) => {
    service.neighbours.looks.set(caller.projectId, { name: 'Shop', defaultLanguage: 'fr' });
    const { id } = await arrange('Spoken', contact);
    await reply(id, { comment: 'x' });
    const [mail] = await mails(1);
    expect(mail?.html).toContain(`<html lang="${expected}">`);
    expect(mail?.html).toContain('<div dir="auto"');
  });

  it('leaves the colours of text and background to the reader’s program, which may be dark', async () => {
    service.neighbours.looks.set(caller.projectId, { name: 'Shop', color: '#aa3300' });
    const { id } = await arrange('Dark');
    await reply(id, { markdownComment: '# We are **on it**\n\n> ok' });
    const [mail] = await mails(1);
    expect(mail?.html).not.toMatch(/[;"\s](?:color|background[\w-]*)\s*:/);
    expect(mail?.html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it('has a neutral colour and no link when the project names none', async () => {
    service.neighbours.looks.set(caller.projectId, { name: 'Shop' });
    const { id } = await arrange('Plain');
    await reply(id, { comment: 'x' });
    const [mail] = await mails(1);
    expect(mail?.html).toContain('solid #4b5563');
    expect(mail?.html).not.toContain('<a ');
    expect(mail?.text).not.toContain('http');
  });

  it('is left without a name, and the mail leaves all the same, while the workspace is away', async () => {
    const { id } = await arrange('Nameless');
    await reply(id, { comment: 'still sent' });
    const [mail] = await mails(1);
    expect(mail?.text?.trim()).toBe('still sent');
    expect(mail?.html).toContain('still sent');
  });
});

describe('What a contact of the widget may read live', () => {
  const writes = async (contact: object = {}) => {
    const { id: contactId } = service.neighbours.addContact(caller.projectId, { email: address, ...contact });
    const { conversation } = await service.conversations.createConversation(
      { contactId, channel: 'WIDGET', comment: 'Hello' },
      caller.context,
    );
    return conversation?.id ?? '';
  };
  const waiting = (ticketId: string) =>
    service.db.query<{ id: string }>(
      `SELECT id FROM mail_job WHERE aggregate_id = $1 AND status = 'pending' AND next_attempt_at > now() + interval '4 min'`,
      [ticketId],
    );
  /** Lets the minutes pass; answers once nothing waits. */
  const wait = async (ticketId: string): Promise<void> => {
    await service.db.query('UPDATE mail_job SET next_attempt_at = now() WHERE aggregate_id = $1', [ticketId]);
    await service.db.query("UPDATE job SET due_at = now() WHERE name = 'mail' AND key = $1", [ticketId]);
    await eventually(async () =>
      expect(
        await service.db.query(`SELECT FROM mail_job WHERE aggregate_id = $1 AND status <> 'sent'`, [
          ticketId,
        ]),
      ).toEqual([]),
    );
  };
  const read = (conversationId: string) =>
    service.conversations.readConversation({ conversationId }, caller.context);

  it('waits some minutes; what is unread then is one mail, of people and bots, and later answers follow it', async () => {
    const id = await writes();
    await reply(id, { comment: 'read live' });
    await read(id);
    await reply(id, { comment: 'one' });
    await reply(id, { comment: 'two', bot: true, fallbackUser: { username: 'Robo <b>' } });
    await reply(id, { markdownComment: 'three **bold**' });
    expect(await waiting(id)).toHaveLength(4);
    expect(service.inbox.to(address)).toEqual([]);
    await wait(id);
    const [mail] = await mails(1);
    expect(mail?.text).toMatch(/one[^]*two[^]*three bold/);
    expect(mail?.text).not.toContain('read live');
    expect(mail?.html).toContain('<strong>bold</strong>');
    expect(mail?.html).not.toContain('<b>');
    await reply(id, { comment: 'four' });
    await wait(id);
    const [, second] = await mails(2);
    expect(second?.references?.split(/\s+/)[0]).toBe(mail?.references?.split(/\s+/)[0]);
  });

  it('is not mailed when it was read, whoever wrote it', async () => {
    const id = await writes();
    await reply(id, { comment: 'one' });
    await reply(id, { comment: 'two', bot: true });
    await read(id);
    await wait(id);
    expect(service.inbox.to(address)).toEqual([]);
  });

  it('goes to an address that a guest left, but for what bots write; mails from there are the guest’s', async () => {
    const id = await writes({ email: undefined });
    const leave = (email: string) =>
      service.conversations.leaveEmail({ conversationId: id, email }, caller.context);
    expect(
      (await service.conversations.getConversation({ conversationId: id }, caller.context)).conversation,
    ).toMatchObject({ hasEmail: false });
    expect((await leave(address.toUpperCase())).conversation).toMatchObject({ hasEmail: true });
    expect((await reply(id, { comment: 'by a bot', bot: true })).emailId).toBeUndefined();
    await reply(id, { comment: 'by a person' });
    await wait(id);
    const [mail] = await mails(1);
    expect(mail?.text).toContain('by a person');
    expect(mail?.text).not.toContain('by a bot');
    const known = await writes();
    await expect(
      service.conversations.leaveEmail({ conversationId: known, email: 'other@example.com' }, caller.context),
    ).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  });
});

describe('A domain of reply addresses', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await startTickets('reply_domain', {}, { inboundDomain: 'in.shop.example' });
  });
  afterAll(() => other.stop());

  it('is that of Reply-To, and an answer to it joins its ticket', async () => {
    const { context, projectId } = callerIn(other.neighbours);
    const { id: session } = other.neighbours.addContact(projectId, { email: address });
    const { ticket } = await other.tickets.createTicket({ ticket: { session } }, context);
    await other.messages.createMessage({ ticket: ticket?.id ?? '', comment: 'On its way' }, context);
    const mail = await eventually(() => {
      const [found] = other.inbox.to(address);
      if (!found) throw new Error('No mail yet');
      return found;
    });
    expect(mail.replyTo?.[0]?.address).toMatch(
      new RegExp(`^reply\\+${ticket?.id}\\.[0-9a-f]{24}@in\\.shop\\.example$`),
    );
  });
});

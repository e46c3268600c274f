import { eventually } from '@parley/testing';
import type { Email } from 'postal-mime';
import { correspond, type Correspondence, readReplyTo } from './support/correspondence';
import { DOMAIN, startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, talk, receive, address, session, mails, listMessages, update, answered } = {} as Correspondence;
beforeAll(async () => {
  service = await startTickets('inbound_email');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, talk, receive, address, session, mails, listMessages, update, answered } = correspond(service));
});

describe('An answer by mail', () => {
  it('reaches its ticket by the address to answer to, and the next mail answers it', async () => {
    const { id, mail } = await answered();
    const answer = await receive({
      from: `Grace <${address}>`,
      to: readReplyTo(mail),
      messageId: '<first@client.example>',
      headers: { 'In-Reply-To': mail.messageId ?? '', References: `${mail.references} ${mail.messageId}` },
      text: 'Yes, it is.\n\nOn Fri, Nov 20, 2026 at 9:00 AM Ada Agent <support@parley.localhost> wrote:\n> Is it on?\n',
    });
    expect(answer).toEqual({
      status: 'appended',
      ticket: id,
      message: expect.any(String),
      reason: undefined,
    });
    const [, message] = await listMessages(id);
    expect(message).toMatchObject({
      id: answer.message,
      session: { id: session, email: address },
      plainContent: 'Yes, it is.',
      emailId: 'first@client.example',
      channel: { id: 'email', type: 'EMAIL', messageId: 'first@client.example' },
      data: {
        email: {
          from: { address, name: 'Grace' },
          subject: 'Hello',
          date: '2026-11-20T09:00:00.000Z',
          messageId: 'first@client.example',
          quotedText: expect.stringContaining('Is it on?'),
        },
      },
    });
    await talk.say(id, 'Then wait.');
    const [, second] = await mails(2);
    expect(second?.inReplyTo).toBe('<first@client.example>');
    expect(second?.references?.split(/\s+/)).toEqual([`<ticket.${id}@${DOMAIN}>`, '<first@client.example>']);
    expect(readReplyTo(second)).toBe(readReplyTo(mail));
  });

  it('does all that a contact message does: reopens, wakes, marks, starts the clock, is found and told of', async () => {
    const { id, mail } = await answered();
    await update(id, { status: 'DONE', notificationsUnread: false });
    await receive({ from: address, to: readReplyTo(mail), text: 'still xylophone' });
    const ticket = await talk.read(id);
    expect(ticket).toMatchObject({
      status: 'OPEN',
      notificationsUnread: true,
      latestComment: 'still xylophone',
      latestPublicComment: 'still xylophone',
      lastResponse: { contact: expect.any(String) },
    });
    const events = await service.events(id);
    const subjects = events.map(({ subject }) => subject);
    expect(subjects.slice(-2)).toEqual(['tickets.v1.message.created', 'tickets.v1.ticket.updated']);
    expect(events.at(-2)?.payload.message).toMatchObject({ emailId: expect.any(String), index: 2 });
    expect((await service.events(session)).map(({ subject }) => subject)).toContain(
      'tickets.v1.contact.heard_from',
    );
    await update(id, { snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() });
    await receive({ from: address, to: readReplyTo(mail), text: 'again' });
    expect(await talk.read(id)).toMatchObject({ status: 'OPEN', snoozed: false });
    await eventually(async () => {
      const found = await service.messages.searchMessages({ searchTerm: 'xylophone' }, caller.context);
      expect(found.hits).toHaveLength(1);
    });
  });

  it.each([
    ['the root of the thread', (mail: Email) => ({ References: mail.references ?? '' })],
    ['a mail of ours', (mail: Email) => ({ 'In-Reply-To': mail.messageId ?? '' })],
    ['both, without brackets', (mail: Email) => ({ 'In-Reply-To': mail.messageId?.slice(1, -1) ?? '' })],
  ])('reaches its ticket by %s when its contact sent it', async (_name, headers) => {
    const { id, mail } = await answered();
    expect(await receive({ from: address.toUpperCase(), headers: headers(mail), text: 'x' })).toMatchObject({
      status: 'appended',
      ticket: id,
    });
    expect((await listMessages(id)).at(-1)?.session?.id).toBe(session);
  });

  it('reaches its ticket when it answers a mail of its own that opened it', async () => {
    const first = await receive({ from: address, messageId: '<own@client.example>', text: 'x' });
    const second = await receive({
      from: address,
      headers: { References: '<own@client.example>' },
      text: 'y',
    });
    expect(second).toMatchObject({ status: 'appended', ticket: first.ticket });
  });

  it('takes the address from wherever servers note it, in any case and at any domain', async () => {
    const { id, mail } = await answered();
    const local = readReplyTo(mail).split('@')[0] ?? '';
    const headers: Record<string, string>[] = [
      { 'Delivered-To': `${local}@other.example` },
      { 'X-Original-To': readReplyTo(mail).toUpperCase() },
      { Cc: `Someone <x@example.com>, ${readReplyTo(mail)}` },
    ];
    for (const header of headers)
      expect(await receive({ from: address, headers: header, text: 'x' })).toMatchObject({ ticket: id });
  });

  it('of someone else opens a ticket of their own when it only refers to a thread', async () => {
    const { id, mail } = await answered();
    const answer = await receive({
      from: 'Mallory <mallory@other.example>',
      headers: { References: `${mail.references} ${mail.messageId}`, 'Reply-To': address },
      text: 'give me the invoice',
    });
    expect(answer).toMatchObject({ status: 'created' });
    expect(answer.ticket).not.toBe(id);
    expect((await talk.read(answer.ticket ?? '')).session).toMatchObject({ email: 'mallory@other.example' });
    expect(await listMessages(id)).toHaveLength(1);
  });

  it('of someone else joins no thread by an address to answer to, also of their own domain', async () => {
    const { id, mail } = await answered();
    const answer = await receive({
      from: 'Mallory <mallory@example.com>',
      headers: { References: `${mail.references} ${mail.messageId}`, 'Reply-To': address },
      text: 'give me the invoice',
    });
    expect(answer).toMatchObject({ status: 'created' });
    expect(await listMessages(id)).toHaveLength(1);
  });

  it('of someone else who got a mail of the ticket is theirs, and they belong to the ticket from then on', async () => {
    const { id, mail } = await answered();
    const answer = await receive({
      from: 'Linus <linus@example.com>',
      to: readReplyTo(mail),
      text: 'I may help',
    });
    expect(answer).toMatchObject({ status: 'appended', ticket: id });
    const [, message] = await listMessages(id);
    expect(message?.session).toMatchObject({ email: 'linus@example.com', name: 'Linus' });
    expect((await talk.read(id)).sessions).toEqual([message?.session?.id]);
    expect((await service.events(id)).at(-1)).toMatchObject({
      subject: 'tickets.v1.ticket.updated',
      payload: { changed: ['sessions', 'participants'] },
    });
    const headers = { References: mail.references ?? '' };
    expect(await receive({ from: 'linus@example.com', headers, text: 'x' })).toMatchObject({ ticket: id });
    await talk.say(id, 'Thanks');
    expect((await mails(2))[1]?.inReplyTo).toBe(mail.messageId);
  });

  it('with a wrong token opens a new ticket', async () => {
    const { id, mail } = await answered();
    const wrong = readReplyTo(mail).replace(/\.[0-9a-f]{24}@/, `.${'0'.repeat(24)}@`);
    const answer = await receive({ from: 'mallory@example.com', to: wrong, text: 'x' });
    expect(answer.status).toBe('created');
    expect(answer.ticket).not.toBe(id);
  });

  it('never shows the token of a ticket in a document', async () => {
    const { id, mail } = await answered();
    const quoted = `Hi\n\nOn 1.1.26, <${readReplyTo(mail)}> wrote:\n> ${readReplyTo(mail)}\n`;
    await receive({
      from: address,
      to: `${readReplyTo(mail)}, x@example.com`,
      text: `${readReplyTo(mail)} ${quoted}`,
    });
    const [, message] = await listMessages(id);
    const token = /\.([0-9a-f]{24})@/.exec(readReplyTo(mail))?.[1] ?? 'none';
    expect(JSON.stringify(message)).not.toContain(token);
    expect(message?.data).toMatchObject({ email: { to: [{ address: 'x@example.com' }] } });
  });

  it('reaches the main ticket of a merged one, by token and by thread', async () => {
    const { id, mail } = await answered();
    const main = await talk.createTicket({ title: 'Main' });
    await service.merging.mergeTickets({ ticketsToMergeIds: [id], targetTicketId: main }, caller.context);
    await update(main, { status: 'DONE' });
    expect(await receive({ from: address, to: readReplyTo(mail), text: 'a' })).toMatchObject({
      ticket: main,
    });
    const headers = { References: mail.references ?? '' };
    expect(await receive({ from: address, headers, text: 'b' })).toMatchObject({ ticket: main });
    expect(await talk.read(main)).toMatchObject({ status: 'OPEN', notificationsUnread: true });
  });

  it('to a closed conversation opens a ticket that is linked to it', async () => {
    const { id, mail } = await answered();
    await service.db.query(`UPDATE ticket SET conversation_closed = true, status = 'DONE' WHERE id = $1`, [
      id,
    ]);
    const answer = await receive({ from: address, to: readReplyTo(mail), subject: 'Re: Printer', text: 'x' });
    expect(answer.status).toBe('created');
    expect(await talk.read(answer.ticket ?? '')).toMatchObject({
      linkedTickets: [id],
      session: { id: session },
      type: 'INQUIRY',
    });
    expect(await talk.read(id)).toMatchObject({ status: 'DONE', linkedTickets: [answer.ticket] });
  });

  it.each([
    ['merged', 'appended', (main: string) => [`duplicate_of_id = '${main}'`]],
    ['closed', 'created', () => ['conversation_closed = true']],
  ])('follows its ticket when that is %s at the same time', async (_name, status, change) => {
    const { id, mail } = await answered();
    const main = await talk.createTicket({ title: 'Main' });
    const received = await service.db.transaction(async (tx) => {
      await tx.query('SELECT FROM ticket WHERE id = $1 FOR UPDATE', [id]);
      const pending = receive({ from: address, to: readReplyTo(mail), text: 'x' });
      await eventually(async () => {
        const waiting = await service.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%before AS MATERIALIZED%'`,
        );
        expect(waiting).toHaveLength(1);
      });
      await tx.query(`UPDATE ticket SET ${change(main).join()} WHERE id = $1`, [id]);
      return { pending };
    });
    const answer = await received.pending;
    expect(answer.status).toBe(status);
    expect(answer.ticket === main).toBe(status === 'appended');
    expect(await listMessages(id)).toHaveLength(1);
  });

  it('reaches no ticket of another project', async () => {
    const { id, mail } = await answered();
    const other = correspond(service);
    const answer = await other.receive({
      from: address,
      to: readReplyTo(mail),
      headers: { References: `${mail.references} ${mail.messageId}` },
      text: 'x',
    });
    expect(answer.status).toBe('created');
    expect(await other.tickets()).toEqual([{ id: answer.ticket }]);
    expect(await listMessages(id)).toHaveLength(1);
  });

  it('opens a ticket when the one it answers to is deleted', async () => {
    const { id, mail } = await answered();
    await service.tickets.deleteTicket({ ticketId: id }, caller.context);
    const answer = await receive({ from: address, to: readReplyTo(mail), text: 'x' });
    expect(answer.status).toBe('created');
  });
});

describe('Other mail', () => {
  it('opens an INQUIRY of its sender, who becomes a contact, with the subject as title', async () => {
    const answer = await receive({
      from: '=?utf-8?Q?J=C3=B6rg?= <Joerg@Example.com>',
      subject: 'Where is my order?',
      messageId: '<new@client.example>',
      text: 'Number 4711.',
    });
    expect(answer).toMatchObject({ status: 'created', reason: undefined });
    const ticket = await talk.read(answer.ticket ?? '');
    expect(ticket).toMatchObject({
      type: 'INQUIRY',
      status: 'OPEN',
      title: 'Where is my order?',
      channel: { type: 'EMAIL' },
      notificationsUnread: true,
      latestPublicComment: 'Number 4711.',
      preventAutoReply: false,
      session: { name: 'Jörg', email: 'joerg@example.com' },
    });
    const events = await service.events(answer.ticket ?? '');
    expect(events.map(({ subject }) => subject)).toEqual([
      'tickets.v1.ticket.created',
      'tickets.v1.message.created',
    ]);
    await talk.say(answer.ticket ?? '', 'On its way.');
    const [mail] = await mails(1, 'joerg@example.com');
    expect(mail).toMatchObject({ subject: 'Re: Where is my order?', inReplyTo: '<new@client.example>' });
  });

  it('starts the service level of its contact', async () => {
    service.neighbours.addContact(caller.projectId, { email: 'vip@example.com', sla: 30 });
    const { ticket } = await receive({ from: 'vip@example.com', text: 'x' });
    expect((await talk.read(ticket ?? '')).slaDueAt).toEqual(expect.any(String));
  });

  it('belongs to whom a group names when the group sends it on in our name', async () => {
    const { ticket } = await receive({
      from: `"Ada via Support" <support@${DOMAIN}>`,
      headers: { 'Reply-To': 'Ada <ada@example.com>', 'List-ID': '<support.parley.localhost>' },
      text: 'x',
    });
    expect((await talk.read(ticket ?? '')).session).toMatchObject({ email: 'ada@example.com' });
  });

  it('has its subject as comment when it says nothing else', async () => {
    const { ticket } = await receive({ from: address, subject: 'Please call me', text: '\n \n' });
    expect(await listMessages(ticket ?? '')).toMatchObject([{ plainContent: 'Please call me' }]);
  });
});

describe('An address to answer to (31.8)', () => {
  it('of the domain of the sender is the contact, and both are kept', async () => {
    const made = await receive({
      from: 'Shop <noreply@shop.example>',
      headers: { 'Reply-To': 'Mia Berg <mia@shop.example>' },
      text: 'x',
    });
    expect((await talk.read(made.ticket ?? '')).session).toMatchObject({
      email: 'mia@shop.example',
      name: 'Mia Berg',
    });
    const [message] = await listMessages(made.ticket ?? '');
    expect(message?.data).toMatchObject({
      email: { replyTo: [{ address: 'mia@shop.example', name: 'Mia Berg' }] },
    });
  });

  it('of another domain is kept, and the sender is the contact', async () => {
    const made = await receive({
      from: 'noreply@shop.example',
      headers: { 'Reply-To': 'Mia Berg <mia@client.example>' },
      text: 'x',
    });
    expect((await talk.read(made.ticket ?? '')).session).toMatchObject({ email: 'noreply@shop.example' });
    const [message] = await listMessages(made.ticket ?? '');
    expect(message?.data).toMatchObject({
      email: { replyTo: [{ address: 'mia@client.example', name: 'Mia Berg' }] },
    });
  });
});

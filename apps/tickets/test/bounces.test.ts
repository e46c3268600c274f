import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { buildMail, createMailServer } from './support/mail';
import { callerIn, DOMAIN, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let receive: ReturnType<typeof createMailServer>;
beforeAll(async () => {
  service = await startTickets('bounces');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  receive = createMailServer(service, caller.projectId);
});

interface Failure {
  address: string;
  action?: string;
  status?: string;
  diagnostic?: string;
}

/** A report by RFC 3464 that returns the headers of a mail. */
const report = (
  { address, action = 'failed', status = '5.1.1', diagnostic = '550 5.1.1 No such user' }: Failure,
  returned: string,
  headers: Record<string, string> = {},
): Buffer =>
  buildMail({
    from: 'Mail Delivery System <MAILER-DAEMON@mx.other.example>',
    subject: 'Undelivered Mail Returned to Sender',
    headers: { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b', ...headers },
    text: `

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.other.example

Final-Recipient: rfc822; ${address}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${diagnostic}

--b
Content-Type: text/rfc822-headers

${returned}

--b--
`,
  });

/** A reply whose mail a server took. */
const sent = async () => {
  const address = `mia.${newId()}@customer.example`;
  const { id: session } = service.neighbours.addContact(caller.projectId, { email: address });
  const answer = await service.tickets.createTicket({ ticket: { session } }, caller.context);
  const ticket = answer.ticket?.id ?? '';
  const reply = async () => {
    const { message } = await service.messages.createMessage({ ticket, comment: 'Hi' }, caller.context);
    await eventually(async () => expect((await deliveryOf(message?.id ?? ''))?.status).toBe('sent'));
    return message?.id ?? '';
  };
  const message = await reply();
  const replyAddress = service.inbox.to(address)[0]?.replyTo?.[0]?.address ?? '';
  return { ticket, session, address, message, replyAddress, reply };
};
const deliveryOf = async (id: string): Promise<{ status: string; detail?: string } | undefined> => {
  const [row] = await service.db.query<{ delivery: { status: string; detail?: string }[] }>(
    'SELECT delivery FROM message WHERE id = $1',
    [id],
  );
  return row?.delivery[0];
};
const messageIdOf = (id: string): string => `Message-ID: <reply.${id}@${DOMAIN}>`;
const contactEvents = async (contact: string) =>
  (await service.allEvents(contact)).filter(({ subject }) => subject.endsWith('contact.bounced'));
const ticketCount = async () =>
  (await service.db.query('SELECT FROM ticket WHERE project_id = $1', [caller.projectId])).length;

describe('A report that names the Message-ID of a mail of ours', () => {
  it('makes its delivery bounced, with the reason, in history and stream, and opens no ticket', async () => {
    const { ticket, session, address, message } = await sent();
    const diagnostic = `550 5.1.1 <${address.toUpperCase()}> No such user`;
    const answer = await receive(report({ address, diagnostic }, messageIdOf(message)));
    expect(answer).toEqual({ status: 'ignored', reason: 'bounce', ticket, message });
    expect(await deliveryOf(message)).toMatchObject({
      address,
      status: 'bounced',
      detail: `The mailbox does not exist. ${diagnostic}`,
    });
    const changes = (await service.allEvents(ticket)).filter(
      ({ payload }) => payload.changed?.join() === 'delivery',
    );
    expect(changes.map(({ payload }) => (payload as { bounced?: boolean }).bounced)).toEqual([
      undefined,
      true,
    ]);
    expect(changes.at(-1)?.payload).not.toHaveProperty('shown');
    // Streams and webhooks keep events.
    expect(JSON.stringify(changes)).not.toContain(address);
    expect(JSON.stringify(changes.at(-1)?.payload)).toContain('550 5.1.1 <…> No such user');
    const history = await service.db.query<{ to: unknown }>(
      `SELECT to_value AS to FROM ticket_history WHERE ticket_id = $1 AND field = 'delivery'`,
      [ticket],
    );
    expect(history).toEqual([{ to: { message, status: 'bounced' } }]);
    expect(await contactEvents(session)).toMatchObject([
      {
        payload: {
          contactId: session,
          email: address,
          reason: `The mailbox does not exist. ${diagnostic}`,
        },
      },
    ]);
    expect(await ticketCount()).toBe(1);
  });

  it('changes nothing when it is repeated', async () => {
    const { ticket, session, address, message } = await sent();
    for (let time = 0; time < 3; time += 1)
      expect(await receive(report({ address }, messageIdOf(message)))).toMatchObject({ reason: 'bounce' });
    expect(await contactEvents(session)).toHaveLength(1);
    const history = await service.db.query(
      `SELECT FROM ticket_history WHERE ticket_id = $1 AND field = 'delivery'`,
      [ticket],
    );
    expect(history).toHaveLength(1);
  });

  it('says nothing of the contact when the failure does not last', async () => {
    const { session, address, message } = await sent();
    await receive(report({ address, status: '4.4.7', diagnostic: 'expired' }, messageIdOf(message)));
    expect(await deliveryOf(message)).toMatchObject({
      status: 'bounced',
      detail: 'The server did not take the mail in time. expired',
    });
    expect(await contactEvents(session)).toEqual([]);
  });

  it.each(['delayed', 'relayed', 'delivered', 'expanded'])(
    'changes nothing when it is %s',
    async (action) => {
      const { address, message } = await sent();
      const answer = await receive(report({ address, action, status: '4.4.1' }, messageIdOf(message)));
      expect(answer).toEqual({ status: 'ignored', reason: 'report' });
      expect(await deliveryOf(message)).toMatchObject({ status: 'sent' });
    },
  );

  it('counts for the only recipient when it names where that forwards to', async () => {
    const { message } = await sent();
    await receive(report({ address: 'other@provider.example' }, messageIdOf(message)));
    expect(await deliveryOf(message)).toMatchObject({ status: 'bounced' });
  });

  it('changes nothing in another project', async () => {
    const { address, message } = await sent();
    const stranger = createMailServer(service, callerIn(service.neighbours).projectId);
    expect(await stranger(report({ address }, messageIdOf(message)))).toEqual({
      status: 'ignored',
      reason: 'report',
    });
    expect(await deliveryOf(message)).toMatchObject({ status: 'sent' });
  });
});

describe('A report on a mail with several messages', () => {
  it('makes the deliveries of all of them bounced, and of none that was read; the contact gets to know it once', async () => {
    const { db, messages, conversations } = service;
    const address = `mia.${newId()}@customer.example`;
    const { id: session } = service.neighbours.addContact(caller.projectId, { email: address });
    const channel = { type: 'WIDGET' };
    const answer = await service.tickets.createTicket({ ticket: { session, channel } }, caller.context);
    const ticket = answer.ticket?.id ?? '';
    const reply = async () =>
      (await messages.createMessage({ ticket, comment: 'Hi' }, caller.context)).message?.id ?? '';
    const early = await reply();
    await conversations.readConversation({ conversationId: ticket }, caller.context);
    const unread = [await reply(), await reply(), await reply()];
    await db.query('UPDATE mail_job SET next_attempt_at = now() WHERE aggregate_id = $1', [ticket]);
    await db.query(`UPDATE job SET due_at = now() WHERE name = 'mail' AND key = $1`, [ticket]);
    const states = () => Promise.all([early, ...unread].map(async (id) => (await deliveryOf(id))?.status));
    await eventually(async () => expect(await states()).toEqual(['skipped', 'sent', 'sent', 'sent']));
    const [mail] = service.inbox.to(address);
    expect(await receive(report({ address }, `Message-ID: ${mail?.messageId}`))).toMatchObject({
      reason: 'bounce',
      message: unread[0],
    });
    expect(await states()).toEqual(['skipped', 'bounced', 'bounced', 'bounced']);
    expect(await contactEvents(session)).toHaveLength(1);
  });
});

describe('A report that came to a reply address', () => {
  it('means the last mail to its recipient when it names none', async () => {
    const { ticket, address, message, replyAddress, reply } = await sent();
    const last = await reply();
    const answer = await receive(report({ address }, 'Subject: x', { 'Delivered-To': replyAddress }));
    expect(answer).toEqual({ status: 'ignored', reason: 'bounce', ticket, message: last });
    expect(await deliveryOf(message)).toMatchObject({ status: 'sent' });
    expect(await deliveryOf(last)).toMatchObject({ status: 'bounced' });
  });

  it('may name the address in the mail that it returns, as a plain notice does', async () => {
    const { address, message, replyAddress } = await sent();
    const notice = buildMail({
      from: 'postmaster@customer.example',
      subject: 'Undeliverable mail',
      text: `<${address}>: 550 5.1.1 No such user\n\n----- Original message -----\nReply-To: ${replyAddress}\n`,
    });
    expect(await receive(notice)).toMatchObject({ reason: 'bounce', message });
  });

  it('needs its token, and an address that was mailed', async () => {
    const { address, message, replyAddress } = await sent();
    const forged = replyAddress.replace(/\.[0-9a-f]{24}@/, `.${'0'.repeat(24)}@`);
    for (const [to, of] of [
      [forged, address],
      [replyAddress, 'somebody@else.example'],
    ] as const)
      expect(await receive(report({ address: of }, 'Subject: x', { 'Delivered-To': to }))).toEqual({
        status: 'ignored',
        reason: 'report',
      });
    expect(await deliveryOf(message)).toMatchObject({ status: 'sent' });
  });
});

describe('A report about nothing of ours', () => {
  it.each(['<>', 'MAILER-DAEMON <>', 'Postmaster <postmaster@mx.other.example>'])(
    'is ignored and counted when it comes from %s',
    async (from) => {
      const count = async () =>
        Number(
          /mail_reports_total\{[^}]*kind="report"[^}]*\} (\d+)/.exec(await service.metrics.text())?.[1] ?? 0,
        );
      const before = await count();
      const mail = { from, subject: 'Undelivered mail', text: '<a@b.example>: 550 5.1.1 No such user' };
      expect(await receive(mail)).toEqual({ status: 'ignored', reason: 'report' });
      expect(await count()).toBe(before + 1);
      expect(await ticketCount()).toBe(0);
    },
  );
});

describe('The address of a deleted contact', () => {
  it('is kept in no delivery and no mail, also of a ticket that another contact has by now', async () => {
    const { ticket, session, address, message } = await sent();
    await receive(report({ address, diagnostic: `550 5.1.1 <${address}> unknown` }, messageIdOf(message)));
    const { id: other } = service.neighbours.addContact(caller.projectId, {
      email: 'other@customer.example',
    });
    await service.tickets.updateTicket({ ticketId: ticket, ticket: { session: other } }, caller.context);
    service.neighbours.removeContact(caller.projectId, session);
    await service.directory.purgeContactTickets({ contactId: session }, caller.context);
    for (const table of ['message', 'mail_job', 'ticket', 'ticket_history', 'contact_reference'])
      expect(
        await service.db.query(`SELECT FROM ${table} x WHERE row_to_json(x)::text LIKE '%' || $1 || '%'`, [
          address,
        ]),
      ).toEqual([]);
    expect(await service.db.query('SELECT FROM message WHERE id = $1', [message])).toHaveLength(1);
  });
});

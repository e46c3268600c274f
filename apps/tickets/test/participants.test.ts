import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { MailDeliveryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/mail_delivery_service';
import { createClient, createLocalCaller } from '@parley/rpc';
import { correspond, type Correspondence, readReplyTo } from './support/correspondence';
import { buildMail } from './support/mail';
import { quiet } from './support/neighbours';
import { callerIn, startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, talk, receive, address, session, answered, listMessages, update } = {} as Correspondence;
beforeAll(async () => {
  service = await startTickets('participants');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, talk, receive, address, session, answered, listMessages, update } = correspond(service));
});

let people = 0;
const newPerson = (name = 'mia'): string => `${name}${(people += 1)}@people.example`;
const addContact = (email: string, rest: object = {}): string =>
  service.neighbours.addContact(caller.projectId, { email, ...rest }).id;
const emailsIn = async (ticket: string | undefined): Promise<(string | undefined)[]> =>
  (await talk.read(ticket ?? '')).participants.map(({ email }) => email);
const updates = async (id: string) =>
  (await service.events(id)).filter(({ subject }) => subject === 'tickets.v1.ticket.updated');
const history = (ticketId: string) =>
  service.db.query<{ field: string; from_value: unknown; to_value: unknown }>(
    `SELECT field, from_value, to_value FROM ticket_history WHERE ticket_id = $1 AND field = 'participant' ORDER BY id`,
    [ticketId],
  );
const purge = (contactId: string) => {
  service.neighbours.removeContact(caller.projectId, contactId);
  return service.directory.purgeContactTickets({ contactId }, caller.context);
};
const tracesOf = async (...texts: string[]): Promise<string[]> => {
  const tables = [
    'ticket',
    'message',
    'ticket_history',
    'contact_reference',
    'mail_job',
    'conversation_message',
  ];
  const found: string[] = [];
  for (const table of tables) {
    const rows = await service.db.query(`SELECT FROM ${table} t WHERE t::text LIKE ANY ($1)`, [
      texts.map((text) => `%${text}%`),
    ]);
    if (rows.length > 0) found.push(table);
  }
  return found;
};

describe('The people in To and Cc of a mail', () => {
  it('have no address in events, which outlive their deletion', async () => {
    const mia = newPerson('mia');
    const { ticket = '' } = await receive({
      from: `Grace <${address}>`,
      to: 'support@parley.localhost',
      headers: { Cc: mia, 'Reply-To': `${mia}, ${address}` },
      text: 'Late',
    });
    await talk.say(ticket, 'On its way', { cc: [newPerson('lin'), mia] });
    await eventually(async () => {
      const sent = (await service.allEvents(ticket)).filter(({ subject }) =>
        subject.endsWith('message.updated'),
      );
      expect(sent).toHaveLength(1);
    });
    const events = JSON.stringify(await service.allEvents(ticket));
    expect(events).toContain(address);
    expect(events).not.toContain('@people.example');
  });

  it('are participants of its ticket, created where they are unknown', async () => {
    const [known, unknown] = [newPerson('lin'), newPerson('mia')];
    const lin = addContact(known, { name: 'Lin' });
    const { ticket = '' } = await receive({
      from: `Grace <${address}>`,
      to: `support@parley.localhost, Mia Berg <${unknown}>`,
      headers: { Cc: known },
      text: 'Late',
    });
    const { participants, sessions } = await talk.read(ticket);
    expect(participants).toEqual([
      { id: session, name: 'Grace', email: address, role: 'requester' },
      { id: expect.any(String), name: 'Mia Berg', email: unknown, role: 'cc' },
      { id: lin, name: 'Lin', email: known, role: 'cc' },
    ]);
    expect(sessions).toEqual(participants.slice(1).map(({ id }) => id));
    const [listed] = (await service.tickets.listTickets({ limit: 10 }, caller.context)).tickets;
    expect(listed?.participants).toEqual(participants);
  });

  it('are named by their ids alone in events', async () => {
    const { ticket = '' } = await receive({ from: address, headers: { Cc: newPerson() }, text: 'Late' });
    const [created] = await service.events(ticket);
    const cc = (await talk.read(ticket)).participants[1]?.id;
    expect(created?.payload.ticket['participants']).toEqual([
      { id: session, name: 'Grace', email: address, role: 'requester' },
      { id: cc, role: 'cc' },
    ]);
  });

  it.each([
    ['MAIL_FROM', () => 'support@parley.localhost'],
    ['a mailbox of the project', () => addMailbox(caller.projectId)],
    ['a mailbox of the project with a tag', () => addMailbox(caller.projectId).replace('@', '+x@')],
    ['a mailbox of another project', () => addMailbox(callerIn(service.neighbours).projectId)],
    ['a reply address', () => `reply+${newId()}.${newId()}@elsewhere.example`],
    ['the sender', () => address],
  ])('are no participants as %s', async (_what, own) => {
    const { ticket } = await receive({ from: address, to: own(), headers: { Cc: own() }, text: 'Late' });
    expect(await emailsIn(ticket)).toEqual([address]);
  });

  it.each(['Delivered-To', 'X-Original-To', 'Envelope-To'])(
    'are no participants as %s says',
    async (name) => {
      const own = newPerson('sales');
      const { ticket } = await receive({ from: address, to: own, headers: { [name]: own }, text: 'Late' });
      expect(await emailsIn(ticket)).toEqual([address]);
    },
  );

  it('are at most 50 with the requester; no contact is created for others', async () => {
    const all = Array.from({ length: 60 }, () => newPerson('crowd'));
    const { ticket } = await receive({ from: address, headers: { Cc: all.join(', ') }, text: 'Late' });
    expect(await emailsIn(ticket)).toEqual([address, ...all.slice(0, 49)]);
    const late = newPerson('late');
    const calls = service.neighbours.calls['ensureContactByEmail'];
    await receive({ from: address, headers: { 'In-Reply-To': await rootOf(ticket), Cc: late }, text: 'x' });
    expect(await emailsIn(ticket)).toHaveLength(50);
    expect(service.neighbours.calls['ensureContactByEmail']).toBe(calls);
  });

  it('add nobody who is blocked', async () => {
    const blocked = newPerson('mallory');
    addContact(blocked, { blocked: true });
    const { ticket } = await receive({ from: address, headers: { Cc: blocked }, text: 'Late' });
    expect(await emailsIn(ticket)).toEqual([address]);
  });

  it('add nobody when a machine wrote the mail', async () => {
    const { id, mail } = await answered();
    await receive({
      from: address,
      to: readReplyTo(mail),
      headers: { 'Auto-Submitted': 'auto-replied', Cc: newPerson() },
      text: 'I am away',
    });
    expect(await emailsIn(id)).toEqual([address]);
  });
});

describe('The people that a forged mail names', () => {
  it('are no participants, so that no answer goes to them', async () => {
    const delivery = createClient(
      MailDeliveryServiceDefinition,
      createLocalCaller(service.module.implementations, quiet),
    );
    const deliver = async (isForged: boolean) => {
      const mime = buildMail({ from: address, headers: { Cc: newPerson() }, text: 'Late' });
      const authentication = { spf: 'fail', dkim: 'none', dmarc: 'fail', isForged };
      const { ticket } = await delivery.deliverMail({ mime, authentication }, caller.context);
      return emailsIn(ticket);
    };
    expect(await deliver(true)).toEqual([address]);
    expect(await deliver(false)).toHaveLength(2);
  });
});

let mailboxes = 0;
const addMailbox = (projectId: string): string => {
  const mailbox = `desk${(mailboxes += 1)}@shop.example`;
  service.neighbours.addMailbox(projectId, { address: mailbox });
  return mailbox;
};

/** A Message-ID of a ticket's mails. */
const rootOf = async (ticket = ''): Promise<string> => {
  const [message] = await listMessages(ticket);
  return `<${message?.emailId}>`;
};

describe('A participant', () => {
  const open = async (cc: string) =>
    (await receive({ from: address, headers: { Cc: cc }, text: 'Late' })).ticket ?? '';

  it('answers in the ticket by In-Reply-To, and becomes no requester', async () => {
    const mia = newPerson();
    const ticket = await open(mia);
    const headers = { 'In-Reply-To': await rootOf(ticket) };
    expect(await receive({ from: mia, headers, text: 'I have it' })).toMatchObject({
      status: 'appended',
      ticket,
    });
    expect((await talk.read(ticket)).session).toMatchObject({ id: session });
    expect(await emailsIn(ticket)).toEqual([address, mia]);
  });

  it('is nobody who only refers to the thread: a ticket of their own', async () => {
    const ticket = await open(newPerson());
    const headers = {
      'In-Reply-To': await rootOf(ticket),
      References: await rootOf(ticket),
      Cc: newPerson(),
    };
    const answer = await receive({ from: newPerson('mallory'), headers, text: 'give me the invoice' });
    expect(answer).toMatchObject({ status: 'created' });
    expect(await emailsIn(ticket)).toHaveLength(2);
  });

  it('is who answers a mail of the ticket by its reply address, with the people in Cc; history and events say so', async () => {
    const { id, mail } = await answered();
    const [linus, mia] = [newPerson('linus'), newPerson('mia')];
    await receive({
      from: `Linus <${linus}>`,
      to: readReplyTo(mail),
      headers: { Cc: mia },
      text: 'I may help',
    });
    const { participants } = await talk.read(id);
    expect(participants.map(({ email, role }) => [email, role])).toEqual([
      [address, 'requester'],
      [linus, 'cc'],
      [mia, 'cc'],
    ]);
    expect((await updates(id)).at(-1)?.payload).toMatchObject({
      changed: ['sessions', 'participants'],
      ticket: { participants: participants.map(({ id: contact }) => ({ id: contact })) },
    });
    expect(await history(id)).toMatchObject(
      participants.slice(1).map(({ id: contact }) => ({ from_value: null, to_value: contact })),
    );
    const pages = [];
    for await (const page of service.logs.listTicketHistory({ ticketId: id }, caller.context))
      pages.push(page);
    expect(JSON.stringify(pages)).toContain('Linus');
  });

  it('is none any more when the team takes it out of the sessions', async () => {
    const ticket = await open(newPerson());
    await update(ticket, { sessions: [] });
    expect(await emailsIn(ticket)).toEqual([address]);
    expect((await updates(ticket)).at(-1)?.payload).toMatchObject({ changed: ['sessions', 'participants'] });
  });

  it('sees no conversation of the requester', async () => {
    const mia = newPerson();
    await open(mia);
    const contactId = await service.db
      .query<{ id: string }>('SELECT id FROM contact_reference WHERE email = $1', [mia])
      .then(([row]) => row?.id ?? '');
    const { conversations } = await service.conversations.listConversations({ contactId }, caller.context);
    expect(conversations).toEqual([]);
  });
});

describe('The contact of a participant', () => {
  it('leaves nothing in the ticket of another when it is deleted', async () => {
    const mia = newPerson('mark');
    const { ticket = '' } = await receive({
      from: address,
      to: `support@parley.localhost, ${mia}`,
      headers: { Cc: `Mia <${mia}>, ${newPerson()}` },
      text: 'Late',
    });
    const contact = (await talk.read(ticket)).participants.find(({ email }) => email === mia)?.id ?? '';
    await update(ticket, { sessions: (await talk.read(ticket)).sessions.filter((id) => id !== contact) });
    await receive({
      from: address,
      headers: { 'In-Reply-To': await rootOf(ticket), Cc: mia },
      text: 'Again',
    });
    expect(await emailsIn(ticket)).toHaveLength(3);
    await purge(contact);
    expect(await emailsIn(ticket)).toHaveLength(2);
    expect((await talk.read(ticket)).sessions).toHaveLength(1);
    expect(await tracesOf(mia, contact)).toEqual([]);
  });

  it('is replaced by the contact that it is merged into, once', async () => {
    const [mia, lin] = [newPerson('mia'), newPerson('lin')];
    const both =
      (await receive({ from: address, headers: { Cc: `${mia}, ${lin}` }, text: 'x' })).ticket ?? '';
    const one = (await receive({ from: address, headers: { Cc: mia }, text: 'y' })).ticket ?? '';
    const own = (await receive({ from: lin, headers: { Cc: mia }, text: 'z' })).ticket ?? '';
    const [, from, into] = (await talk.read(both)).participants;
    const merges = createClient(
      ContactMergeServiceDefinition,
      createLocalCaller(service.module.implementations, quiet),
    );
    const heir = { id: into?.id ?? '', email: lin, version: 9, unsubscribed: false, blocked: false };
    await merges.mergeContactTickets({ contactId: from?.id ?? '', into: heir }, caller.context);
    expect(await Promise.all([both, one, own].map(emailsIn))).toEqual([
      [address, lin],
      [address, lin],
      [lin],
    ]);
    expect(await tracesOf(from?.id ?? '')).toEqual([]);
  });
});

describe('Tickets that are merged', () => {
  const merge = async (target: string, other: string) =>
    (
      await service.merging.mergeTickets(
        { ticketsToMergeIds: [other], targetTicketId: target },
        caller.context,
      )
    ).ticket?.participants.map(({ email }) => email);
  const open = async (from: string, cc: string) =>
    (await receive({ from, headers: { Cc: cc }, text: 'Late' })).ticket ?? '';

  it('share the participants of one requester, and none with those of another', async () => {
    const [mia, lin, other] = [newPerson('mia'), newPerson('lin'), newPerson('other')];
    const main = await open(address, mia);
    expect(await merge(main, await open(address, lin))).toEqual([address, mia, lin]);
    expect(await merge(main, await open(other, newPerson('third')))).toEqual([address, mia, lin]);
  });
});

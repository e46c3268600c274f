import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('deliveries');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const arrange = async (contact: object = {}, ticket: object = {}) => {
  const address = `mia.${newId()}@customer.example`;
  const { id: session } = service.neighbours.addContact(caller.projectId, { email: address, ...contact });
  const answer = await service.tickets.createTicket({ ticket: { session, ...ticket } }, caller.context);
  return { ticket: answer.ticket?.id ?? '', session, address };
};
const reply = async (ticket: string, body: object = { comment: 'The answer' }) => {
  const { message } = await service.messages.createMessage({ ticket, ...body }, caller.context);
  if (!message) throw new Error('no message');
  return message;
};
const read = async (ticket: string, id: string) => {
  const filter = [{ field: 'ticket', operator: 'eq', values: [ticket] }];
  const { items } = await service.messages.findMessages({ filter }, caller.context);
  return items.find((message) => message.id === id);
};
const deliveryOf = async (ticket: string, id: string) =>
  (await read(ticket, id))?.delivery as { address: string; status: string; at: string; detail?: string }[];
const untilStatus = (ticket: string, id: string, status: string) =>
  eventually(async () => {
    const [delivery] = await deliveryOf(ticket, id);
    expect(delivery?.status).toBe(status);
    return delivery;
  });
const changes = async (ticket: string) =>
  (await service.allEvents(ticket)).filter(({ payload }) => payload.changed?.join() === 'delivery');

describe('The delivery of a message', () => {
  it('is queued with the message, and sent once a server took the mail; events say so', async () => {
    const { ticket, address } = await arrange();
    const message = await reply(ticket);
    expect(message.delivery).toEqual([{ address, status: 'queued', at: message.createdAt }]);
    const sent = await untilStatus(ticket, message.id, 'sent');
    expect(sent).toEqual({ address, status: 'sent', at: expect.stringMatching(/^20.*Z$/) });
    const [created] = await service
      .events(ticket)
      .then((all) => all.filter(({ subject }) => subject.endsWith('message.created')));
    // Events have no addresses.
    expect(created?.payload.message.delivery).toEqual([{ status: 'queued', at: message.createdAt }]);
    const [change, ...others] = await changes(ticket);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      subject: 'tickets.v1.message.updated',
      payload: { message: { id: message.id, delivery: [{ status: 'sent', at: sent?.at }] } },
    });
    // A contact never sees it.
    expect(change?.payload).not.toHaveProperty('shown');
    expect(JSON.stringify(created?.payload['shown' as never])).not.toContain('delivery');
  });

  it.each([
    ['a note', {}, { isNote: true, comment: 'x' }],
    ['a message that is not sent to its channel', {}, { sendToChannel: false, comment: 'x' }],
    ['a message to a contact without an address', { email: undefined }, { comment: 'x' }],
  ])('is absent at %s', async (_name, contact, body) => {
    const { ticket } = await arrange(contact);
    const message = await reply(ticket, body);
    expect(message.delivery).toBeUndefined();
    expect(await deliveryOf(ticket, message.id)).toBeUndefined();
  });

  it('fails at once when the server refuses the recipient, with its words', async () => {
    const { ticket, address } = await arrange();
    service.inbox.answers.set(address, ['550 5.1.1 No such user here']);
    const message = await reply(ticket);
    expect(await untilStatus(ticket, message.id, 'failed')).toMatchObject({
      detail: '550 5.1.1 No such user here',
    });
    expect(service.inbox.to(address)).toEqual([]);
  });

  it('stays queued with the words of a server that refuses for now, and is sent later', async () => {
    const { ticket, address } = await arrange();
    service.inbox.answers.set(address, ['451 4.7.1 Greylisted, try again', undefined]);
    const message = await reply(ticket);
    await eventually(async () =>
      expect((await deliveryOf(ticket, message.id))[0]).toMatchObject({
        status: 'queued',
        detail: '451 4.7.1 Greylisted, try again',
      }),
    );
    const sent = await untilStatus(ticket, message.id, 'sent');
    expect(sent).not.toHaveProperty('detail');
    expect(service.inbox.to(address)).toHaveLength(1);
    expect(await changes(ticket)).toHaveLength(2);
  });

  it('is tried again when the connection breaks, and no event says that it still waits', async () => {
    const { ticket, address } = await arrange();
    service.inbox.answers.set(address, ['drop', undefined]);
    const message = await reply(ticket);
    await untilStatus(ticket, message.id, 'sent');
    expect(service.inbox.to(address)).toHaveLength(1);
    expect(await changes(ticket)).toHaveLength(1);
  });

  it('fails after 48 hours', async () => {
    const { ticket, address } = await arrange();
    service.inbox.answers.set(address, ['451 4.7.1 Later']);
    const message = await reply(ticket);
    await eventually(async () => expect((await deliveryOf(ticket, message.id))[0]).toHaveProperty('detail'));
    await service.db.query('UPDATE mail_job SET attempts = 12 WHERE aggregate_id = $1', [ticket]);
    expect(await untilStatus(ticket, message.id, 'failed')).toMatchObject({ detail: '451 4.7.1 Later' });
  });

  it('is sent at every message of a mail with several, and skipped at those that were read', async () => {
    const { ticket, address } = await arrange({}, { channel: { type: 'WIDGET' } });
    const wait = async () => {
      const { db } = service;
      await db.query('UPDATE mail_job SET next_attempt_at = now() WHERE aggregate_id = $1', [ticket]);
      await db.query(`UPDATE job SET due_at = now() WHERE name = 'mail' AND key = $1`, [ticket]);
    };
    const read = () => service.conversations.readConversation({ conversationId: ticket }, caller.context);
    const skipped = { detail: 'The contact has read it where it was written.' };
    const early = await reply(ticket);
    await read();
    const [first, second] = [await reply(ticket), await reply(ticket)];
    await wait();
    await untilStatus(ticket, first.id, 'sent');
    await untilStatus(ticket, second.id, 'sent');
    expect(await untilStatus(ticket, early.id, 'skipped')).toMatchObject(skipped);
    const late = await reply(ticket);
    await read();
    await wait();
    expect(await untilStatus(ticket, late.id, 'skipped')).toMatchObject(skipped);
    expect(service.inbox.to(address)).toHaveLength(1);
  });

  it('is no change for its contact', async () => {
    const { ticket } = await arrange();
    const message = await reply(ticket);
    await untilStatus(ticket, message.id, 'sent');
    const rows = await service.db.query<{ updated: Date | null }>(
      'SELECT contact_updated_at AS updated FROM message WHERE id = $1',
      [message.id],
    );
    expect(rows).toEqual([{ updated: null }]);
  });
});

describe('A mail to several recipients', () => {
  const refused = '550 5.1.1 No such user';
  const deferred = '451 4.7.1 Later';

  /** A reply in To, Cc and Bcc; the last two are answered so by their server. */
  const send = async (
    cc: (string | undefined)[],
    bcc: (string | undefined)[],
    to: (string | undefined)[] = [],
  ) => {
    const { ticket, address } = await arrange();
    const addresses = [address, `cc.${newId()}@customer.example`, `bcc.${newId()}@customer.example`] as const;
    for (const [at, answers] of [to, cc, bcc].entries())
      if (answers.length > 0) service.inbox.answers.set(addresses[at] ?? '', answers);
    const message = await reply(ticket, { comment: 'x', cc: [addresses[1]], bcc: [addresses[2]] });
    const states = async () =>
      (await deliveryOf(ticket, message.id)).map(({ status, detail }) => [status, detail]);
    const until = (...expected: [string, string?][]) =>
      eventually(async () =>
        expect(await states()).toEqual(expected.map(([status, detail]) => [status, detail])),
      );
    return { addresses, until };
  };
  const counts = (addresses: readonly string[]) =>
    addresses.map((address) => service.inbox.for(address).length);

  it('fails at the one that is refused, is sent later to the one that is refused for now, and to no one twice', async () => {
    const { addresses, until } = await send([refused], [deferred, undefined]);
    await until(['sent'], ['failed', refused], ['queued', deferred]);
    await until(['sent'], ['failed', refused], ['sent']);
    expect(counts(addresses)).toEqual([1, 0, 1]);
    const [[first], [later]] = [service.inbox.for(addresses[0]), service.inbox.for(addresses[2])];
    expect(later?.messageId).toBe(first?.messageId);
    expect(later?.to).toEqual(first?.to);
  });

  it('is tried again at those alone that were refused for now, when none was taken', async () => {
    const { addresses, until } = await send([refused], [refused], [deferred, undefined]);
    await until(['queued', deferred], ['failed', refused], ['failed', refused]);
    await until(['sent'], ['failed', refused], ['failed', refused]);
    expect(counts(addresses)).toEqual([1, 0, 0]);
  });

  it('has failed at all of them when all are refused', async () => {
    const { addresses, until } = await send([refused], [refused], ['552 5.2.2 Full']);
    await until(['failed', '552 5.2.2 Full'], ['failed', refused], ['failed', refused]);
    expect(counts(addresses)).toEqual([0, 0, 0]);
  });
});

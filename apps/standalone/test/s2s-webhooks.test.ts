import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, startWithCustomer } from './support/customer';
import { openWebSite, type WebSite } from './support/web-site';

interface Delivered {
  event: string;
  data: Answer['body'];
}

/** What leaves by webhook of what is done from the contact's side (contract, sections 3 and 4). */
describe('webhooks of conversations', () => {
  let site: WebSite;
  let customer: Customer;
  let backend: Api;
  let stop: () => Promise<void>;
  let consumerId: string;

  beforeAll(async () => {
    site = await openWebSite();
    ({ customer, stop } = await startWithCustomer({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' }));
    ({ backend } = customer);
    const events = [
      'TICKET_CREATED',
      'TICKET_UPDATED',
      'TICKET_DELETED',
      'MESSAGE_CREATED',
      'MESSAGE_UPDATED',
      'CONVERSATION_RATED',
    ];
    ok(await customer.team.call('POST', '/webhooks', { name: 'All', url: `${site.url}/hook`, events }));
  });
  afterAll(async () => {
    await stop();
    await site.close();
  });
  beforeEach(() => {
    consumerId = customer.newConsumer();
  });

  const delivered = (id: string): Delivered[] =>
    site
      .requests()
      .map(({ body }) => JSON.parse(body) as Delivered)
      .filter(({ data }) => data.id === id || data.ticket === id);
  /** Waits for what the team says last, and until what was delivered before is as expected. */
  const until = async (id: string, check: (before: Delivered[]) => void): Promise<void> => {
    const last = await customer.reply(id, 'The last word');
    await eventually(() => {
      const all = delivered(id);
      expect(all.map(({ data }) => data.id)).toContain(last.id);
      check(all.filter(({ data }) => data.id !== last.id));
    });
  };
  const listNames = (events: readonly Delivered[]): string[] => events.map(({ event }) => event).sort();

  it('are TICKET_CREATED and MESSAGE_CREATED for a new one, stamped with the company of the contact', async () => {
    await customer.contact(consumerId, { companyId: 'acme', companyName: 'Acme' });
    const { id } = await customer.open(consumerId, { title: 'Invoice', message: 'Hello' });
    await until(id, (events) => expect(listNames(events)).toEqual(['MESSAGE_CREATED', 'TICKET_CREATED']));
    const of = (name: string): Answer['body'] => delivered(id).find(({ event }) => event === name)?.data;
    expect(of('TICKET_CREATED')).toMatchObject({
      id,
      type: 'INQUIRY',
      channel: { type: 'S2S' },
      companyId: 'acme',
    });
    expect(of('MESSAGE_CREATED')).toMatchObject({ ticket: id, plainContent: 'Hello', isNote: false });
  });

  it('are one CONVERSATION_RATED for each change of a rating', async () => {
    const { id } = await customer.open(consumerId, { message: 'Hello' });
    for (const rating of [8, 8, 9])
      ok(await backend.call('POST', `/s2s/conversations/${id}/rating`, { rating }));
    await until(id, (events) => {
      const rated = events.filter(({ event }) => event === 'CONVERSATION_RATED');
      expect(rated.map(({ data }) => data.conversationRating).sort()).toEqual([8, 9]);
    });
  });

  it('have the comment of a rating; a change of the comment alone is TICKET_UPDATED', async () => {
    const { id } = await customer.open(consumerId, { message: 'Hello' });
    const rate = async (body: object): Promise<void> => {
      ok(await backend.call('POST', `/s2s/conversations/${id}/rating`, body));
    };
    await rate({ rating: 8, comment: 'quick' });
    await rate({ rating: 8, comment: 'very quick' });
    await rate({ rating: 8, comment: null });
    await until(id, (events) => {
      const comments = (name: string): unknown[] =>
        events
          .filter(({ event }) => event === name)
          .map(({ data }) => data.conversationRatingComment ?? null);
      expect(comments('CONVERSATION_RATED')).toEqual(['quick']);
      expect(comments('TICKET_UPDATED').toSorted()).toEqual([null, 'quick', 'very quick'].toSorted());
    });
  });

  it('are MESSAGE_UPDATED for the rating of a message', async () => {
    const { id } = await customer.open(consumerId, { message: 'Hello' });
    const reply = await customer.reply(id, 'Hi');
    ok(await backend.call('PUT', `/s2s/messages/${reply.id}/rating`, { rating: 'up' }));
    await until(id, (events) => {
      const updated = events.filter(({ event }) => event === 'MESSAGE_UPDATED');
      expect(updated.map(({ data }) => [data.id, data.rating])).toEqual([[reply.id, 'positive']]);
    });
  });

  it('are none for network logs and typing', async () => {
    const { id } = await customer.open(consumerId, { message: 'Hello' });
    const call = (method: string, rest: string, body?: object): Promise<Answer> =>
      backend.call(method, `/s2s/conversations/${id}${rest}`, body);
    ok(await call('PUT', '/network-logs', { networkLogs: [{ url: '/cart' }] }));
    ok(await call('POST', '/typing'));
    await until(id, (events) => expect(listNames(events)).toEqual(['MESSAGE_CREATED', 'TICKET_CREATED']));
  });
});

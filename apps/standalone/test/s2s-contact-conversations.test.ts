import PQueue from 'p-queue';
import { type Api, ok } from './support/api';
import { type Customer, toPath, startWithCustomer } from './support/customer';

describe('conversations of a contact', () => {
  let customer: Customer;
  let backend: Api;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ customer, stop } = await startWithCustomer());
    ({ backend } = customer);
  });
  afterAll(() => stop());

  const missing = { status: 404, body: { code: 'contact_not_found' } };

  describe('GET /s2s/contacts/{consumerId}/conversations', () => {
    const titles = async (consumerId: string, query = ''): Promise<string[]> => {
      const list = ok(await backend.call('GET', `${toPath(consumerId)}/conversations${query}`));
      return (list as { title: string }[]).map(({ title }) => title);
    };

    it('lists those of the contact, newest activity first, by page and by status', async () => {
      const consumerId = customer.newConsumer();
      const ids: string[] = [];
      for (const title of ['first', 'second', 'third'])
        ids.push((await customer.open(consumerId, { title, message: 'Hello' })).id);
      expect(await titles(consumerId)).toEqual(['third', 'second', 'first']);
      await customer.reply(ids[0] ?? '', 'Welcome');
      expect(await titles(consumerId)).toEqual(['first', 'third', 'second']);
      expect(await titles(consumerId, '?skip=1&limit=1')).toEqual(['third']);
      ok(await backend.call('POST', `/s2s/conversations/${ids[1]}/close`));
      expect(await titles(consumerId, '?status=closed')).toEqual(['second']);
      expect(await titles(consumerId, '?status=open')).toEqual(['first', 'third']);
      expect(await backend.call('GET', `${toPath(consumerId)}/conversations?status=done`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_query' },
      });
    });

    it('answers 50 unless told otherwise, and never more than 100', async () => {
      const consumerId = customer.newConsumer();
      await new PQueue({ concurrency: 8 }).addAll(
        Array.from(
          { length: 101 },
          (_, index) => () => customer.open(consumerId, { title: `${index}`, message: 'Hello' }),
        ),
      );
      expect(await titles(consumerId)).toHaveLength(50);
      expect(await titles(consumerId, '?limit=1000')).toHaveLength(100);
    });

    it('leaves out bot-only, merged and hidden ones and trackers, and keeps archived ones and spam', async () => {
      const consumerId = customer.newConsumer();
      const { id: contact } = await customer.contact(consumerId);
      const open = async (title: string): Promise<string> =>
        (await customer.open(consumerId, { title, message: 'Hello' })).id;
      await customer.open(consumerId, { title: 'nobody spoke' });
      const main = await open('main');
      const merged = await open('merged');
      const change = async (id: string, ticket: object): Promise<void> =>
        void ok(await customer.team.call('PUT', `/tickets/${id}`, ticket));
      ok(
        await customer.team.call('PUT', '/tickets/merge', {
          ticketsToMergeIds: [merged],
          targetTicketId: main,
        }),
      );
      await change(await open('hidden'), { hidden: true });
      await change(await open('archived'), { archived: true });
      await change(await open('spam'), { isSpam: true });
      const tracker = ok(
        await customer.team.call('POST', '/tickets/tracker-tickets', { title: 'tracker', session: contact }),
      );
      expect(tracker.id).toBeDefined();
      expect((await titles(consumerId)).sort()).toEqual(['archived', 'main', 'spam']);
    });
  });

  describe('unreadConversations', () => {
    it('counts those of the list that have something unread', async () => {
      const consumerId = customer.newConsumer();
      const [one, two] = [
        await customer.open(consumerId, { message: 'Hello' }),
        await customer.open(consumerId, { message: 'Hello' }),
      ];
      await customer.open(consumerId, { message: 'Nobody answers' });
      const unread = async (): Promise<number> =>
        ok(await backend.call('GET', toPath(consumerId))).unreadConversations;
      await customer.reply(one.id, 'Hi');
      await customer.reply(one.id, 'Hi again');
      await customer.reply(two.id, 'Hi');
      expect(await unread()).toBe(2);
      ok(await backend.call('POST', `/s2s/conversations/${one.id}/read`));
      expect(await unread()).toBe(1);
    });
  });

  describe('POST /s2s/contacts/{consumerId}/conversations', () => {
    it('opens an INQUIRY of the channel S2S with its first message, of a contact that is created on the fly', async () => {
      const consumerId = customer.newConsumer();
      const conversation = await customer.open(consumerId, {
        title: 'Invoice',
        message: 'Where is it?',
        attributes: { plan: 'pro' },
      });
      const contact = ok(await backend.call('GET', toPath(consumerId)));
      expect(conversation).toMatchObject({
        title: 'Invoice',
        status: 'open',
        contact: { id: contact.id, consumerId },
        attributes: { plan: 'pro' },
        unreadCount: 0,
        botActive: false,
        lastMessage: { plainText: 'Where is it?', author: { type: 'contact' } },
      });
      const ticket = ok(await customer.team.call('GET', `/tickets/${conversation.id}`));
      expect(ticket).toMatchObject({
        type: 'INQUIRY',
        status: 'OPEN',
        channel: { type: 'S2S' },
        session: { id: contact.id },
        noHumanInteraction: false,
      });
    });

    it('makes one contact of 20 at once', async () => {
      const consumerId = customer.newConsumer();
      const made = await Promise.all(
        Array.from({ length: 20 }, () => customer.open(consumerId, { message: 'Hello' })),
      );
      expect(new Set(made.map(({ contact }) => contact?.id)).size).toBe(1);
      expect(new Set(made.map(({ id }) => id)).size).toBe(20);
    });

    it('takes Markdown and files, and nothing at all: an empty conversation, which is bot-only', async () => {
      const consumerId = customer.newConsumer();
      const written = await customer.open(consumerId, {
        markdownComment: '**Hello**',
        attachments: [{ name: 'a.txt', url: 'https://example.com/a.txt', type: 'text/plain' }],
      });
      expect(written.lastMessage).toMatchObject({
        markdown: '**Hello**',
        plainText: 'Hello',
        attachments: [{ name: 'a.txt', url: 'https://example.com/a.txt', type: 'text/plain' }],
      });
      const empty = await customer.open(consumerId);
      expect(empty).not.toHaveProperty('lastMessage');
      expect(await customer.conversation(empty.id)).toMatchObject({ id: empty.id });
      const list = ok(await backend.call('GET', `${toPath(consumerId)}/conversations`));
      expect((list as { id: string }[]).map(({ id }) => id)).toEqual([written.id]);
      await customer.send(empty.id, 'Here I am');
      const again = ok(await backend.call('GET', `${toPath(consumerId)}/conversations`));
      expect((again as { id: string }[]).map(({ id }) => id)).toEqual([empty.id, written.id]);
    });

    it.each([
      ['a title of 1,001 characters', { title: 'x'.repeat(1_001) }, 'title'],
      ['a wrong attribute', { attributes: { plan: { deep: true } } }, 'attributes.plan'],
      ['a message that is no rich text', { message: { type: 5 } }, 'message'],
      [
        'a mutation id of 256 characters',
        { message: 'x', clientMutationId: 'x'.repeat(256) },
        'clientMutationId',
      ],
      ['a workflow and an agent', { workflowId: '0'.repeat(24), agentId: '0'.repeat(24) }, 'agentId'],
    ])('refuses %s and creates no contact', async (_what, request, field) => {
      const consumerId = customer.newConsumer();
      const answer = await backend.call('POST', `${toPath(consumerId)}/conversations`, request);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ field: expect.stringMatching(new RegExp(`^${field}`)) }] },
      });
      expect(await backend.call('GET', toPath(consumerId))).toMatchObject(missing);
    });

    it.each([
      ['workflowId', 'workflow_not_found'],
      ['agentId', 'agent_not_found'],
    ])('is 404 for an unknown %s, and writes nothing', async (field, code) => {
      const consumerId = customer.newConsumer();
      const answer = await backend.call('POST', `${toPath(consumerId)}/conversations`, {
        message: 'Hello',
        [field]: '0123456789abcdef01234567',
      });
      expect(answer).toMatchObject({ status: 404, body: { code } });
      expect(await backend.call('GET', toPath(consumerId))).toMatchObject(missing);
    });
  });
});

import { eventually } from '@parley/testing';
import { createHmac } from 'node:crypto';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, toPath, startWithCustomer } from './support/customer';

const UNKNOWN = '0123456789abcdef01234567';

describe('messages and ratings of a contact', () => {
  let customer: Customer;
  let backend: Api;
  let anonymous: Api;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ anonymous, customer, stop } = await startWithCustomer());
    ({ backend } = customer);
  });
  afterAll(() => stop());

  let consumerId: string;
  let id: string;
  let path: string;
  beforeEach(async () => {
    consumerId = customer.newConsumer();
    ({ id } = await customer.open(consumerId, { title: 'Invoice', message: 'Hello' }));
    path = `/s2s/conversations/${id}`;
  });

  const call = (method: string, rest: string, body?: unknown): Promise<Answer> =>
    backend.call(method, `${path}${rest}`, body);
  const get = (): Promise<Answer['body']> => customer.conversation(id);
  const ticket = async (): Promise<Answer['body']> => ok(await customer.team.call('GET', `/tickets/${id}`));
  const missing = { status: 404, body: { code: 'conversation_not_found' } };
  const invalid = (field: string) => ({
    status: 400,
    body: {
      code: 'invalid_input',
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    },
  });

  describe('ratings', () => {
    it('rate a conversation with a whole number from 0 to 10', async () => {
      for (const rating of [0, 10]) expect(ok(await call('POST', '/rating', { rating })).rating).toBe(rating);
      for (const rating of [7.5, '7', null, -1, 11, undefined])
        expect(await call('POST', '/rating', { rating })).toMatchObject(invalid('rating'));
      expect((await get()).rating).toBe(10);
    });

    it('rate a message up or down, or not; the team sees positive and negative; the own one is 403 not_rateable', async () => {
      const reply = await customer.reply(id, 'Hi');
      const rate = (rating: unknown, message = reply.id) =>
        backend.call('PUT', `/s2s/messages/${message}/rating`, { rating });
      const seen = async () => {
        const messages = ok(await customer.team.call('GET', `/messages?ticket=${id}`));
        return (messages as { id: string; rating?: string }[]).find((one) => one.id === reply.id)?.rating;
      };
      expect(ok(await rate('up')).rating).toBe('up');
      expect(await seen()).toBe('positive');
      expect(ok(await rate('down')).rating).toBe('down');
      expect(await seen()).toBe('negative');
      expect(ok(await rate(null))).not.toHaveProperty('rating');
      // Closed values are read without regard to case.
      expect(ok(await rate('UP')).rating).toBe('up');
      for (const wrong of ['high', 1, undefined]) expect(await rate(wrong)).toMatchObject(invalid('rating'));
      const [own] = ok(await call('GET', '/messages'));
      expect(await rate('up', own.id)).toMatchObject({ status: 403, body: { code: 'not_rateable' } });
      expect(await rate('up', UNKNOWN)).toMatchObject({ status: 404, body: { code: 'message_not_found' } });
    });
  });

  describe('messages', () => {
    it('are listed oldest first by the last id that is held, also when its message was deleted', async () => {
      const second = await customer.reply(id, 'two');
      await customer.send(id, 'three');
      const page = async (query: string): Promise<string[]> =>
        (ok(await call('GET', `/messages${query}`)) as { plainText: string }[]).map((one) => one.plainText);
      expect(await page('?limit=2')).toEqual(['Hello', 'two']);
      expect(await page(`?after=${second.id}`)).toEqual(['three']);
      ok(await customer.team.call('DELETE', `/messages/${second.id}`));
      expect(await page(`?after=${second.id}`)).toEqual(['three']);
      expect(await page('')).toEqual(['Hello', 'three']);
      expect(await call('GET', '/messages?after=nonsense')).toMatchObject({
        status: 400,
        body: { code: 'invalid_query' },
      });
      expect(await backend.call('GET', `/s2s/messages/${second.id}`)).toMatchObject({
        status: 404,
        body: { code: 'message_not_found' },
      });
    });

    it('must be in a conversation of the contact that the query names, else 404', async () => {
      const reply = await customer.reply(id, 'Hi');
      const other = customer.newConsumer();
      await customer.contact(other);
      const ask = (consumer: string): Promise<Answer>[] => [
        backend.call('GET', `/s2s/messages/${reply.id}?consumerId=${consumer}`),
        backend.call('PUT', `/s2s/messages/${reply.id}/rating?consumerId=${consumer}`, { rating: 'up' }),
      ];
      const refusal = (code: string): object => ({ status: 404, body: { code } });
      for (const answer of await Promise.all(ask(other)))
        expect(answer).toMatchObject(refusal('message_not_found'));
      for (const answer of await Promise.all(ask(customer.newConsumer())))
        expect(answer).toMatchObject(refusal('contact_not_found'));
      expect(ok(await backend.call('GET', `/s2s/messages/${reply.id}`))).not.toHaveProperty('rating');
      for (const answer of await Promise.all(ask(consumerId))) expect(answer.status).toBe(200);
    });

    it('are answered 50 at a time, and never more than 100', async () => {
      for (let round = 0; round < 10; round += 1)
        await Promise.all(Array.from({ length: 10 }, (_, at) => customer.send(id, `${round} ${at}`)));
      expect(ok(await call('GET', '/messages'))).toHaveLength(50);
      const first = ok(await call('GET', '/messages?limit=1000'));
      expect(first).toHaveLength(100);
      expect(ok(await call('GET', `/messages?after=${first.at(-1).id}`))).toHaveLength(1);
    });

    it('of one clientMutationId are one, which is answered again', async () => {
      const sent = await Promise.all(
        Array.from({ length: 20 }, () => customer.send(id, 'Once', { clientMutationId: 'm-1' })),
      );
      expect(new Set(sent.map((one) => one.id)).size).toBe(1);
      expect(sent[0]).toMatchObject({ clientMutationId: 'm-1' });
      expect(await customer.texts(id)).toEqual(['Hello', 'Once']);
    });

    it('take Markdown before rich text, and files; an empty one is 400, markup is text', async () => {
      const sent = ok(
        await call('POST', '/messages', {
          comment: 'plain',
          markdownComment: '*Hi* <script>alert(1)</script>',
          attachments: [{ name: 'a.txt', url: 'https://example.com/a.txt' }],
        }),
      );
      // What looks like markup is text.
      expect(sent.content.content[0].content).toEqual([
        { type: 'text', text: 'Hi', marks: [{ type: 'italic' }] },
        { type: 'text', text: ' <script>alert(1)</script>' },
      ]);
      expect(await call('POST', '/messages', {})).toMatchObject(invalid('comment'));
      expect(
        await call('POST', '/messages', { attachments: [{ name: 'a', url: 'javascript:alert(1)' }] }),
      ).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect(await call('POST', '/messages', { comment: 'x'.repeat(210_000) })).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large' },
      });
    });

    it('start the SLA clock as a contact’s message does, and a bot’s does not stop it', async () => {
      const { id: contact } = ok(await backend.call('GET', toPath(consumerId)));
      await customer.contact(consumerId, { sla: 30 });
      await eventually(async () => {
        await customer.send(id, 'Waiting');
        expect(await ticket()).toMatchObject({ session: { id: contact }, slaDueAt: expect.any(String) });
      });
      await customer.reply(id, 'Beep', { bot: true });
      expect(await ticket()).toMatchObject({ slaDueAt: expect.any(String), hasAgentReply: false });
      await customer.reply(id, 'Hi');
      expect((await ticket()).hasAgentReply).toBe(true);
    });
  });

  describe('merged conversations', () => {
    it('are read with their own messages, closed, in no list, and name the main one of the same contact', async () => {
      const main = await customer.open(consumerId, { message: 'Main' });
      const stranger = customer.newConsumer();
      const foreign = await customer.open(stranger, { message: 'Foreign words' });
      for (const ticketsToMergeIds of [[id], [foreign.id]])
        ok(
          await customer.team.call('PUT', '/tickets/merge', {
            ticketsToMergeIds,
            targetTicketId: main.id,
          }),
        );
      expect(await get()).toMatchObject({ status: 'closed', mergedInto: main.id });
      expect(await customer.texts(id)).toEqual(['Hello']);
      expect((await customer.texts(main.id)).sort()).toEqual(['Hello', 'Main']);
      expect(await customer.conversation(foreign.id)).not.toHaveProperty('mergedInto');
      expect(await call('POST', '/messages', { comment: 'x' })).toMatchObject({
        status: 409,
        body: { code: 'conversation_closed' },
      });
      expect(await call('POST', '/reopen')).toMatchObject({
        status: 409,
        body: { code: 'conversation_merged' },
      });
    });
  });

  describe('the widget of a contact', () => {
    it('has the same conversations, and no other’s: 404', async () => {
      const contact = ok(await backend.call('GET', toPath(consumerId)));
      const widget = customer.widget(contact);
      const list = ok(await widget.call('GET', '/shared/conversations'));
      expect(list).toEqual([await get()]);
      expect(ok(await widget.call('GET', `/shared/conversations/${id}`))).toEqual(list[0]);
      const opened = ok(await widget.call('POST', '/shared/conversations', { message: 'From the page' }));
      const openedTicket = ok(await customer.team.call('GET', `/tickets/${opened.id}`));
      expect(openedTicket).toMatchObject({ channel: { type: 'WIDGET' }, type: 'INQUIRY' });
      const own = `/shared/conversations/${opened.id}`;
      await customer.reply(opened.id, 'Hi');
      ok(await widget.call('POST', `${own}/messages`, { comment: 'Thanks', clientMutationId: 'w-1' }));
      expect(ok(await widget.call('GET', `${own}/messages`))).toHaveLength(3);
      expect(ok(await widget.call('POST', `${own}/read`)).unreadCount).toBe(0);
      expect(ok(await widget.call('POST', `${own}/rating`, { rating: 9 })).rating).toBe(9);
      expect(ok(await widget.call('POST', `${own}/typing`, { typing: false }))).toEqual({ success: true });

      const stranger = customer.widget(await customer.contact(customer.newConsumer()));
      for (const [method, rest, body] of [
        ['GET', ''],
        ['GET', '/messages'],
        ['POST', '/messages', { comment: 'x' }],
        ['POST', '/read'],
        ['POST', '/typing'],
        ['POST', '/rating', { rating: 1 }],
      ] as const)
        expect(await stranger.call(method, `${own}${rest}`, body)).toMatchObject(missing);
    });

    it('of a guest works too, and its conversations go along when the guest turns out to be a contact', async () => {
      const guest = ok(
        await anonymous.call('POST', '/shared/sessions', {}, { 'api-token': customer.apiToken }),
      );
      const widget = customer.widget(guest);
      const opened = ok(await widget.call('POST', '/shared/conversations', { message: 'Hi' }));
      const userHash = createHmac('sha256', customer.sessionSecret).update(consumerId).digest('hex');
      ok(await widget.call('POST', '/shared/sessions/identify', { userId: consumerId, userHash }));
      await eventually(async () => {
        const list = ok(await backend.call('GET', `${toPath(consumerId)}/conversations`));
        expect((list as { id: string }[]).map((one) => one.id).sort()).toEqual([id, opened.id].sort());
      });
      expect(await widget.call('GET', '/shared/conversations')).toMatchObject({
        status: 401,
        body: { code: 'invalid_session' },
      });
    });

    it('needs a session: 401 invalid_session', async () => {
      const nobody = customer.widget({ svcId: 'nobody', svcHash: '0'.repeat(64) });
      for (const where of ['', `/${id}`, `/${id}/messages`])
        expect(await nobody.call('GET', `/shared/conversations${where}`)).toMatchObject({
          status: 401,
          body: { code: 'invalid_session' },
        });
    });
  });
});

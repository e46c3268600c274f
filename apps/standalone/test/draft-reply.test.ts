import { eventually } from '@parley/testing';
import type { Answer } from './support/api';
import { ok } from './support/api';
import { type Customer, startWithCustomer } from './support/customer';

/** A reply that is drafted from knowledge, without a model. */
describe('A drafted reply', () => {
  let customer: Customer;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ customer, stop } = await startWithCustomer());
    const entries = [
      {
        contentId: 'refunds',
        title: 'Refunds',
        content: 'Refunds take 14 days.',
        sourceUrl: 'https://shop.example/refunds',
      },
      { contentId: 'pianos', title: 'Pianos', content: 'A piano weighs 300 kilograms.' },
      { contentId: 'secret', title: 'Trumpets', content: 'Trumpets cost us 40 euros.', isInternal: true },
    ];
    for (const entry of entries)
      ok(await customer.team.call('POST', '/aicontent', { ...entry, type: 'faq' }));
    await eventually(async () =>
      expect(ok(await customer.team.call('GET', '/knowledge/status'))).toMatchObject({
        documents: 3,
        pending: 0,
      }),
    );
  });
  afterAll(() => stop());

  const draft = async (id: string): Promise<Answer['body']> =>
    ok(await customer.agent.call('POST', `/tickets/${id}/draft-reply`, {}));
  const ask = async (message: string): Promise<string> =>
    (await customer.open(customer.newConsumer(), { message })).id;

  it('answers the last words of the contact with their sources, keeps nothing and sends nothing', async () => {
    const id = await ask('How long do refunds take?');
    const { draft: text, sources } = await draft(id);
    expect(text).toBe('Refunds take 14 days.');
    expect(sources).toMatchObject([{ title: 'Refunds' }]);
    expect(await customer.texts(id)).toEqual(['How long do refunds take?']);
    expect(ok(await customer.agent.call('GET', `/tickets/${id}/draft-message`))).toEqual({ suggestions: [] });
    await customer.reply(id, 'Refunds take 14 days.');
    await customer.send(id, 'Thanks.');
    await customer.send(id, 'How heavy is a piano?');
    expect((await draft(id)).draft).toBe('A piano weighs 300 kilograms.');
  });

  it('of a ticket without messages answers its title and text, and knows nothing internal', async () => {
    const create = async (ticket: object): Promise<string> =>
      ok(await customer.team.call('POST', '/tickets', ticket)).id;
    const asked = await create({ title: 'Piano', description: 'How heavy is a piano?' });
    expect((await draft(asked)).draft).toBe('A piano weighs 300 kilograms.');
    const empty = { draft: '', sources: [] };
    expect(await draft(await create({ title: 'What do trumpets cost?' }))).toEqual(empty);
    expect(await draft(await create({}))).toEqual(empty);
  });

  it('reads the last 2,000 characters of a long message', async () => {
    const id = await ask(`${'Hello there. '.repeat(400)} How long do refunds take?`);
    expect((await draft(id)).draft).toBe('Refunds take 14 days.');
  });
});

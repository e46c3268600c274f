import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, toPath, startWithCustomer } from './support/customer';
import { ask, invalid, message, createWorkflows } from './support/workflow-runs';

/** What steps go by, what they insert, and what of it there is not. */
describe('values in steps of workflows', () => {
  let customer: Customer;
  let team: Api;
  let backend: Api;
  let stop: () => Promise<void>;
  const { write, open, step, answer, ticket, runs, trail, over } = createWorkflows(() => customer);

  beforeAll(async () => {
    const running = await startWithCustomer();
    ({ customer, stop } = running);
    ({ team, backend } = customer);
  });
  afterAll(() => stop());

  it('compare every field that a condition may name: answer, attributes, contact, event and conversation', async () => {
    const event = `order ${Date.now()}`;
    const holds = (field: string, value: unknown, operator = 'eq'): object => ({ field, operator, value });
    const conditions = [
      holds('answer', 'Yes'),
      holds('attributes.topic', 'Yes'),
      holds('attributes.plan', 'pro'),
      holds('contact.name', 'Ada'),
      holds('contact.companyName', 'Acme'),
      holds('contact.customData.seats', 5, '>='),
      holds('contact.tags', 'vip', 'contains'),
      holds('contact.phone', false, 'exists'),
      holds('event.name', event),
      holds('event.data.total', 100, '<'),
      holds('event.data.deep.er', 'x'),
      holds('conversation.title', 'Orders'),
      holds('conversation.status', 'OPEN'),
      holds('conversation.priority', 'MEDIUM'),
      holds('conversation.type', 'INQUIRY'),
      holds('conversation.tags', 'new', 'contains'),
      holds('attributes.none', 'x', 'ne'),
      holds('event.data.none', false, 'exists'),
    ];
    const steps = [
      ask('plan', { saveAs: 'topic' }),
      { id: 'plan', type: 'setAttribute', key: 'plan', value: 'pro', next: 'tag' },
      { id: 'tag', type: 'tag', tags: ['new'], next: 'all' },
      { id: 'all', type: 'condition', if: conditions, then: 'good', else: 'bad' },
      message('good', 'All hold', 'none'),
      message('bad', 'Not all hold', null),
      { id: 'none', type: 'condition', if: [holds('event.name', 'else')], then: 'bad', else: null },
    ];
    const workflowId = await write(steps, { trigger: { event }, name: 'Orders' });
    const consumerId = customer.newConsumer();
    const profile = { name: 'Ada', companyId: 'acme', companyName: 'Acme', tags: ['vip'] };
    await customer.contact(consumerId, { ...profile, customData: { seats: 7 } });
    const data = { total: 99.5, deep: { er: 'x' } };
    ok(await backend.call('POST', `${toPath(consumerId)}/events`, { events: [{ name: event, data }] }));
    const { conversation } = await over(workflowId, 'waiting');
    ok(await answer(conversation, { text: 'Yes' }));
    await over(workflowId, 'done');
    expect(await customer.texts(conversation)).toEqual(['What?', 'Yes', 'All hold']);
  });

  it('are inserted as plain text: no markup, no mention, no second expansion', async () => {
    const consumerId = customer.newConsumer();
    const name = '*Ada* {{contact.email}} <b>x</b> [a](https://evil.example)';
    await customer.contact(consumerId, { name, email: `${consumerId}@shop.example` });
    const workflowId = await write([message('hi', 'Hello **{{contact.name}}** {{contact.userId}}', null)]);
    const { id } = await customer.open(consumerId, { workflowId });
    await over(workflowId, 'done');
    expect(await customer.texts(id)).toEqual([`Hello ${name} ${consumerId}`]);
    const [said] = ok(await backend.call('GET', `/s2s/conversations/${id}/messages`)) as Answer['body'][];
    const inside = JSON.stringify(said?.content);
    expect(inside).not.toMatch(/"link"|"href"|"italic"|"em"/);
  });

  it('that are missing leave a text empty: what shows nothing is not said, and the run goes on', async () => {
    const { id, workflowId } = await open([
      message('one', '{{attributes.none}}', 'two'),
      message('two', '> {{answer}}', 'three'),
      message('three', 'Hello {{event.data.none}}you', 'ask'),
      ask('end', { prompt: '{{attributes.none}}' }),
      message('end', 'Bye', null),
    ]);
    expect((await step(id)).step).toMatchObject({ id: 'ask', prompt: '' });
    ok(await answer(id, { text: 'x' }));
    await over(workflowId, 'done');
    expect(await customer.texts(id)).toEqual(['Hello you', 'x', 'Bye']);
    expect(await trail(workflowId)).toEqual(['one', 'two', 'three', 'ask', 'end']);
  });

  it('of an answer are its message: words, labels, a number, files', async () => {
    const options = [{ id: 'a', label: 'An apple' }];
    const { id } = await open([
      ask('choice'),
      ask('stars', { id: 'choice', input: { kind: 'selection', options } }),
      ask('files', { id: 'stars', input: { kind: 'rating', min: 0, max: 10 } }),
      ask(null, { id: 'files', input: { kind: 'attachments' } }),
    ]);
    const file = { name: 'a.txt', url: 'https://files.example/a.txt' };
    ok(await answer(id, { text: 'Some *words*' }));
    ok(await answer(id, { selection: 'a' }));
    expect(await answer(id, { rating: 11 })).toMatchObject(invalid('rating'));
    for (const rating of ['7', null]) expect((await answer(id, { rating })).status).toBe(400);
    ok(await answer(id, { rating: 0 }));
    ok(await answer(id, { attachments: [file] }));
    const all = ok(await backend.call('GET', `/s2s/conversations/${id}/messages`)) as Answer['body'][];
    const own = all.filter(({ author }) => author.type === 'contact');
    expect(own.map(({ plainText }) => plainText ?? '')).toEqual(['Some *words*', 'An apple', '0', '']);
    expect(own[3]?.attachments).toEqual([expect.objectContaining(file)]);
  });

  it('beside the wish for people are refused: the step stays', async () => {
    const { id } = await open([ask(null)]);
    expect(await answer(id, { text: 'x', botAction: 'humanHandoff' })).toMatchObject(invalid('text'));
    expect((await answer(id, { botAction: 'somethingElse' })).status).toBe(400);
    expect((await step(id)).step.id).toBe('ask');
    const { run } = ok(await answer(id, { botAction: 'humanHandoff' }));
    expect(run.status).toBe('done');
    expect(await customer.texts(id)).toEqual(['What?']);
  });

  it('that name somebody who has left by then are passed over', async () => {
    const workflowId = await write([
      { id: 'as', type: 'assign', user: customer.agentId, next: 'hi' },
      message('hi', 'Hello', null),
    ]);
    ok(await team.call('DELETE', `/projects/users/${customer.agentId}`));
    await eventually(async () => {
      const { id } = await customer.open(customer.newConsumer(), { workflowId });
      await over(workflowId, 'done');
      expect((await ticket(id)).processingUser).toBeUndefined();
      expect(await customer.texts(id)).toEqual(['Hello']);
    });
  });

  it('of a ticket that is hidden are set no more: its run is cancelled, and it shows no bot any more', async () => {
    const { id, workflowId } = await open([
      { id: 'wait', type: 'delay', seconds: 1, next: 'hi' },
      message('hi', 'Hello', null),
    ]);
    expect((await ticket(id)).bot).toMatchObject({ active: true });
    ok(await team.call('PUT', `/tickets/${id}`, { hidden: true }));
    await over(workflowId, 'cancelled');
    await eventually(async () => expect((await ticket(id)).bot).toEqual({ active: false }));
  });

  it('of a ticket that is merged into another: its run is cancelled, and it shows no bot any more', async () => {
    const first = await open([ask(null)], { message: 'One' });
    const { id: mainId } = await customer.open(customer.newConsumer(), { message: 'Two' });
    expect((await ticket(first.id)).bot).toMatchObject({ active: true });
    const body = { targetTicketId: mainId, ticketsToMergeIds: [first.id] };
    ok(await team.call('PUT', '/tickets/merge', body));
    await over(first.workflowId, 'cancelled');
    await eventually(async () => expect((await ticket(first.id)).bot).toEqual({ active: false }));
    expect(await runs(first.workflowId)).toHaveLength(1);
  });
});

import { createLexicalAi, wordsIn } from '@parley/ai';
import { eventually, type ModelServer, startModelServer } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, toPath, startWithCustomer } from './support/customer';

type Received = ModelServer['received'][number];

interface Message {
  role: string;
  content: string;
}

const tool = { name: 'order_status', description: 'Status of an order', parameters: { type: 'object' } };

describe('AI agents with a model endpoint and tools of the page', () => {
  let model: ModelServer;
  let customer: Customer;
  let team: Api;
  let backend: Api;
  let agentId: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    model = await startModelServer({ embed: createLexicalAi().embed, wordsIn });
    const running = await startWithCustomer({
      AI_BASE_URL: model.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    ({ customer, stop } = running);
    ({ team, backend } = customer);
    const request = { name: 'Robo', instructions: 'Be kind.', tools: [tool] };
    agentId = ok(await team.call('POST', '/agents', request)).id;
  });
  afterAll(async () => {
    await stop();
    await model.close();
  });
  beforeEach(() => {
    model.received.splice(0);
    model.interfere(undefined);
  });

  const message = (content: string | null, more: object = {}): object => ({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...more } }],
  });
  const calls = (...all: { name: string; arguments: string }[]): object =>
    message(null, {
      tool_calls: all.map((one, index) => ({ id: `t${index}`, type: 'function', function: one })),
    });
  const wantsTools = ({ body }: Received): boolean => Array.isArray(body['tools']);
  const readPrompt = ({ body }: Received): string => (body['messages'] as Message[])[1]?.content ?? '';
  /** Answers questions for tools by `choose`, all others by `write`. */
  const play = (choose: (prompt: string) => object, write = 'It is on its way [1].'): void =>
    model.interfere((response, request) => {
      if (!request.path.endsWith('/chat/completions')) return false;
      const answer = wantsTools(request) ? choose(readPrompt(request)) : message(write);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
      return true;
    });
  const open = async (text: string) => {
    const consumerId = customer.newConsumer();
    const { id } = await customer.open(consumerId, { agentId, message: text });
    return {
      id: id as string,
      widget: customer.widget(ok(await backend.call('GET', toPath(consumerId)))),
      consumerId,
    };
  };
  const bots = async (id: string): Promise<Answer['body'][]> => {
    const all = ok(await backend.call('GET', `/s2s/conversations/${id}/messages`)) as Answer['body'][];
    return all.filter(({ author }) => author.type === 'bot');
  };
  const toolCalls = async (consumerId: string): Promise<Answer['body'][]> => {
    const path = `/s2s/stream/events?consumerId=${consumerId}&after=0`;
    const { events } = ok(await backend.call('GET', path)) as unknown as { events: Answer['body'][] };
    return events.filter(({ event }) => event === 'tool.call').map(({ data }) => data);
  };
  const called = (consumerId: string, count: number) =>
    eventually(async () => {
      const all = await toolCalls(consumerId);
      expect(all).toHaveLength(count);
      return all[count - 1];
    });

  it('call a tool of the page, wait for its result, and answer from it', async () => {
    play((prompt) =>
      prompt.includes('shipped')
        ? message('done')
        : calls({ name: 'order_status', arguments: '{"order":"4711"}' }),
    );
    const { id, widget, consumerId } = await open('Where is my order 4711?');
    const asked = await called(consumerId, 1);
    expect(asked).toMatchObject({ conversationId: id, name: 'order_status', arguments: { order: '4711' } });
    expect(await bots(id)).toEqual([]);
    const path = `/shared/frontend-tools/${asked?.toolCallId}/result`;
    const body = { name: 'order_status', result: 'The order 4711 was shipped and is on its way.' };
    ok(await widget.call('POST', path, body));
    expect((await widget.call('POST', path, body)).status).toBe(404);
    const [said, ...more] = await eventually(async () => {
      const all = await bots(id);
      expect(all).toHaveLength(1);
      return all;
    });
    expect(more).toEqual([]);
    expect(said?.plainText).toContain('on its way');
    const question = model.received.find(wantsTools);
    expect((question?.body['messages'] as Message[])[0]?.content).toContain('Be kind.');
  });

  it('call one tool at a time when the model asks for several', async () => {
    const one = { name: 'order_status', arguments: '{"order":"1"}' };
    play(
      (prompt) =>
        prompt.endsWith('(none)') ? calls(one, { ...one, arguments: '{"order":"2"}' }) : message('done'),
      'Nothing NO_ANSWER',
    );
    const { id, widget, consumerId } = await open('Where are my orders?');
    const asked = await called(consumerId, 1);
    expect(asked?.arguments).toEqual({ order: '1' });
    const body = { name: 'order_status', result: 'Lost' };
    ok(await widget.call('POST', `/shared/frontend-tools/${asked?.toolCallId}/result`, body));
    await eventually(async () => expect(await bots(id)).toHaveLength(1));
    expect(await toolCalls(consumerId)).toHaveLength(1);
  });

  it('call at most 5 tools for an answer', async () => {
    play(() => calls({ name: 'order_status', arguments: '{}' }), 'Nothing NO_ANSWER');
    const { id, widget, consumerId } = await open('Where is my order?');
    for (let count = 1; count <= 5; count += 1) {
      const asked = await called(consumerId, count);
      const body = { name: 'order_status', result: `Part ${count}` };
      ok(await widget.call('POST', `/shared/frontend-tools/${asked?.toolCallId}/result`, body));
    }
    await eventually(async () => expect(await bots(id)).toHaveLength(1));
    expect(await toolCalls(consumerId)).toHaveLength(5);
  });

  it.each([
    ['no JSON', calls({ name: 'order_status', arguments: '{"order":' })],
    ['a list', calls({ name: 'order_status', arguments: '[1]' })],
    ['an unknown tool', calls({ name: 'delete_everything', arguments: '{}' })],
    ['no call at all', message(null, { tool_calls: 'none' })],
    ['a call without a name', message(null, { tool_calls: [{ id: 't', type: 'function', function: {} }] })],
    ['a call of nothing', message(null, { tool_calls: [null, 7] })],
    ['no choice', { id: 'c1', object: 'chat.completion', created: 1, model: 'm', choices: [] }],
  ])('call nothing when the model asks with %s, and hand over without a source', async (_case, answer) => {
    play(() => answer);
    const { id, consumerId } = await open('Where is my order?');
    await eventually(async () => expect(await bots(id)).toHaveLength(1));
    expect(await toolCalls(consumerId)).toEqual([]);
    expect(ok(await team.call('GET', `/tickets/${id}`)).bot).toMatchObject({ active: false });
  });

  it('look again while the model is away, and hand over in one message when it stays so', async () => {
    model.interfere((response, { path }) => {
      if (!path.endsWith('/chat/completions')) return false;
      response.writeHead(500, { 'content-type': 'application/json', 'retry-after-ms': '1' });
      response.end('{"error":{"message":"out of order"}}');
      return true;
    });
    const { id } = await open('Where is my order?');
    await eventually(async () => expect(await bots(id)).toHaveLength(1));
    expect(model.received.filter(wantsTools).length).toBeGreaterThanOrEqual(5);
    expect(ok(await team.call('GET', `/tickets/${id}`)).bot).toMatchObject({
      active: false,
      forwardedToSupportAt: expect.any(String),
    });
  });
});

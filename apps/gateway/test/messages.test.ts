import { notFound } from '@parley/errors';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { UNKNOWN_ID } from './support/identities';

const MESSAGE = '0000000000000000000000f2';
const TEMPLATE = '0000000000000000000000f3';
const title = 'Refund';

describe('messages and message templates', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));
  const served = () => operationCalls(gateway.calls).map(({ rpc }) => rpc);

  it.each([
    ['POST', `/messages/${MESSAGE}/faq`, {}, 'accept'],
    ['POST', `/messages/${MESSAGE}/faq`, { accept: null }, 'accept'],
    ['POST', `/messages/${MESSAGE}/faq`, { accept: 'yes' }, 'accept'],
    ['PUT', `/messages/${MESSAGE}/reactions`, { op: 'add' }, 'emoji'],
    ['PUT', `/messages/${MESSAGE}/reactions`, { emoji: '👍' }, 'op'],
    ['PUT', `/messages/${MESSAGE}/reactions`, { emoji: '👍', op: 'toggle' }, 'op'],
    ['PUT', `/messages/${MESSAGE}/reactions`, { emoji: '👍'.repeat(65), op: 'add' }, 'emoji'],
    ['PUT', `/messages/${MESSAGE}`, { data: 'text' }, 'data'],
    ['PUT', `/messages/${MESSAGE}`, { attachments: {} }, 'attachments'],
    ['POST', `/messages/${MESSAGE}/thread`, { clientMutationId: 'x'.repeat(256) }, 'clientMutationId'],
    ['POST', '/message-templates', { content: 'x' }, 'title'],
    ['POST', '/message-templates', { title }, 'content'],
    ['POST', '/message-templates', { title: 'x'.repeat(257), content: 'x' }, 'title'],
    ['POST', '/message-templates', { title, content: 'x', users: ['nonsense'] }, 'users.0'],
    ['POST', '/message-templates', { title, content: 'x', tags: Array(101).fill('x') }, 'tags'],
    ['POST', '/message-templates', { title, content: 'x', actions: [{}] }, 'actions.0.type'],
    ['PUT', `/message-templates/${TEMPLATE}`, { lexorank: 'not a rank' }, 'lexorank'],
    ['PUT', `/message-templates/${TEMPLATE}`, { title: '' }, 'title'],
  ])('%s %s with %j is 400 naming %s', async (method, path, body, field) => {
    const answer = await gateway.api(method, path, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ field }] } });
  });

  it.each([
    ['/messages/search', 'searchTerm'],
    ['/messages/search?searchTerm=', 'searchTerm'],
    [`/messages/${MESSAGE}/thread?limit=-1`, 'limit'],
    ['/message-templates?visibility=secret', 'visibility'],
    ['/message-templates?skip=x', 'skip'],
    ['/message-templates?withCount=perhaps', 'withCount'],
  ])('GET %s is 400 invalid_query naming %s', async (path, field) => {
    const answer = await gateway.api('GET', path);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_query', errors: [{ field }] } });
    // Whether there is such a message comes before its query is faulty.
    expect(served().filter((rpc) => rpc !== 'listThread')).toEqual([]);
  });

  it.each([
    ['PUT', `/messages/${UNKNOWN_ID}`, { data: 5 }],
    ['POST', `/messages/${UNKNOWN_ID}/thread`, { comment: 'x', clientMutationId: 5 }],
    ['PUT', `/messages/${UNKNOWN_ID}/reactions`, {}],
    ['POST', `/messages/${UNKNOWN_ID}/faq`, {}],
  ])('%s %s is 404 message_not_found before the body is judged', async (method, path, body) => {
    gateway.answers['checkMessage'] = () => Promise.reject(notFound('message'));
    const answer = await gateway.api(method, path, { body });
    expect(answer).toMatchObject({ status: 404, body: { code: 'message_not_found' } });
    expect(served()).toEqual(['checkMessage']);
    delete gateway.answers['checkMessage'];
  });

  it.each([
    ['/messages/nonsense/thread', 'message_not_found'],
    ['/message-templates/nonsense', 'message_template_not_found'],
  ])('GET %s is 404 %s', async (path, code) => {
    expect(await gateway.api('GET', path)).toMatchObject({ status: 404, body: { code } });
    expect(served()).toEqual([]);
  });

  it.each([
    ['GET', '/messages/search?searchTerm=x', 200],
    ['PUT', `/messages/${MESSAGE}`, 200],
    ['DELETE', `/messages/${MESSAGE}`, 'MESSAGE_DELETE'],
    ['GET', `/messages/${MESSAGE}/thread`, 200],
    ['POST', `/messages/${MESSAGE}/thread`, 200],
    ['PUT', `/messages/${MESSAGE}/reactions`, 200],
    ['POST', `/messages/${MESSAGE}/faq`, 204],
    ['GET', '/message-templates', 200],
    ['POST', '/message-templates', 200],
    ['GET', '/message-templates/tags', 200],
    ['GET', `/message-templates/${TEMPLATE}`, 200],
    ['PUT', `/message-templates/${TEMPLATE}`, 200],
    ['DELETE', `/message-templates/${TEMPLATE}`, 'TEMPLATE_DELETE'],
  ])('%s %s by an agent is %s', async (method, path, expected) => {
    const body = { accept: true, emoji: '👍', op: 'add', title, content: 'x' };
    const request = { token: gateway.tokens.agent, ...(['PUT', 'POST'].includes(method) && { body }) };
    const answer = await gateway.api(method, path, request);
    if (typeof expected === 'number') expect(answer.status).toBe(expected);
    else {
      const denied = { code: 'permission_denied', message: expect.stringContaining(expected) as string };
      expect(answer).toMatchObject({ status: 403, body: denied });
    }
  });
});

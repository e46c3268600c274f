import { unauthenticated } from '@parley/errors';
import { widgetSignature } from '../src/auth/widget';
import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { ORGANISATION, PROJECT } from './support/identities';

const SECRET = 'session-secret';
const paths = [
  ['GET', '/shared/helpcenter/collections'],
  ['GET', '/shared/helpcenter/collections/1'],
  ['GET', '/shared/helpcenter/articles/1'],
  ['GET', '/shared/helpcenter/search?searchTerm=x'],
  ['GET', '/shared/helpcenter/sources?searchTerm=x'],
  ['GET', '/shared/helpcenter/answer?question=x'],
  ['PUT', '/shared/helpcenter/articles/1/feedback'],
] as const;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  gateway.answers['resolveProjectKey'] = ({ apiToken }: { apiToken: string }) => {
    const [key, domain] = apiToken.split(':');
    if (key !== 'pk_1') throw unauthenticated('INVALID_SESSION', 'There is no such project key.');
    const allowedDomains = domain ? [domain] : [];
    return { settings: { id: PROJECT, organisationId: ORGANISATION, sessionSecret: SECRET, allowedDomains } };
  };
});
afterAll(() => gateway.stop());

const call = (method: string, path: string, headers: Record<string, string>) =>
  gateway.api(method, path, {
    token: null,
    project: null,
    headers,
    ...(method === 'PUT' && { body: { vote: 'up' } }),
  });

it('are all operations of the group', () => {
  const group = operations.filter(
    ({ id }) => id.startsWith('helpcenter-visitor.') && !id.endsWith('redirect'),
  );
  expect(paths).toHaveLength(group.length);
});

describe.each(paths)('%s %s', (method, path) => {
  const status = async (headers: Record<string, string>): Promise<[number, unknown]> => {
    const answer = await call(method, path, headers);
    return [answer.status, (answer.body as { code?: string }).code];
  };

  it('takes the key alone, hands on host and browser, and refuses what is not right', async () => {
    const signed = { 'svc-id': 's1', 'svc-hash': widgetSignature(SECRET, 's1') };
    expect(await status({ 'api-token': 'pk_1', 'user-agent': 'Browser' })).toEqual([200, undefined]);
    const { scope } = operationCalls(gateway.calls).at(-1)?.context ?? {};
    expect(scope).toMatchObject({
      actor: { type: 'anonymous' },
      client: { userAgent: 'Browser', host: expect.stringMatching(/^127\.0\.0\.1:/), channel: 'widget' },
    });
    expect(await status({ 'api-token': 'pk_1', ...signed })).toEqual([200, undefined]);
    const refused = [401, 'invalid_session'];
    expect(await status({})).toEqual(refused);
    expect(await status({ 'api-token': 'pk_2' })).toEqual(refused);
    expect(await status({ 'api-token': 'pk_1', ...signed, 'svc-hash': 'wrong' })).toEqual(refused);
    expect(await status({ 'api-token': 'pk_1', 'svc-id': 's1' })).toEqual(refused);
    expect(await status({ 'api-token': 'pk_1:shop.example', origin: 'https://evil.example' })).toEqual([
      403,
      'domain_not_allowed',
    ]);
  });
});

it.each([
  ['search', 'searchTerm', `/shared/helpcenter/search?searchTerm=${'x'.repeat(501)}`],
  ['search', 'searchTerm', '/shared/helpcenter/search'],
  ['sources', 'searchTerm', `/shared/helpcenter/sources?searchTerm=${'x'.repeat(501)}`],
  ['answer', 'question', `/shared/helpcenter/answer?question=${'x'.repeat(1_001)}`],
  ['answer', 'question', '/shared/helpcenter/answer?question=%20'],
  ['answer', 'question', '/shared/helpcenter/answer'],
  ['redirect', 'path', '/shared/helpcenter/redirect'],
  ['redirect', 'path', `/shared/helpcenter/redirect?path=/${'x'.repeat(2_048)}`],
  ['a language', 'lang', '/shared/helpcenter/collections?lang=english!'],
  ['a language of texts', 'lang', '/shared/translations?lang=english!'],
  ['a language', 'lang', '/shared/helpcenter/articles/1?lang='],
])('400 invalid_query names what is wrong: %s, %s', async (_what, field, path) => {
  const answer = await call('GET', path, { 'api-token': 'pk_1' });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  expect((answer.body as { errors: { field: string }[] }).errors.map((one) => one.field)).toEqual([field]);
});

it.each([
  ['searchArticles', '/shared/helpcenter/search?searchTerm=x', 30],
  ['searchArticles', '/shared/helpcenter/search?searchTerm=x&limit=31', 30],
  ['findSources', '/shared/helpcenter/sources?searchTerm=x', 5],
  ['findSources', '/shared/helpcenter/sources?searchTerm=x&limit=11', 10],
])('%s of %s asks for at most %d', async (rpc, path, limit) => {
  await call('GET', path, { 'api-token': 'pk_1' });
  expect(operationCalls(gateway.calls).findLast((one) => one.rpc === rpc)?.request).toMatchObject({ limit });
});

it.each([{ vote: 'sideways' }, { vote: 'up', comment: 'x'.repeat(2_001) }])(
  '400 invalid_input for %j',
  async (body) => {
    const answer = await gateway.api('PUT', '/shared/helpcenter/articles/1/feedback', {
      token: null,
      project: null,
      headers: { 'api-token': 'pk_1' },
      body,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  },
);

it('lets an agent read feedback', async () => {
  const path = `/helpcenter/collections/0000000000000000000000b1/articles/0000000000000000000000b2/feedback`;
  expect((await gateway.api('GET', path, { token: gateway.tokens.agent })).status).toBe(200);
});

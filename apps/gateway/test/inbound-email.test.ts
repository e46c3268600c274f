import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT, SERVICE_ACCOUNT, SERVICE_TOKEN } from './support/identities';

const LIMIT = 30 * 1024 * 1024;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  gateway.answers['receiveEmail'] = () => ({ status: 'ignored', reason: 'loop' });
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

const post = (body: Buffer | string, type = 'message/rfc822', token: string | null = SERVICE_TOKEN) =>
  gateway.api('POST', '/inbound/email', { token, project: null, body, headers: { 'content-type': type } });

it('takes a mail of 30 MB as it is, in the project of the service token', async () => {
  const mail = Buffer.alloc(LIMIT, '\xff', 'latin1');
  expect(await post(mail)).toMatchObject({ status: 200, body: { status: 'ignored', reason: 'loop' } });
  const [call] = operationCalls(gateway.calls);
  expect(call?.context.scope).toMatchObject({
    actor: { type: 'service', id: SERVICE_ACCOUNT },
    projectId: PROJECT,
    role: 'user',
  });
  expect(mail.equals(call?.request['mime'] as Buffer)).toBe(true);
});

it('answers 413 payload_too_large for a byte more', async () => {
  expect(await post(Buffer.alloc(LIMIT + 1))).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
});

it('answers 415 unsupported_media_type for anything but message/rfc822', async () => {
  expect(await post('{}', 'application/json')).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media_type' },
  });
});

it('refuses an agent and an admin of the dashboard with 403, and nobody with 401', async () => {
  for (const token of [gateway.tokens.agent, gateway.tokens.admin])
    expect(await post('x', 'message/rfc822', token ?? '')).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
  expect(await post('x', 'message/rfc822', null)).toMatchObject({ status: 401 });
});

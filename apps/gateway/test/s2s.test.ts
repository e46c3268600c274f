import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { operation } from '../src/rest/operation';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { ORGANISATION, PROJECT, SERVICE_ACCOUNT, SERVICE_TOKEN } from './support/identities';

const rows = [
  operation('test.s2s', 'GET /s2s', UsersServiceDefinition, 'getCurrentUser', {
    surface: 's2s',
    permission: 'MESSAGE_CREATE',
  }),
];

describe('operations for programs', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ operations: rows });
  });
  afterAll(() => gateway.stop());

  it('act in the project of the service token, without a project header', async () => {
    expect(await gateway.api('GET', '/s2s', { token: SERVICE_TOKEN, project: null })).toMatchObject({
      status: 200,
    });
    expect(operationCalls(gateway.calls).at(-1)?.context.scope).toMatchObject({
      actor: { type: 'service', id: SERVICE_ACCOUNT },
      projectId: PROJECT,
      organisationId: ORGANISATION,
      role: 'user',
    });
  });

  it('refuse a dashboard user with 403 permission_denied, no token and a wrong one with 401', async () => {
    expect(await gateway.api('GET', '/s2s')).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    expect(await gateway.api('GET', '/s2s', { token: null })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
    expect(await gateway.api('GET', '/s2s', { token: 'psa_0123456789abcdef0123' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });
  });
});

import { roleAllows } from '@parley/auth';
import type { Operation } from '../src/rest/operation';
import { operations } from '../src/routes';
import { type ApiRequest, operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { OTHER_PROJECT, SERVICE_TOKEN } from './support/identities';
import { sampleRequest, sampleResponse } from './support/row-requests';

const listRows = (fits: (options: Operation['options']) => boolean) =>
  operations.filter(({ options }) => fits(options)).map((row) => [row.id, row] as const);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const row of operations) gateway.answers[row.rpc] = () => sampleResponse(row);
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

/** Status and code of the row's usual request with some of it changed. */
const ask = async (row: Operation, change: ApiRequest): Promise<string> => {
  const { path, request } = sampleRequest(row);
  const { status, body } = await gateway.api(row.method, path, { ...request, ...change });
  const { code, message } = (body ?? {}) as { code?: string; message?: string };
  if (code === 'permission_denied' && row.options.permission)
    expect(message).toContain(row.options.permission);
  return status < 300 ? 'served' : `${status} ${code}`;
};

describe('rows of a project', () => {
  it.each(listRows(({ surface }) => surface === 'dashboard'))(
    'serve its members as the table of roles says, and no stranger: %s',
    async (_id, row) => {
      const { permission } = row.options;
      const { admin, agent, outsider } = gateway.tokens;
      // A service account acts with role user.
      for (const [role, token] of Object.entries({ admin, user: SERVICE_TOKEN, agent })) {
        const isServed = !permission || roleAllows(role as 'admin' | 'user' | 'agent', permission);
        expect({ role, answer: await ask(row, { token }) }).toEqual({
          role,
          answer: isServed ? 'served' : '403 permission_denied',
        });
        expect(operationCalls(gateway.calls.splice(0))).toHaveLength(isServed ? 1 : 0);
      }
      expect(await ask(row, { token: null })).toBe('401 unauthenticated');
      expect(await ask(row, { project: null })).toBe('400 project_required');
      expect(await ask(row, { project: OTHER_PROJECT })).toBe('403 project_forbidden');
      expect(await ask(row, { token: outsider })).toBe('403 project_forbidden');
      expect(operationCalls(gateway.calls)).toEqual([]);
    },
  );
});

describe('rows of an account', () => {
  it.each(listRows(({ surface, project }) => surface === 'account' && project !== 'path'))(
    'serve people without a project, the unconfirmed too, and programs where the row says so: %s',
    async (_id, row) => {
      const { unconfirmed } = gateway.tokens;
      expect(await ask(row, { token: unconfirmed, project: null })).toBe('served');
      expect(operationCalls(gateway.calls)[0]?.context.scope).toMatchObject({ actor: { confirmed: false } });
      expect(await ask(row, { token: SERVICE_TOKEN, project: null })).toBe(
        row.options.programsToo ? 'served' : '403 permission_denied',
      );
    },
  );
});

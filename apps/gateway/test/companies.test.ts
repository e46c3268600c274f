import { notFound } from '@parley/errors';
import { startTestGateway, type TestGateway } from './support/gateway';
import { UNKNOWN_ID } from './support/identities';

const SESSION = '0000000000000000000000f1';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  gateway.answers['getCompany'] = ({ companyId }: { companyId: string }) => {
    if (companyId === 'nobody') throw notFound('company');
    return { company: { companyId } };
  };
  gateway.answers['listMemoryEntries'] = ({ sessionId }: { sessionId: string }) => {
    if (sessionId === UNKNOWN_ID) throw notFound('session');
    return { entries: [] };
  };
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

const code = async (method: string, path: string, request: Parameters<TestGateway['api']>[2] = {}) => {
  const { status, body } = await gateway.api(method, path, request);
  const problem = body as { code?: string; errors?: { field: string }[] } | undefined;
  return [status, problem?.code, ...(problem?.errors ?? []).map(({ field }) => field)].join(' ').trim();
};

describe('companies', () => {
  it('answers 400 naming what is wrong with the fields of a company', async () => {
    const put = (body: object) => code('PUT', '/companies/acme', { body });
    expect(await put({ name: 'x'.repeat(257) })).toBe('400 invalid_input name');
    expect(await put({ plan: 'x'.repeat(129) })).toBe('400 invalid_input plan');
    expect(await put({ domain: 'x'.repeat(254) })).toBe('400 invalid_input domain');
    expect(await put({ value: '1', sla: true })).toBe('400 invalid_input value sla');
    expect(await put({ tags: 'x', customData: [] })).toBe('400 invalid_input tags customData');
    expect(await put({ customData: 'x' })).toBe('400 invalid_input customData');
  });

  it('answers 404 for an unknown company before 400 for the body, on add-member', async () => {
    const add = (companyId: string, body: object) =>
      code('POST', `/companies/${companyId}/members`, { body });
    expect(await add('acme', {})).toBe('400 invalid_input sessionId');
    expect(await add('acme', { sessionId: 'nonsense' })).toBe('400 invalid_input sessionId');
    expect(await add('acme', { sessionId: SESSION, migrateTickets: 'yes' })).toBe(
      '400 invalid_input migrateTickets',
    );
    expect(await add('nobody', {})).toBe('404 company_not_found');
  });

  it('answers 400 invalid_query for a bad query, and 400 forbidden_filter for another project', async () => {
    expect(await code('GET', '/companies?limit=-1')).toBe('400 invalid_query limit');
    expect(await code('GET', '/companies?skip=x')).toBe('400 invalid_query skip');
    expect(await code('GET', '/companies/search')).toBe('400 invalid_query searchTerm');
    expect(await code('GET', `/companies?conditions=${'x'.repeat(8_193)}`)).toBe(
      '400 invalid_query conditions',
    );
    expect(await code('GET', '/companies/count?project=x')).toMatch(/^400 forbidden_filter/);
    expect(await code('GET', '/companies/acme/tickets?limit=x')).toBe('400 invalid_query limit');
  });

  it('answers 404 for a session that is no id, and for a company whose name is no text', async () => {
    expect(await code('DELETE', '/companies/acme/members/nonsense')).toBe('404 session_not_found');
    expect(await code('GET', '/companies/%00')).toBe('404 company_not_found');
    expect(await code('GET', '/companies/%ff')).toBe('404 company_not_found');
    expect(await code('GET', `/sessions/nonsense/activities`)).toBe('404 session_not_found');
  });
});

describe('contact memory', () => {
  const path = `/sessions/${SESSION}/memory`;

  it('answers 400 naming what is missing', async () => {
    expect(await code('POST', path, { body: {} })).toBe('400 invalid_input name content');
    expect(await code('POST', path, { body: { name: '', content: 'x' } })).toBe('400 invalid_input name');
    expect(await code('PUT', `${path}/plan`, { body: {} })).toBe('400 invalid_input content');
    expect(await code('PUT', `${path}/plan`, { body: { content: null } })).toBe('400 invalid_input content');
    expect(await code('PUT', `${path}/plan`, { body: { content: 1 } })).toBe('400 invalid_input content');
    expect(await code('PUT', `${path}/plan`, { body: '{' })).toBe('400 invalid_json');
  });

  it('answers 404 for an unknown session before 400 for the body', async () => {
    for (const session of [UNKNOWN_ID, 'nonsense']) {
      expect(await code('PUT', `/sessions/${session}/memory/plan`, { body: {} })).toBe(
        '404 session_not_found',
      );
      expect(await code('POST', `/sessions/${session}/memory`, { body: {} })).toBe('404 session_not_found');
    }
  });

  it('takes longer texts than it keeps', async () => {
    const body = { name: 'n'.repeat(500), content: 'c'.repeat(10_000), description: 'd'.repeat(500) };
    expect(await code('POST', path, { body })).toBe('200');
    expect(await code('PUT', `${path}/${'n'.repeat(500)}`, { body })).toBe('200');
  });
});

import type {
  CompanyInput,
  ListCompaniesRequest,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { Partially } from '@parley/rpc';
import { type CompanyClients, companyClients, putCompany } from './support/companies';
import { startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let clients: CompanyClients;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
  clients = companyClients(service);
});
afterAll(() => service.stop());

const put = (companyId: string, company: Partial<CompanyInput>) =>
  putCompany(clients, companyId, company, { context: project.as('agent') });
const seen = (companyId: string, at: string) =>
  service.db.query('UPDATE company SET last_seen_at = $3 WHERE project_id = $1 AND company_id = $2', [
    project.id,
    companyId,
    at,
  ]);
const list = async (request: Partially<ListCompaniesRequest> = {}) =>
  (await clients.companies.listCompanies(request, project.as('agent'))).companies.map(
    ({ companyId }) => companyId,
  );
const count = async (request: Partially<ListCompaniesRequest> = {}) =>
  (await clients.companies.countCompanies(request, project.as('agent'))).count;
const search = async (searchTerm: string) =>
  (await clients.companies.searchCompanies({ searchTerm }, project.as('agent'))).companies.map(
    ({ companyId }) => companyId,
  );
const invalidQuery = { kind: 'invalid', reason: 'INVALID_QUERY' };

describe('ListCompanies and CountCompanies', () => {
  beforeAll(async () => {
    project = service.project();
    await put('never', { name: 'Never Seen', plan: 'pro', tags: ['x'] });
    await put('old', {
      name: 'Öld 100% Works',
      plan: 'free',
      value: 5,
      customData: { seats: 3, region: 'eu' },
    });
    await put('new', {
      name: 'New works',
      plan: 'pro',
      value: 20,
      domain: 'new.example',
      tags: ['x', 'y'],
      customData: { seats: 10, region: 'us' },
      address: { city: 'Oslo' },
    });
    await put('nameless', {});
    await seen('old', '2026-01-01T00:00:00Z');
    await seen('new', '2026-02-01T00:00:00Z');
  });

  it('answers the most recently seen first; those never seen come last, also in the other direction', async () => {
    expect(await list()).toEqual(['new', 'old', 'nameless', 'never']);
    expect(await list({ sort: 'lastSeenAt' })).toEqual(['old', 'new', 'never', 'nameless']);
    expect(await list({ sort: 'name' })).toEqual(['never', 'new', 'old', 'nameless']);
    expect(await list({ sort: '-value,name' })).toEqual(['new', 'old', 'never', 'nameless']);
  });

  it('takes skip and limit, and refuses negative ones', async () => {
    expect(await list({ skip: 1, limit: 2 })).toEqual(['old', 'nameless']);
    expect(await list({ skip: 10 })).toEqual([]);
    await expect(list({ skip: -1 })).rejects.toMatchObject(invalidQuery);
    await expect(list({ limit: -1 })).rejects.toMatchObject(invalidQuery);
    await expect(list({ sort: 'nonsense' })).rejects.toMatchObject(invalidQuery);
  });

  it.each([
    ['WORKS', ['new', 'old']],
    ['öLD', ['old']],
    ['new  works', ['new']],
    ['ver se', ['never']],
    ['100%', ['old']],
    ['_', []],
    ['%', ['old']],
    ['e', ['new', 'never']],
    ['', ['new', 'old', 'nameless', 'never']],
  ])('keeps with search=%s those whose name has it, in upper or lower case', async (text, expected) => {
    expect(await list({ search: text })).toEqual(expected);
    expect(await count({ search: text })).toBe(expected.length);
  });

  it.each([
    [{ plan: 'pro' }, ['new', 'never']],
    [{ plan: ['pro', 'free'] }, ['new', 'old', 'never']],
    [{ plan: { ne: 'pro' } }, ['old', 'nameless']],
    [{ plan: null }, ['nameless']],
    [{ value: { gte: 5, lt: 20 } }, ['old']],
    [{ 'customData.seats': 3 }, ['old']],
    [{ 'customData.seats': { gt: 3 } }, ['new']],
    [{ 'customData.region': ['eu', 'us'], plan: 'free' }, ['old']],
    [{ 'address.city': 'Oslo' }, ['new']],
    [{ tags: 'x' }, ['new', 'never']],
    [{ tags: { ne: 'y' } }, ['old', 'nameless', 'never']],
    [{ domain: 'NEW.example' }, ['new']],
    [{ lastSeenAt: { gte: '2026-01-15' } }, ['new']],
    [{ lastSeenAt: null }, ['nameless', 'never']],
    [{ companyId: 'old', name: 'Öld 100% Works' }, ['old']],
    [{}, ['new', 'old', 'nameless', 'never']],
  ])('keeps those that meet conditions=%j', async (conditions, expected) => {
    const request = { conditions: JSON.stringify(conditions) };
    expect(await list(request)).toEqual(expected);
    expect(await count(request)).toBe(expected.length);
  });

  it('joins search, conditions and filters of the query', async () => {
    const filter = [{ field: 'tags', operator: 'eq', values: ['x'] }];
    expect(await list({ filter })).toEqual(['new', 'never']);
    const request = { filter, search: 'works', conditions: '{"plan":"pro"}' };
    expect(await list(request)).toEqual(['new']);
    expect(await count(request)).toBe(1);
    expect(await count({ ...request, search: 'seen' })).toBe(1);
  });

  it.each([
    'no json',
    '[]',
    '"x"',
    'null',
    '{"nonsense":1}',
    '{"plan":{"like":"x"}}',
    '{"plan":{"eq":{"a":1}}}',
    '{"plan":[["x"]]}',
    '{"plan":[]}',
    '{"value":"x"}',
    '{"value":{"gte":[1,2]}}',
    JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`customData.k${index}`, 1]))),
  ])('answers 400 invalid_query for conditions=%s', async (conditions) => {
    await expect(list({ conditions })).rejects.toMatchObject(invalidQuery);
    await expect(count({ conditions })).rejects.toMatchObject(invalidQuery);
  });

  it.each(['project', 'organisation'])(
    'answers 400 forbidden_filter for a condition on %s',
    async (field) => {
      await expect(list({ conditions: JSON.stringify({ [field]: 'x' }) })).rejects.toMatchObject({
        reason: 'FORBIDDEN_FILTER',
      });
    },
  );
});

describe('pages of companies', () => {
  it('have 50 by default and at most 200', async () => {
    project = service.project();
    await service.db.query(
      `INSERT INTO company (project_id, company_id, id, organisation_id, created_at, updated_at)
       SELECT $1, 'c' || n, lpad(to_hex(n), 24, '0'), $2, now(), now() FROM generate_series(1, 205) n`,
      [project.id, project.organisationId],
    );
    expect(await list()).toHaveLength(50);
    expect(await list({ limit: 201 })).toHaveLength(200);
    expect(await count()).toBe(205);
  });
});

describe('SearchCompanies', () => {
  beforeAll(async () => {
    project = service.project();
    await put('acme', { name: 'Zeta' });
    await put('c2', { name: 'Unrelated', domain: 'acme' });
    await put('c3', { name: 'Acme Berlin' });
    await put('c4', { name: 'ACME amsterdam' });
    await put('c5', { name: 'The Acme' });
    await put('c6', { name: 'An acme' });
    await put('c7', { name: 'Other', domain: 'acme.example' });
  });

  it('answers the exact companyId, then the domain, beginnings and parts of names, each by name', async () => {
    expect(await search('acme')).toEqual(['acme', 'c2', 'c4', 'c3', 'c6', 'c5']);
    expect(await search(' ACME ')).toEqual(['c2', 'c4', 'c3', 'c6', 'c5']);
    expect(await search('ACME.example')).toEqual(['c7']);
    expect(await search('ac')).toEqual(['c4', 'c3', 'c6', 'c5']);
    expect(await search('the a')).toEqual(['c5']);
    expect(await search('nobody')).toEqual([]);
    expect(await search(' ')).toEqual([]);
    expect(await search('%')).toEqual([]);
  });

  it('answers each company once', async () => {
    await put('twice', { name: 'twice', domain: 'twice' });
    expect(await search('twice')).toEqual(['twice']);
  });

  it('answers at most 25, the better ones before the others', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => put(`m${index}`, { name: `many ${index + 10}` })),
    );
    await put('part', { name: 'a many' });
    await put('many', { name: 'zzz' });
    const hits = await search('many');
    expect(hits).toHaveLength(25);
    expect(hits.slice(0, 3)).toEqual(['many', 'm0', 'm1']);
    expect(hits).not.toContain('part');
  });

  it('knows a new name at once', async () => {
    await put('c3', { name: 'Fresh' });
    expect(await search('acme berlin')).toEqual([]);
    expect(await search('fresh')).toEqual(['c3']);
  });
});

import { compileSort } from '@parley/persistence';
import { companyFields, companySortable } from '../src/companies/company.fields';
import { membersSql, pageSql } from '../src/companies/company.list.store';
import { searchSql } from '../src/companies/company.search.store';
import { MAX_FREE_BYTES, companyRecordsSql, recordIdsByCompanyIdSql } from '../src/records/record.store';
import { selectCompanies } from '../src/companies/select-companies';
import { startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let project: TestProject;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** The nodes of a plan that were run. */
const listNodes = (node: PlanNode): PlanNode[] =>
  node['Actual Loops'] === 0 ? [] : [node, ...(node.Plans ?? []).flatMap(listNodes)];

const explain = async (text: string, values: readonly unknown[]): Promise<PlanNode[]> => {
  const [row] = await service.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  );
  if (!row) throw new Error('No plan');
  return listNodes(row['QUERY PLAN'][0].Plan);
};

const listIndexes = (nodes: PlanNode[]): string[] => [
  ...new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
];

const expectNoScan = (nodes: PlanNode[]): void =>
  expect(nodes.filter((node) => node['Node Type'].includes('Seq Scan'))).toEqual([]);

const seed = async ({ id, organisationId }: TestProject, count: number) => {
  await service.db.query(
    `INSERT INTO company (project_id, company_id, id, organisation_id, name, search_name, plan, value, domain, tags,
       custom_data, address, last_seen_at, created_at, updated_at)
     SELECT $1, 'c' || n, lpad(to_hex(n), 24, '0'), $2, 'Company Number' || n, 'company number' || n,
            CASE n % 2 WHEN 0 THEN 'pro' ELSE 'free' END, n, 'c' || n || '.example', ARRAY['t' || n % 500],
            jsonb_build_object('n', n), jsonb_build_object('city', 'x' || n % 500),
            CASE WHEN n % 10 > 0 THEN timestamptz '2024-01-01Z' + n * interval '1 minute' END,
            timestamptz '2024-01-01Z' + n * interval '1 minute', timestamptz '2024-01-01Z' + n * interval '1 minute'
       FROM generate_series(1, $3::int) n`,
    [id, organisationId, count],
  );
};

// 30,000 companies in the project of the plans and 5,000 in another; one of them has 20,000 of 40,000 contacts.
beforeAll(async () => {
  service = await startContacts();
  project = service.project();
  await seed(project, 30_000);
  await seed(service.project(), 5_000);
  await service.db.query(
    `INSERT INTO contact (project_id, id, organisation_id, svc_id, company_id, tags, first_activity, last_activity,
       sessions, unsubscribed, blocked, created_at, updated_at, version, search_text)
     SELECT $1, lpad(to_hex(n), 24, '0'), $2, $1 || n, CASE n % 2 WHEN 0 THEN 'c1' ELSE 'c' || n % 1000 END, '{}', at, at,
            0, false, false, at, at, 1, ''
       FROM generate_series(1, 40000) n, LATERAL (SELECT timestamptz '2024-01-01Z' + n * interval '1 minute' AS at) v`,
    [project.id, project.organisationId],
  );
  await service.db.query('VACUUM ANALYZE company');
  await service.db.query('VACUUM ANALYZE contact');
});
afterAll(() => service.stop());

const listPlan = ({
  conditions,
  search,
  sort,
  skip = 0,
}: {
  conditions?: object;
  search?: string;
  sort?: string;
  skip?: number;
}) => {
  const query = { filter: [], search, ...(conditions && { conditions: JSON.stringify(conditions) }) };
  const { where, params } = selectCompanies(project.id, query);
  const orderBy = compileSort(sort, companySortable, '-lastSeenAt', companyFields);
  return explain(pageSql({ where, orderBy, skip, limit: 200 }), params);
};

describe('a page of companies among 30,000', () => {
  it.each([
    ['by default', {}, 'company_last_seen'],
    ['far down', { skip: 9_000 }, 'company_last_seen'],
    ['sorted by name', { sort: 'name' }, 'company_name'],
    ['sorted by value', { sort: '-value' }, 'company_value'],
    ['sorted by createdAt', { sort: '-createdAt' }, 'company_created_at'],
    ['sorted by updatedAt', { sort: 'updatedAt' }, 'company_updated_at'],
    ['with a part of a name', { search: 'NUMBER2777' }, 'company_name_parts'],
    ['with a companyId', { conditions: { companyId: 'c7' } }, 'company_pkey'],
    ['with a domain', { conditions: { domain: 'C7.example' } }, 'company_domain'],
    ['with a name', { conditions: { name: 'Company Number7' } }, 'company_name'],
    ['with a tag', { conditions: { tags: 't7' } }, 'company_attributes'],
    ['with a free attribute', { conditions: { 'customData.n': 7 } }, 'company_attributes'],
    ['in a city', { conditions: { 'address.city': 'x7' } }, 'company_attributes'],
    ['with a rare plan', { conditions: { plan: 'enterprise' } }, 'company_attributes'],
    ['of a value', { conditions: { value: { gt: 29_990 } } }, 'company_value'],
    ['seen lately', { conditions: { lastSeenAt: { gte: '2024-01-21T19:00:00Z' } } }, 'company_last_seen'],
  ] as const)('is read by an index %s', async (_what, request, index) => {
    const nodes = await listPlan(request);
    expectNoScan(nodes);
    expect(listIndexes(nodes)).toContain(index);
  });
});

describe('a search among 30,000', () => {
  const read = (nodes: PlanNode[]) =>
    Math.max(...nodes.filter((node) => node['Index Name']).map((node) => node['Actual Rows'] ?? 0));

  it.each(['c777', 'c7.example', 'company number2777', 'number2777', 'nobody'])(
    'reads few companies for "%s"',
    async (term) => {
      const { text, values } = searchSql(project.id, term);
      const nodes = await explain(text, values);
      expectNoScan(nodes);
      expect(listIndexes(nodes).sort()).toEqual(
        expect.arrayContaining(['company_domain', 'company_pkey', 'company_search_name']),
      );
      expect(read(nodes)).toBeLessThanOrEqual(1_000);
    },
  );

  it('reads 25 beginnings and no parts for a term that all names begin with', async () => {
    const { text, values } = searchSql(project.id, 'company');
    const nodes = await explain(text, values);
    expectNoScan(nodes);
    expect(listIndexes(nodes)).not.toContain('company_name_parts');
    // One more, to see whether it has the same name.
    expect(read(nodes)).toBeLessThanOrEqual(26);
  });

  it('reads at most 1,000 for a term in all names that none begins with', async () => {
    const { text, values } = searchSql(project.id, 'number');
    const nodes = await explain(text, values);
    const hits = nodes
      .filter((node) => node['Node Type'] === 'Limit')
      .map((node) => node['Actual Rows'] ?? 0);
    expect(Math.max(...hits)).toBe(1_000);
  });
});

describe('the members of a company with 20,000', () => {
  it('are read by an index in their order, as many as are asked for', async () => {
    const nodes = await explain(membersSql({ orderBy: 'last_activity DESC, id DESC', skip: 0, limit: 200 }), [
      project.id,
      'c1',
    ]);
    expectNoScan(nodes);
    expect(listIndexes(nodes)).toEqual(['contact_company']);
    expect(nodes.some((node) => node['Node Type'] === 'Sort')).toBe(false);
    expect(nodes.find((node) => node['Index Name'])?.['Actual Rows']).toBe(200);
  });
});

// Few enough that a scan of all would not be as good: one call may ask for 500 and 1,000.
it('reads 100 records among 30,000 by the index of ids, and finds 100 by the primary key', async () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n * 29 + 1);
  const ids = numbers.map((n) => n.toString(16).padStart(24, '0'));
  const read = await explain(companyRecordsSql, [project.id, ids, MAX_FREE_BYTES]);
  expectNoScan(read);
  expect(listIndexes(read)).toEqual(['company_project_id_id_key']);
  const found = await explain(recordIdsByCompanyIdSql, [project.id, numbers.map((n) => `c${n}`)]);
  expectNoScan(found);
  expect(listIndexes(found)).toEqual(['company_pkey']);
});

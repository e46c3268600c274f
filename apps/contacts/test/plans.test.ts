import { compileFilter, compileSort } from '@parley/persistence';
import { contactFields } from '../src/contacts/contact.fields';
import { companiesSql, pageSql } from '../src/contacts/contact.list.store';
import { nearMatchesSql, partMatchesSql } from '../src/contacts/contact.search.store';
import { fieldExists } from '../src/contacts/field-exists';
import {
  MAX_FREE_BYTES,
  contactRecordsSql,
  recordIdsByEmailSql,
  recordIdsByUserIdSql,
} from '../src/records/record.store';
import { choosePieces, cutPieces } from '../src/contacts/rare-pieces';
import { startContacts, type TestContacts, type TestProject } from './support/contacts';
import { seedContacts } from './support/seed';

let service: TestContacts;
let project: TestProject;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** The nodes of the plan of a statement, which is run. */
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

const hasScan = (nodes: PlanNode[]): boolean => nodes.some((node) => node['Node Type'].includes('Seq Scan'));

// 50,000 contacts in the project of the plans and 10,000 in another.
beforeAll(async () => {
  service = await startContacts();
  project = service.project();
  await seedContacts(service.db, project, 50_000);
  await service.db.query('UPDATE contact SET svc_id = $1 || svc_id', [project.id]);
  await seedContacts(service.db, service.project(), 10_000);
  await service.db.query('VACUUM ANALYZE contact');
});
afterAll(() => service.stop());

const listPlan = ({
  filters = [],
  condition = 'TRUE',
  sort,
  skip = 0,
}: {
  filters?: [field: string, operator: string, ...values: string[]][];
  condition?: string;
  sort?: string;
  skip?: number;
}) => {
  const params: unknown[] = [project.id];
  const conditions = filters.map(([field, operator, ...values]) => ({ field, operator, values }));
  const where = `${condition} AND ${compileFilter(conditions, contactFields, params)}`;
  const orderBy = compileSort(sort, {}, '-createdAt', contactFields);
  return explain(pageSql({ where, orderBy, skip, limit: 100 }), params);
};

describe('a page of contacts among 50,000', () => {
  it.each([
    ['by default', {}, 'contact_created_at'],
    ['at the end of the first 10,000', { skip: 9_900 }, 'contact_created_at'],
    ['of the users', { condition: 'user_id IS NOT NULL' }, 'contact_users'],
    ['of the guests', { condition: 'user_id IS NULL' }, 'contact_guests'],
    ['of the unsubscribed', { condition: 'unsubscribed' }, 'contact_unsubscribed'],
    ['of the blocked', { filters: [['blocked', 'eq', 'true']] }, 'contact_blocked'],
    ['sorted by lastActivity', { sort: '-lastActivity' }, 'contact_last_activity'],
    ['sorted by updatedAt', { sort: 'updatedAt' }, 'contact_updated_at'],
    ['sorted by name', { sort: 'name' }, 'contact_name'],
    ['sorted by lastHeardFrom', { sort: '-lastHeardFrom' }, 'contact_last_heard_from'],
    ['sorted by value', { sort: '-value' }, 'contact_value'],
    ['sorted by email', { sort: 'email' }, 'contact_email'],
    ['of a value', { filters: [['value', 'gt', '100']] }, 'contact_value'],
    ['with an address', { filters: [['email', 'eq', 'ada.7@example.com']] }, 'contact_email'],
    ['with a userId', { filters: [['userId', 'eq', 'user-7']] }, 'contact_user_id_key'],
    ['of a company', { filters: [['companyId', 'eq', 'c7']] }, 'contact_company'],
    ['with a free attribute', { filters: [['customData.n', 'eq', '7']] }, 'contact_attributes'],
    ['with a rare plan', { filters: [['plan', 'eq', 'enterprise']] }, 'contact_attributes'],
    ['of a time', { filters: [['createdAt', 'lt', '2024-01-01T00:10:00Z']] }, 'contact_created_at'],
  ] as const)('is read by an index %s', async (_what, request, index) => {
    const nodes = await listPlan(request as Parameters<typeof listPlan>[0]);
    expect(hasScan(nodes)).toBe(false);
    expect(listIndexes(nodes)).toContain(index);
  });

  it('is counted by company from the index alone', async () => {
    const nodes = await explain(companiesSql({ where: 'company_id IS NOT NULL', skip: 0, limit: 100 }), [
      project.id,
    ]);
    const counting = nodes.find((node) => node['Index Name'] === 'contact_company');
    expect(counting?.['Node Type']).toBe('Index Only Scan');
  });
});

describe('a search among 50,000', () => {
  it.each(['number777', 'ada number4321', '.49999@', 'company 999', 'nobody'])(
    'finds "%s" by trigrams',
    async (term) => {
      const pieces = await choosePieces(service.db, project.id, [term], { anyWord: false });
      const { text, values } = partMatchesSql({ term, where: 'TRUE', params: [project.id] }, pieces);
      const nodes = await explain(text, values);
      expect(hasScan(nodes)).toBe(false);
      expect(listIndexes(nodes)).toEqual(['contact_search']);
    },
  );

  it.each(['phone', 'lastHeardFrom'])(
    'finds a term that fits all with the rare field %s by the same index',
    async (field) => {
      await service.db.query(
        `UPDATE contact SET phone = '1', last_heard_from = now() WHERE project_id = $1 AND name = 'Ada Number7'`,
        [project.id],
      );
      const params: unknown[] = [project.id];
      const where = fieldExists(field, params);
      const { text, values } = partMatchesSql({ term: 'ada', where, params }, cutPieces);
      const nodes = await explain(text, values);
      expect(listIndexes(nodes)).toEqual(['contact_search']);
    },
  );

  it.each([
    ['ada.777@example.com', ['.777@']],
    ['da number4321', [' number4321']],
    ['example.com', ['.com', 'example.']],
  ])('looks "%s" up by what few have of it', async (term, pieces) => {
    const chosen = await choosePieces(service.db, project.id, [term], { anyWord: false });
    expect([...chosen(term)].sort()).toEqual(pieces);
  });

  it('reads at most 3,000 new contacts and 100 of each beginning for a term that fits all', async () => {
    const { text, values } = nearMatchesSql({ term: 'ada', where: 'TRUE', params: [project.id] });
    const nodes = await explain(text, values);
    expect(hasScan(nodes)).toBe(false);
    expect(listIndexes(nodes).sort()).toEqual([
      'contact_email',
      'contact_last_activity',
      'contact_name_start',
      'contact_user_id_start',
    ]);
    const read = nodes.filter((node) => node['Index Name']).map((node) => node['Actual Rows'] ?? 0);
    expect(read.sort((one, other) => one - other)).toEqual([0, 100, 100, 3_000]);
  });
});

it('finds a contact by id, user id and address by an index', async () => {
  const at = 'SELECT * FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND';
  expect(listIndexes(await explain(`${at} id = $2`, [project.id, '0'.repeat(23) + '7']))).toEqual([
    'contact_pkey',
  ]);
  expect(listIndexes(await explain(`${at} user_id = $2`, [project.id, 'user-7']))).toEqual([
    'contact_user_id_key',
  ]);
  const byEmail = `${at} email = $2 ORDER BY last_activity DESC, id DESC LIMIT 1`;
  expect(listIndexes(await explain(byEmail, [project.id, 'ada.7@example.com']))).toEqual(['contact_email']);
});

it('reads 500 records among 50,000 by the primary key, and finds 1,000 by the index of what they are found by', async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n * 49 + 1);
  const ids = numbers(500).map((n) => n.toString(16).padStart(24, '0'));
  const read = await explain(contactRecordsSql, [project.id, ids, MAX_FREE_BYTES]);
  expect([hasScan(read), listIndexes(read)]).toEqual([false, ['contact_pkey']]);
  const users = await explain(recordIdsByUserIdSql, [project.id, numbers(1_000).map((n) => `user-${n}`)]);
  expect([hasScan(users), listIndexes(users)]).toEqual([false, ['contact_user_id_key']]);
  const addresses = numbers(1_000).map((n) => `ada.${n}@example.com`);
  const found = await explain(recordIdsByEmailSql, [project.id, addresses]);
  expect([hasScan(found), listIndexes(found)]).toEqual([false, ['contact_email']]);
});

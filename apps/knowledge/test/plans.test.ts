import { compileSort, type Database, type SortFields, type Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { createTestDatabase, findScans, type TestDatabase } from '@parley/testing';
import { onContacts, onTickets } from '../src/consumers/on-events';
import { listContent } from '../src/content/list-content';
import { findNextDue } from '../src/crawl/crawl.store';
import { listRepositoryRows } from '../src/code/repository.store';
import { takeIndexMarks } from '../src/documents/index-mark.store';
import { caseSortable, listCases } from '../src/evals/case.store';
import { datasetSortable, listDatasets } from '../src/evals/dataset.store';
import { onContactDeleted, onTicketDeleted } from '../src/evals/on-judged-gone';
import { listEvals } from '../src/evals/judgements';
import { listResultRows, listRunRows, runSortable } from '../src/evals/run.store';
import { migrations } from '../src/generated/migrations';
import { sourcesDue, takeSourceMarks } from '../src/sources/source-mark.store';
import { countGivenUpByKind, getLag } from '../src/status/lag.store';
import { countGivenUp } from '../src/status/status.store';
import { markOutdatedTickets, nearestTickets } from '../src/tickets/ticket-vector.store';
import { listPages } from '../src/websites/website-page.store';
import { listWebsites } from '../src/websites/website.store';

let database: TestDatabase;

const PROJECT = 'p1';
const IN_DATASET = { projectId: PROJECT, datasetId: '000000000000000000000007' };
const PAGE = { skip: 0, limit: 50 };
const id = `lpad(to_hex(n), 24, '0')`;
const many = (count: number) => `generate_series(1, 10) p, generate_series(1, ${count}) n`;

/** 10 projects; of each kind one in a thousand is what a query looks for. */
const rows = [
  `INSERT INTO content (project_id, id, organisation_id, content_id, type, title, content, format, tags, is_internal, origin,
     created_at, updated_at)
   SELECT 'p' || p, ${id}, 'o', ${id}, 'faq', 'Title', '"Text."', 'text', ARRAY['t' || n % 500], false, 'api',
     now() - n * interval '1 second', now() FROM ${many(5000)}`,
  `INSERT INTO document (project_id, id, organisation_id, owner_type, owner_id, key, source_type, source_id, texts, texts_hash,
     is_internal, is_hidden, audience, status, passages, created_at, updated_at)
   SELECT 'p' || p, ${id}, 'o', 'content', '', ${id}, 'faq', ${id}, '[]', '', false, false, '[]',
     CASE n % 1000 WHEN 0 THEN 'failed' WHEN 1 THEN 'pending' ELSE 'indexed' END, 1, now(), now() FROM ${many(5000)}`,
  `INSERT INTO index_mark (project_id, document_id, renew) SELECT 'p' || p, ${id}, false FROM ${many(3000)}`,
  `INSERT INTO source_mark (project_id, kind, id, failed_at, contact_id)
   SELECT 'p' || p, CASE n % 2 WHEN 0 THEN 'article' ELSE 'ticket' END, ${id}, CASE WHEN n > 4 THEN now() END, 'c' || n
     FROM ${many(1000)}`,
  `INSERT INTO ticket_vector (project_id, ticket_id, part, hash, model, signature, vector)
   SELECT 'p' || p, ${id}, 0, '', 'model', 0::bit(1024), '' FROM ${many(500)}`,
  `INSERT INTO agent_eval (project_id, id, organisation_id, ticket_id, verdict, description, question, created_by, created_at,
     updated_at)
   SELECT 'p' || p, ${id}, 'o', 't' || n, 'good', 'd', 'q', 'u', now() - n * interval '1 second', now() FROM ${many(2000)}`,
  `INSERT INTO eval_dataset (project_id, id, organisation_id, name, case_count, created_at, updated_at)
   SELECT 'p' || p, ${id}, 'o', n, 0, now(), now() FROM ${many(500)}`,
  `INSERT INTO eval_case (project_id, dataset_id, id, question, internally, expect_answer, created_at, updated_at)
   SELECT 'p' || p, lpad(to_hex(n % 10 + 1), 24, '0'), ${id}, 'q', false, false, now(), now() FROM ${many(5000)}`,
  `INSERT INTO eval_run (project_id, dataset_id, id, status, total, completed, created_at, attempts)
   SELECT 'p' || p, lpad(to_hex(n % 10 + 1), 24, '0'), ${id}, 'done', 1, 1, now(), 0 FROM ${many(2000)}`,
  `INSERT INTO eval_result (project_id, dataset_id, run_id, position, case_id, asked)
   SELECT project_id, dataset_id, id, position, 'c', '{}' FROM eval_run, generate_series(1, 2) position`,
  `INSERT INTO website (project_id, id, organisation_id, url, url_key, mode, max_pages, is_internal, schedule, status,
     created_at, updated_at, crawl, is_open, sitemaps_read, names_missing, named, refused, host, attempts, due_at)
   SELECT 'p' || p, ${id}, 'o', 'u', n, 'page', 1, false, 'manual', 'ready', now(), now(), 1, false, false, false, 0, 0, 'h' || p, 0,
     CASE WHEN n = 1 THEN now() END FROM generate_series(1, 100) p, generate_series(1, 50) n`,
  `INSERT INTO website_page (project_id, website_id, id, url, title, status, has_text, depth, seen, done)
   SELECT 'p' || p, lpad('1', 24, '0'), ${id}, 'u' || n, '', 'indexed', false, 0, 1, 1 FROM ${many(2000)}`,
  `INSERT INTO repository (project_id, id, organisation_id, name, status, files, skipped, version, next_version, created_by,
     created_at, updated_at, attempts)
   SELECT 'p' || p, ${id}, 'o', n, 'ready', 0, 0, 1, 2, 'u', now(), now(), 0
     FROM generate_series(1, 200) p, generate_series(1, 20) n`,
];

beforeAll(async () => {
  database = await createTestDatabase('knowledge_plans', migrations);
  // Side by side, but for those that refer to others.
  await Promise.all(rows.slice(0, 7).map((text) => database.db.query(text)));
  for (const text of rows.slice(7)) await database.db.query(text);
  await database.db.query('VACUUM ANALYZE');
});
afterAll(() => database.drop());

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** The plans of the statements that some work runs. */
const explain = async (work: (db: Database) => Promise<unknown>) => {
  const nodes: PlanNode[] = [];
  const sql: Sql = {
    query: async (text, values = []) => {
      const [row] = await database.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        values,
      );
      nodes.push(...listNodes((row as NonNullable<typeof row>)['QUERY PLAN'][0].Plan));
      return [];
    },
  };
  await work(sql as Database);
  return {
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    types: nodes.map((node) => node['Node Type']),
  };
};

const context = {
  scope: { projectId: PROJECT, organisationId: 'o', role: 'user' },
} as unknown as CallContext;
const makeFilter = (field: string, value: string) => ({
  filter: [{ field, values: [value], operator: 'eq' }] as never,
});
const inOrder = (sortable: SortFields, order: string) => ({
  ...PAGE,
  orderBy: compileSort(undefined, sortable, order),
});
const look = (due: string) => (db: Database) =>
  db.query(due.includes('$1') ? `SELECT ${due}` : `SELECT ${due} WHERE $1::timestamptz IS NOT NULL`, [
    new Date(),
  ]);

it.each<[what: string, index: string, work: (db: Database) => Promise<unknown>]>([
  [
    'entries, the newest first',
    'content_newest',
    (db) => listContent({ db }, { filter: [] } as never, context),
  ],
  [
    'judgements, the newest first',
    'agent_eval_newest',
    (db) => listEvals({ db }, { filter: [] } as never, context),
  ],
  [
    'datasets, the newest first',
    'eval_dataset_pkey',
    (db) => listDatasets(db, PROJECT, inOrder(datasetSortable, '-createdAt')),
  ],
  [
    'cases, the oldest first',
    'eval_case_pkey',
    (db) => listCases(db, IN_DATASET, inOrder(caseSortable, 'createdAt')),
  ],
  [
    'runs, the newest first',
    'eval_run_pkey',
    (db) => listRunRows(db, IN_DATASET, inOrder(runSortable, '-createdAt')),
  ],
  [
    'results of a run in the order of the cases',
    'eval_result_pkey',
    (db) => listResultRows(db, IN_DATASET, IN_DATASET.datasetId, { ...PAGE, passed: undefined }),
  ],
  [
    'pages of a website by address',
    'website_page_url',
    (db) =>
      listPages(db, { projectId: PROJECT, websiteId: '1'.padStart(24, '0') }, { ...PAGE, status: undefined }),
  ],
])('lists %s in the order of an index', async (_what, index, work) => {
  const { indexes, types } = await explain(work);
  expect(indexes).toContain(index);
  expect(types).not.toContain('Sort');
  expect(types).not.toContain('Seq Scan');
});

it.each<[what: string, index: string, work: (db: Database) => Promise<unknown>]>([
  [
    'entries with a tag',
    'content_tags',
    (db) => listContent({ db }, makeFilter('tags', 't7') as never, context),
  ],
  [
    'entries that failed',
    'document_unsettled',
    (db) => listContent({ db }, makeFilter('status', 'failed') as never, context),
  ],
  [
    'entries that wait',
    'document_unsettled',
    (db) => listContent({ db }, makeFilter('status', 'pending') as never, context),
  ],
  [
    'judgements of a ticket',
    'agent_eval_ticket',
    (db) => listEvals({ db }, makeFilter('ticketId', 't7') as never, context),
  ],
  ['websites of a project', 'website_url', (db) => listWebsites(db, PROJECT)],
  ['repositories of a project', 'repository_name', (db) => listRepositoryRows(db, PROJECT)],
  ['when a crawl of a host is due', 'website_host', (db) => findNextDue(db, 'h7')],
  ['whether a ticket is to be read', 'source_mark_order', look(sourcesDue('ticket'))],
  [
    'tickets to read, beside many that were given up',
    'source_mark_order',
    (db) => takeSourceMarks(db, 'ticket', 50),
  ],
  ['documents to index', 'index_mark_order', (db) => takeIndexMarks(db, 64)],
  [
    'tickets with vectors of another model',
    'ticket_vector_model',
    (db) => markOutdatedTickets(db, 'model', 500),
  ],
  [
    'the nearest of some tickets',
    'ticket_vector_model',
    (db) =>
      nearestTickets(db, PROJECT, { space: 'model', signature: '0'.repeat(1024), limit: 9, among: ['t1'] }),
  ],
  ['how far the background is behind', 'source_mark_order', (db) => getLag(db)],
  ['articles of a project that were given up', 'source_mark_failed', (db) => countGivenUp(db, PROJECT)],
  ['what was given up', 'document_unsettled', (db) => countGivenUpByKind(db)],
])('finds %s by an index', async (_what, index, work) => {
  const { indexes, types } = await explain(work);
  expect(indexes).toContain(index);
  expect(types).not.toContain('Seq Scan');
});

it('deletes what is known of a contact or ticket by indexes', async () => {
  const ended = { projectId: PROJECT, aggregateId: 'gone', subject: 'tickets.v1.ticket.deleted' };
  const event = { ...ended, payload: { ticket: { id: 'gone' } } } as never;
  const scans = await findScans(database.db, async (tx) => {
    for (const work of [onContacts, onContactDeleted, onTicketDeleted]) await work(event, tx);
    await onTickets({ clock: () => new Date() })([event], tx);
  });
  expect(scans).toEqual([]);
});

import { findScans } from '@parley/testing';
import { onContacts } from '../src/events/on-contacts';
import { EXPORT_PAGE } from '../src/bulk/export.store';
import { boardPageSql, pageSql } from '../src/entries/entry-page.store';
import { ENTRY_ON_BOARD, LOCK_ENTRY_TO_MOVE } from '../src/entries/entry.store';
import { LOOK_TO_ADD } from '../src/entries/lane.store';
import { findBoard } from '../src/boards/board.store';
import { KEPT_SUMMARY, summarySql } from '../src/boards/summary.store';
import { required, startPipelines, type TestPipelines, type TestProject } from './support/pipelines';

let service: TestPipelines;
let project: TestProject;
let pipelineId: string;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** The nodes of the plan of a statement, as it ran. */
const explain = async (text: string, values: readonly unknown[]): Promise<PlanNode[]> => {
  const [row] = await service.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  return listNodes(required(row)['QUERY PLAN'][0].Plan);
};

/** The nodes of the plan that serves every value of a prepared statement. */
const explainForAll = (
  text: string,
  types: readonly string[],
  values: readonly string[],
): Promise<PlanNode[]> =>
  service.db.transaction(async (tx) => {
    await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await tx.query(`PREPARE planned (${types.join(', ')}) AS ${text}`);
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE planned (${values.join(', ')})`,
    );
    await tx.query('DEALLOCATE planned');
    return listNodes(required(row)['QUERY PLAN'][0].Plan);
  });

/** How many rows a plan took out of a table. */
const countRead = (nodes: readonly PlanNode[], table: string): number =>
  nodes
    .filter((node) => node['Relation Name'] === table)
    .reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0), 0);
const listIndexes = (nodes: readonly PlanNode[]): string[] => [
  ...new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
];
const listTypes = (nodes: readonly PlanNode[]): string[] => nodes.map((node) => node['Node Type']);

// A lane of 100,000 entries beside 50,000 of other lanes.
beforeAll(async () => {
  service = await startPipelines();
  project = service.project();
  ({ id: pipelineId } = await project.board());
  const field = await project.field(pipelineId, { fieldId: 'amount', type: 'number', calculation: 'sum' });
  await service.db.query(
    `INSERT INTO pipeline_record SELECT $1, 'contacts', lpad(to_hex(n), 24, '0'), 1,
       jsonb_build_object('name', 'Name ' || n, 'customData', jsonb_build_object('tier', n % 3)), 'name ' || n
       FROM generate_series(1, 150000) n`,
    [project.id],
  );
  await service.db.query(
    `INSERT INTO pipeline_entry SELECT $1, 'e' || lpad(to_hex(n), 23, '0'), $2, 'contacts', lpad(to_hex(n), 24, '0'),
       CASE WHEN n <= 100000 THEN 'a' ELSE 'b' END, lpad(n::text, 8, '0'), now(), jsonb_build_object($3::text, n),
       CASE WHEN n % 10 = 0 THEN now() - interval '1 day' END, '', now(), now()
       FROM generate_series(1, 150000) n`,
    [project.id, pipelineId, field.id],
  );
  await service.db.query('VACUUM ANALYZE pipeline_entry, pipeline_record, pipeline_tally');
});
afterAll(() => service.stop());

const page = { where: 'TRUE', orderBy: 'e.rank', limit: 50, readsRecords: false };

it.each([0, 10_000])(
  'reads a page of a lane at skip %d from its index alone, and whole rows for 50 only',
  async (skip) => {
    const types = ['text', 'text', 'text', 'integer'];
    const values = [`'${project.id}'`, `'${pipelineId}'`, `'a'`, String(skip)];
    const nodes = await explainForAll(boardPageSql(50), types, values);
    const walk = nodes.find((node) => node['Index Name'] === 'pipeline_entry_rank_key');
    expect(walk?.['Node Type']).toBe('Index Only Scan');
    expect(listTypes(nodes)).not.toContain('Seq Scan');
    expect(countRead(nodes, 'pipeline_entry')).toBeLessThanOrEqual(skip + 100);
    expect(countRead(nodes, 'pipeline_record')).toBeLessThanOrEqual(50);
    expect(countRead(nodes, 'pipeline')).toBe(1);
  },
);

it('finds entries of few records by their index', async () => {
  const where = 'e.record_id = ANY ($4::text[])';
  const ids = ['000000000000000000000007', '000000000000000000000008'];
  const nodes = await explain(pageSql({ ...page, skip: 0, where }), [project.id, pipelineId, 'a', ids]);
  expect(countRead(nodes, 'pipeline_entry')).toBeLessThanOrEqual(10);
});

it('finds the end and the neighbours of a place by index, one row each', async () => {
  for (const [side, order] of [
    ['<', 'DESC'],
    ['>', 'ASC'],
  ]) {
    const nodes = await explain(
      `SELECT id, rank FROM pipeline_entry WHERE project_id = $1 AND pipeline_id = $2 AND lane_id = $3
          AND rank ${side} $4 AND id <> $5 ORDER BY rank ${order} LIMIT $6`,
      [project.id, pipelineId, 'a', '00050000', '', 1],
    );
    expect(listIndexes(nodes)).toEqual(['pipeline_entry_rank_key']);
    expect(countRead(nodes, 'pipeline_entry')).toBe(1);
  }
});

it('finds an entry with its board, and locks it with the end of a lane, by reading one row of each', async () => {
  const types = ['text', 'text', 'text', 'text'];
  const entryId = `e${'7'.padStart(23, '0')}`;
  const [ofProject, ofBoard, ofEntry, ofLane] = [project.id, pipelineId, entryId, 'b'].map((id) => `'${id}'`);
  const found = await explainForAll(ENTRY_ON_BOARD, types.slice(2), [ofProject, ofEntry].map(String));
  expect(countRead(found, 'pipeline_entry')).toBe(1);
  expect(countRead(found, 'pipeline_record')).toBe(1);
  const locked = await explainForAll(
    LOCK_ENTRY_TO_MOVE,
    types,
    [ofProject, ofBoard, ofEntry, ofLane].map(String),
  );
  expect(listIndexes(locked)).toContain('pipeline_entry_rank_key');
  expect(countRead(locked, 'pipeline_entry')).toBe(2);
});

it('looks at what an addition has to know by reading a row of each table at most', async () => {
  const record = '000000000000000000000007';
  const types = ['text', 'text', 'text', 'text[]', 'text[]'];
  const values = [project.id, pipelineId, 'b', `{${record}}`, `{${'f'.repeat(64)}}`];
  const nodes = await explainForAll(
    LOOK_TO_ADD,
    types,
    values.map((value) => `'${value}'`),
  );
  expect(listIndexes(nodes)).toContain('pipeline_entry_rank_key');
  expect(countRead(nodes, 'pipeline_entry')).toBe(2);
  expect(countRead(nodes, 'gone_contact')).toBe(0);
});

it('sorts a page by due date by reading the index', async () => {
  const orderBy = 'e.due_date ASC NULLS LAST, e.id ASC';
  const nodes = await explain(pageSql({ ...page, orderBy, skip: 0 }), [project.id, pipelineId, 'a']);
  expect(listIndexes(nodes)).toContain('pipeline_entry_due');
  expect(countRead(nodes, 'pipeline_entry')).toBeLessThanOrEqual(100);
});

it('summarises from kept numbers, and overdue entries from an index alone', async () => {
  const board = required(await findBoard(service.db, project.id, pipelineId));
  const { text, params } = summarySql(board, new Date());
  for (const statement of [text, KEPT_SUMMARY]) {
    const nodes = await explain(statement, params);
    expect(listIndexes(nodes)).toContain('pipeline_entry_due');
    expect(countRead(nodes, 'pipeline_entry')).toBe(15_000);
    expect(countRead(nodes, 'pipeline_tally')).toBe(4);
  }
  const summary = await service.pipelines.getPipelineSummary({ pipelineId }, project.as('agent'));
  expect(summary).toMatchObject({
    count: 150_000,
    lanes: [
      { count: 100_000, overdue: 10_000, calculations: { amount: 5_000_050_000 } },
      { count: 50_000 },
      {},
    ],
  });
});

it('exports page by page in the order of the index', async () => {
  const nodes = await explain(EXPORT_PAGE, [project.id, pipelineId, 'a', '00050000', 2_000]);
  expect(listIndexes(nodes)).toContain('pipeline_entry_rank_key');
  expect(listTypes(nodes)).not.toContain('Sort');
  expect(countRead(nodes, 'pipeline_entry')).toBe(2_000);
});

it('finds what records are on by an index', async () => {
  const nodes = await explain(
    'SELECT id FROM pipeline_entry WHERE project_id = $1 AND record_type = $2 AND record_id = $3',
    [project.id, 'contacts', '000000000000000000000007'],
  );
  expect(listIndexes(nodes)).toEqual(['pipeline_entry_of_record']);
});

it('finds what is deleted with a record by indexes', async () => {
  const event = { subject: 'contacts.v1.contact.deleted', aggregateId: '1'.padStart(24, '0') };
  const handle = onContacts({ clock: () => new Date() });
  const scans = await findScans(service.db, (tx) =>
    handle({ ...event, projectId: project.id, payload: {} } as never, tx),
  );
  expect(scans).toEqual([]);
});

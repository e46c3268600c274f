import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import { required, startPipelines, type TestPipelines, type TestProject } from './support/pipelines';

let service: TestPipelines;
let project: TestProject;
let now = Date.parse('2026-11-22T12:00:00.000Z');
beforeAll(async () => {
  service = await startPipelines(() => new Date(now));
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const summary = (pipelineId: string) =>
  service.pipelines.getPipelineSummary({ pipelineId }, project.as('agent'));

it('counts lanes in order, archived and empty ones too, and what is overdue', async () => {
  const { id } = await project.board();
  await project.add(id, { dueDate: '2026-11-22T11:59:59Z' });
  await project.add(id, { dueDate: '2026-11-22T12:00:00Z' });
  await project.add(id, { laneId: 'c' });
  const lane = (laneId: string, count: number, overdue: number) => ({
    laneId,
    count,
    overdue,
    calculations: {},
  });
  expect(await summary(id)).toEqual({ count: 3, lanes: [lane('a', 2, 1), lane('b', 0, 0), lane('c', 1, 0)] });
  now += 1;
  expect((await summary(id)).lanes[0]?.overdue).toBe(2);
});

it('calculates sum, average, min and max over entries that have a number there', async () => {
  const { id } = await project.board();
  for (const calculation of ['sum', 'average', 'min', 'max'])
    await project.field(id, { fieldId: calculation, type: 'number', calculation });
  await project.field(id, { fieldId: 'value', type: 'number', source: 'RECORD', calculation: 'sum' });
  await project.field(id, {
    fieldId: 'customData.n',
    type: 'currency',
    source: 'RECORD',
    calculation: 'max',
  });
  const add = (n: number, record: Record<string, unknown>) =>
    project.add(id, { recordId: project.record(record), values: { sum: n, average: n, min: n, max: n } });
  await add(0.1, { value: 5, customData: { n: 3 } });
  await add(0.2, { value: 6, customData: { n: 'x' } });
  await project.add(id);
  expect((await summary(id)).lanes.map(({ calculations }) => calculations)).toEqual([
    { sum: 0.3, average: 0.15, min: 0.1, max: 0.2, value: 11, 'customData.n': 3 },
    {},
    {},
  ]);
});

it('is exact right after every kind of write, and like a recount after many at once', async () => {
  const { id } = await project.board();
  await project.field(id, { fieldId: 'amount', type: 'number', calculation: 'sum' });
  const entries: PipelineEntry[] = [];
  for (let n = 0; n < 20; n += 1) entries.push(await project.add(id, { values: { amount: n } }));
  const sums = async () =>
    (await summary(id)).lanes.map(({ count, calculations }) => [count, calculations?.['amount']]);
  expect(await sums()).toEqual([
    [20, 190],
    [0, undefined],
    [0, undefined],
  ]);
  await Promise.all(
    entries.map(async ({ id: entryId }, n) => {
      if (n % 4 === 0) await project.move(entryId, { laneId: 'b' });
      if (n % 4 === 1)
        await service.entries.updateEntryValues({ entryId, values: { amount: null } }, project.as('agent'));
      if (n % 4 === 2) await service.entries.removePipelineEntry({ entryId }, project.as('agent'));
      if (n % 4 === 3)
        await service.entries.updateEntryValues({ entryId, values: { amount: 1 } }, project.as('agent'));
    }),
  );
  expect(await sums()).toEqual([
    [10, 5],
    [5, 40],
    [0, undefined],
  ]);
  const selection = { laneId: 'b' };
  await service.bulk.bulkUpdateEntries(
    { pipelineId: id, action: 'move', selection, payload: { laneId: 'c' } },
    project.as('agent'),
  );
  expect(await sums()).toEqual([
    [10, 5],
    [0, undefined],
    [5, 40],
  ]);
});

it('tells of a calculation that a field gets later, over the values that are there', async () => {
  const { id } = await project.board();
  await project.field(id, { fieldId: 'amount', type: 'number' });
  await project.add(id, { values: { amount: 7 } });
  expect((await summary(id)).lanes[0]?.calculations).toEqual({});
  const field = { calculation: 'average' };
  await service.fields.updatePipelineField({ pipelineId: id, fieldId: 'amount', field }, project.as('agent'));
  expect(required((await summary(id)).lanes[0]).calculations).toEqual({ amount: 7 });
});

it('calculates the least and the greatest anew once an entry changed, and only then', async () => {
  const { id } = await project.board();
  for (const calculation of ['min', 'max'])
    await project.field(id, { fieldId: calculation, type: 'number', calculation });
  const add = (n: number) => project.add(id, { values: { min: n, max: n } });
  const [one, two] = [await add(1), await add(3)];
  const bounds = async () => (await summary(id)).lanes[0]?.calculations;
  expect(await bounds()).toEqual({ min: 1, max: 3 });

  // Behind the back of the triggers, to see that the entries are not read again.
  const hide = (values: object) =>
    service.db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query('UPDATE pipeline_entry SET field_values = $2 WHERE id = $1', [
        two.id,
        JSON.stringify(values),
      ]);
    });
  const [{ fieldValues } = { fieldValues: {} }] = await service.db.query<{ fieldValues: object }>(
    'SELECT field_values AS "fieldValues" FROM pipeline_entry WHERE id = $1',
    [two.id],
  );
  await hide({});
  expect(await bounds()).toEqual({ min: 1, max: 3 });
  await hide(fieldValues);

  // The sums stay as they are, the bounds do not.
  await service.bulk.bulkUpdateEntries(
    {
      pipelineId: id,
      action: 'values',
      selection: { ids: [one.id, two.id] },
      payload: { values: { min: 2, max: 2 } },
    },
    project.as('agent'),
  );
  expect(await bounds()).toEqual({ min: 2, max: 2 });
  await project.move(one.id, { laneId: 'b' });
  expect(await bounds()).toEqual({ min: 2, max: 2 });
  await service.entries.removePipelineEntry({ entryId: two.id }, project.as('agent'));
  expect(await bounds()).toEqual({});
});

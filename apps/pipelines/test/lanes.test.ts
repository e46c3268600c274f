import { refusal } from './support/records';
import { SERVICE, startPipelines, type TestPipelines, type TestProject, USER } from './support/pipelines';

let service: TestPipelines;
let project: TestProject;
beforeAll(async () => {
  service = await startPipelines();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

describe('a lane', () => {
  const list = (pipelineId: string, request: Record<string, unknown>) =>
    project.lane(pipelineId, 'a', request);

  it('is paged in board order with 50 by default and 200 at most', async () => {
    const { id } = await project.board();
    const entries = await project.addMany(id, 53);
    const ids = entries.map((entry) => entry.id);
    expect((await list(id, { limit: 0 })).map((entry) => entry.id)).toEqual(ids.slice(0, 50));
    expect((await list(id, { skip: 50, limit: 900 })).map((entry) => entry.id)).toEqual(ids.slice(50));
  });

  it('refuses a lane that the board does not have with invalid_query', async () => {
    const { id } = await project.board();
    expect(await refusal(project.lane(id, 'nope'))).toEqual({ reason: 'INVALID_QUERY', fields: ['laneId'] });
  });

  it('sorts by time, entries without one last in both directions', async () => {
    const { id } = await project.board();
    const [x, y, z] = [
      await project.add(id, { dueDate: '2026-12-02' }),
      await project.add(id),
      await project.add(id, { dueDate: '2026-12-01' }),
    ];
    const sorted = async (sort: string) => (await list(id, { sort })).map((entry) => entry.id);
    expect(await sorted('dueDate')).toEqual([z.id, x.id, y.id]);
    expect(await sorted('-dueDate')).toEqual([x.id, z.id, y.id]);
    expect(await sorted('-createdAt')).toEqual([z.id, y.id, x.id]);
    expect(await refusal(sorted('rank'))).toEqual({ reason: 'INVALID_QUERY', fields: ['sort'] });
  });

  it('searches parts of name, email and userId in any case, taken literally', async () => {
    const { id } = await project.board();
    const records = [
      { name: 'Lin 50%_Park' },
      { email: 'ada@example.com' },
      { email: 'lin@xn--mller-kva.example' },
      { userId: 'U-77' },
      { phone: 'park' },
    ];
    for (const record of records) await project.add(id, { recordId: project.record(record) });
    const names = async (search: string) =>
      (await list(id, { search })).map(({ record }) => record?.name ?? record?.email ?? record?.userId);
    expect(await names('50%_p')).toEqual(['Lin 50%_Park']);
    expect(await names('PARK')).toEqual(['Lin 50%_Park']);
    expect(await names('u-7')).toEqual(['U-77']);
    expect(await names('@EXAMPLE')).toEqual(['ada@example.com']);
    for (const search of ['lin@müller.example', 'LIN@MÜLLER.example.', '@xn--mller-kva.example'])
      expect(await names(search)).toEqual(['lin@xn--mller-kva.example']);
    expect(await names('5__')).toEqual([]);
    expect(await names('%')).toEqual(['Lin 50%_Park']);
  });

  it('filters by record, due date and values', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'amount', type: 'number' });
    const [x, y] = [
      await project.add(id, { values: { amount: 7 }, dueDate: '2026-12-01' }),
      await project.add(id, { values: { amount: 9 } }),
    ];
    const where = async (field: string, operator: string, ...values: string[]) =>
      (await list(id, { filter: [{ field, operator, values }] })).map((entry) => entry.id);
    expect(await where('recordId', 'eq', x.recordId)).toEqual([x.id]);
    expect(await where('dueDate', 'eq', 'null')).toEqual([y.id]);
    expect(await where('dueDate', 'gte', '2026-12-01')).toEqual([x.id]);
    expect(await where('values.amount', 'eq', '7', '9')).toEqual([x.id, y.id]);
    expect(await where('values.amount', 'gt', '7')).toEqual([y.id]);
    expect(await refusal(where('values.nope', 'eq', '7'))).toEqual({
      reason: 'INVALID_QUERY',
      fields: ['values.nope'],
    });
    expect(await refusal(where('laneId', 'eq', 'a'))).toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('shows values of records for a field that came later, lists too', async () => {
    const { id } = await project.board();
    await project.add(id, {
      recordId: project.record({ customData: { tier: 'gold', x: 1 }, tags: ['a'], unsubscribed: false }),
    });
    for (const fieldId of ['customData.tier', 'tags', 'unsubscribed', 'plan'])
      await project.field(id, { fieldId, source: 'RECORD' });
    expect((await list(id, {})).map(({ recordValues }) => recordValues)).toEqual([
      { 'customData.tier': 'gold', tags: ['a'], unsubscribed: false },
    ]);
  });
});

describe('history', () => {
  it('names people, service accounts and their types, pages, and is one page of at most 1,000', async () => {
    const { id } = await project.board();
    service.workspace.members.add('id' in USER ? USER.id : '');
    const entry = await project.add(id);
    await service.entries.setEntryDueDate(
      { entryId: entry.id, dueDate: '2026-12-01' },
      project.as('user', SERVICE),
    );
    const history = await project.history(entry.id);
    expect(history.map(({ actor }) => actor)).toEqual([
      { id: 'id' in USER ? USER.id : '', name: 'Ada Byron', type: 'user' },
      { id: 'id' in SERVICE ? SERVICE.id : '', name: 'Robot', type: 'service' },
    ]);
    const page = { entryId: entry.id, skip: 1, limit: 1 };
    expect((await service.entries.listEntryHistory(page, project.as('agent'))).entries).toEqual([history[1]]);
  });
});

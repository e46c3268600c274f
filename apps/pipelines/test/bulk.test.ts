import { refusal } from './support/records';
import { required, startPipelines, type TestPipelines, type TestProject } from './support/pipelines';

let service: TestPipelines;
let project: TestProject;
beforeAll(async () => {
  service = await startPipelines();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
  service.records.away = false;
});

const UNKNOWN = '0123456789abcdef0123ffff';

const listVerbs = async (entryId: string): Promise<string[]> =>
  (await service.told(entryId)).map(({ subject }) => subject.split('.').at(-1) ?? '');

describe('a bulk update', () => {
  const bulk = (pipelineId: string, request: Record<string, unknown>) =>
    service.bulk.bulkUpdateEntries({ pipelineId, ...request }, project.as('agent'));

  it('moves to the end of the lane in the order of the selection, and names ids that are not there', async () => {
    const { id } = await project.board();
    const [x, y, z] = await project.addMany(id, 3);
    const there = await project.add(id, { laneId: 'b' });
    const ids = [z, x, y].map((entry) => required(entry).id);
    const answer = await bulk(id, {
      action: 'move',
      selection: { ids: [...ids, UNKNOWN, ids[0] as string] },
      payload: { laneId: 'b' },
    });
    expect(answer).toEqual({
      matched: 3,
      updated: 3,
      failed: [{ entryId: UNKNOWN, code: 'pipeline_entry_not_found' }],
    });
    expect(await project.order(id, 'b')).toEqual([there.id, ...ids]);
    expect(await listVerbs(required(x).id)).toEqual(['added', 'moved']);
    expect((await project.history(required(x).id)).at(-1)).toMatchObject({
      field: 'laneId',
      from: 'a',
      to: 'b',
    });
    const before = await project.lane(id, 'b');
    await bulk(id, { action: 'move', selection: { ids }, payload: { laneId: 'b' } });
    expect(await project.lane(id, 'b')).toEqual(before);
  });

  it('takes the first of a lane in board order', async () => {
    const { id } = await project.board();
    const entries = await project.addMany(id, 4);
    const selection = { laneId: 'a', limit: 3 };
    expect(await bulk(id, { action: 'dueDate', selection, payload: { dueDate: '2026-12-01' } })).toEqual({
      matched: 3,
      updated: 3,
      failed: [],
    });
    const dates = (await project.lane(id, 'a')).map(({ dueDate }) => dueDate);
    expect(dates).toEqual([...Array.from({ length: 3 }, () => '2026-12-01T00:00:00.000Z'), null]);
    await bulk(id, { action: 'dueDate', selection, payload: { dueDate: null } });
    expect(await listVerbs(required(entries[0]).id)).toEqual(['added', 'updated', 'updated']);
    expect(await bulk(id, { action: 'remove', selection: { laneId: 'b' } })).toEqual({
      matched: 0,
      updated: 0,
      failed: [],
    });
  });

  it('writes values, those that change nothing without history or event, and removes', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'amount', type: 'number' });
    const [x, y] = [await project.add(id, { values: { amount: 1 } }), await project.add(id)];
    const selection = { ids: [x.id, y.id] };
    const values = { action: 'values', selection, payload: { values: { amount: 1 } } };
    expect(await bulk(id, values)).toEqual({ matched: 2, updated: 2, failed: [] });
    expect(await listVerbs(x.id)).toEqual(['added']);
    expect(await listVerbs(y.id)).toEqual(['added', 'updated']);
    await bulk(id, { action: 'remove', selection });
    expect(await project.order(id, 'a')).toEqual([]);
    expect(await listVerbs(y.id)).toEqual(['added', 'updated', 'removed']);
  });

  it.each([
    ['no selection', undefined],
    ['no ids', { ids: [] }],
    ['neither form', { limit: 5 }],
    ['501 ids', { ids: Array.from({ length: 501 }, (_, n) => String(n)) }],
    ['a limit of 0', { laneId: 'a', limit: 0 }],
    ['a limit of 501', { laneId: 'a', limit: 501 }],
  ])('refuses %s with invalid_selection', async (_what, selection) => {
    const { id } = await project.board();
    expect(await refusal(bulk(id, { action: 'remove', ...(selection && { selection }) }))).toMatchObject({
      reason: 'INVALID_SELECTION',
    });
  });

  it.each([
    ['move', {}, 'payload.laneId'],
    ['move', { laneId: 'nope' }, 'payload.laneId'],
    ['move', { laneId: 'z' }, 'payload.laneId'],
    ['move', { laneId: 5 }, 'payload.laneId'],
    ['values', {}, 'payload.values'],
    ['values', { values: [] }, 'payload.values'],
    ['values', { values: { nope: 1 } }, 'payload.values.nope'],
    ['dueDate', {}, 'payload.dueDate'],
    ['dueDate', { dueDate: 'x' }, 'payload.dueDate'],
  ])('refuses %s %j naming it, and changes nothing', async (action, payload, field) => {
    const { id } = await project.board({
      lanes: [
        { id: 'a', title: 'A' },
        { id: 'z', title: 'Z', archived: true },
      ],
    });
    const entry = await project.add(id);
    expect(await refusal(bulk(id, { action, payload, selection: { ids: [entry.id] } }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: [field],
    });
    expect(await project.read(entry.id)).toEqual(entry);
  });

  it('refuses a lane of the selection that the board does not have', async () => {
    const { id } = await project.board();
    expect(await refusal(bulk(id, { action: 'remove', selection: { laneId: 'nope' } }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: ['selection.laneId'],
    });
  });
});

describe('an import', () => {
  const run = (pipelineId: string, entries: unknown[]) =>
    service.bulk.importEntries({ pipelineId, entries }, project.as('agent'));

  it('adds in the order of the rows, by recordId, userId and email; repeating it changes nothing', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'amount', type: 'number' });
    const recordId = project.record({ name: 'A' });
    project.record({ userId: 'u-1' });
    project.record({ email: 'lin@example.com' });
    const rows = [
      { recordId, userId: 'ignored', values: { amount: 1 } },
      { userId: 'u-1', laneId: 'b', dueDate: '2026-12-01' },
      { email: 'LIN@example.com', values: null, laneId: null },
    ];
    const first = await run(id, rows);
    expect(first).toEqual({
      created: 3,
      updated: 0,
      unchanged: 0,
      ids: [expect.any(String), expect.any(String), expect.any(String)],
      failed: [],
    });
    expect(await project.order(id, 'a')).toEqual([first.ids[0], first.ids[2]]);
    expect(await project.lane(id, 'b')).toMatchObject([
      { id: first.ids[1], dueDate: '2026-12-01T00:00:00.000Z' },
    ]);
    const before = [await project.lane(id, 'a'), await project.lane(id, 'b')];
    expect(await run(id, rows)).toEqual({ created: 0, updated: 0, unchanged: 3, ids: first.ids, failed: [] });
    expect([await project.lane(id, 'a'), await project.lane(id, 'b')]).toEqual(before);
    expect(await listVerbs(first.ids[1] as string)).toEqual(['added']);
  });

  it('changes what is there: values merged, due date set when sent, moved to the end of another lane', async () => {
    const { id } = await project.board();
    for (const fieldId of ['x', 'y']) await project.field(id, { fieldId });
    const entry = await project.add(id, { values: { x: '1' }, dueDate: '2026-12-01' });
    const there = await project.add(id, { laneId: 'b' });
    const row = { recordId: entry.recordId, laneId: 'b', values: { y: '2' } };
    expect(await run(id, [row])).toMatchObject({ created: 0, updated: 1, ids: [entry.id] });
    expect(await project.read(entry.id)).toMatchObject({
      values: { x: '1', y: '2' },
      dueDate: entry.dueDate,
    });
    expect(await project.order(id, 'b')).toEqual([there.id, entry.id]);
    expect((await project.history(entry.id)).map(({ field }) => field)).toEqual([
      'laneId',
      'values.y',
      'laneId',
    ]);
    expect(await listVerbs(entry.id)).toEqual(['added', 'moved', 'updated']);
  });

  it('names what is wrong of each row and takes the others', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'amount', type: 'number' });
    const good = project.record();
    const foreign = service.project().record();
    const company = project.record({ companyId: 'acme' }, 'companies');
    const { failed, created, ids } = await run(id, [
      { recordId: good, values: { amount: 'x' } },
      { recordId: good, laneId: 'nope' },
      { recordId: good, dueDate: 'x' },
      { recordId: foreign },
      { recordId: company },
      { userId: 'nobody' },
      {},
      null,
      'x',
      { recordId: 'x' },
      { email: 5 },
      { recordId: good, values: [] },
      { recordId: good },
    ]);
    expect(failed.map(({ index, code, field }) => [index, code, field])).toEqual([
      [0, 'invalid_input', 'values.amount'],
      [1, 'invalid_input', 'laneId'],
      [2, 'invalid_input', 'dueDate'],
      [3, 'session_not_found', undefined],
      [4, 'session_not_found', undefined],
      [5, 'session_not_found', undefined],
      [6, 'invalid_input', 'recordId'],
      [7, 'invalid_input', undefined],
      [8, 'invalid_input', undefined],
      [9, 'invalid_input', 'recordId'],
      [10, 'invalid_input', 'email'],
      [11, 'invalid_input', 'values'],
    ]);
    expect(created).toBe(1);
    expect(ids.map((entry) => entry !== null)).toEqual([...Array.from({ length: 12 }, () => false), true]);
  });

  it('takes companies by companyId, and one record twice in a row after row', async () => {
    const { id } = await project.board({ recordType: 'companies' });
    const recordId = project.record({ companyId: 'acme', name: 'Acme' }, 'companies');
    const rows = [{ companyId: 'acme' }, { recordId, laneId: 'c' }, { companyId: 'acme', laneId: 'c' }];
    const answer = await run(id, rows);
    expect(answer).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: [] });
    expect(new Set(answer.ids).size).toBe(1);
    const [entry] = await project.lane(id, 'c');
    expect(entry).toMatchObject({ record: { id: recordId, companyId: 'acme', name: 'Acme' } });
    expect((await project.history(required(entry).id)).map(({ from, to }) => [from, to])).toEqual([
      [undefined, 'a'],
      ['a', 'c'],
    ]);
  });

  it('makes each entry once when two of the same rows run at once', async () => {
    const { id } = await project.board();
    const rows = Array.from({ length: 300 }, () => ({ recordId: project.record() }));
    const answers = await Promise.all([run(id, rows), run(id, rows)]);
    expect(answers[0].ids).toEqual(answers[1].ids);
    expect(answers[0].created + answers[1].created).toBe(300);
    const summary = await service.pipelines.getPipelineSummary({ pipelineId: id }, project.as('agent'));
    expect(summary.count).toBe(300);
  });

  it('is 503 while the contacts service is away, and writes nothing', async () => {
    const { id } = await project.board();
    service.records.away = true;
    expect(await refusal(run(id, [{ userId: 'u' }]))).toMatchObject({ reason: 'UNAVAILABLE' });
  });
});

describe('an export', () => {
  const read = async (pipelineId: string, laneId?: string): Promise<string> => {
    let text = '';
    const request = { pipelineId, ...(laneId !== undefined && { laneId }) };
    for await (const { chunk } of service.bulk.exportPipelineEntries(request, project.as('user')))
      text += Buffer.from(chunk).toString();
    return text;
  };

  it('has the lanes in order, archived ones too, and each field by its fieldId', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'amount', type: 'number' });
    await project.field(id, { fieldId: 'tags', source: 'RECORD' });
    await project.field(id, { fieldId: 'note', order: -1 });
    const recordId = project.record({ name: '=cmd', email: 'a@example.com', tags: ['x', 'y'] });
    const last = await project.add(id, { laneId: 'c', values: { amount: -5 } });
    const first = await project.add(id, { recordId, values: { note: 'a "b", c' }, dueDate: '2026-12-01' });
    await service.pipelines.updatePipeline(
      {
        pipelineId: id,
        pipeline: {
          lanes: [
            { id: 'a', title: 'First', archived: true },
            { id: 'c', title: '+Last' },
          ],
        },
      },
      project.as('agent'),
    );
    const { id: e, createdAt: at } = first;
    const header =
      'id,recordId,userId,email,name,laneId,lane,dueDate,laneEnteredAt,createdAt,updatedAt,note,amount,tags';
    const one = `${e},${recordId},,a@example.com,'=cmd,a,First,2026-12-01T00:00:00.000Z,${at},${at},${at},"a ""b"", c",,x;y`;
    const two = `${last.id},${last.recordId},,,,c,'+Last,,${last.createdAt},${last.createdAt},${last.createdAt},,-5,`;
    expect(await read(id)).toBe(`${header}\r\n${one}\r\n${two}\r\n`);
    expect(await read(id, 'c')).toBe(`${header}\r\n${two}\r\n`);
    expect(await refusal(read(id, 'nope'))).toEqual({ reason: 'INVALID_QUERY', fields: ['laneId'] });
  });

  it('of companies names them by companyId, name and domain, and goes on over many pages', async () => {
    const { id } = await project.board({ recordType: 'companies' });
    await service.db.query(
      `INSERT INTO pipeline_entry SELECT $1, 'f' || lpad(to_hex(n), 23, '0'), $2, 'companies', lpad(to_hex(n), 24, '0'), 'a',
         lpad(n::text, 6, '0'), now(), '{}', NULL, '', now(), now() FROM generate_series(1, 4001) n`,
      [project.id, id],
    );
    const lines = (await read(id)).split('\r\n');
    expect(lines[0]).toBe(
      'id,recordId,companyId,name,domain,laneId,lane,dueDate,laneEnteredAt,createdAt,updatedAt',
    );
    expect(lines).toHaveLength(4_003);
    expect(new Set(lines).size).toBe(4_003);
  });
});

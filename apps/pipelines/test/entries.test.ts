import { refusal } from './support/records';
import { OTHER, required, startPipelines, type TestPipelines, type TestProject } from './support/pipelines';

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

describe('values', () => {
  const types = ['text', 'number', 'currency', 'boolean', 'date'];
  const boardWithFields = async (): Promise<string> => {
    const { id } = await project.board();
    for (const type of types) await project.field(id, { fieldId: type, type });
    await project.field(id, { fieldId: 'fixed', readOnly: true });
    await project.field(id, { fieldId: 'email', source: 'RECORD' });
    await project.field(id, { fieldId: 'size', type: 'select', options: [{ label: 'L', value: 'l' }] });
    return id;
  };
  const write = async (entryId: string, values: Record<string, unknown>) =>
    required((await service.entries.updateEntryValues({ entryId, values }, project.as('agent'))).entry);

  it('takes each type, merges by field and clears by null; dates are kept as sent', async () => {
    const id = await boardWithFields();
    const entry = await project.add(id, { values: { text: '', number: 0, size: null } });
    expect(entry.values).toEqual({ text: '', number: 0 });
    const sent = { currency: 12.5, boolean: false, date: '2026-01-31', size: 'l' };
    expect((await write(entry.id, sent)).values).toEqual({ text: '', number: 0, ...sent });
    const cleared = await write(entry.id, { text: null, date: '2026-01-31T10:00:00+02:00' });
    expect(cleared.values).toEqual({ ...sent, number: 0, date: '2026-01-31T10:00:00+02:00' });
    const told = await service.told(entry.id);
    expect(told.map(({ subject }) => subject.split('.').at(-1))).toEqual(['added', 'updated', 'updated']);
    expect(told[2]?.payload['changed']).toEqual(['values.text', 'values.date']);
    const history = await project.history(entry.id);
    expect(history.at(-1)).toMatchObject({
      field: 'values.date',
      from: '2026-01-31',
      to: '2026-01-31T10:00:00+02:00',
    });
    expect(history.find(({ field, to }) => field === 'values.text' && to === undefined)).toMatchObject({
      from: '',
    });
  });

  it('writes nothing when nothing changes', async () => {
    const id = await boardWithFields();
    const entry = await project.add(id, { values: { text: 'x' } });
    expect(await write(entry.id, { text: 'x', number: null })).toEqual(entry);
    expect(await service.told(entry.id)).toHaveLength(1);
    expect(await project.history(entry.id)).toHaveLength(1);
  });

  it.each([
    ['text', 5],
    ['text', 'x'.repeat(4_001)],
    ['number', '5'],
    ['currency', true],
    ['boolean', 'true'],
    ['date', 'soon'],
    ['date', 5],
    ['size', 'xl'],
    ['text', ['x']],
    ['text', { a: 1 }],
    ['nope', 1],
    ['email', 'a@example.com'],
    ['fixed', 'x'],
    ['toString', 'x'],
  ])('refuses %s = %j naming it, and writes no other value either', async (key, value) => {
    const id = await boardWithFields();
    const entry = await project.add(id);
    expect(await refusal(write(entry.id, { currency: 1, [key]: value }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: [`values.${key}`],
    });
    expect(await project.read(entry.id)).toEqual(entry);
  });

  it('takes a text of 4,000 characters of two code units each', async () => {
    const id = await boardWithFields();
    const entry = await project.add(id, { values: { text: '😀'.repeat(4_000) } });
    expect(entry.values?.['text']).toHaveLength(8_000);
  });

  it('keeps all of 20 writes of different fields at once', async () => {
    const { id } = await project.board();
    const keys = Array.from({ length: 20 }, (_, n) => `f${n}`);
    for (const fieldId of keys) await project.field(id, { fieldId, type: 'number' });
    const entry = await project.add(id);
    await Promise.all(keys.map((key, n) => write(entry.id, { [key]: n })));
    expect((await project.read(entry.id)).values).toEqual(Object.fromEntries(keys.map((key, n) => [key, n])));
  });

  it('are gone with their field, also for a later field of the same fieldId and in the history', async () => {
    const id = await boardWithFields();
    const entry = await project.add(id, { values: { text: 'x' } });
    await write(entry.id, { text: 'y', number: 1 });
    const { field } = await service.fields.deletePipelineField(
      { pipelineId: id, fieldId: 'text' },
      project.as('admin'),
    );
    expect(field?.fieldId).toBe('text');
    expect((await project.read(entry.id)).values).toEqual({ number: 1 });
    await project.field(id, { fieldId: 'text' });
    expect((await project.read(entry.id)).values).toEqual({ number: 1 });
    expect((await project.history(entry.id)).map(({ field: name }) => name)).toEqual([
      'laneId',
      'values.number',
    ]);
  });
});

describe('due dates', () => {
  const set = async (entryId: string, request: Record<string, unknown>) =>
    required((await service.entries.setEntryDueDate({ entryId, ...request }, project.as('agent'))).entry);

  it('are times; a bare date is midnight UTC, null and an empty text clear', async () => {
    const { id } = await project.board();
    const entry = await project.add(id, { dueDate: '2026-12-01' });
    expect(entry.dueDate).toBe('2026-12-01T00:00:00.000Z');
    expect((await set(entry.id, { dueDate: '2026-12-02T10:00:00+02:00' })).dueDate).toBe(
      '2026-12-02T08:00:00.000Z',
    );
    expect((await set(entry.id, { dueDate: '' })).dueDate).toBeNull();
    const before = await set(entry.id, { dueDate: '2026-12-03' });
    expect(await set(entry.id, { dueDate: '2026-12-03T00:00:00Z' })).toEqual(before);
    expect((await set(entry.id, { nulls: ['dueDate'] })).dueDate).toBeNull();
    const changes = (await project.history(entry.id)).filter(({ field }) => field === 'dueDate');
    expect(changes.map(({ from, to }) => [from, to])).toEqual([
      ['2026-12-01T00:00:00.000Z', '2026-12-02T08:00:00.000Z'],
      ['2026-12-02T08:00:00.000Z', undefined],
      [undefined, '2026-12-03T00:00:00.000Z'],
      ['2026-12-03T00:00:00.000Z', undefined],
    ]);
  });

  it.each([[{}], [{ dueDate: 'x' }], [{ dueDate: 5 }], [{ dueDate: {} }], [{ dueDate: '2026-13-01' }]])(
    'refuse %j',
    async (request) => {
      const { id } = await project.board();
      const entry = await project.add(id);
      expect(await refusal(set(entry.id, request))).toEqual({ reason: 'INVALID_INPUT', fields: ['dueDate'] });
    },
  );
});

describe('record values', () => {
  const write = async (entryId: string, values: Record<string, unknown>) =>
    required(
      (await service.entries.updateEntryRecordValues({ entryId, values }, project.as('agent', OTHER))).entry,
    );
  const setUp = async () => {
    const { id } = await project.board();
    for (const fieldId of ['email', 'customData.tier', 'userId'])
      await project.field(id, { fieldId, source: 'RECORD' });
    await project.field(id, { fieldId: 'amount', type: 'number' });
    const recordId = project.record({ email: 'a@example.com', userId: 'u', customData: { other: 1 } });
    return project.add(id, { recordId });
  };

  it('are written to the contact as the caller and shown at once, with history and no event of the entry', async () => {
    const entry = await setUp();
    const after = await write(entry.id, { email: 'B@Example.com', 'customData.tier': 'gold' });
    expect(after.recordValues).toEqual({ email: 'b@example.com', 'customData.tier': 'gold', userId: 'u' });
    expect(after.record).toMatchObject({ email: 'b@example.com' });
    expect(required(after.updatedAt) > required(entry.updatedAt)).toBe(true);
    expect(service.records.all.get(entry.recordId)?.record.customData).toEqual({ other: 1, tier: 'gold' });
    expect(service.records.writers.at(-1)).toBe('id' in OTHER ? OTHER.id : '');
    expect(await service.told(entry.id)).toHaveLength(1);
    expect((await project.history(entry.id)).slice(1)).toEqual([
      expect.objectContaining({ field: 'recordValues.email', from: 'a@example.com', to: 'b@example.com' }),
      expect.objectContaining({ field: 'recordValues.customData.tier', to: 'gold' }),
    ]);
    expect(await project.read(entry.id)).toEqual(after);
    expect(await write(entry.id, { email: 'b@example.com' })).toEqual(after);
  });

  it.each([
    ['nope', 'x'],
    ['amount', 5],
    ['userId', 'x'],
    ['email', ['x']],
    ['email', 'none'],
  ])('refuse %s = %j naming it and write nothing', async (key, value) => {
    const entry = await setUp();
    expect(await refusal(write(entry.id, { [key]: value }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: [`values.${key}`],
    });
    expect(await project.read(entry.id)).toEqual(entry);
  });

  it('are 404 for a contact that went, and 503 while its service is away', async () => {
    const entry = await setUp();
    service.records.away = true;
    expect(await refusal(write(entry.id, { email: 'c@example.com' }))).toMatchObject({
      reason: 'UNAVAILABLE',
    });
    expect(await project.history(entry.id)).toHaveLength(1);
    expect(await service.told(entry.id)).toHaveLength(1);
    service.records.away = false;
    service.records.all.delete(entry.recordId);
    expect(await refusal(write(entry.id, { email: 'c@example.com' }))).toMatchObject({
      reason: 'SESSION_NOT_FOUND',
    });
    expect(await project.read(entry.id)).toEqual(entry);
  });
});

describe('removing', () => {
  it('takes values and history along, tells of it, and adding again makes a new entry', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'note' });
    const entry = await project.add(id, { values: { note: 'x' } });
    const { entry: removed } = await service.entries.removePipelineEntry(
      { entryId: entry.id },
      project.as('agent'),
    );
    expect(removed).toEqual(entry);
    expect(await refusal(project.read(entry.id))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
    expect((await service.told(entry.id)).map(({ subject }) => subject)).toEqual([
      'pipelines.v1.entry.added',
      'pipelines.v1.entry.removed',
    ]);
    expect(await service.db.query('SELECT FROM pipeline_record WHERE id = $1', [entry.recordId])).toEqual([]);
    const again = await project.add(id, { recordId: entry.recordId });
    expect(again.id).not.toBe(entry.id);
    expect(again.values).toEqual({});
    expect(await project.history(again.id)).toHaveLength(1);
  });
});

it.each(['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.670Z', '2026-01-02T03:04:05.000Z'])(
  'lists an entry of %s as it is read alone',
  async (time) => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'customData.tier', source: 'RECORD' });
    const recordId = project.record({ name: 'Lin', plan: 'pro', customData: { tier: 'gold', other: 1 } });
    const entry = await project.add(id, { recordId, dueDate: time });
    const write =
      'UPDATE pipeline_entry SET created_at = $2, lane_entered_at = $2, updated_at = $2 WHERE id = $1';
    await service.db.query(write, [entry.id, time]);
    const alone = await project.read(entry.id);
    expect(alone).toMatchObject({ createdAt: time, laneEnteredAt: time, updatedAt: time, dueDate: time });
    expect(alone.recordValues).toEqual({ 'customData.tier': 'gold' });
    expect(await project.lane(id, entry.laneId)).toEqual([alone]);
    expect(await project.lane(id, entry.laneId, { sort: 'dueDate' })).toEqual([alone]);
  },
);

import { refusal } from './support/records';
import { startPipelines, type TestPipelines, type TestProject } from './support/pipelines';

let service: TestPipelines;
let project: TestProject;
beforeAll(async () => {
  service = await startPipelines();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const list = async (pipelineId: string, request: object = {}) =>
  (await service.fields.listPipelineFields({ pipelineId, ...request }, project.as('agent'))).fields;
const update = async (pipelineId: string, fieldId: string, field: object, nulls: string[] = []) =>
  (await service.fields.updatePipelineField({ pipelineId, fieldId, field, nulls }, project.as('agent')))
    .field;

describe('creating a field', () => {
  it('answers it, puts it after the last one and counts as a change of the board', async () => {
    const board = await project.board();
    const first = await project.field(board.id, {
      fieldId: 'amount',
      label: 'Amount',
      type: 'currency',
      unit: 'EUR',
      calculation: 'sum',
    });
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: first.id,
      project: project.id,
      organisation: board.organisation,
      pipeline: board.id,
      fieldId: 'amount',
      label: 'Amount',
      type: 'currency',
      source: 'ENTRY',
      unit: 'EUR',
      options: undefined,
      calculation: 'sum',
      readOnly: false,
      order: 0,
      createdAt: expect.any(String),
      updatedAt: first.createdAt,
    });
    const second = await project.field(board.id, { order: 7.5 });
    const third = await project.field(board.id, {});
    const before = await project.field(board.id, { order: -1 });
    expect(second.fieldId).toMatch(/^[0-9a-f]{24}$/);
    expect(third.order).toBe(8.5);
    expect((await list(board.id)).map(({ id }) => id)).toEqual([before.id, first.id, second.id, third.id]);
    expect(await list(board.id, { skip: 1, limit: 1 })).toEqual([first]);
    const { pipeline } = await service.pipelines.getPipeline({ pipelineId: board.id }, project.as('agent'));
    expect(pipeline?.updatedAt).toBe(before.updatedAt);
    expect((await service.told(board.id)).map(({ subject }) => subject)).toContain(
      'pipelines.v1.pipeline.updated',
    );
  });

  it.each([
    ['a blank label', { label: '  ' }, 'label'],
    ['a fieldId with a dot', { fieldId: 'a.b' }, 'fieldId'],
    ['a fieldId of 65 characters', { fieldId: 'x'.repeat(65) }, 'fieldId'],
    ['a select without options', { type: 'select' }, 'options'],
    [
      'two options of one value',
      {
        type: 'select',
        options: [
          { label: 'A', value: 'a' },
          { label: 'B', value: 'a' },
        ],
      },
      'options.1.value',
    ],
    ['a calculation over texts', { calculation: 'sum' }, 'calculation'],
    ['a RECORD field without an attribute', { source: 'RECORD' }, 'fieldId'],
    ['an attribute of companies', { source: 'RECORD', fieldId: 'domain' }, 'fieldId'],
    ['free data without a key', { source: 'RECORD', fieldId: 'customData.' }, 'fieldId'],
    ['free data two levels deep', { source: 'RECORD', fieldId: 'customData.a.b' }, 'fieldId'],
    [
      'free data with a key of 65 characters',
      { source: 'RECORD', fieldId: `customData.${'x'.repeat(65)}` },
      'fieldId',
    ],
    ['a name that replaces a prototype', { fieldId: '__proto__' }, 'fieldId'],
    ['free data under such a name', { source: 'RECORD', fieldId: 'customData.__proto__' }, 'fieldId'],
    ['an inherited name', { source: 'RECORD', fieldId: 'constructor' }, 'fieldId'],
  ])('refuses %s', async (_what, changes, field) => {
    const { id } = await project.board();
    expect(await refusal(project.field(id, changes))).toEqual({ reason: 'INVALID_INPUT', fields: [field] });
    expect(await list(id)).toEqual([]);
  });

  it.each([
    ['contacts', ['name', 'email', 'phone', 'lang', 'plan', 'value', 'sla', 'customData.x'], false],
    ['contacts', ['userId', 'companyId', 'companyName', 'avatar', 'tags', 'unsubscribed', 'createdAt'], true],
    ['companies', ['name', 'plan', 'value', 'domain', 'sla', 'customData.x'], false],
    ['companies', ['companyId', 'tags', 'createdAt'], true],
  ])('takes attributes of %s: %j, read-only: %s', async (recordType, attributes, readOnly) => {
    const { id } = await project.board({ recordType });
    for (const fieldId of attributes) {
      const field = await project.field(id, { source: 'RECORD', fieldId, readOnly: false });
      expect({ fieldId, readOnly: field.readOnly }).toEqual({ fieldId, readOnly });
      expect((await update(id, fieldId, { readOnly: false }))?.readOnly).toBe(readOnly);
    }
  });

  it('refuses a fieldId that another field has, and the 101st field', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'x' });
    expect(await refusal(project.field(id, { fieldId: 'x' }))).toMatchObject({ reason: 'FIELD_ID_TAKEN' });
    for (let n = 1; n < 100; n += 1) await project.field(id, {});
    expect(await refusal(project.field(id, {}))).toMatchObject({ reason: 'TOO_MANY_FIELDS' });
  });

  it('makes one of 10 fields of one fieldId at once', async () => {
    const { id } = await project.board();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => project.field(id, { fieldId: 'x' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('updating a field', () => {
  const options = [{ label: 'A', value: 'a' }];

  it('changes what is sent, clears by null, and writes nothing when nothing changes', async () => {
    const { id } = await project.board();
    const made = await project.field(id, { fieldId: 'n', type: 'number', unit: 'kg', calculation: 'min' });
    const changed = await update(id, 'n', {
      label: 'N',
      type: 'number',
      source: 'ENTRY',
      fieldId: 'n',
      order: 3,
    });
    expect(changed).toEqual({ ...made, label: 'N', order: 3, updatedAt: changed?.updatedAt });
    expect(await update(id, 'n', { label: 'N' })).toEqual(changed);
    expect(await update(id, 'n', {}, ['unit', 'calculation', 'options'])).toMatchObject({
      unit: undefined,
      calculation: undefined,
    });
  });

  it.each([
    [{ type: 'text' }, [], 'type'],
    [{ source: 'RECORD' }, [], 'source'],
    [{ fieldId: 'other' }, [], 'fieldId'],
    [{ label: ' ' }, [], 'label'],
    [{ calculation: 'sum' }, [], 'calculation'],
    [{}, ['label'], 'label'],
    [{}, ['options'], 'options'],
  ])('refuses %j, null for %j', async (field, nulls, named) => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 's', type: 'select', options });
    expect(await refusal(update(id, 's', field, nulls))).toEqual({
      reason: 'INVALID_INPUT',
      fields: [named],
    });
  });

  it('leaves values that a removed option leaves behind', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 's', type: 'select', options });
    const entry = await project.add(id, { values: { s: 'a' } });
    await update(id, 's', { options: [{ label: 'B', value: 'b' }] });
    expect((await project.read(entry.id)).values).toEqual({ s: 'a' });
  });

  it('is 404 for a fieldId that the board does not have', async () => {
    const { id } = await project.board();
    expect(await refusal(update(id, 'nope', {}))).toMatchObject({ reason: 'PIPELINE_FIELD_NOT_FOUND' });
    const gone = service.fields.deletePipelineField({ pipelineId: id, fieldId: 'nope' }, project.as('admin'));
    expect(await refusal(gone)).toMatchObject({ reason: 'PIPELINE_FIELD_NOT_FOUND' });
  });
});

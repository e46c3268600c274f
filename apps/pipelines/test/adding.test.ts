import { noteGone } from '@parley/events';
import { refusal } from './support/records';
import {
  OTHER,
  required,
  startPipelines,
  type TestPipelines,
  type TestProject,
  USER,
} from './support/pipelines';

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

describe('adding', () => {
  it('puts a contact at the end of the first lane that is not archived and tells of it', async () => {
    const lanes = [
      { id: 'old', title: 'Old', archived: true },
      { id: 'new', title: 'New' },
    ];
    const { id, organisation } = await project.board({ lanes });
    const field = await project.field(id, { fieldId: 'email', source: 'RECORD' });
    const recordId = project.record({ name: 'Lin', email: 'lin@example.com', userId: 'u-1', tags: [] });
    const entry = await project.add(id, { recordId });
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: entry.id,
      project: project.id,
      organisation,
      pipeline: id,
      recordType: 'contacts',
      recordId,
      record: { id: recordId, name: 'Lin', email: 'lin@example.com', userId: 'u-1' },
      laneId: 'new',
      lexorank: 'i',
      laneEnteredAt: entry.createdAt,
      values: {},
      recordValues: { email: 'lin@example.com' },
      dueDate: null,
      createdBy: 'id' in USER ? USER.id : '',
      createdAt: expect.any(String),
      updatedAt: entry.createdAt,
    });
    expect(field.readOnly).toBe(false);
    const second = await project.add(id);
    expect(await project.order(id, 'new')).toEqual([entry.id, second.id]);
    const told = await service.told(entry.id);
    expect(told).toEqual([
      { subject: 'pipelines.v1.entry.added', payload: expect.objectContaining({ contactId: recordId }) },
    ]);
    expect(told[0]?.payload['entry']).toEqual(entry);
    expect(await project.history(entry.id)).toEqual([
      { at: entry.createdAt, actor: expect.objectContaining({ type: 'user' }), field: 'laneId', to: 'new' },
    ]);
  });

  it('answers a record that is there already unchanged, whatever else was sent as long as it is valid', async () => {
    const { id } = await project.board();
    const entry = await project.add(id, { laneId: 'b' });
    const again = await project.add(id, { recordId: entry.recordId, laneId: 'c', dueDate: '2026-12-01' });
    expect(again).toEqual(entry);
    expect(await service.told(entry.id)).toHaveLength(1);
    const bad = project.add(id, { recordId: entry.recordId, values: { nope: 1 } });
    expect(await refusal(bad)).toEqual({ reason: 'INVALID_INPUT', fields: ['values.nope'] });
  });

  it('makes one entry of 50 adds of one record at once', async () => {
    const { id } = await project.board();
    const recordId = project.record();
    const entries = await Promise.all(Array.from({ length: 50 }, () => project.add(id, { recordId })));
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(1);
    expect(await service.told(required(entries[0]).id)).toHaveLength(1);
  });

  it('gives 50 records that are added at once 50 ranks', async () => {
    const { id } = await project.board();
    const entries = await Promise.all(Array.from({ length: 50 }, () => project.add(id)));
    expect(new Set(entries.map(({ lexorank }) => lexorank)).size).toBe(50);
    expect(await project.order(id, 'a')).toHaveLength(50);
  });

  it('lets one of many that are added at once fail alone, and keeps nothing of its record', async () => {
    const { id } = await project.board();
    const there = await project.add(id);
    const gone = project.record();
    await noteGone(service.db, [{ projectId: project.id, id: gone }], { at: new Date() });
    const recordIds = [...Array.from({ length: 20 }, () => project.record()), there.recordId, gone];
    const results = await Promise.all(
      recordIds.map((recordId) => project.add(id, { recordId }).catch(() => undefined)),
    );
    expect(results.map((entry) => entry?.recordId)).toEqual([...recordIds.slice(0, -1), undefined]);
    expect(results.at(-2)?.id).toBe(there.id);
    const added = results.slice(0, 20).map((entry) => required(entry).id);
    expect([...(await project.order(id, 'a'))].sort()).toEqual([there.id, ...added].sort());
    expect(await service.db.query('SELECT FROM pipeline_record WHERE id = $1', [gone])).toEqual([]);
  });

  it('writes who added each of many that are added at once', async () => {
    const { id } = await project.board();
    const add = (actor: typeof USER) =>
      service.entries.addPipelineEntry(
        { pipelineId: id, recordId: project.record(), values: {} },
        project.as('user', actor),
      );
    const added = await Promise.all([USER, OTHER, USER, OTHER].map(add));
    const actors = await Promise.all(
      added.map(async ({ entry }) => (await project.history(required(entry).id))[0]?.actor),
    );
    expect(actors.map((actor) => actor?.id)).toEqual(
      [USER, OTHER, USER, OTHER].map((actor) => ('id' in actor ? actor.id : '')),
    );
    expect(added.map(({ entry }) => entry?.createdBy)).toEqual(actors.map((actor) => actor?.id));
  });

  it.each([
    ['an unknown lane', { laneId: 'nope' }, 'laneId'],
    ['an archived lane', { laneId: 'z' }, 'laneId'],
    ['a due date that is none', { dueDate: 'tomorrow' }, 'dueDate'],
    ['31 February', { dueDate: '2026-02-31' }, 'dueDate'],
    ['a due date that is a number', { dueDate: 5 }, 'dueDate'],
    ['an unknown value', { values: { constructor: 1 } }, 'values.constructor'],
  ])('refuses %s with 400 and writes nothing', async (_what, request, field) => {
    const { id } = await project.board({
      lanes: [
        { id: 'a', title: 'A' },
        { id: 'z', title: 'Z', archived: true },
      ],
    });
    const recordId = project.record();
    expect(await refusal(project.add(id, { ...request, recordId }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: [field],
    });
    expect(await project.order(id, 'a')).toEqual([]);
  });

  it('answers 404 for records that are unknown, of another project or of the other type', async () => {
    const { id } = await project.board();
    const companies = await project.board({ recordType: 'companies' });
    const foreign = service.project().record();
    const company = project.record({ companyId: 'acme' }, 'companies');
    for (const recordId of [UNKNOWN, foreign, company])
      expect(await refusal(project.add(id, { recordId }))).toMatchObject({ reason: 'SESSION_NOT_FOUND' });
    expect(await refusal(project.add(companies.id, { recordId: project.record() }))).toMatchObject({
      reason: 'COMPANY_NOT_FOUND',
    });
  });

  it('is 503 while the contacts service is away, but not for reads', async () => {
    const { id } = await project.board();
    const entry = await project.add(id);
    const recordId = project.record();
    service.records.away = true;
    expect(await refusal(project.add(id, { recordId }))).toMatchObject({ reason: 'UNAVAILABLE' });
    expect(await service.db.query('SELECT FROM pipeline_record WHERE id = $1', [recordId])).toEqual([]);
    expect(await project.order(id, 'a')).toEqual([entry.id]);
    expect(await project.read(entry.id)).toEqual(entry);
  });
});

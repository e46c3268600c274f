import type { Pipeline } from '@parley/proto/generated/parley/pipelines/v1/pipeline';
import { eventually } from '@parley/testing';
import { refusal } from './support/records';
import {
  OTHER,
  required,
  SERVICE,
  startPipelines,
  type TestPipelines,
  type TestProject,
  USER,
} from './support/pipelines';

let service: TestPipelines;
let project: TestProject;
const readId = (actor: object): string => (actor as { id: string }).id;
beforeAll(async () => {
  service = await startPipelines();
  for (const actor of [USER, OTHER]) service.workspace.members.add(readId(actor));
  service.workspace.serviceAccounts.add(readId(SERVICE));
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
  service.workspace.teams.clear();
});

const update = async (
  pipelineId: string,
  pipeline: Record<string, unknown>,
  rest: Record<string, unknown> = {},
): Promise<Pipeline> =>
  required(
    (await service.pipelines.updatePipeline({ pipelineId, pipeline, ...rest }, project.as('agent'))).pipeline,
  );
const remove = (pipelineId: string, force?: boolean) =>
  service.pipelines.deletePipeline({ pipelineId, ...(force !== undefined && { force }) }, project.as('user'));
const laneIds = ({ lanes }: Pipeline): string[] => lanes.map(({ id }) => id);

describe('creating', () => {
  it('sorts lanes by their order, by their place without one, and numbers them', async () => {
    const lanes = [
      { title: 'Last', order: 9 },
      { title: 'Second' },
      { title: 'First', order: -1, color: 'red' },
    ];
    const board = await project.board({ lanes, columns: { b: 1, a: { 2: null } } });
    expect(board.lanes).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        title: 'First',
        color: 'red',
        order: 0,
        archived: false,
      },
      { id: expect.any(String), title: 'Second', order: 1, archived: false },
      { id: expect.any(String), title: 'Last', order: 2, archived: false },
    ]);
    expect(board).toMatchObject({ visibility: 'public', users: [], teams: [], createdBy: readId(USER) });
    const { pipeline } = await service.pipelines.getPipeline({ pipelineId: board.id }, project.as('agent'));
    expect(pipeline).toEqual(board);
    expect(Object.keys(pipeline?.columns)).toEqual(['b', 'a']);
    expect(await service.told(board.id)).toEqual([
      { subject: 'pipelines.v1.pipeline.created', payload: { pipeline: board } },
    ]);
  });

  it.each([
    ['a blank name', { name: ' ' }, 'name'],
    ['a blank title', { lanes: [{ title: 'A' }, { title: '\t' }] }, 'lanes.1.title'],
    ['two titles that differ in case only', { lanes: [{ title: 'A' }, { title: 'a' }] }, 'lanes.1.title'],
    [
      'two lanes of one id',
      {
        lanes: [
          { id: 'x', title: 'A' },
          { id: 'x', title: 'B' },
        ],
      },
      'lanes.1.id',
    ],
    ['only archived lanes', { lanes: [{ title: 'A', archived: true }] }, 'lanes'],
    ['columns of 65,537 bytes', { columns: 'x'.repeat(65_535) }, 'columns'],
    ['an unknown user', { users: ['0123456789abcdef0123ffff'] }, 'users.0'],
    ['an unknown team', { teams: ['0123456789abcdef0123ffff'] }, 'teams.0'],
  ])('refuses %s', async (_what, changes, field) => {
    expect(await refusal(project.board(changes))).toEqual({ reason: 'INVALID_INPUT', fields: [field] });
  });

  it('takes columns of 65,536 bytes, people and service accounts', async () => {
    const users = [readId(OTHER), readId(SERVICE)];
    const board = await project.board({ columns: 'x'.repeat(65_534), users });
    expect(board.users).toEqual(users);
  });

  it('refuses the 501st board of a project with too_many_pipelines', async () => {
    await service.db.query(
      `INSERT INTO pipeline (project_id, id, organisation_id, name, record_type, visibility, users, teams, created_by,
         created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', 'x', 'contacts', 'public', '{}', '{}', '', now(), now()
         FROM generate_series(1, 499) n`,
      [project.id],
    );
    const last = await project.board();
    expect(await refusal(project.board())).toMatchObject({ reason: 'TOO_MANY_PIPELINES' });
    await remove(last.id);
    await project.board();
  });
});

describe('updating', () => {
  it('leaves what is omitted, clears by null, and moves updatedAt by more than nothing', async () => {
    const board = await project.board({ columns: { a: 1 }, users: [readId(OTHER)] });
    const renamed = await update(board.id, { name: 'Renewals', recordType: 'contacts' });
    expect(renamed).toEqual({ ...board, name: 'Renewals', updatedAt: renamed.updatedAt });
    expect(required(renamed.updatedAt) > required(board.updatedAt)).toBe(true);
    const cleared = await update(board.id, {}, { nulls: ['columns', 'users', 'teams'] });
    expect(cleared).toMatchObject({ users: [], teams: [] });
    expect(cleared.columns).toBeUndefined();
    expect(await update(board.id, { name: 'Renewals' })).toEqual(cleared);
    expect(await service.told(board.id)).toHaveLength(3);
  });

  it.each(['name', 'lanes', 'visibility', 'recordType'])('refuses to clear %s', async (field) => {
    const { id } = await project.board();
    expect(await refusal(update(id, {}, { nulls: [field] }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: [field],
    });
  });

  it('refuses another recordType', async () => {
    const { id } = await project.board();
    expect(await refusal(update(id, { recordType: 'companies' }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: ['recordType'],
    });
  });

  it('refuses a stale expectedUpdatedAt with version_conflict and writes nothing', async () => {
    const board = await project.board();
    const changed = await update(board.id, { name: 'B' }, { expectedUpdatedAt: board.updatedAt });
    const stale = update(board.id, { name: 'C' }, { expectedUpdatedAt: board.updatedAt });
    expect(await refusal(stale)).toMatchObject({ reason: 'VERSION_CONFLICT' });
    expect(
      (await service.pipelines.getPipeline({ pipelineId: board.id }, project.as('agent'))).pipeline,
    ).toEqual(changed);
  });

  it('lets one of 10 updates with the same expectedUpdatedAt through', async () => {
    const board = await project.board();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        update(board.id, { name: `B${n}` }, { expectedUpdatedAt: board.updatedAt }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not moved by entries', async () => {
    const board = await project.board();
    const entry = await project.add(board.id);
    await project.move(entry.id, { laneId: 'b' });
    const { pipeline } = await service.pipelines.getPipeline({ pipelineId: board.id }, project.as('agent'));
    expect(pipeline?.updatedAt).toBe(board.updatedAt);
  });
});

describe('changing lanes', () => {
  const two = [
    { id: 'b', title: 'Bee' },
    { id: 'a', title: 'A', archived: true },
  ];

  it('keeps lanes by their id with their entries, adds and removes', async () => {
    const { id } = await project.board();
    const entry = await project.add(id);
    const board = await update(id, { lanes: [...two, { title: 'New' }] });
    expect(laneIds(board).slice(0, 2)).toEqual(['b', 'a']);
    expect(await project.read(entry.id)).toEqual(entry);
    expect(await refusal(project.add(id, { laneId: 'a' }))).toEqual({
      reason: 'INVALID_INPUT',
      fields: ['laneId'],
    });
    expect((await project.move(entry.id, { laneId: 'b' })).laneId).toBe('b');
  });

  it('refuses to remove a lane with entries, naming it, and changes nothing', async () => {
    const { id } = await project.board();
    await project.add(id, { laneId: 'c' });
    const removal = update(id, { lanes: two, name: 'Other' });
    await expect(removal).rejects.toMatchObject({
      reason: 'LANE_NOT_EMPTY',
      message: expect.stringContaining('"C"'),
    });
    const { pipeline } = await service.pipelines.getPipeline({ pipelineId: id }, project.as('agent'));
    expect(pipeline).toMatchObject({ name: 'Board' });
    expect(laneIds(required(pipeline))).toEqual(['a', 'b', 'c']);
  });

  it('moves entries of removed lanes to the end of moveEntriesTo in their order, with history and events', async () => {
    const { id } = await project.board();
    const there = await project.addMany(id, 1, 'b');
    const first = await project.addMany(id, 2, 'a');
    const second = await project.addMany(id, 2, 'c');
    await update(id, { lanes: [{ id: 'b', title: 'B' }] }, { moveEntriesTo: 'b' });
    const expected = [...there, ...first, ...second].map((entry) => entry.id);
    expect(await project.order(id, 'b')).toEqual(expected);
    const moved = required(second[1]);
    expect((await project.history(moved.id)).at(-1)).toMatchObject({ field: 'laneId', from: 'c', to: 'b' });
    expect((await service.told(moved.id)).at(-1)).toMatchObject({
      subject: 'pipelines.v1.entry.moved',
      payload: { fromLaneId: 'c', pipeline: { lanes: [{ id: 'b' }] } },
    });
  });

  it.each(['a', 'c', 'nope'])(
    'refuses moveEntriesTo "%s": archived, removed or unknown',
    async (moveEntriesTo) => {
      const { id } = await project.board();
      expect(await refusal(update(id, { lanes: two }, { moveEntriesTo }))).toEqual({
        reason: 'INVALID_INPUT',
        fields: ['moveEntriesTo'],
      });
    },
  );

  it('refuses to take more than 10,000 entries along', async () => {
    const { id } = await project.board();
    await service.db.query(
      `INSERT INTO pipeline_entry SELECT $1, 'e' || lpad(to_hex(n), 23, '0'), $2, 'contacts', lpad(to_hex(n), 24, '0'), 'c',
         lpad(n::text, 6, '0'), now(), '{}', NULL, '', now(), now() FROM generate_series(1, 10001) n`,
      [project.id, id],
    );
    expect(await refusal(update(id, { lanes: two }, { moveEntriesTo: 'b' }))).toMatchObject({
      reason: 'LANE_NOT_EMPTY',
    });
    await service.db.query('DELETE FROM pipeline_entry WHERE project_id = $1 AND rank = $2', [
      project.id,
      '000001',
    ]);
    await update(id, { lanes: two }, { moveEntriesTo: 'b' });
    const summary = await service.pipelines.getPipelineSummary({ pipelineId: id }, project.as('agent'));
    expect(summary).toMatchObject({
      count: 10_000,
      lanes: [
        { laneId: 'b', count: 10_000 },
        { laneId: 'a', count: 0 },
      ],
    });
  });

  it('leaves no entry in a lane that is removed while entries are added and moved', async () => {
    const { id } = await project.board();
    const entries = await project.addMany(id, 10, 'b');
    const records = Array.from({ length: 10 }, () => project.record());
    await Promise.allSettled([
      ...records.map((recordId) => project.add(id, { recordId, laneId: 'c' })),
      ...entries.map((entry) => project.move(entry.id, { laneId: 'c' })),
      update(id, { lanes: [{ id: 'b', title: 'B' }] }, { moveEntriesTo: 'b' }),
      update(id, { lanes: [{ id: 'b', title: 'B' }] }, { moveEntriesTo: 'b' }),
    ]);
    const stray = await service.db.query(
      `SELECT FROM pipeline_entry e WHERE e.project_id = $1 AND NOT EXISTS (SELECT FROM pipeline_lane l
        WHERE l.project_id = e.project_id AND l.pipeline_id = e.pipeline_id AND l.id = e.lane_id)`,
      [project.id],
    );
    expect(stray).toEqual([]);
    for (const entry of entries) expect((await project.read(entry.id)).laneId).toBe('b');
  });
});

describe('deleting', () => {
  it('asks for entries first, unless it is forced; then everything is gone at once and rows go later', async () => {
    const board = await project.board();
    await project.field(board.id, { fieldId: 'note' });
    const entry = await project.add(board.id, { values: { note: 'x' } });
    expect(await refusal(remove(board.id))).toMatchObject({ reason: 'PIPELINE_NOT_EMPTY' });
    const { pipeline } = await remove(board.id, true);
    expect(pipeline).toMatchObject({ id: board.id, name: 'Board' });
    expect(await refusal(project.read(entry.id))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
    expect(await refusal(project.lane(board.id, 'a'))).toMatchObject({ reason: 'PIPELINE_NOT_FOUND' });
    expect(await refusal(remove(board.id, true))).toMatchObject({ reason: 'PIPELINE_NOT_FOUND' });
    expect(await refusal(project.add(board.id))).toMatchObject({ reason: 'PIPELINE_NOT_FOUND' });
    const record = { recordType: 'contacts', recordId: entry.recordId };
    expect((await service.entries.listEntriesOfRecord(record, project.as('agent'))).entries).toEqual([]);
    expect((await service.pipelines.listPipelines({}, project.as('agent'))).pipelines).toEqual([]);
    await eventually(async () => {
      for (const table of [
        'pipeline',
        'pipeline_lane',
        'pipeline_field',
        'pipeline_entry',
        'pipeline_record',
        'pipeline_tally',
      ])
        expect(await service.db.query(`SELECT FROM ${table} WHERE project_id = $1`, [project.id])).toEqual(
          [],
        );
      expect(
        await service.db.query('SELECT FROM pipeline_entry_history WHERE project_id = $1', [project.id]),
      ).toEqual([]);
    });
    expect((await service.told(board.id)).at(-1)).toMatchObject({ subject: 'pipelines.v1.pipeline.deleted' });
  });
});

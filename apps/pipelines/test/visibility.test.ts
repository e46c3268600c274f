import { refusal } from './support/records';
import {
  OTHER,
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

describe('seeing', () => {
  const shared = { visibility: 'shared' };
  const other = () => project.as('agent', OTHER);
  const robot = () => project.as('user', SERVICE);
  const admin = () =>
    project.as('admin', {
      type: 'user',
      id: '0123456789abcdef0000000a',
      email: 'a@example.com',
      confirmed: true,
    });
  const listed = async (context = other(), request = {}) =>
    (await service.pipelines.listPipelines(request, context)).pipelines.map(({ id }) => id);
  const reaches = async (pipelineId: string, context = other()): Promise<boolean> =>
    service.pipelines.getPipeline({ pipelineId }, context).then(
      () => true,
      (error: { reason?: string }) => {
        expect(error.reason).toBe('PIPELINE_NOT_FOUND');
        return false;
      },
    );

  it('is for everybody, whoever made it, users, and members of teams', async () => {
    service.workspace.teams.set('t1', [readId(OTHER), readId(SERVICE)]);
    const [open, own, named, team] = [
      await project.board(),
      await project.board(shared),
      await project.board({ ...shared, users: [readId(OTHER), readId(SERVICE)] }),
      await project.board({ ...shared, teams: ['t1'] }),
    ];
    expect(await listed(project.as('agent'))).toEqual([team.id, named.id, own.id, open.id]);
    expect(await listed()).toEqual([team.id, named.id, open.id]);
    // A service account is no member of a team.
    expect(await listed(robot())).toEqual([named.id, open.id]);
    expect(await reaches(team.id, robot())).toBe(false);
    expect(await reaches(own.id)).toBe(false);
    expect(await reaches(team.id)).toBe(true);
    expect(await listed(admin())).toEqual([open.id]);
    expect(await listed(admin(), { all: true })).toHaveLength(4);
    expect(await reaches(own.id, admin())).toBe(true);
    expect(await refusal(listed(other(), { all: true }))).toMatchObject({ reason: 'PERMISSION_DENIED' });
  });

  it('is betrayed by nothing', async () => {
    const hidden = await project.board(shared);
    await project.field(hidden.id, { fieldId: 'note' });
    const entry = await project.add(hidden.id);
    const at = { pipelineId: hidden.id };
    const on = { entryId: entry.id };
    const { pipelines, fields, entries, bulk } = service;
    const values = { values: { note: 'x' } };
    const calls: Promise<unknown>[] = [
      pipelines.updatePipeline({ ...at, pipeline: { name: 'x' } }, other()),
      pipelines.deletePipeline(at, other()),
      pipelines.getPipelineSummary(at, other()),
      fields.listPipelineFields(at, other()),
      fields.createPipelineField({ ...at, field: { label: 'x' } }, other()),
      fields.updatePipelineField({ ...at, fieldId: 'note' }, other()),
      fields.deletePipelineField({ ...at, fieldId: 'note' }, other()),
      fields.checkPipelineField({ ...at, fieldId: 'note' }, other()),
      entries.listPipelineEntries({ ...at, laneId: 'a' }, other()),
      entries.addPipelineEntry({ ...at, recordId: entry.recordId }, other()),
      entries.checkEntriesPipeline(at, other()),
      bulk.bulkUpdateEntries({ ...at, action: 'remove', selection: { ids: [entry.id] } }, other()),
      bulk.importEntries({ ...at, entries: [{ recordId: entry.recordId }] }, other()),
      bulk.checkBulkPipeline(at, other()),
      (async () => {
        for await (const part of bulk.exportPipelineEntries(at, other())) void part;
      })(),
    ];
    for (const call of calls)
      expect(await refusal(call)).toEqual({ reason: 'PIPELINE_NOT_FOUND', fields: [] });
    const onEntry: Promise<unknown>[] = [
      entries.getPipelineEntry(on, other()),
      entries.movePipelineEntry(on, other()),
      entries.updateEntryValues({ ...on, ...values }, other()),
      entries.updateEntryRecordValues({ ...on, ...values }, other()),
      entries.setEntryDueDate({ ...on, dueDate: '' }, other()),
      entries.listEntryHistory(on, other()),
      entries.removePipelineEntry(on, other()),
    ];
    for (const call of onEntry)
      expect(await refusal(call)).toEqual({ reason: 'PIPELINE_ENTRY_NOT_FOUND', fields: [] });
    const record = { recordType: 'contacts', recordId: entry.recordId };
    expect((await entries.listEntriesOfRecord(record, other())).entries).toEqual([]);
    expect((await entries.listEntriesOfRecord(record, project.as('agent'))).entries).toHaveLength(1);
    expect(await project.read(entry.id)).toEqual(entry);
  });

  it('ends at the border of the project', async () => {
    const mine = await project.board();
    const entry = await project.add(mine.id);
    const stranger = service.project();
    const { as } = stranger;
    expect(await refusal(service.pipelines.getPipeline({ pipelineId: mine.id }, as('admin')))).toMatchObject({
      reason: 'PIPELINE_NOT_FOUND',
    });
    expect(await refusal(stranger.read(entry.id))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
    expect(await refusal(stranger.move(entry.id, {}))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
    expect((await service.pipelines.listPipelines({ all: true }, as('admin'))).pipelines).toEqual([]);
    const theirs = await stranger.board();
    const foreign = await stranger.add(theirs.id);
    expect(await refusal(project.move(entry.id, { before: foreign.id }))).toMatchObject({
      fields: ['before'],
    });
    const bulk = { pipelineId: theirs.id, action: 'remove', selection: { ids: [entry.id] } };
    expect(await service.bulk.bulkUpdateEntries(bulk, as('user'))).toEqual({
      matched: 0,
      updated: 0,
      failed: [{ entryId: entry.id, code: 'pipeline_entry_not_found' }],
    });
    expect(await project.read(entry.id)).toEqual(entry);
  });

  it('ends for people who leave and teams that are deleted', async () => {
    service.workspace.teams.set('t1', [readId(OTHER)]);
    const board = await project.board({ ...shared, users: [readId(OTHER), readId(SERVICE)], teams: ['t1'] });
    const { id: projectId } = project;
    await service.publish('workspace.v1.member.removed', projectId, readId(OTHER), {
      projectId,
      userId: readId(OTHER),
    });
    await service.publish('workspace.v1.team.deleted', projectId, 't1', { team: { id: 't1', name: 'T' } });
    const { pipeline } = await service.pipelines.getPipeline({ pipelineId: board.id }, project.as('agent'));
    expect(pipeline).toMatchObject({ users: [readId(SERVICE)], teams: [] });
    expect(await reaches(board.id)).toBe(false);
    expect((await service.told(board.id)).map(({ subject }) => subject)).toEqual([
      'pipelines.v1.pipeline.created',
      'pipelines.v1.pipeline.updated',
      'pipelines.v1.pipeline.updated',
    ]);
  });

  it('lets whoever sees a board change who sees it, also so that they no longer do', async () => {
    const board = await project.board();
    await service.pipelines.updatePipeline({ pipelineId: board.id, pipeline: shared }, other());
    expect(await reaches(board.id)).toBe(false);
    expect(await reaches(board.id, project.as('agent'))).toBe(true);
  });
});

describe('the list', () => {
  it('is most recently updated first, filtered and sorted by what it says, 100 by default and 500 at most', async () => {
    const [x, y] = [
      await project.board({ name: 'X' }),
      await project.board({ name: 'Y', recordType: 'companies' }),
    ];
    await service.pipelines.updatePipeline(
      { pipelineId: x.id, pipeline: { name: 'XX' } },
      project.as('agent'),
    );
    const list = async (request: object) =>
      (await service.pipelines.listPipelines(request, project.as('agent'))).pipelines.map(({ id }) => id);
    const where = (field: string, value: string) =>
      list({ filter: [{ field, operator: 'eq', values: [value] }] });
    expect(await list({})).toEqual([x.id, y.id]);
    expect(await list({ sort: '-name' })).toEqual([y.id, x.id]);
    expect(await list({ skip: 1, limit: 9_999 })).toEqual([y.id]);
    expect(await where('recordType', 'companies')).toEqual([y.id]);
    expect(await where('name', 'XX')).toEqual([x.id]);
    expect(await where('createdBy', readId(OTHER))).toEqual([]);
    expect(await refusal(where('recordType', 'tickets'))).toEqual({
      reason: 'INVALID_QUERY',
      fields: ['recordType'],
    });
    expect(await refusal(where('visibility', 'hidden'))).toEqual({
      reason: 'INVALID_QUERY',
      fields: ['visibility'],
    });
  });
});

import { createNetworkCaller, startRpcServer } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { createClients, silentObserver, startPipelines } from './support/pipelines';

it('creates, writes, imports, lists and refuses over gRPC as in process', async () => {
  const service = await startPipelines();
  const server = await startRpcServer({
    services: service.implementations,
    address: '127.0.0.1:0',
    serviceKey: 'key',
    observer: silentObserver,
  });
  const target = `127.0.0.1:${server.port}`;
  const caller = createNetworkCaller({ service: 'pipelines', target, serviceKey: 'key' });
  await eventually(() => caller.health());
  const { pipelines, fields, entries, bulk } = createClients(caller);
  const project = service.project();
  const context = project.as('user');
  try {
    const columns = { z: null, a: [0, false, ''] };
    const board = await project.board({ columns });
    const pipelineId = board.id;
    expect(await pipelines.getPipeline({ pipelineId }, context)).toEqual({ pipeline: board });
    await project.field(pipelineId, { fieldId: 'n', type: 'number', calculation: 'sum' });
    expect((await fields.listPipelineFields({ pipelineId }, context)).fields).toMatchObject([
      { fieldId: 'n' },
    ]);
    const entry = await project.add(pipelineId, { values: { n: 0 } });
    expect(await entries.getPipelineEntry({ entryId: entry.id }, context)).toEqual({
      entry,
      // The field that it got is a change of it.
      pipeline: { ...board, updatedAt: expect.any(String) },
    });
    const cleared = await entries.updateEntryValues({ entryId: entry.id, values: { n: null } }, context);
    expect(cleared.entry).toMatchObject({ values: {}, dueDate: null });
    const rows = [{ recordId: entry.recordId, values: { n: 2 } }, null, { userId: 'nobody' }];
    expect(await bulk.importEntries({ pipelineId, entries: rows }, context)).toMatchObject({
      updated: 1,
      ids: [entry.id, null, null],
      failed: [{ index: 1 }, { index: 2, code: 'session_not_found' }],
    });
    expect((await pipelines.getPipelineSummary({ pipelineId }, context)).lanes[0]).toEqual({
      laneId: 'a',
      count: 1,
      overdue: 0,
      calculations: { n: 2 },
    });
    await expect(
      entries.movePipelineEntry({ entryId: entry.id, before: 'x' }, context),
    ).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'before' }],
    });
  } finally {
    await caller.close();
    await server.close(1_000);
    await service.stop();
  }
});

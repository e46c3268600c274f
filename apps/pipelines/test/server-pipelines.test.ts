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
});

const server = (where = project) => where.as('admin', { type: 'service', id: where.id, name: 'Server' });

/** A board of companies with the field `amount`, and a company. */
const salesBoard = async () => {
  const { id } = await project.board({ recordType: 'companies' });
  await project.field(id, { fieldId: 'amount', type: 'currency', unit: 'EUR', label: 'Amount' });
  project.record({ companyId: 'acme', name: 'Acme' }, 'companies');
  return { pipelineId: id, companyId: 'acme' };
};

describe('the boards of a customer’s own server', () => {
  it('are listed with their open stages and the fields of their entries', async () => {
    const { pipelineId } = await salesBoard();
    await project.field(pipelineId, { fieldId: 'plan', source: 'RECORD' });
    await project.field(pipelineId, { fieldId: 'note', label: 'Note' });
    const lanes = [
      { id: 'a', title: 'A', color: '#22c55e' },
      { id: 'b', title: 'B' },
      { id: 'c', title: 'C', archived: true },
    ];
    await service.pipelines.updatePipeline({ pipelineId, pipeline: { lanes } }, project.as('user'));
    const { pipelines } = await service.server.listServerPipelines({}, server());
    expect(pipelines).toEqual([
      {
        id: pipelineId,
        name: 'Board',
        recordType: 'companies',
        stages: [
          { id: 'a', name: 'A', color: '#22c55e' },
          { id: 'b', name: 'B' },
        ],
        fields: [
          { fieldId: 'amount', label: 'Amount', type: 'currency', currency: 'EUR' },
          { fieldId: 'note', label: 'Note', type: 'text' },
        ],
      },
    ]);
  });

  it('are those of its project, shared ones too, in the order that is asked for', async () => {
    await project.board({ name: 'B' });
    await project.board({ name: 'A', visibility: 'shared' });
    await service.project().board({ name: 'Of others' });
    const list = async (request: object) =>
      (await service.server.listServerPipelines(request, server())).pipelines.map(({ name }) => name);
    expect(await list({})).toEqual(['A', 'B']);
    expect(await list({ sort: '-name' })).toEqual(['B', 'A']);
    expect(await list({ sort: 'name', skip: 1, limit: 1 })).toEqual(['B']);
  });
});

describe('an entry of a customer’s own server', () => {
  it('is added once: a second addition answers it as it stands', async () => {
    const place = await salesBoard();
    const added = await service.server.addCompanyEntry(
      { ...place, stageId: 'b', values: { amount: 5 } },
      server(),
    );
    expect(added.entry).toMatchObject({ ...place, stageId: 'b', values: { amount: 5 } });
    expect(required(added.entry).userId).toBeUndefined();
    const again = await service.server.addCompanyEntry({ ...place, stageId: 'c', values: {} }, server());
    expect(again).toEqual(added);
    expect(await service.server.getCompanyEntry(place, server())).toEqual(added);
  });

  it('is put: added, then changed with merged values, moved to the end of another stage, and unchanged', async () => {
    const { id: pipelineId } = await project.board();
    await project.field(pipelineId, { fieldId: 'amount', type: 'number' });
    await project.field(pipelineId, { fieldId: 'note' });
    const { id: other } = await project.add(pipelineId, { laneId: 'b' });
    project.record({ userId: 'ada' });
    const place = { pipelineId, userId: 'ada' };
    const put = async (wanted: object) =>
      required((await service.server.putContactEntry({ ...place, ...wanted }, server())).entry);
    const { id } = await put({ values: { amount: 1, note: 'x' } });
    expect(await put({ stageId: 'b', values: { note: null } })).toMatchObject({
      id,
      userId: 'ada',
      stageId: 'b',
      values: { amount: 1 },
    });
    expect(await project.order(pipelineId, 'b')).toEqual([other, id]);
    const told = await service.told(id);
    await put({ stageId: 'b', values: { amount: 1 } });
    expect(await service.told(id)).toEqual(told);
    expect(told.map(({ subject }) => subject.split('.').at(-1))).toEqual(['added', 'moved', 'updated']);
  });

  it('is removed and answered as it was; the record stays', async () => {
    const place = await salesBoard();
    const { entry } = await service.server.putCompanyEntry(place, server());
    expect(await service.server.removeCompanyEntry(place, server())).toEqual({ entry });
    for (const rpc of ['getCompanyEntry', 'removeCompanyEntry'] as const)
      expect(await refusal(service.server[rpc](place, server()))).toMatchObject({
        reason: 'PIPELINE_ENTRY_NOT_FOUND',
      });
    expect((await service.server.addCompanyEntry(place, server())).entry?.companyId).toBe('acme');
  });

  it('names an unknown or archived stage, an unknown field, a bad value, and a board of others: 400', async () => {
    const place = await salesBoard();
    const lanes = [
      { id: 'a', title: 'A' },
      { id: 'old', title: 'Old', archived: true },
    ];
    const { pipelineId } = place;
    await service.pipelines.updatePipeline({ pipelineId, pipeline: { lanes } }, project.as('user'));
    for (const rpc of ['addCompanyEntry', 'putCompanyEntry'] as const) {
      const ask = (wanted: object) => refusal(service.server[rpc]({ ...place, ...wanted }, server()));
      const invalid = (...fields: string[]) => ({ reason: 'INVALID_INPUT', fields });
      expect(await ask({ stageId: 'nowhere' })).toEqual(invalid('stageId'));
      expect(await ask({ stageId: 'old' })).toEqual(invalid('stageId'));
      expect(await ask({ values: { colour: 'red' } })).toEqual(invalid('values.colour'));
      expect(await ask({ values: { amount: 'much' } })).toEqual(invalid('values.amount'));
      expect(await ask({ stageId: 'x', companyId: 'unknown' })).toEqual(invalid('stageId'));
    }
    const contact = { pipelineId, userId: 'ada' };
    expect(await refusal(service.server.putContactEntry(contact, server()))).toEqual({
      reason: 'INVALID_INPUT',
      fields: ['pipelineId'],
    });
  });

  it('is of records and boards of the project: 404 otherwise', async () => {
    const place = await salesBoard();
    const ask = async (change: object, where = project) =>
      (await refusal(service.server.putCompanyEntry({ ...place, ...change }, server(where)))).reason;
    expect(await ask({ companyId: 'unknown' })).toBe('COMPANY_NOT_FOUND');
    expect(await ask({}, service.project())).toBe('PIPELINE_NOT_FOUND');
    const { id: pipelineId } = await project.board();
    const contact = { pipelineId, userId: 'nobody' };
    expect((await refusal(service.server.addContactEntry(contact, server()))).reason).toBe(
      'SESSION_NOT_FOUND',
    );
    await service.server.checkServerPipeline({ pipelineId }, server());
    expect(
      (await refusal(service.server.checkServerPipeline({ pipelineId }, server(service.project())))).reason,
    ).toBe('PIPELINE_NOT_FOUND');
  });
});

import type { Record as DirectoryRecord } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { eventually } from '@parley/testing';
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

const change = (id: string, changes: Partial<DirectoryRecord>): DirectoryRecord => {
  const stored = required(service.records.all.get(id));
  stored.record = { ...stored.record, ...changes, version: stored.record.version + 1 };
  return stored.record;
};
const contactEvent = (verb: string, { id, version, ...attributes }: DirectoryRecord) =>
  service.publish(`contacts.v1.contact.${verb}`, project.id, id, {
    contact: { id, ...attributes },
    reference: { id, version },
  });
const deleteContact = (id: string) => {
  service.records.all.delete(id);
  return service.publish('contacts.v1.contact.deleted', project.id, id, { contactId: id });
};
const mergeContact = (from: string, into: string) => {
  service.records.all.delete(from);
  return service.publish('contacts.v1.contact.merged', project.id, from, {
    contactId: from,
    into: { id: into, version: 1 },
  });
};

/** Copies of records that hold a text, be it their id. */
const traces = (text: string) =>
  service.db.query('SELECT r.* FROM pipeline_record r WHERE strpos(to_jsonb(r)::text, $1) > 0', [text]);

describe('a contact that changes', () => {
  it('is shown as it is now; the entry itself does not change, and an older state never overwrites', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'customData.tier', source: 'RECORD' });
    const entry = await project.add(id, { recordId: project.record({ name: 'Lin' }) });
    const [older, newer] = [
      change(entry.recordId, { name: 'Old' }),
      change(entry.recordId, { name: 'Park', customData: { tier: 'gold' } }),
    ];
    await contactEvent('updated', newer);
    await contactEvent('updated', older);
    const after = await project.read(entry.id);
    expect(after).toEqual({
      ...entry,
      record: { id: entry.recordId, name: 'Park' },
      recordValues: { 'customData.tier': 'gold' },
    });
    expect((await project.lane(id, 'a', { search: 'PARK' })).map((found) => found.id)).toEqual([entry.id]);
    expect(await project.lane(id, 'a', { search: 'lin' })).toEqual([]);
    expect(await service.told(entry.id)).toHaveLength(1);
  });

  it('is not kept while it is on no board', async () => {
    const recordId = project.record({ name: 'Lin' });
    await contactEvent('updated', change(recordId, { name: 'Park' }));
    expect(await service.db.query('SELECT FROM pipeline_record WHERE id = $1', [recordId])).toEqual([]);
  });

  it('is read from its owner when it was too large to travel', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'customData.tier', source: 'RECORD' });
    const entry = await project.add(id);
    const record = change(entry.recordId, { name: 'Large', customData: { tier: 'gold' } });
    await contactEvent('updated', { ...record, customData: undefined, avatar: 'x'.repeat(400_000) });
    await eventually(async () =>
      expect(await project.read(entry.id)).toMatchObject({
        record: { name: 'Large' },
        recordValues: { 'customData.tier': 'gold' },
      }),
    );
  });
});

describe('a company that changes', () => {
  it('is shown as it is now, and its entries go with it', async () => {
    const { id } = await project.board({ recordType: 'companies' });
    const recordId = project.record({ companyId: 'acme', name: 'Acme', domain: 'acme.example' }, 'companies');
    const entry = await project.add(id, { recordId });
    const { version, ...company } = change(recordId, { name: 'Acme Inc' });
    await service.publish('contacts.v1.company.updated', project.id, recordId, { company, version });
    expect((await project.read(entry.id)).record).toEqual({
      id: recordId,
      companyId: 'acme',
      name: 'Acme Inc',
      domain: 'acme.example',
    });
    service.records.all.delete(recordId);
    await service.publish('contacts.v1.company.deleted', project.id, recordId, { company });
    expect(await refusal(project.read(entry.id))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
    // A later company of the same identifier is another one and on no board.
    const later = project.record({ companyId: 'acme' }, 'companies');
    const of = { recordType: 'companies', recordId: later };
    expect((await service.entries.listEntriesOfRecord(of, project.as('agent'))).entries).toEqual([]);
  });
});

describe('a contact that is deleted', () => {
  it('is on no board any more, silently, and nothing of it is kept', async () => {
    const boards = [await project.board(), await project.board()];
    const recordId = project.record({ name: 'Lin', email: 'lin@example.com' });
    const entries = await Promise.all(boards.map(({ id }) => project.add(id, { recordId })));
    await deleteContact(recordId);
    for (const { id } of entries) {
      expect(await refusal(project.read(id))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
      expect(await service.told(id)).toHaveLength(1);
      expect(await service.db.query('SELECT FROM pipeline_entry_history WHERE entry_id = $1', [id])).toEqual(
        [],
      );
    }
    expect(await traces(recordId)).toEqual([]);
    const summary = await service.pipelines.getPipelineSummary(
      { pipelineId: required(boards[0]).id },
      project.as('agent'),
    );
    expect(summary.count).toBe(0);
  });

  it('does not come onto a board by an add that was on its way', async () => {
    const { id } = await project.board();
    const recordId = project.record();
    service.records.meanwhile = () => deleteContact(recordId);
    expect(await refusal(project.add(id, { recordId }))).toMatchObject({ reason: 'SESSION_NOT_FOUND' });
    const other = project.record();
    service.records.meanwhile = () => deleteContact(other);
    const rows = { pipelineId: id, entries: [{ recordId: other }] };
    expect(await service.bulk.importEntries(rows, project.as('agent'))).toMatchObject({
      created: 0,
      failed: [{ index: 0, code: 'session_not_found' }],
    });
    expect(await project.order(id, 'a')).toEqual([]);
    expect([...(await traces(recordId)), ...(await traces(other))]).toEqual([]);
  });

  it('does not come back by a late event', async () => {
    const { id } = await project.board();
    const entry = await project.add(id, { recordId: project.record({ name: 'Lin' }) });
    const late = change(entry.recordId, { name: 'Late' });
    await deleteContact(entry.recordId);
    await contactEvent('updated', late);
    expect(await traces(entry.recordId)).toEqual([]);
  });
});

describe('a guest who turns out to be a known contact', () => {
  it('leaves its entries to it in place, values and history included, silently', async () => {
    const { id } = await project.board();
    await project.field(id, { fieldId: 'note' });
    const [guest, heir] = [project.record({ name: 'Guest' }), project.record({ name: 'Lin' })];
    const entry = await project.add(id, { recordId: guest, values: { note: 'x' } });
    const behind = await project.add(id);
    await mergeContact(guest, heir);
    await eventually(async () =>
      expect(await project.read(entry.id)).toEqual({
        ...entry,
        recordId: heir,
        record: { id: heir, name: 'Lin' },
      }),
    );
    expect(await project.order(id, 'a')).toEqual([entry.id, behind.id]);
    expect(await project.history(entry.id)).toHaveLength(1);
    expect(await service.told(entry.id)).toHaveLength(1);
    expect(await refusal(project.add(id, { recordId: guest }))).toMatchObject({
      reason: 'SESSION_NOT_FOUND',
    });
  });

  it('leaves nothing on a board where the heir is already', async () => {
    const { id } = await project.board();
    const [guest, heir] = [project.record({ name: 'Guest' }), project.record({ name: 'Lin' })];
    const its = await project.add(id, { recordId: guest, laneId: 'b' });
    const own = await project.add(id, { recordId: heir });
    await mergeContact(guest, heir);
    expect(await project.read(own.id)).toEqual(own);
    expect(await refusal(project.read(its.id))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
  });

  it('leaves nothing when the heir is gone too', async () => {
    const { id } = await project.board();
    const [guest, heir] = [project.record(), project.record()];
    const entry = await project.add(id, { recordId: guest });
    await deleteContact(heir);
    await mergeContact(guest, heir);
    expect(await refusal(project.read(entry.id))).toMatchObject({ reason: 'PIPELINE_ENTRY_NOT_FOUND' });
    expect([...(await traces(guest)), ...(await traces(heir))]).toEqual([]);
  });
});

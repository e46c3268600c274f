import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { MAX_CONTACTS, MAX_EVENTS } from '../src/audience/get-audience-contacts';
import { mailAudienceSql } from '../src/audience/audience.store';
import {
  requireContact,
  silentObserver,
  startContacts,
  type TestContacts,
  type TestProject,
} from './support/contacts';
import { seedContacts } from './support/seed';
import { bySession } from './support/widget';

let service: TestContacts;
let audiences: Client<ContactAudienceServiceDefinition>;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
  audiences = createClient(
    ContactAudienceServiceDefinition,
    createLocalCaller(service.implementations, silentObserver),
  );
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const system = (of = project) => of.by({ actor: { type: 'system', name: 'engagement' } });
const create = async (contact: Record<string, unknown>) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const list = (request: Parameters<typeof audiences.listMailAudience>[0] = {}, of = project) =>
  audiences.listMailAudience({ targetAudience: 'all', ...request }, system(of));
const listIds = async (...request: Parameters<typeof list>) =>
  (await list(...request)).contacts.map(({ id }) => id);

describe('ListMailAudience', () => {
  it('leaves out who has no address, is unsubscribed, blocked or deleted, and other projects', async () => {
    const ada = await create({ email: 'ada@example.com' });
    await create({ userId: 'without' });
    await create({ email: 'blocked@example.com', blocked: true });
    const gone = await create({ email: 'gone@example.com' });
    await create({ email: 'unsubscribed@example.com' });
    await service.db.query('UPDATE contact SET unsubscribed = true WHERE email = $1', [
      'unsubscribed@example.com',
    ]);
    await service.contacts.deleteContact({ sessionId: gone.id }, project.as('user'));
    expect(await listIds()).toEqual([ada.id]);
    expect(await listIds({}, service.project())).toEqual([]);
  });

  it('lists the contacts of an address together, the most recently active first, across pages', async () => {
    const first = await create({ email: 'ada@example.com', userId: 'a1' });
    const second = await create({ email: 'ada@example.com', userId: 'a2' });
    const bob = await create({ email: 'bob@example.com' });
    await service.db.query("UPDATE contact SET last_activity = now() + interval '1 hour' WHERE id = $1", [
      first.id,
    ]);
    const walked: string[] = [];
    let after = '';
    do {
      const { contacts, next } = await list({ limit: 1, after });
      walked.push(...contacts.map(({ id }) => id));
      after = next ?? '';
    } while (after !== '');
    expect(walked).toEqual([bob.id, first.id, second.id]);
  });

  it('takes targets, fields and events', async () => {
    const ada = await create({ email: 'ada@example.com', userId: 'ada', plan: 'pro' });
    const guest = await create({ email: 'guest@example.com' });
    await service.widget.trackEvents(
      { events: [{ name: 'order placed' }, { name: 'order placed' }] },
      bySession(project, { svcId: ada.svcId }),
    );
    expect(await listIds({ targetAudience: 'users' })).toEqual([ada.id]);
    expect(await listIds({ targetAudience: 'guests' })).toEqual([guest.id]);
    expect(await listIds({ conditions: [{ field: 'plan', operator: 'eq', value: 'pro' }] })).toEqual([
      ada.id,
    ]);
    expect(
      await listIds({ conditions: [{ event: 'order placed', operator: 'gte', value: 2, withinDays: 1 }] }),
    ).toEqual([ada.id]);
    expect(await listIds({ conditions: [{ event: 'order placed', operator: 'gt', value: 2 }] })).toEqual([]);
    expect(
      await listIds({ conditions: [{ event: 'order placed', operator: 'exists', value: false }] }),
    ).toEqual([guest.id]);
  });

  it('takes those who were there by a time, and of them those who changed since another', async () => {
    const old = await create({ email: 'old@example.com' });
    const changed = await create({ email: 'changed@example.com' });
    const late = await create({ email: 'late@example.com' });
    const at = (id: string, created: string, updated: string) =>
      service.db.query('UPDATE contact SET created_at = $2, updated_at = $3 WHERE id = $1', [
        id,
        created,
        updated,
      ]);
    await at(old.id, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
    await at(changed.id, '2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z');
    await at(late.id, '2026-01-03T00:00:00Z', '2026-01-03T00:00:00Z');
    const createdUntil = '2026-01-02T00:00:00Z';
    expect(await listIds({ createdUntil })).toEqual([old.id, changed.id]);
    expect(await listIds({ createdUntil, changedSince: createdUntil })).toEqual([changed.id]);
    for (const field of ['createdUntil', 'changedSince'])
      await expect(list({ [field]: 'yesterday' })).rejects.toMatchObject({ fields: [{ field }] });
  });

  it('is 400 invalid_input for what cannot be applied', async () => {
    await expect(list({ targetAudience: 'everybody' })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'targetAudience' }],
    });
    await expect(list({ conditions: [{ field: 'svcHash', operator: 'exists' }] })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'conditions.0.field' }],
    });
  });
});

describe('SampleAudience', () => {
  const sample = (request: Parameters<typeof audiences.sampleAudience>[0] = {}, of = project) =>
    audiences.sampleAudience({ targetAudience: 'all', limit: 10, ...request }, system(of));

  it('answers the latest active contacts of the audience, without blocked and deleted ones and other projects', async () => {
    const ada = await create({ userId: 'ada' });
    const bob = await create({ email: 'bob@example.com', plan: 'pro' });
    await create({ email: 'blocked@example.com', blocked: true });
    const gone = await create({ email: 'gone@example.com' });
    await service.contacts.deleteContact({ sessionId: gone.id }, project.as('user'));
    await service.db.query("UPDATE contact SET last_activity = now() + interval '1 hour' WHERE id = $1", [
      ada.id,
    ]);
    expect(await sample()).toEqual({ ids: [ada.id, bob.id], total: 2, capped: false });
    expect(await sample({ limit: 1 })).toEqual({ ids: [ada.id], total: 2, capped: false });
    expect(await sample({ onlyMailable: true })).toMatchObject({ ids: [bob.id], total: 1 });
    expect(await sample({ conditions: [{ field: 'plan', operator: 'ne', value: 'pro' }] })).toMatchObject({
      ids: [ada.id],
    });
    expect(await sample({}, service.project())).toEqual({ ids: [], total: 0, capped: false });
    await expect(sample({ conditions: [{ field: 'svcHash', operator: 'exists' }] })).rejects.toMatchObject({
      fields: [{ field: 'conditions.0.field' }],
    });
  });

  it('answers at most 100 contacts and counts at most 10,000, over several pages', async () => {
    await seedContacts(service.db, project, 12_000);
    const { ids, total, capped } = await sample({ limit: 1_000 });
    expect({ ids: new Set(ids).size, total, capped }).toEqual({ ids: 100, total: 10_000, capped: true });
    const some = await sample({ conditions: [{ field: 'customData.n', operator: 'lt', value: 20 }] });
    expect(some.capped).toBe(false);
    const [row] = await service.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM contact WHERE project_id = $1 AND (custom_data ->> 'n')::int < 20 AND NOT blocked`,
      [project.id],
    );
    expect(some.total).toBe(row?.count);
  });
});

describe('GetAudienceContacts', () => {
  it('answers all fields but svcHash, and how often each did what is asked, in its order', async () => {
    const ada = await create({ email: 'ada@example.com', customData: { plan: 'pro' } });
    const bob = await create({ email: 'bob@example.com' });
    const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await service.widget.trackEvents(
      { events: [{ name: 'a' }, { name: 'a', date: old }, { name: 'b', date: old }] },
      bySession(project, { svcId: ada.svcId }),
    );
    const events = [{ event: 'b' }, { event: 'a', withinDays: 2 }, { event: 'a' }, { event: 'A' }];
    const { contacts } = await audiences.getAudienceContacts({ ids: [ada.id, bob.id], events }, system());
    const byId = new Map(contacts.map((one) => [one.contact?.id, one]));
    expect(byId.get(ada.id)).toMatchObject({
      eventCounts: [1, 1, 2, 0],
      contact: { customData: { plan: 'pro' } },
    });
    expect(byId.get(ada.id)?.contact?.svcHash).toBeUndefined();
    expect(byId.get(bob.id)?.eventCounts).toEqual([0, 0, 0, 0]);
    const widget = await audiences.getAudienceContacts(
      { svcId: ada.svcId, events: [{ event: 'a' }] },
      system(),
    );
    expect(widget.contacts.map(({ contact, eventCounts }) => [contact?.id, eventCounts])).toEqual([
      [ada.id, [2]],
    ]);
  });

  it('shows nothing to another project, and nothing of who is gone', async () => {
    const ada = await create({ email: 'ada@example.com' });
    const other = system(service.project());
    expect(await audiences.getAudienceContacts({ ids: [ada.id] }, other)).toEqual({ contacts: [] });
    expect(await audiences.getAudienceContacts({ svcId: ada.svcId }, other)).toEqual({ contacts: [] });
    await service.contacts.deleteContact({ sessionId: ada.id }, project.as('user'));
    expect(await audiences.getAudienceContacts({ ids: [ada.id] }, system())).toEqual({ contacts: [] });
  });

  it(`is 400 for more than ${MAX_CONTACTS} ids or ${MAX_EVENTS} events`, async () => {
    const id = '0'.repeat(24);
    await expect(
      audiences.getAudienceContacts({ ids: Array.from({ length: 201 }, () => id) }, system()),
    ).rejects.toMatchObject({ fields: [{ field: 'ids' }] });
    await expect(
      audiences.getAudienceContacts(
        { ids: [id], events: Array.from({ length: 501 }, () => ({ event: 'a' })) },
        system(),
      ),
    ).rejects.toMatchObject({ fields: [{ field: 'events' }] });
  });
});

describe('among 50,000 contacts', () => {
  const page = (conditions: unknown[], after = false) =>
    mailAudienceSql({
      projectId: project.id,
      audience: { targetAudience: 'all', conditions: conditions as never },
      at: new Date(),
      after: after
        ? { email: 'ada.500@example.com', lastActivity: new Date(), id: 'f'.repeat(24) }
        : undefined,
      limit: 1_000,
    });
  const listIndexes = async ({ text, values }: ReturnType<typeof page>): Promise<string> => {
    const rows = await service.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  beforeEach(async () => {
    await seedContacts(service.db, project, 50_000);
  });

  it('walks by the index of addresses, finds a rare attribute and a userId by theirs, and never reads the table', async () => {
    expect(await listIndexes(page([], true))).toContain('contact_email');
    expect(await listIndexes(page([{ field: 'customData.n', operator: 'eq', value: 77 }]))).toContain(
      'contact_attributes',
    );
    expect(await listIndexes(page([{ field: 'tags', operator: 'eq', value: 't7' }]))).not.toContain(
      'Seq Scan',
    );
    expect(await listIndexes(page([{ field: 'userId', operator: 'eq', value: 'user-77' }]))).toContain(
      'contact_user_id',
    );
    expect(await listIndexes(page([{ event: 'order placed', operator: 'gte', value: 3 }]))).toContain(
      'contact_event_name',
    );
  });
});

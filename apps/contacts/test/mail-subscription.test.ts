import { newId } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import { LINK_REASON } from '../src/subscription/set-mail-subscription';
import { SUBSCRIBED } from '../src/subscription/subscription.store';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { seedContacts } from './support/seed';
import { bySession, proven } from './support/widget';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const create = async (contact: Record<string, unknown>, on = project) =>
  requireContact(await service.contacts.createContact({ contact }, on.as('user')));
const read = async (sessionId: string, on = project) =>
  requireContact(await service.contacts.getContact({ sessionId }, on.as('agent')));
const unsubscribe = (sessions: { email?: string; userId?: string }[], reason?: string) =>
  service.lifecycle.unsubscribeContacts(
    { sessions, ...(reason !== undefined && { reason }) },
    project.as('agent'),
  );
const namesUnsubscribed = async () => {
  const request = { type: 'unsubscribed', sort: 'name' };
  const { contacts } = await service.contacts.listContacts(request, project.as('agent'));
  return contacts.map(({ name }) => name);
};
const updates = async (id: string) =>
  (await service.events(id)).filter(({ subject }) => subject.endsWith('.updated'));

describe('UnsubscribeContacts', () => {
  it('unsubscribes every contact with the address or the userId of an entry; either is enough', async () => {
    await create({ name: 'A', email: 'a@example.com' });
    await create({ name: 'B', email: 'A@example.com', userId: 'b' });
    await create({ name: 'C', userId: 'c', email: 'c@example.com' });
    await create({ name: 'D', userId: 'd', email: 'd@example.com' });
    await create({ name: 'E' });
    expect(
      await unsubscribe([{ email: ' A@Example.COM ' }, { email: 'other@example.com', userId: 'c' }]),
    ).toEqual({ success: true });
    expect(await namesUnsubscribed()).toEqual(['A', 'B', 'C']);
  });

  it.each([
    'Lin@Müller.example',
    'LIN@MÜLLER.EXAMPLE.',
    'lin@xn--mller-kva.example',
    'lin@XN--Mller-KVA.example.',
  ])('takes the address %s for that of the same contact', async (email) => {
    await create({ name: 'A', email: 'lin@Müller.example' });
    await create({ name: 'B', email: 'lin@muller.example' });
    expect(await unsubscribe([{ email }])).toEqual({ success: true });
    expect(await namesUnsubscribed()).toEqual(['A']);
  });

  it('answers the same when nobody matches, and ignores entries with neither', async () => {
    await create({ name: 'Guest' });
    const nothing = [{}, { email: '', userId: '' }, { email: 'nobody@example.com' }, { userId: 'nobody' }];
    expect(await unsubscribe(nothing)).toEqual({ success: true });
    expect(await unsubscribe([])).toEqual({ success: true });
    expect(await namesUnsubscribed()).toEqual([]);
  });

  it('keeps when and why, and tells others, so that mails stop', async () => {
    const { id } = await create({ email: 'a@example.com' });
    await unsubscribe([{ email: 'a@example.com' }], 'asked by phone');
    const contact = await read(id);
    expect(contact).toMatchObject({
      unsubscribed: true,
      unsubscribedAt: contact.updatedAt,
      unsubscribeReason: 'asked by phone',
    });
    const [told] = await updates(id);
    expect(told?.payload['reference']).toMatchObject({ id, unsubscribed: true, version: 2 });
    expect(told?.payload['contact']).toMatchObject({ id, unsubscribed: true });
  });

  it('leaves whoever is unsubscribed as of then, and writes nothing', async () => {
    const { id } = await create({ email: 'a@example.com' });
    await unsubscribe([{ email: 'a@example.com' }], 'first');
    const before = await read(id);
    await unsubscribe([{ email: 'a@example.com' }], 'second');
    expect(await read(id)).toEqual(before);
    expect(await updates(id)).toHaveLength(1);
  });

  it('reaches all of 450 contacts with one address, each told of once, also by two calls at once', async () => {
    await seedContacts(service.db, project, 450);
    await service.db.query(
      `UPDATE contact SET email = 'same@example.com', unsubscribed = false, svc_id = $1 || svc_id
        WHERE project_id = $1`,
      [project.id],
    );
    const entry = [{ email: 'same@example.com' }];
    await Promise.all([unsubscribe(entry), unsubscribe(entry)]);
    const [left] = await service.db.query(
      'SELECT count(*) AS n FROM contact WHERE project_id = $1 AND NOT unsubscribed',
      [project.id],
    );
    expect(left).toEqual({ n: 0 });
    const [told] = await service.db.query(
      `SELECT count(*) AS n, count(DISTINCT aggregate_id) AS contacts FROM outbox_event WHERE project_id = $1`,
      [project.id],
    );
    expect(told).toEqual({ n: 450, contacts: 450 });
  });

  it('touches nothing of another project', async () => {
    const other = service.project();
    const { id } = await create({ email: 'a@example.com', userId: 'u' }, other);
    await unsubscribe([{ email: 'a@example.com', userId: 'u' }]);
    expect((await read(id, other)).unsubscribed).toBe(false);
  });

  it('finds them by an index each for addresses and user ids', async () => {
    await seedContacts(service.db, project, 5_000);
    const [row] = await service.db.query(`EXPLAIN (FORMAT JSON) ${SUBSCRIBED}`, [
      project.id,
      ['ada.1@example.com'],
      ['user-2'],
      200,
    ]);
    const plan = JSON.stringify(row);
    expect(plan).toContain('contact_email');
    expect(plan).toContain('contact_user_id_key');
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('ResubscribeContact', () => {
  const resubscribe = (sessionId: string, on = project) =>
    service.lifecycle.resubscribeContact({ sessionId }, on.as('agent'));

  it('lets a contact get e-mail again, forgets when and why, and tells others', async () => {
    const { id } = await create({ email: 'a@example.com' });
    await unsubscribe([{ email: 'a@example.com' }], 'why');
    expect(await resubscribe(id)).toEqual({ resubscribed: true });
    const contact = await read(id);
    expect(contact.unsubscribed).toBe(false);
    expect(contact).not.toHaveProperty('unsubscribedAt', expect.anything());
    expect(contact).not.toHaveProperty('unsubscribeReason', expect.anything());
    expect((await updates(id)).at(-1)?.payload['reference']).toMatchObject({
      unsubscribed: false,
      version: 3,
    });
  });

  it('answers true and writes nothing for one that is subscribed', async () => {
    const { id } = await create({});
    expect(await resubscribe(id)).toEqual({ resubscribed: true });
    expect(await updates(id)).toEqual([]);
  });

  it('answers 404 session_not_found for an unknown contact and for another project’s', async () => {
    const missing = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };
    await expect(resubscribe(newId())).rejects.toMatchObject(missing);
    const { id } = await create({});
    await expect(resubscribe(id, service.project())).rejects.toMatchObject(missing);
  });
});

describe('SetMailSubscription, the link in a mail', () => {
  const set = (contactId: string, subscribed: boolean, projectId = project.id) =>
    service.mailSubscriptions.setMailSubscription(
      { contactId, subscribed },
      systemContext('gateway', { projectId }),
    );

  it('unsubscribes and subscribes again, any number of times', async () => {
    const { id } = await create({ email: 'a@example.com' });
    await set(id, false);
    await set(id, false);
    expect(await read(id)).toMatchObject({ unsubscribed: true, unsubscribeReason: LINK_REASON });
    await set(id, true);
    expect((await read(id)).unsubscribed).toBe(false);
    expect(await updates(id)).toHaveLength(2);
  });

  it('is about every contact with the address; only those that a link unsubscribed are subscribed again', async () => {
    const { id } = await create({ name: 'A', email: 'a@example.com' });
    await create({ name: 'B', email: 'a@example.com', userId: 'b' });
    await create({ name: 'C', email: 'a@example.com', userId: 'c' });
    await create({ name: 'D', email: 'd@example.com' });
    const other = service.project();
    const foreign = await create({ email: 'a@example.com' }, other);
    await unsubscribe([{ userId: 'c' }], 'asked by phone');
    await set(id, false);
    expect(await namesUnsubscribed()).toEqual(['A', 'B', 'C']);
    expect((await read(foreign.id, other)).unsubscribed).toBe(false);
    await set(id, true);
    expect(await namesUnsubscribed()).toEqual(['C']);
    await set(id, true);
    expect(await updates(id)).toHaveLength(2);
  });

  it('changes a contact without address alone', async () => {
    const { id } = await create({ name: 'A' });
    await create({ name: 'B' });
    await set(id, false);
    expect(await namesUnsubscribed()).toEqual(['A']);
  });

  it('does nothing for a contact that is gone or another project’s', async () => {
    const { id } = await create({});
    expect(await set(newId(), false)).toEqual({});
    expect(await set(id, false, service.project().id)).toEqual({});
    expect((await read(id)).unsubscribed).toBe(false);
  });

  it('of a guest that became part of another contact stands for that one', async () => {
    const heir = await create({ userId: 'u' });
    const guest = await create({ email: 'g@example.com' });
    await service.widget.identifySession(proven(project, 'u'), bySession(project, guest));
    await set(guest.id, false);
    expect((await read(heir.id)).unsubscribed).toBe(true);
  });
});

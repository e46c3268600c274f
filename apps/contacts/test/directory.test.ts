import { newId } from '@parley/persistence';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const create = async (contact: Record<string, unknown>) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));

const ensure = (email: string, defaults: Record<string, unknown> = {}, context = project.as('agent')) =>
  service.directory.ensureContactByEmail({ email, defaults }, context);

describe('GetContactBySvcId', () => {
  it('answers the public document of a widget’s contact without its signature', async () => {
    const contact = await create({ userId: 'u', plan: 'pro', customData: { seats: 10 } });
    const { svcId } = contact;
    const context = project.by({ actor: { type: 'contact', id: svcId } });
    const answer = await service.directory.getContactBySvcId({ svcId }, context);
    expect(answer.contact).toEqual({ ...contact, svcHash: undefined });
  });

  it('is 401 invalid_session for one that is deleted, unknown or of another project', async () => {
    const { id, svcId } = await create({});
    const other = service.project();
    const gone = { reason: 'INVALID_SESSION' };
    await expect(service.directory.getContactBySvcId({ svcId }, other.as('agent'))).rejects.toMatchObject(
      gone,
    );
    await expect(
      service.directory.getContactBySvcId({ svcId: 'nobody' }, project.as('agent')),
    ).rejects.toMatchObject(gone);
    await service.contacts.deleteContact({ sessionId: id }, project.as('admin'));
    await expect(service.directory.getContactBySvcId({ svcId }, project.as('agent'))).rejects.toMatchObject(
      gone,
    );
  });
});

describe('GetContactReferences', () => {
  it('answers what others keep of those that exist, with the version', async () => {
    const full = await create({
      userId: 'u',
      email: 'a@example.com',
      name: 'Ada',
      avatar: 'https://example.com/a.png',
      phone: '1',
      companyId: 'acme',
      sla: 30,
    });
    const bare = await create({});
    await service.contacts.updateContact({ sessionId: bare.id, contact: { plan: 'x' } }, project.as('agent'));
    const { contacts } = await service.directory.getContactReferences(
      { ids: [full.id, newId(), bare.id, 'no id'] },
      project.as('agent'),
    );
    expect(contacts.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
      {
        id: full.id,
        userId: 'u',
        email: 'a@example.com',
        name: 'Ada',
        avatar: 'https://example.com/a.png',
        phone: '1',
        companyId: 'acme',
        sla: 30,
        unsubscribed: false,
        blocked: false,
        version: 1,
      },
      { id: bare.id, unsubscribed: false, blocked: false, version: 2 },
    ]);
  });

  it('takes 500 ids and answers 400 for 501', async () => {
    const get = (count: number) =>
      service.directory.getContactReferences(
        { ids: Array.from({ length: count }, () => newId()) },
        project.as('user'),
      );
    expect(await get(500)).toEqual({ contacts: [] });
    await expect(get(501)).rejects.toMatchObject({ reason: 'INVALID_INPUT', fields: [{ field: 'ids' }] });
  });
});

describe('EnsureContactByEmail', () => {
  it('creates a guest with the defaults when nobody has the address, and tells of it', async () => {
    const answer = await ensure(' New@Example.com ', {
      name: 'New',
      email: 'other@example.com',
      userId: 'u',
    });
    expect(answer).toEqual({
      contact: {
        id: expect.any(String),
        email: 'new@example.com',
        name: 'New',
        unsubscribed: false,
        blocked: false,
        version: 1,
      },
      created: true,
    });
    const events = await service.events(answer.contact?.id ?? '');
    expect(events.map(({ subject }) => subject)).toEqual(['contacts.v1.contact.created']);
  });

  it('finds the most recently active contact with the address, in any case, and leaves it as it is', async () => {
    const [one, two] = [await create({ email: 'a@example.com' }), await create({ email: 'A@example.com' })];
    const { contact, created } = await ensure('A@EXAMPLE.com', { name: 'Changed' });
    expect({ created, id: contact?.id, name: contact?.name }).toEqual({ created: false, id: two.id });
    await service.db.query(`UPDATE contact SET last_activity = now() + interval '1 day' WHERE id = $1`, [
      one.id,
    ]);
    expect((await ensure('a@example.com')).contact?.id).toBe(one.id);
  });

  it('creates one contact for 20 concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ensure('race@example.com')));
    expect(new Set(answers.map(({ contact }) => contact?.id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
  });

  it('creates the company of the defaults', async () => {
    const { contact } = await ensure('c@example.com', { companyId: 'acme', companyName: 'Acme' });
    expect(contact?.companyId).toBe('acme');
    expect(await service.db.query('SELECT name FROM company WHERE project_id = $1', [project.id])).toEqual([
      { name: 'Acme' },
    ]);
  });

  it('answers 400 without an address, and 403 for tags without SESSION_TAGS_UPDATE', async () => {
    await expect(ensure('  ')).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'email' }],
    });
    await expect(ensure('t@example.com', { tags: ['a'] })).rejects.toMatchObject({
      reason: 'PERMISSION_DENIED',
    });
    const system = project.by({ actor: { type: 'system', name: 'tickets' } });
    expect((await ensure('t@example.com', { tags: ['a'] }, system)).created).toBe(true);
  });
});

describe('MergeGuests', () => {
  const merge = (into: string, ...ids: string[]) =>
    service.directory.mergeGuests({ into, ids }, project.as('user'));
  const list = async () =>
    (await service.contacts.listContacts({}, project.as('agent'))).contacts.map(({ id }) => id).sort();

  it('makes guests part of the contact, and leaves who has a user id', async () => {
    const into = await create({ userId: 'u1', name: 'Ada' });
    const guest = await create({ email: 'ada@example.com', tags: ['vip'] });
    const other = await create({ userId: 'u2' });
    expect(await merge(into.id, guest.id, other.id, newId())).toEqual({ merged: 1 });
    expect(await list()).toEqual([into.id, other.id].sort());
    const { contact } = await service.contacts.getContact({ sessionId: into.id }, project.as('user'));
    expect(contact).toMatchObject({ name: 'Ada', email: 'ada@example.com', tags: ['vip'] });
    expect(await merge(into.id, guest.id, other.id)).toEqual({ merged: 0 });
  });

  it('makes a guest part of another that has a user id, and of two guests the second part of the first', async () => {
    const guest = await create({ email: 'ada@example.com' });
    const known = await create({ userId: 'u1' });
    expect(await merge(guest.id, known.id)).toEqual({ merged: 1 });
    expect(await list()).toEqual([known.id]);
    const [one, two] = [await create({ name: 'one' }), await create({ name: 'two' })];
    expect(await merge(one.id, two.id)).toEqual({ merged: 1 });
    expect(await list()).toEqual([known.id, one.id].sort());
  });

  it('touches nothing of another project', async () => {
    const [one, two] = [await create({ name: 'one' }), await create({ name: 'two' })];
    const foreign = service.project().as('user');
    expect(await service.directory.mergeGuests({ into: one.id, ids: [two.id] }, foreign)).toEqual({
      merged: 0,
    });
    expect(await list()).toEqual([one.id, two.id].sort());
  });
});

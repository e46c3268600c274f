import type { ContactInput } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import {
  requireContact,
  startContacts,
  type TestContacts,
  type TestProject,
  USER_ID,
} from './support/contacts';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const create = async (contact: Partial<ContactInput> = {}) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));

const update = async (
  sessionId: string,
  contact: Partial<ContactInput>,
  {
    nulls = [],
    context = project.as('user'),
  }: { nulls?: string[]; context?: ReturnType<TestProject['as']> } = {},
) => requireContact(await service.contacts.updateContact({ sessionId, contact, nulls }, context));

const companies = () =>
  service.db.query('SELECT company_id AS id, name FROM company WHERE project_id = $1 ORDER BY company_id', [
    project.id,
  ]);

describe('UpdateContact', () => {
  it('keeps omitted fields, clears those sent as null and counts the version up', async () => {
    const before = await create({
      userId: 'u',
      name: 'Ada',
      email: 'a@example.com',
      value: 7,
      customData: 'x',
    });
    const after = await update(before.id, { plan: 'pro' }, { nulls: ['name', 'value', 'customData'] });
    expect(after).toEqual({
      ...before,
      plan: 'pro',
      name: undefined,
      value: undefined,
      customData: undefined,
      updatedAt: after.updatedAt,
    });
    const [, event] = await service.events(before.id);
    expect(event).toMatchObject({
      subject: 'contacts.v1.contact.updated',
      payload: { contact: { plan: 'pro' }, reference: { id: before.id, version: 2 } },
    });
  });

  it('ignores userId, also as null, and fields it does not know', async () => {
    const before = await create({ userId: 'u' });
    const after = await update(
      before.id,
      { userId: 'other', name: 'Ada' },
      { nulls: ['userId', 'svcId', 'id'] },
    );
    expect(after).toMatchObject({ userId: 'u', id: before.id, svcId: before.svcId, name: 'Ada' });
  });

  it('unsubscribes and subscribes again; who is unsubscribed stays so since then', async () => {
    const { id } = await create({ email: 'a@example.com' });
    const first = await update(id, { unsubscribed: true, unsubscribeReason: 'Asked by phone' });
    expect(first).toMatchObject({
      unsubscribed: true,
      unsubscribedAt: expect.any(String),
      unsubscribeReason: 'Asked by phone',
    });
    const { unsubscribedAt } = first;
    expect(await update(id, { unsubscribed: true, name: 'Ada' })).toMatchObject({
      unsubscribed: true,
      unsubscribedAt,
      unsubscribeReason: 'Asked by phone',
    });
    const back = await update(id, { unsubscribed: false });
    expect(back).toMatchObject({ unsubscribed: false });
    expect(back.unsubscribedAt).toBeUndefined();
    expect(back.unsubscribeReason).toBeUndefined();
    expect(await update(id, { unsubscribed: true })).toMatchObject({ unsubscribed: true });
    const events = await service.events(id);
    expect(events.at(-1)).toMatchObject({ payload: { reference: { unsubscribed: true } } });
  });

  it('lists by emailOnly and eventData as they were sent, and null leaves emailOnly to what the contact has', async () => {
    const one = await create({ userId: 'u', emailOnly: true, eventData: { plan: 'pro' } });
    const find = async (field: string, value: string) => {
      const request = { filter: [{ field, operator: 'eq', values: [value] }] };
      return (await service.contacts.listContacts(request, project.as('user'))).contacts.map(({ id }) => id);
    };
    expect(await find('emailOnly', 'true')).toEqual([one.id]);
    expect(await find('eventData.plan', 'pro')).toEqual([one.id]);
    expect(await update(one.id, {}, { nulls: ['emailOnly', 'eventData'] })).toMatchObject({
      emailOnly: false,
    });
    expect(await find('emailOnly', 'true')).toEqual([]);
    await expect(update(one.id, {}, { nulls: ['lastActivity'] })).rejects.toMatchObject({
      fields: [{ field: 'lastActivity' }],
    });
  });

  it('stores an address trimmed and in lower case, and emailOnly follows it', async () => {
    const { id } = await create();
    expect(await update(id, { email: ' ADA@Example.com' })).toMatchObject({
      email: 'ada@example.com',
      emailOnly: true,
    });
  });

  it('writes nothing when nothing changes', async () => {
    const before = await create({ name: 'Ada', customData: { a: [1, { b: null }] }, tags: ['a', 'b'] });
    expect(
      await update(before.id, { name: 'Ada', customData: { a: [1, { b: null }] }, tags: ['b', 'a'] }),
    ).toEqual(before);
    expect(await service.events(before.id)).toHaveLength(1);
  });

  it('loses no change of 20 concurrent updates of different fields', async () => {
    const { id } = await create();
    const fields = ['name', 'phone', 'avatar', 'lang', 'plan'] as const;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update(id, { [fields[index % 5] ?? 'name']: `v${index % 5}` }),
      ),
    );
    const contact = requireContact(await service.contacts.getContact({ sessionId: id }, project.as('user')));
    expect(contact).toMatchObject({ name: 'v0', phone: 'v1', avatar: 'v2', lang: 'v3', plan: 'v4' });
    const [row] = await service.db.query('SELECT version FROM contact WHERE id = $1', [id]);
    expect(row).toEqual({ version: 6 });
  });

  it('records changes of email and name with who and when', async () => {
    const { id } = await create({ email: 'a@example.com', name: 'Ada' });
    const context = project.by({ actor: { type: 'service', id: USER_ID, name: 'Orders' }, role: 'user' });
    const after = await update(id, { email: 'b@example.com', name: 'Ada' }, { context });
    expect(
      await service.db.query('SELECT at, changes, "by" FROM identity_history WHERE contact_id = $1', [id]),
    ).toEqual([
      {
        at: new Date(after.updatedAt ?? ''),
        changes: { email: { from: 'a@example.com', to: 'b@example.com' } },
        by: { source: 'service', method: 'update', userId: USER_ID },
      },
    ]);
  });

  it('answers 404 session_not_found for an unknown contact, before it looks at the fields', async () => {
    await expect(update('0123456789abcdef01234567', { tags: [''] })).rejects.toMatchObject({
      kind: 'notFound',
      reason: 'SESSION_NOT_FOUND',
    });
  });
});

describe('tags', () => {
  const denied = {
    kind: 'forbidden',
    reason: 'PERMISSION_DENIED',
    meta: { permission: 'SESSION_TAGS_UPDATE' },
  };

  it('are changed only with SESSION_TAGS_UPDATE, on create, upsert and update', async () => {
    const context = project.as('agent');
    const contact = await create({ userId: 'u', tags: ['a'] });
    await expect(update(contact.id, { tags: ['b'] }, { context })).rejects.toMatchObject(denied);
    await expect(update(contact.id, {}, { nulls: ['tags'], context })).rejects.toMatchObject(denied);
    for (const input of [{ userId: 'u', tags: ['b'] }, { userId: 'new', tags: ['b'] }, { tags: ['b'] }]) {
      await expect(service.contacts.createContact({ contact: input }, context)).rejects.toMatchObject(denied);
    }
    const [row] = await service.db.query('SELECT count(*) AS n FROM contact WHERE project_id = $1', [
      project.id,
    ]);
    expect(row).toEqual({ n: 1 });
    expect((await update(contact.id, { tags: ['b', 'c'] })).tags).toEqual(['b', 'c']);
  });

  it('may be sent the same by an agent, in any order', async () => {
    const context = project.as('agent');
    const contact = await create({ userId: 'u', tags: ['a', 'b'] });
    expect((await update(contact.id, { tags: ['b', 'a'], name: 'Ada' }, { context })).tags).toEqual([
      'a',
      'b',
    ]);
    const upserted = await service.contacts.createContact(
      { contact: { userId: 'u', tags: ['b', 'a'], name: 'Lin' } },
      context,
    );
    expect(requireContact(upserted)).toMatchObject({ id: contact.id, name: 'Lin' });
    const empty = await service.contacts.createContact({ contact: { name: 'New', tags: [] } }, context);
    expect(requireContact(empty).tags).toEqual([]);
  });

  it.each([
    ['an empty text', ['a', ''], 'tags.1'],
    ['65 characters', ['x'.repeat(65)], 'tags.0'],
    ['a number', [1], 'tags.0'],
    ['an object', [{}], 'tags.0'],
    ['51 tags', Array.from({ length: 51 }, (_, index) => `t${index}`), 'tags'],
  ])('answer 400 invalid_input for %s', async (_what, tags, field) => {
    const { id } = await create();
    const problem = { kind: 'invalid', reason: 'INVALID_INPUT', fields: [{ field }] };
    await expect(update(id, { tags })).rejects.toMatchObject(problem);
    await expect(create({ tags })).rejects.toMatchObject(problem);
  });

  it('take 50 texts of 64 characters', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(64, 'x'));
    expect((await create({ tags })).tags).toEqual(tags);
  });
});

describe('companyId', () => {
  it('creates an unknown company on create, upsert and update, named by the companyName sent along', async () => {
    const created = await create({ companyId: 'acme', companyName: 'Acme' });
    expect(created).toMatchObject({ companyId: 'acme', companyName: 'Acme' });
    await create({ userId: 'u' });
    expect(await create({ userId: 'u', companyId: 'beta', companyName: 'Beta' })).toMatchObject({
      companyName: 'Beta',
    });
    expect(await update(created.id, { companyId: 'gamma' })).toMatchObject({
      companyId: 'gamma',
      companyName: undefined,
    });
    expect(await companies()).toEqual([
      { id: 'acme', name: 'Acme' },
      { id: 'beta', name: 'Beta' },
      { id: 'gamma', name: null },
    ]);
  });

  it('gives the name of a known company, which the companyName sent along does not change', async () => {
    await create({ companyId: 'acme', companyName: 'Acme' });
    const joined = await create({ companyId: 'acme', companyName: 'Other' });
    expect(joined.companyName).toBe('Acme');
    expect((await update(joined.id, { companyName: 'Third' })).companyName).toBe('Acme');
    expect((await update(joined.id, {}, { nulls: ['companyName'] })).companyName).toBe('Acme');
    expect(await companies()).toEqual([{ id: 'acme', name: 'Acme' }]);
  });

  it('takes the companyName along when it is cleared, by null or by an empty text', async () => {
    const one = await create({ companyId: 'acme', companyName: 'Acme' });
    const other = await create({ companyId: 'acme' });
    const unlinked = { companyId: undefined, companyName: undefined };
    expect(await update(one.id, {}, { nulls: ['companyId'] })).toMatchObject(unlinked);
    expect(await update(other.id, { companyId: '' })).toMatchObject(unlinked);
    expect(await companies()).toHaveLength(1);
  });

  it('leaves companyName a text of the contact’s own without a link', async () => {
    const contact = await create({ companyName: 'Own' });
    expect(contact.companyName).toBe('Own');
    expect((await update(contact.id, { phone: '1' })).companyName).toBe('Own');
    const linked = await update(contact.id, { companyId: 'acme' });
    expect(linked.companyName).toBeUndefined();
    expect(await update(contact.id, { companyName: 'Again' }, { nulls: ['companyId'] })).toMatchObject({
      companyId: undefined,
      companyName: 'Again',
    });
    expect((await update(contact.id, {}, { nulls: ['companyName'] })).companyName).toBeUndefined();
  });

  it.each(['count', 'search'])('answers 400 for the reserved %s', async (companyId) => {
    await expect(create({ companyId })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'companyId' }],
    });
  });

  it('creates one company for 20 contacts that name it at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ companyId: 'acme', companyName: `Name ${index}` })),
    );
    expect(await companies()).toHaveLength(1);
    expect(new Set(all.map(({ companyName }) => companyName)).size).toBe(1);
  });
});

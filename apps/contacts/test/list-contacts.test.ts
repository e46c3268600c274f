import { newId } from '@parley/persistence';
import type { ListContactsRequest } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { Partially } from '@parley/rpc';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { seedContacts } from './support/seed';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());

const list = async (request: Partially<ListContactsRequest> = {}, on = project) =>
  (await service.contacts.listContacts(request, on.as('agent'))).contacts;

const names = async (request: Partially<ListContactsRequest>) =>
  (await list(request)).map(({ name }) => name);

const where = (field: string, values: string[], operator = 'eq') => ({
  filter: [{ field, operator, values }],
});

describe('ListContacts', () => {
  beforeAll(async () => {
    project = service.project();
    const create = async (contact: Record<string, unknown>) =>
      requireContact(await service.contacts.createContact({ contact }, project.as('user')));
    await create({
      name: 'A',
      userId: 'u1',
      email: 'a@example.com',
      companyId: 'acme',
      companyName: 'Acme',
      value: 5,
      tags: ['x', 'y'],
      customData: { plan: 'pro', seats: 3 },
    });
    await create({ name: 'B', userId: 'u2', companyId: 'acme', plan: 'pro', tags: ['y'], blocked: true });
    await create({ name: 'C', email: 'c@example.com', companyId: 'beta', customData: { plan: 'free' } });
    await create({ name: 'D', value: 9 });
    await service.db.query(
      `UPDATE contact SET unsubscribed = true WHERE project_id = $1 AND name IN ('B', 'D')`,
      [project.id],
    );
    await service.contacts.createContact({ contact: { name: 'foreign' } }, service.project().as('user'));
  });

  it('answers the newest first by default', async () => {
    expect(await names({})).toEqual(['D', 'C', 'B', 'A']);
  });

  it('takes type users, guests and unsubscribed', async () => {
    expect(await names({ type: 'users' })).toEqual(['B', 'A']);
    expect(await names({ type: 'guests' })).toEqual(['D', 'C']);
    expect(await names({ type: 'unsubscribed' })).toEqual(['D', 'B']);
  });

  it('answers one row per company for type organisations, most contacts first', async () => {
    const answer = await service.contacts.listContacts({ type: 'organisations' }, project.as('agent'));
    expect(answer).toEqual({
      contacts: [],
      organisations: [
        { companyId: 'acme', companyName: 'Acme', count: 2, lastActivity: expect.stringMatching(/Z$/) },
        { companyId: 'beta', count: 1, lastActivity: expect.stringMatching(/Z$/) },
      ],
    });
    const [b] = await list(where('name', ['B']));
    expect(answer.organisations[0]?.lastActivity).toBe(b?.lastActivity);
    const second = await service.contacts.listContacts(
      { type: 'organisations', skip: 1, limit: 1 },
      project.as('agent'),
    );
    expect(second.organisations.map(({ companyId }) => companyId)).toEqual(['beta']);
  });

  it('answers 400 invalid_query for an unknown type', async () => {
    await expect(list({ type: 'toString' })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_QUERY',
    });
  });

  it.each([
    ['userId', ['u1'], 'eq', ['A']],
    ['email', ['A@Example.com'], 'eq', ['A']],
    ['companyId', ['acme'], 'eq', ['B', 'A']],
    ['companyName', ['Acme'], 'eq', ['B', 'A']],
    ['plan', ['pro', 'free'], 'eq', ['B']],
    ['plan', ['pro'], 'ne', ['D', 'C', 'A']],
    ['tags', ['x'], 'eq', ['A']],
    ['tags', ['x', 'y'], 'eq', ['B', 'A']],
    ['value', ['5'], 'gt', ['D']],
    ['blocked', ['true'], 'eq', ['B']],
    ['emailOnly', ['true'], 'eq', ['C']],
    ['unsubscribed', ['false'], 'eq', ['C', 'A']],
    ['customData.plan', ['pro'], 'eq', ['A']],
    ['customData.seats', ['3'], 'gte', ['A']],
    ['createdAt', ['2100-01-01'], 'gte', []],
    ['createdAt', ['2000-01-01'], 'gte', ['D', 'C', 'B', 'A']],
    ['userId', ['null'], 'eq', ['D', 'C']],
  ])('filters %s by %j with %s', async (field, values, operator, expected) => {
    expect(await names(where(field, values, operator))).toEqual(expected);
  });

  it.each(['project', 'organisation'])('answers 400 forbidden_filter for %s', async (field) => {
    await expect(list(where(field, ['x']))).rejects.toMatchObject({ reason: 'FORBIDDEN_FILTER' });
  });

  it('answers 400 invalid_query for an unknown filter or sort field', async () => {
    await expect(list(where('searchText', ['x']))).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
    await expect(list({ sort: 'deletedAt' })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('sorts by several fields; contacts without a value come last either way', async () => {
    expect(await names({ sort: 'name' })).toEqual(['A', 'B', 'C', 'D']);
    expect(await names({ sort: '-value' })).toEqual(['D', 'A', 'C', 'B']);
    expect(await names({ sort: 'value,-name' })).toEqual(['A', 'D', 'C', 'B']);
  });
});

describe('pages of ListContacts', () => {
  beforeAll(async () => {
    project = service.project();
    await seedContacts(service.db, project, 10_050);
  });

  it('have 50 contacts by default and at most 100', async () => {
    expect(await list()).toHaveLength(50);
    expect(await list({ limit: 7 })).toHaveLength(7);
    expect(await list({ limit: 101 })).toHaveLength(100);
  });

  it('do not overlap', async () => {
    const [one, two] = [await list({ limit: 100 }), await list({ skip: 100, limit: 100 })];
    expect(new Set([...one, ...two].map(({ id }) => id)).size).toBe(200);
  });

  it('end at the first 10,000 results: a page that crosses the mark is cut, later ones are empty', async () => {
    expect(await list({ skip: 9_970, limit: 100 })).toHaveLength(30);
    expect(await list({ skip: 9_999, limit: 100 })).toHaveLength(1);
    expect(await list({ skip: 10_000, limit: 100 })).toEqual([]);
    expect(await list({ skip: 2_000_000_000 })).toEqual([]);
  });

  it('answer 400 invalid_query for a negative skip', async () => {
    await expect(list({ skip: -1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });
});

describe('GetContact and GetContactByUserId', () => {
  it('answer 404 session_not_found for what is unknown', async () => {
    const missing = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };
    const context = project.as('admin');
    await expect(service.contacts.getContact({ sessionId: newId() }, context)).rejects.toMatchObject(missing);
    await expect(service.contacts.getContact({ sessionId: 'x' }, context)).rejects.toMatchObject(missing);
    await expect(service.contacts.getContactByUserId({ userId: 'x' }, context)).rejects.toMatchObject(
      missing,
    );
    await expect(service.contacts.getContactByUserId({ userId: '' }, context)).rejects.toMatchObject(missing);
  });

  it('find a contact by its userId, letter by letter', async () => {
    const { id } = requireContact(
      await service.contacts.createContact({ contact: { userId: 'User/1 ä' } }, project.as('agent')),
    );
    const found = await service.contacts.getContactByUserId({ userId: 'User/1 ä' }, project.as('agent'));
    expect(requireContact(found).id).toBe(id);
    await expect(
      service.contacts.getContactByUserId({ userId: 'user/1 ä' }, project.as('agent')),
    ).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  });
});

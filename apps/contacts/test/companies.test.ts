import type { CompanyInput } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import {
  type CompanyClients,
  companyClients,
  requireCompany,
  keepEvents,
  putCompany,
} from './support/companies';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let clients: CompanyClients;
let project: TestProject;
let events: Awaited<ReturnType<typeof keepEvents>>;

beforeAll(async () => {
  service = await startContacts();
  clients = companyClients(service);
  events = await keepEvents(service);
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const put = (companyId: string, company: Partial<CompanyInput> = {}, nulls: string[] = []) =>
  putCompany(clients, companyId, company, { nulls, context: project.as('agent') });
const get = async (companyId: string, on = project) =>
  requireCompany(await clients.companies.getCompany({ companyId }, on.as('agent')));
const createContact = async (contact: object) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const missing = { kind: 'notFound', reason: 'COMPANY_NOT_FOUND' };
const problem = (...fields: string[]) => ({
  kind: 'invalid',
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => ({ field })),
});
const keys = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index + from}`, index]));
const told = async (id: string) => (await events(id)).map(({ subject }) => subject.split('.').at(-1));

describe('UpsertCompany', () => {
  it('creates a company with every field, told by one event', async () => {
    const fields = {
      name: 'Acme Ltd',
      plan: 'pro',
      value: 12.5,
      domain: 'acme.example',
      sla: 30,
      tags: ['b', 'a'],
      address: { city: 'Oslo', geo: { lat: 1 } },
      customData: { seats: 3, trial: false, region: 'eu' },
    };
    const company = await put('acme', fields);
    expect(company).toMatchObject({
      ...fields,
      companyId: 'acme',
      project: project.id,
      organisation: project.organisationId,
      id: company._id,
    });
    expect(company.lastSeenAt).toBeUndefined();
    expect(await get('acme')).toEqual(company);
    expect(await events(company.id)).toEqual([
      {
        subject: 'contacts.v1.company.created',
        aggregateId: company.id,
        payload: { company: expect.objectContaining(fields) },
      },
    ]);
  });

  it('keeps omitted fields, clears those sent as null and replaces tags', async () => {
    const before = await put('acme', { name: 'Acme', plan: 'pro', value: 0, tags: ['a', 'b'], address: 'x' });
    const after = await put('acme', { plan: 'free', tags: ['c'] }, ['value', 'address']);
    expect(after).toEqual({
      ...before,
      plan: 'free',
      value: undefined,
      address: undefined,
      tags: ['c'],
      updatedAt: after.updatedAt,
    });
    expect((await put('acme', {}, ['tags', 'name'])).tags).toEqual([]);
    expect(await told(before.id)).toEqual(['created', 'updated', 'updated']);
  });

  it('merges address and customData one level deep, where null removes a key', async () => {
    await put('acme', { address: { city: 'Oslo', geo: { lat: 1, lon: 2 } }, customData: { a: 1, b: 2 } });
    const after = await put('acme', {
      address: { zip: '0150', city: null, geo: { lat: 3 }, never: null },
      customData: { b: null, c: 'x' },
    });
    expect(after.address).toEqual({ zip: '0150', geo: { lat: 3 } });
    expect(after.customData).toEqual({ a: 1, c: 'x' });
    expect((await put('acme', { address: 'Street 1' })).address).toBe('Street 1');
    expect((await put('acme', { address: { city: 'Rome' } })).address).toEqual({ city: 'Rome' });
  });

  it('writes nothing and tells nothing when nothing changes', async () => {
    const before = await put('acme', { name: 'Acme', customData: { a: 1 }, tags: ['a'] });
    expect(await put('acme', { name: 'Acme', customData: { a: 1, b: null }, tags: ['a'] })).toEqual(before);
    expect(await put('acme')).toEqual(before);
    expect(await told(before.id)).toEqual(['created']);
  });

  it('stores a domain trimmed and in lower case, an empty one as none', async () => {
    expect((await put('acme', { domain: ' ACME.Example ' })).domain).toBe('acme.example');
    expect((await put('acme', { domain: ' ' })).domain).toBeUndefined();
  });

  it.each(['count', 'search', 'x'.repeat(257)])(
    'answers 400 invalid_input for the companyId %s',
    async (id) => {
      await expect(put(id, { name: 'x' })).rejects.toMatchObject(problem('companyId'));
    },
  );

  it.each(['a/b', 'ümläut 公司', '..', '%2F', ' ', "'; DROP TABLE company; --", 'x'.repeat(256)])(
    'takes any other text as companyId: %s',
    async (id) => {
      const company = await put(id, { name: 'Odd' });
      expect(company.companyId).toBe(id);
      expect(await get(id)).toEqual(company);
      expect(
        requireCompany(await clients.companies.deleteCompany({ companyId: id }, project.as('admin'))).id,
      ).toBe(company.id);
    },
  );

  it.each([
    ['51 tags', { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, ['tags']],
    ['a tag of 65 characters', { tags: ['x'.repeat(65)] }, ['tags.0']],
    ['a tag that is no text', { tags: ['a', 1] }, ['tags.1']],
    ['101 keys of customData', { customData: keys(101) }, ['customData']],
    ['nested customData', { customData: { a: { b: 1 }, c: [1], d: 1 } }, ['customData.a', 'customData.c']],
    ['customData of more than 65,536 bytes', { customData: { a: 'x'.repeat(65_536) } }, ['customData']],
    ['an address of more than 16,384 bytes', { address: 'x'.repeat(16_384) }, ['address']],
  ])('answers 400 invalid_input for %s, and writes nothing', async (_what, company, fields) => {
    await expect(put('acme', company)).rejects.toMatchObject(problem(...fields));
    await expect(get('acme')).rejects.toMatchObject(missing);
    await put('beta', { name: 'Beta' });
    await expect(put('beta', { name: 'Other', ...company })).rejects.toMatchObject(problem(...fields));
    expect((await get('beta')).name).toBe('Beta');
  });

  it('takes 50 tags and 100 keys, counted after the merge', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `t${index}`);
    expect((await put('acme', { tags, customData: keys(100) })).tags).toHaveLength(50);
    await expect(put('acme', { customData: { more: 1 } })).rejects.toMatchObject(problem('customData'));
    const swapped = await put('acme', { customData: { more: 1, k0: null } });
    expect(Object.keys(swapped.customData as object)).toHaveLength(100);
  });

  it('loses no change of 50 concurrent upserts that create one company', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) => put('acme', { customData: { [`k${index}`]: index } })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(Object.keys((await get('acme')).customData as object)).toHaveLength(50);
    expect((await told(all[0]?.id ?? '')).filter((verb) => verb === 'created')).toHaveLength(1);
  });
});

describe('DeleteCompany', () => {
  it('answers the company, tells of it, and contacts keep their companyId and its name', async () => {
    const company = await put('acme', { name: 'Acme' });
    const contact = await createContact({ companyId: 'acme' });
    const before = await get('acme');
    const context = project.as('admin');
    expect(requireCompany(await clients.companies.deleteCompany({ companyId: 'acme' }, context))).toEqual(
      before,
    );
    await expect(get('acme')).rejects.toMatchObject(missing);
    await expect(clients.companies.deleteCompany({ companyId: 'acme' }, context)).rejects.toMatchObject(
      missing,
    );
    const kept = requireContact(await service.contacts.getContact({ sessionId: contact.id }, context));
    expect(kept).toMatchObject({ companyId: 'acme', companyName: 'Acme' });
    expect(await told(company.id)).toEqual(['created', 'deleted']);
  });

  it('lets a later company of the same identifier have the contacts, with its activity', async () => {
    const contact = await createContact({ companyId: 'acme', companyName: 'Acme' });
    await clients.companies.deleteCompany({ companyId: 'acme' }, project.as('admin'));
    const company = await put('acme', { plan: 'pro' });
    expect(company.lastSeenAt).toBe(contact.lastActivity);
  });

  it('lets a contact that names its companyId again create the company anew, under the name it knows', async () => {
    const contact = await createContact({ userId: 'u', companyId: 'acme', companyName: 'Acme' });
    await clients.companies.deleteCompany({ companyId: 'acme' }, project.as('admin'));
    await createContact({ userId: 'u', phone: '1' });
    await expect(get('acme')).rejects.toMatchObject(missing);
    const again = await createContact({ userId: 'u', companyId: 'acme' });
    expect(again).toMatchObject({ id: contact.id, companyName: 'Acme' });
    expect((await get('acme')).name).toBe('Acme');
  });
});

describe('a company that a contact creates', () => {
  it('is told by an event and found by its name', async () => {
    await createContact({ companyId: 'acme', companyName: 'Acme Ltd' });
    const company = await get('acme');
    expect(await told(company.id)).toEqual(['created']);
    const { companies } = await clients.companies.searchCompanies(
      { searchTerm: 'acme l' },
      project.as('agent'),
    );
    expect(companies).toEqual([company]);
  });
});

describe('lastSeenAt', () => {
  const active = (id: string, at: string, more = '') =>
    service.db.query(`UPDATE contact SET last_activity = $2 ${more} WHERE id = $1`, [id, at]);

  it('follows the activity of members, however it is written, and never goes back', async () => {
    await put('acme', { name: 'Acme' });
    const ada = await createContact({ companyId: 'acme' });
    expect((await get('acme')).lastSeenAt).toBe(ada.lastActivity);
    const lin = await createContact({ companyId: 'acme' });
    expect((await get('acme')).lastSeenAt).toBe(lin.lastActivity);
    await active(ada.id, '2999-01-02T03:04:05.678Z');
    expect((await get('acme')).lastSeenAt).toBe('2999-01-02T03:04:05.678Z');
    await active(ada.id, '2020-01-01T00:00:00Z');
    expect((await get('acme')).lastSeenAt).toBe('2999-01-02T03:04:05.678Z');
  });

  it('counts the activity of a contact that joins, not of one that is deleted or elsewhere', async () => {
    await put('acme', {});
    const guest = await createContact({});
    await active(guest.id, '2999-01-01T00:00:00Z', ', deleted_at = now()');
    expect((await get('acme')).lastSeenAt).toBeUndefined();
    const ada = await createContact({});
    await service.contacts.updateContact(
      { sessionId: ada.id, contact: { companyId: 'acme' } },
      project.as('user'),
    );
    expect((await get('acme')).lastSeenAt).toBe(ada.lastActivity);
  });

  it('is the latest of 50 contacts that are created at once', async () => {
    await put('acme', {});
    const contacts = await Promise.all(
      Array.from({ length: 50 }, () => createContact({ companyId: 'acme' })),
    );
    const latest = contacts
      .map(({ lastActivity }) => lastActivity ?? '')
      .sort()
      .at(-1);
    expect((await get('acme')).lastSeenAt).toBe(latest);
  });
});

describe('another project', () => {
  it('sees, changes and deletes nothing', async () => {
    const company = await put('acme', { name: 'Acme', domain: 'acme.example' });
    const ada = await createContact({ companyId: 'acme' });
    const other = service.project();
    const foreign = other.as('admin');
    const { companies, companyDirectory } = clients;
    for (const call of [
      () => companies.getCompany({ companyId: 'acme' }, foreign),
      () => companies.deleteCompany({ companyId: 'acme' }, foreign),
      () => companies.listCompanyMembers({ companyId: 'acme' }, foreign),
      () => companies.addCompanyMember({ companyId: 'acme', sessionId: ada.id }, foreign),
      () => companies.removeCompanyMember({ companyId: 'acme', sessionId: ada.id }, foreign),
    ]) {
      await expect(call()).rejects.toMatchObject(missing);
    }
    expect((await companies.listCompanies({}, foreign)).companies).toEqual([]);
    expect((await companies.countCompanies({}, foreign)).count).toBe(0);
    for (const searchTerm of ['acme', 'acme.example']) {
      expect((await companies.searchCompanies({ searchTerm }, foreign)).companies).toEqual([]);
    }
    expect(await companyDirectory.checkCompany({ companyId: 'acme' }, foreign)).toEqual({ exists: false });
    expect(await companyDirectory.checkCompany({ companyId: 'acme' }, project.as('agent'))).toEqual({
      exists: true,
    });
    await putCompany(clients, 'acme', { sla: 30 }, { context: project.as('agent') });
    expect(await companyDirectory.checkCompany({ companyId: 'acme' }, project.as('agent'))).toEqual({
      exists: true,
      sla: 30,
    });
    const own = await putCompany(clients, 'acme', { name: 'Own' }, { context: foreign });
    expect(own.id).not.toBe(company.id);
    await expect(
      companies.addCompanyMember({ companyId: 'acme', sessionId: ada.id }, foreign),
    ).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
    expect(await get('acme')).toMatchObject({ id: company.id, name: 'Acme' });
  });
});

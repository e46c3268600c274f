import { newId } from '@parley/persistence';
import type { TestProject } from './support/contacts';
import { attributes, invalidAt, type RecordWorld, startRecords } from './support/records';

let world: RecordWorld;
let project: TestProject;

beforeAll(async () => {
  world = await startRecords();
});
afterAll(() => world.service.stop());
beforeEach(() => {
  project = world.service.project();
});

const create = (contact: Record<string, unknown>) => world.create(contact, project.as('user'));
const put = (companyId: string, company: Record<string, unknown> = {}) =>
  world.put(companyId, company, project.as('user'));
const get = (recordType: string, ids: string[], context = project.as('agent')) =>
  world.get(recordType, ids, context);

describe('WriteRecordAttributes', () => {
  const write = async (recordType: string, id: string, values: Record<string, unknown>) => {
    const request = { recordType, id, values: attributes(values) };
    return (await world.records.writeRecordAttributes(request, project.as('agent'))).record;
  };

  describe('of a contact', () => {
    it('writes and clears every writable attribute, normalised, and answers the record', async () => {
      const { id } = await create({ companyId: 'acme', tags: ['x'] });
      const values = { name: 'Ada', phone: '1', lang: 'en', plan: 'pro', value: -1.5, sla: 30 };
      const record = await write('contacts', id, {
        ...values,
        email: 'ADA@Example.com',
        'customData.tier': 'gold',
        'customData.seats': 3,
        'customData.active': false,
        'customData.note': '',
      });
      expect(record).toMatchObject({
        ...values,
        email: 'ada@example.com',
        customData: { tier: 'gold', seats: 3, active: false, note: '' },
        companyId: 'acme',
        tags: ['x'],
        version: 2,
      });
      expect(await get('contacts', [id])).toEqual([record]);
      const cleared = Object.fromEntries(
        [...Object.keys(values), 'email', 'customData.tier', 'customData.seats'].map((name) => [name, null]),
      );
      expect(await write('contacts', id, cleared)).toEqual({
        ...Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !(name in values))),
        email: undefined,
        customData: { active: false, note: '' },
        version: 3,
      });
    });

    it('is a change like any other: search, identity history with the caller, and its event', async () => {
      const { id } = await create({ name: 'Ada', email: 'old@example.com' });
      await write('contacts', id, { email: 'New@example.com', 'customData.tier': 'gold' });
      const { sessions } = await world.service.contacts.searchContacts(
        { searchTerm: 'new@example.com' },
        project.as('agent'),
      );
      expect(sessions.map((match) => match.id)).toEqual([id]);
      const { history } = await world.service.lifecycle.getIdentityHistory(
        { sessionId: id },
        project.as('agent'),
      );
      expect(history).toMatchObject([
        {
          changes: { email: { from: 'old@example.com', to: 'new@example.com' } },
          by: { source: 'dashboard', method: 'update', userEmail: 'agent@example.com' },
        },
      ]);
      expect((await world.listEvents(id)).slice(1)).toMatchObject([
        {
          subject: 'contacts.v1.contact.updated',
          payload: {
            contact: { email: 'new@example.com', customData: { tier: 'gold' } },
            reference: { version: 2 },
          },
        },
      ]);
    });

    it('writes nothing when nothing changes', async () => {
      const contact = await create({ name: 'Ada', customData: { tier: 'gold' } });
      const { id } = contact;
      for (const values of [{}, { name: 'Ada', 'customData.tier': 'gold' }, { 'customData.none': null }])
        expect(await write('contacts', id, values)).toMatchObject({ version: 1 });
      const bare = await create({});
      expect(await write('contacts', bare.id, { 'customData.none': null })).toMatchObject({ version: 1 });
      expect(await world.listEvents(id)).toHaveLength(1);
      expect(await world.listEvents(bare.id)).toHaveLength(1);
    });

    it('keeps the other keys of customData under 40 parallel writers, each of a key of its own', async () => {
      const { id } = await create({ customData: { kept: { deep: true } } });
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => write('contacts', id, { [`customData.k${n}`]: n })),
      );
      const keys = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, n]));
      expect(await get('contacts', [id])).toMatchObject([{ customData: { kept: { deep: true }, ...keys } }]);
      expect(await get('contacts', [id])).toMatchObject([{ version: 41 }]);
      const versions = (await world.listEvents(id)).map(
        ({ payload }) => (payload['reference'] as { version: number }).version,
      );
      expect(versions).toEqual(Array.from({ length: 41 }, (_, n) => n + 1));
    });

    it('refuses a key where customData is no object, and customData beyond 1 MB', async () => {
      const list = await create({ customData: ['a'] });
      await expect(write('contacts', list.id, { 'customData.k': 1 })).rejects.toMatchObject(
        invalidAt('customData.k'),
      );
      const large = await create({ customData: { notes: 'x'.repeat(900_000) } });
      await expect(
        write('contacts', large.id, { 'customData.more': 'x'.repeat(200_000) }),
      ).rejects.toMatchObject(invalidAt('customData.more'));
      expect(await get('contacts', [list.id])).toMatchObject([{ customData: ['a'], version: 1 }]);
    });

    it('tells what an event was too large to carry', async () => {
      const { id } = await create({ customData: { notes: 'x'.repeat(1_000_000) } });
      await write('contacts', id, { name: 'Ada' });
      const [, updated] = await world.listEvents(id);
      expect(updated?.payload).toMatchObject({ leftOut: ['customData'], contact: { name: 'Ada' } });
      expect(updated?.payload['contact']).not.toHaveProperty('customData');
    });

    it.each([
      ['email', 'no address'],
      ['email', ''],
      ['email', `${'a'.repeat(250)}@b.example`],
      ['name', 'x'.repeat(257)],
      ['name', 1],
      ['phone', 'x'.repeat(65)],
      ['lang', 'x'.repeat(36)],
      ['plan', 'x'.repeat(129)],
      ['plan', true],
      ['value', '1'],
      ['sla', false],
      ['customData.k', { nested: 1 }],
      ['customData.k', ['list']],
      ['userId', 'u'],
      ['companyId', 'c'],
      ['companyName', 'c'],
      ['avatar', 'https://example.com'],
      ['tags', 'x'],
      ['unsubscribed', true],
      ['createdAt', '2026-01-01'],
      ['domain', 'x.example'],
      ['blocked', true],
      ['customData', 'x'],
      ['customData.', 'x'],
      ['customData.a.b', 'x'],
      ['customData.__proto__', 'x'],
      [`customData.${'k'.repeat(65)}`, 'x'],
      ['constructor', 'x'],
    ])('answers 400 naming %s for %j, and writes nothing of the rest', async (attribute, value) => {
      const { id } = await create({ name: 'Ada' });
      await expect(write('contacts', id, { phone: '1', [attribute]: value })).rejects.toMatchObject(
        invalidAt(attribute),
      );
      expect(await get('contacts', [id])).toMatchObject([{ version: 1 }]);
    });

    it('takes a key of 64 characters, of any kind but dots', async () => {
      const { id } = await create({});
      const key = `${'🎉'.repeat(60)} %_"`;
      expect(await write('contacts', id, { [`customData.${key}`]: 1 })).toMatchObject({
        customData: { [key]: 1 },
      });
    });

    it('names every attribute that is wrong, and one that is named twice', async () => {
      const { id } = await create({});
      await expect(write('contacts', id, { email: 'x', value: 'y' })).rejects.toMatchObject(
        invalidAt('email', 'value'),
      );
      const twice = [
        { attribute: 'name', value: 'a' },
        { attribute: 'name', value: 'b' },
      ];
      await expect(
        world.records.writeRecordAttributes(
          { recordType: 'contacts', id, values: twice },
          project.as('agent'),
        ),
      ).rejects.toMatchObject(invalidAt('name'));
    });

    it('takes 100 attributes and answers 400 for 101', async () => {
      const { id } = await create({});
      const keys = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, n) => [`customData.k${n}`, n]));
      await expect(write('contacts', id, keys(101))).rejects.toMatchObject(invalidAt('values'));
      expect(await write('contacts', id, keys(100))).toMatchObject({ version: 2 });
    });

    it('answers 404 session_not_found for one that is gone or never was', async () => {
      const { id } = await create({});
      await world.service.contacts.deleteContact({ sessionId: id }, project.as('admin'));
      for (const gone of [id, newId(), (await put('acme')).id])
        await expect(write('contacts', gone, { name: 'x' })).rejects.toMatchObject({
          reason: 'SESSION_NOT_FOUND',
        });
    });
  });

  describe('of a company', () => {
    it('writes and clears every writable attribute, normalised, and answers the record', async () => {
      const { id } = await put('acme', { tags: ['x'], customData: { kept: 'k' } });
      const values = { name: 'Acme', plan: 'pro', value: 7, sla: 30 };
      const record = await write('companies', id, {
        ...values,
        domain: ' ACME.example',
        'customData.seats': 3,
      });
      expect(record).toMatchObject({
        ...values,
        domain: 'acme.example',
        customData: { kept: 'k', seats: 3 },
        companyId: 'acme',
        tags: ['x'],
        version: 2,
      });
      expect(await get('companies', [id])).toEqual([record]);
      const cleared = {
        name: null,
        plan: null,
        value: null,
        sla: null,
        domain: null,
        'customData.kept': null,
      };
      expect(await write('companies', id, cleared)).toEqual({
        id,
        companyId: 'acme',
        customData: { seats: 3 },
        tags: ['x'],
        version: 3,
        createdAt: record?.createdAt,
      });
    });

    it('gives a new name to its contacts and to search, and tells of it with the version', async () => {
      const { id } = await put('acme', { name: 'Acme' });
      const contact = await create({ companyId: 'acme' });
      await write('companies', id, { name: 'Acme Ltd' });
      expect(await get('contacts', [contact.id])).toMatchObject([{ companyName: 'Acme Ltd' }]);
      const { companies: hits } = await world.companies.searchCompanies(
        { searchTerm: 'acme ltd' },
        project.as('agent'),
      );
      expect(hits.map((hit) => hit.id)).toEqual([id]);
      expect((await world.listEvents(id)).slice(1)).toMatchObject([
        {
          subject: 'contacts.v1.company.updated',
          payload: { company: { id, name: 'Acme Ltd' }, version: 2 },
        },
      ]);
      await write('companies', id, { name: 'Acme Ltd' });
      expect(await world.listEvents(id)).toHaveLength(2);
    });

    it('keeps the other keys of customData under 40 parallel writers, each of a key of its own', async () => {
      const { id } = await put('acme', { customData: { kept: true } });
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => write('companies', id, { [`customData.k${n}`]: n })),
      );
      const keys = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, n]));
      expect(await get('companies', [id])).toMatchObject([{ customData: { kept: true, ...keys } }]);
    });

    it('names the attribute that would be the 101st key, or be beyond 65,536 bytes', async () => {
      const customData = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]));
      const { id } = await put('acme', { customData });
      await expect(write('companies', id, { 'customData.one': 1 })).rejects.toMatchObject(
        invalidAt('customData.one'),
      );
      await expect(write('companies', id, { 'customData.k1': 'x'.repeat(65_536) })).rejects.toMatchObject(
        invalidAt('customData.k1'),
      );
      expect(await get('companies', [id])).toMatchObject([{ customData, version: 1 }]);
    });

    it.each([
      ['name', 'x'.repeat(257)],
      ['plan', 'x'.repeat(129)],
      ['domain', 'x'.repeat(254)],
      ['value', '1'],
      ['sla', true],
      ['customData.k', {}],
      ['companyId', 'x'],
      ['tags', 'x'],
      ['createdAt', '2026-01-01'],
      ['email', 'a@example.com'],
      ['address', 'x'],
    ])('answers 400 naming %s, and writes nothing of the rest', async (attribute, value) => {
      const { id } = await put('acme');
      const values = attribute === 'plan' ? {} : { plan: 'x' };
      await expect(write('companies', id, { ...values, [attribute]: value })).rejects.toMatchObject(
        invalidAt(attribute),
      );
      expect(await get('companies', [id])).toMatchObject([{ version: 1 }]);
    });

    it('answers 404 company_not_found for one that is gone, also when another has its companyId', async () => {
      const { id } = await put('acme');
      await world.companies.deleteCompany({ companyId: 'acme' }, project.as('admin'));
      await put('acme');
      for (const gone of [id, newId(), (await create({})).id])
        await expect(write('companies', gone, { name: 'x' })).rejects.toMatchObject({
          reason: 'COMPANY_NOT_FOUND',
        });
    });
  });

  it('answers 400 for a type beside contacts and companies', async () => {
    await expect(write('tickets', newId(), {})).rejects.toMatchObject(invalidAt('recordType'));
  });
});

import { newId } from '@parley/persistence';
import type { TestProject } from './support/contacts';
import { invalidAt, type RecordWorld, startRecords } from './support/records';

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

describe('GetRecords', () => {
  it('answers contacts with their attributes and a version that grows with each change', async () => {
    const full = {
      name: 'Ada',
      email: 'a@example.com',
      phone: '1',
      lang: 'en',
      plan: 'pro',
      value: 0,
      sla: 30,
      customData: { tier: 'gold', nested: [1, { deep: null }] },
      userId: 'u',
      companyId: 'acme',
      companyName: 'Acme',
      avatar: 'https://example.com/a.png',
      tags: ['vip'],
    };
    const [one, bare] = [await create(full), await create({})];
    expect(await get('contacts', [one.id])).toEqual([
      { ...full, id: one.id, version: 1, unsubscribed: false, createdAt: one.createdAt },
    ]);
    expect(await get('contacts', [bare.id])).toEqual([
      { id: bare.id, version: 1, tags: [], unsubscribed: false, createdAt: bare.createdAt },
    ]);
    await world.service.contacts.updateContact(
      { sessionId: one.id, contact: { plan: 'x' } },
      project.as('agent'),
    );
    await world.service.lifecycle.unsubscribeContacts({ sessions: [{ userId: 'u' }] }, project.as('agent'));
    expect(await get('contacts', [one.id])).toMatchObject([{ version: 3, plan: 'x', unsubscribed: true }]);
  });

  it('answers companies with their attributes and a version that grows with each change', async () => {
    const full = {
      name: 'Acme',
      plan: 'pro',
      value: 5,
      domain: 'acme.example',
      sla: 60,
      customData: { seats: 3 },
      tags: ['big'],
    };
    const company = await put('acme', full);
    expect(await get('companies', [company.id])).toEqual([
      { ...full, id: company.id, version: 1, companyId: 'acme', createdAt: company.createdAt },
    ]);
    await put('acme', { plan: 'team' });
    await put('acme', { plan: 'team' });
    expect(await get('companies', [company.id])).toMatchObject([{ version: 2, plan: 'team' }]);
    await create({ companyId: 'new' });
    const [{ id } = { id: '' }] = await world.service.db.query<{ id: string }>(
      `SELECT id FROM company WHERE project_id = $1 AND company_id = 'new'`,
      [project.id],
    );
    expect(await get('companies', [id])).toMatchObject([{ version: 1, companyId: 'new', tags: [] }]);
  });

  it('leaves out what is unknown, deleted or of the other type', async () => {
    const [contact, company, gone] = [await create({}), await put('acme'), await create({})];
    await world.service.contacts.deleteContact({ sessionId: gone.id }, project.as('admin'));
    const ids = [contact.id, company.id, gone.id, newId(), 'no id'];
    expect((await get('contacts', ids)).map(({ id }) => id)).toEqual([contact.id]);
    expect((await get('companies', ids)).map(({ id }) => id)).toEqual([company.id]);
  });

  it('takes 500 ids, answers 400 for 501 and for a type beside contacts and companies', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => newId());
    expect(await get('contacts', ids(500))).toEqual([]);
    await expect(get('contacts', ids(501))).rejects.toMatchObject(invalidAt('ids'));
    await expect(get('tickets', [])).rejects.toMatchObject(invalidAt('recordType'));
  });

  it('leaves out and names what is beyond 8 MB of free data, and answers one record however large', async () => {
    const notes = 'x'.repeat(900_000);
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push((await create({ customData: { notes } })).id);
    const first = await world.records.getRecords({ recordType: 'contacts', ids }, project.as('agent'));
    expect(first.records).toHaveLength(9);
    expect([...first.records.map(({ id }) => id), ...first.leftOut].sort()).toEqual([...ids].sort());
    const rest = await world.records.getRecords(
      { recordType: 'contacts', ids: first.leftOut },
      project.as('agent'),
    );
    expect([rest.records.length, rest.leftOut]).toEqual([3, []]);
    await world.service.db.query(
      `UPDATE contact SET custom_data = jsonb_build_object('notes', repeat('y', 9000000)) WHERE id = $1`,
      [ids[0]],
    );
    const large = await world.records.getRecords(
      { recordType: 'contacts', ids: ids.slice(0, 2) },
      project.as('agent'),
    );
    expect(large.records.map(({ id }) => id)).toEqual([ids[0]]);
    expect(large.leftOut).toEqual([ids[1]]);
  });
});

describe('FindRecords', () => {
  const find = (recordType: string, keys: [name: 'userId' | 'email' | 'companyId', value: string][]) =>
    world.records.findRecords(
      { recordType, keys: keys.map(([name, value]) => ({ key: { $case: name, value } })) },
      project.as('agent'),
    );

  it('finds contacts by userId and, in any case, by email, in the order of the keys', async () => {
    const [one, two] = [await create({ userId: 'u' }), await create({ email: 'b@example.com', userId: 'v' })];
    const { found, leftOut } = await find('contacts', [
      ['email', ' B@Example.com '],
      ['userId', 'nobody'],
      ['userId', 'u'],
      ['userId', ''],
      ['email', ''],
      ['userId', 'v'],
    ]);
    expect(found.map(({ index, record }) => [index, record?.id])).toEqual([
      [0, two.id],
      [2, one.id],
      [5, two.id],
    ]);
    expect(found[0]?.record).toEqual((await get('contacts', [two.id]))[0]);
    expect(leftOut).toEqual([]);
  });

  it('finds the most recently active of several contacts with an address', async () => {
    const [one, two] = [await create({ email: 'a@example.com' }), await create({ email: 'a@example.com' })];
    const ids = async () =>
      (await find('contacts', [['email', 'a@example.com']])).found.map((f) => f.record?.id);
    expect(await ids()).toEqual([two.id]);
    await world.service.db.query(
      `UPDATE contact SET last_activity = now() + interval '1 day' WHERE id = $1`,
      [one.id],
    );
    expect(await ids()).toEqual([one.id]);
    await world.service.contacts.deleteContact({ sessionId: one.id }, project.as('admin'));
    expect(await ids()).toEqual([two.id]);
  });

  it('finds companies by companyId', async () => {
    const company = await put('acme', { name: 'Acme' });
    const { found } = await find('companies', [
      ['companyId', 'ACME'],
      ['companyId', 'acme'],
    ]);
    expect(found).toMatchObject([{ index: 1, record: { id: company.id, companyId: 'acme', version: 1 } }]);
  });

  it('names the places of keys whose records made the answer too large', async () => {
    const notes = 'x'.repeat(900_000);
    for (let n = 0; n < 10; n += 1) await create({ userId: `u${n}`, customData: { notes } });
    const { found, leftOut } = await find(
      'contacts',
      Array.from({ length: 10 }, (_, n) => ['userId', `u${n}`]),
    );
    expect(found).toHaveLength(9);
    expect(leftOut).toHaveLength(1);
    expect([...found.map(({ index }) => index), ...leftOut].sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => n),
    );
  });

  it('takes 1,000 keys, answers 400 for 1,001, for keys of the other type and for none', async () => {
    const many = (count: number) =>
      find(
        'contacts',
        Array.from({ length: count }, (_, n) => ['userId', `nobody-${n}`]),
      );
    expect((await many(1_000)).found).toEqual([]);
    await expect(many(1_001)).rejects.toMatchObject(invalidAt('keys'));
    await expect(find('contacts', [['companyId', 'x']])).rejects.toMatchObject(invalidAt('keys.0'));
    await expect(
      find('companies', [
        ['companyId', 'x'],
        ['email', 'x'],
      ]),
    ).rejects.toMatchObject(invalidAt('keys.1'));
    await expect(
      world.records.findRecords({ recordType: 'contacts', keys: [{}] }, project.as('agent')),
    ).rejects.toMatchObject(invalidAt('keys.0'));
    await expect(find('tickets', [])).rejects.toMatchObject(invalidAt('recordType'));
  });
});

describe('another project', () => {
  it('neither reads, finds nor writes a record', async () => {
    const [contact, company] = [
      await create({ userId: 'u', name: 'Ada' }),
      await put('acme', { name: 'Acme' }),
    ];
    const foreign = world.service.project().as('admin');
    expect(await get('contacts', [contact.id], foreign)).toEqual([]);
    expect(await get('companies', [company.id], foreign)).toEqual([]);
    for (const [recordType, name, value] of [
      ['contacts', 'userId', 'u'],
      ['companies', 'companyId', 'acme'],
    ] as const)
      expect(
        await world.records.findRecords({ recordType, keys: [{ key: { $case: name, value } }] }, foreign),
      ).toEqual({
        found: [],
        leftOut: [],
      });
    for (const [recordType, id, reason] of [
      ['contacts', contact.id, 'SESSION_NOT_FOUND'],
      ['companies', company.id, 'COMPANY_NOT_FOUND'],
    ] as const) {
      const values = [{ attribute: 'name', value: 'Taken' }];
      await expect(
        world.records.writeRecordAttributes({ recordType, id, values }, foreign),
      ).rejects.toMatchObject({
        reason,
      });
      expect(await get(recordType, [id])).toMatchObject([
        { name: recordType === 'contacts' ? 'Ada' : 'Acme' },
      ]);
    }
  });
});

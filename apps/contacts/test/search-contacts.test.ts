import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { seedContacts } from './support/seed';

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

const search = async (searchTerm: string, fieldExists?: string) => {
  const request = { searchTerm, ...(fieldExists !== undefined && { fieldExists }) };
  return (await service.contacts.searchContacts(request, project.as('agent'))).sessions;
};

const names = async (searchTerm: string, fieldExists?: string) =>
  (await search(searchTerm, fieldExists)).map(({ name }) => name);

describe('SearchContacts', () => {
  it('answers the 7 fields only', async () => {
    const contact = await create({
      userId: 'user-1',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      phone: '+49 30 1234',
      companyId: 'acme',
      companyName: 'Acme',
      plan: 'pro',
      tags: ['x'],
      customData: { a: 1 },
    });
    expect(await search('ada')).toEqual([
      {
        id: contact.id,
        userId: 'user-1',
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        phone: '+49 30 1234',
        companyId: 'acme',
        companyName: 'Acme',
      },
    ]);
  });

  it.each([
    ['Nováková', 'Novakova'],
    ['Novakova', 'nováková'],
    ['Łukasz Øre', 'lukasz ore'],
    ['Jürgen Strauß', 'jurgen strauss'],
    ['Άννα', 'αννα'],
  ])('finds %s by %s: accents aside', async (name, term) => {
    await create({ userId: 'u', name });
    await create({ userId: 'other', companyName: name, name: 'Z' });
    expect((await names(term)).sort()).toEqual([name, 'Z'].sort());
  });

  it('finds an address by its domain as people write it, and by its ASCII form', async () => {
    await create({ email: 'Me@Bücher.example.', name: 'M' });
    const parts = ['bücher.example', 'me@bucher', 'ME@xn--bcher-kva', '@xn--bcher-kva.exam'];
    const whole = ['me@xn--bcher-kva.example', 'Me@BÜCHER.example.', 'me@xn--bcher-kva.example.'];
    for (const term of [...parts, ...whole]) expect([term, await names(term)]).toEqual([term, ['M']]);
  });

  it.each([
    ['name', 'LOVEL'],
    ['name', 'ada love'],
    ['email', 'EXAMPLE'],
    ['userId', 'er-47'],
    ['companyName', 'yards'],
    ['phone', '30 12'],
  ])('finds a part of %s, whatever the case: %s', async (_field, term) => {
    await create({
      userId: 'User-4711',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      phone: '+49 30 1234',
      companyId: 'c1',
      companyName: 'Vineyards Ltd',
    });
    await create({ name: 'Somebody Else' });
    expect(await names(term)).toEqual(['Ada Lovelace']);
  });

  it('finds letters beyond ASCII in either case', async () => {
    await create({ name: 'ÖZGÜR ÇELİK' });
    await create({ name: 'Ольга' });
    expect(await names('özgür')).toEqual(['ÖZGÜR ÇELİK']);
    expect(await names('ОЛЬ')).toEqual(['Ольга']);
  });

  it.each(['', 'a', 'ad', ' ad ', '  a  '])(
    'answers nothing for fewer than 3 characters: "%s"',
    async (term) => {
      await create({ name: ' ad  ada' });
      expect(await search(term)).toEqual([]);
    },
  );

  it('takes a term of 3 characters, also of 3 emoji or with spaces around', async () => {
    await create({ name: 'Ada' });
    await create({ name: 'X 🦉🦉🦉' });
    expect(await names(' ada ')).toEqual(['Ada']);
    expect(await names('🦉🦉🦉')).toEqual(['X 🦉🦉🦉']);
  });

  it('takes %, _ and \\ as they are', async () => {
    await create({ name: 'Hundred 100%_\\x' });
    await create({ name: 'Hundred 100 percent' });
    expect(await names('100%')).toEqual(['Hundred 100%_\\x']);
    expect(await names('%_\\')).toEqual(['Hundred 100%_\\x']);
    expect(await names('%%%')).toEqual([]);
  });

  it('finds nothing across two fields', async () => {
    await create({ name: 'Ada', email: 'lin@example.com' });
    expect(await names('ada lin')).toEqual([]);
    expect(await names('ada\nlin')).toEqual([]);
  });

  it('answers whole fields first, then beginnings, then parts, the latest among equals', async () => {
    for (const name of ['Amanda', 'Adam', 'Ada', 'Mandana', 'Adana', 'ADA']) await create({ name });
    expect(await names('ada')).toEqual(['ADA', 'Ada', 'Adana', 'Adam']);
    expect(await names('anda')).toEqual(['Mandana', 'Amanda']);
  });

  it('answers at most 50 matches', async () => {
    await seedContacts(service.db, project, 200);
    expect(await search('example')).toHaveLength(50);
    expect(await search('number')).toHaveLength(50);
  });

  it('finds an old contact among many that a common term fits', async () => {
    await seedContacts(service.db, project, 5_000);
    expect((await names('Ada Number1'))[0]).toBe('Ada Number1');
    expect(await names('ada.17@example.com')).toEqual(['Ada Number17']);
    expect((await names('company 17'))[0]).toBe('Ada Number4017');
    expect((await search('company 17')).length).toBe(50);
    expect(await names('number4999')).toEqual(['Ada Number4999']);
    expect(await names('umber499')).toHaveLength(11);
  });

  it('finds a term without letters and digits where a field begins and among the newest 3,000', async () => {
    await create({ name: '🦉🦉🦉 begins' });
    await create({ name: 'ends 🦉🦉🦉' });
    await service.db.query(`UPDATE contact SET last_activity = '2000-01-01' WHERE project_id = $1`, [
      project.id,
    ]);
    expect((await names('🦉🦉🦉')).sort()).toEqual(['ends 🦉🦉🦉', '🦉🦉🦉 begins']);
    await seedContacts(service.db, project, 3_000);
    expect(await names('🦉🦉🦉')).toEqual(['🦉🦉🦉 begins']);
    expect(await names('ends 🦉')).toEqual(['ends 🦉🦉🦉']);
  });

  it('takes a term of 256 characters, all of which must fit', async () => {
    const name = `${'ä%'.repeat(60)} middle ${'🦉_'.repeat(60)}`;
    await create({ name });
    await seedContacts(service.db, project, 4_000);
    const term = [...name].slice(0, 200).join('');
    expect(await names(term)).toEqual([name]);
    expect(await names(term.replace('middle', 'muddle'))).toEqual([]);
  });

  it('follows a change at once', async () => {
    const { id } = await create({ name: 'Before' });
    await service.contacts.updateContact({ sessionId: id, contact: { name: 'After' } }, project.as('agent'));
    expect(await names('before')).toEqual([]);
    expect(await names('after')).toEqual(['After']);
  });
});

describe('fieldExists', () => {
  it.each(['email', 'phone', 'customData', 'customData.plan', 'tags', 'lastHeardFrom'])(
    'keeps those that have %s',
    async (field) => {
      await create({
        name: 'ada without',
        customData: field === 'customData.plan' ? { other: 1 } : undefined,
      });
      const { id } = await create({
        name: 'ada with',
        email: 'x@example.com',
        phone: '1',
        customData: { plan: 'pro' },
        tags: ['x'],
      });
      await service.db.query('UPDATE contact SET last_heard_from = now() WHERE id = $1', [id]);
      expect(await names('ada', field)).toEqual(['ada with']);
    },
  );

  it('takes fields that every contact has', async () => {
    await create({ name: 'Ada' });
    for (const field of ['id', 'createdAt', 'blocked', 'emailOnly']) {
      expect(await names('ada', field)).toEqual(['Ada']);
    }
  });

  it.each(['searchText', 'deleted_at', 'email.x', 'toString', '', 'customData.', 'project'])(
    'answers 400 invalid_query for the unknown "%s", also with a short term',
    async (field) => {
      await expect(search('ada', field)).rejects.toMatchObject({ kind: 'invalid', reason: 'INVALID_QUERY' });
      await expect(search('a', field)).rejects.toMatchObject({ kind: 'invalid', reason: 'INVALID_QUERY' });
    },
  );
});

import type { CallContext } from '@parley/rpc';
import {
  requireContact,
  startContacts,
  type TestContacts,
  type TestProject,
  USER_ID,
} from './support/contacts';

let service: TestContacts;
let project: TestProject;
let as: CallContext;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
  as = project.as('user');
});

type Session = Record<string, unknown>;

const run = async (sessions: Session[], context = as): Promise<(string | null)[]> =>
  (await service.imports.importContacts({ sessions }, context)).ids as (string | null)[];
const create = async (contact: Session) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const get = async (sessionId: string | null | undefined) =>
  requireContact(await service.contacts.getContact({ sessionId: String(sessionId) }, as));
const stored = async (): Promise<number> => {
  const [row] = await service.db.query<{ n: number }>(
    'SELECT count(*) AS n FROM contact WHERE project_id = $1 AND deleted_at IS NULL',
    [project.id],
  );
  return row?.n ?? 0;
};
const subjects = async (id: string | null | undefined): Promise<string[]> =>
  (await service.events(String(id))).map(({ subject }) => subject.split('.').at(-1) ?? '');
const history = (id: string | null | undefined) =>
  service.db.query<{ changes: object; by: object }>(
    'SELECT changes, "by" FROM identity_history WHERE contact_id = $1 ORDER BY id',
    [id],
  );

describe('ImportContacts', () => {
  it('answers ids in input order, null where an entry has neither userId nor email', async () => {
    const known = await create({ userId: 'u2', name: 'Known' });
    const ids = await run([
      { userId: 'u1', name: 'One' },
      { name: 'Nobody' },
      { userId: 'u2', plan: 'pro' },
      { email: 'Three@Example.com ' },
      { userId: '', email: '' },
    ]);
    expect(ids).toEqual([
      expect.stringMatching(/^[0-9a-f]{24}$/),
      null,
      known.id,
      expect.stringMatching(/^[0-9a-f]{24}$/),
      null,
    ]);
    expect(await get(ids[2])).toMatchObject({ name: 'Known', plan: 'pro' });
    expect(await get(ids[3])).toMatchObject({ email: 'three@example.com', emailOnly: true });
    expect(await stored()).toBe(3);
  });

  it('takes subscriptions and activity along, and changes nothing when it comes again', async () => {
    const entry = {
      userId: 'u1',
      email: 'a@example.com',
      unsubscribed: true,
      unsubscribeReason: 'Opted out before',
      emailOnly: true,
      eventData: { visits: 3 },
      lastPageView: { page: '/' },
      firstActivity: '2023-05-06T07:08:09.000Z',
      lastActivity: '2024-05-06T07:08:09.000Z',
    };
    const [id] = await run([entry]);
    const imported = await get(id);
    expect(imported).toMatchObject(entry);
    expect(await run([entry])).toEqual([id]);
    expect(await get(id)).toEqual(imported);
  });

  it('matches an entry with a userId by that alone', async () => {
    const guest = await create({ email: 'a@example.com', name: 'Guest' });
    const [id] = await run([{ userId: 'u1', email: 'a@example.com', name: 'User' }]);
    expect(id).not.toBe(guest.id);
    expect(await get(guest.id)).toEqual(guest);
  });

  it('matches by address the most recently active contact, whether guest or user', async () => {
    const contacts = [
      await create({ userId: 'u1', email: 'a@example.com' }),
      await create({ userId: 'u2', email: 'a@example.com' }),
      await create({ email: 'a@example.com' }),
    ];
    await service.db.query(
      "UPDATE contact SET last_activity = last_activity + interval '1 hour' WHERE project_id = $1 AND user_id = 'u2'",
      [project.id],
    );
    expect(await run([{ email: 'A@example.com', plan: 'pro' }])).toEqual([contacts[1]?.id]);
    expect(await stored()).toBe(3);
  });

  it('updates the same contact by a repeated key inside one call, later entries over earlier ones', async () => {
    const ids = await run([
      { userId: 'u', name: 'First', plan: 'free' },
      { email: 'g@example.com', name: 'Guest' },
      { userId: 'u', name: 'Second', email: 'u@example.com' },
      { email: 'G@example.com', plan: 'pro' },
    ]);
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
    expect(await get(ids[0])).toMatchObject({ name: 'Second', plan: 'free', email: 'u@example.com' });
    expect(await get(ids[1])).toMatchObject({ name: 'Guest', plan: 'pro' });
    expect(await subjects(ids[0])).toEqual(['created']);
    expect(await stored()).toBe(2);
  });

  it('lets an entry by address meet what an earlier one of the call gave or took', async () => {
    const [older, newer] = [
      await create({ email: 'a@example.com' }),
      await create({ userId: 'u', email: 'a@example.com' }),
    ];
    const ids = await run([
      { userId: 'u', email: 'b@example.com' },
      { email: 'a@example.com', name: 'Was second' },
      { email: 'b@example.com', name: 'Moved' },
      { userId: 'v', email: 'a@example.com' },
      { email: 'a@example.com', plan: 'pro' },
    ]);
    expect(ids).toEqual([newer.id, older.id, newer.id, ids[3], ids[3]]);
    expect(await get(older.id)).toMatchObject({ name: 'Was second' });
    expect(await get(newer.id)).toMatchObject({ name: 'Moved' });
    expect(await get(ids[3])).toMatchObject({ userId: 'v', plan: 'pro' });
  });

  it('leaves omitted fields, clears null ones and replaces customData whole', async () => {
    const { id } = await create({ userId: 'u', name: 'Ada', phone: '1', customData: { a: 1, b: 2 } });
    await run([{ userId: 'u', nulls: ['phone'], customData: { c: 3 } }]);
    const after = await get(id);
    expect(after).toMatchObject({ userId: 'u', name: 'Ada', customData: { c: 3 } });
    expect(after.phone).toBeUndefined();
    await run([{ userId: 'u', nulls: ['email'] }]);
    expect((await get(id)).email).toBeUndefined();
  });

  it('changes nothing and tells of nothing when repeated', async () => {
    const sessions = [
      { userId: 'u', name: 'Ada', tags: ['b', 'a'], companyId: 'acme', companyName: 'Acme' },
      { email: 'g@example.com', name: 'Guest', customData: { list: [{ a: null }] } },
    ];
    const ids = await run(sessions);
    const before = await Promise.all(ids.map(get));
    expect(await run(sessions)).toEqual(ids);
    expect(await Promise.all(ids.map(get))).toEqual(before);
    expect(await subjects(ids[0])).toEqual(['created']);
  });

  it('writes events, versions and searchable text as a single write does', async () => {
    const known = await create({ userId: 'u', name: 'Ada' });
    const [changed, created] = await run([
      { userId: 'u', name: 'Grace' },
      { userId: 'v', name: 'Edsger' },
    ]);
    const [, update] = await service.events(known.id);
    expect(update).toMatchObject({
      subject: 'contacts.v1.contact.updated',
      payload: {
        contact: { id: changed, name: 'Grace' },
        reference: { id: changed, name: 'Grace', version: 2 },
      },
    });
    expect(await subjects(created)).toEqual(['created']);
    const search = async (searchTerm: string) =>
      (await service.contacts.searchContacts({ searchTerm }, as)).sessions.map(({ id }) => id);
    expect(await search('grac')).toEqual([changed]);
    expect(await search('dsge')).toEqual([created]);
    expect(await search('ada')).toEqual([]);
  });

  it('records changes of identity one by one with who and how, and no creation', async () => {
    const known = await create({ userId: 'u', email: 'a@example.com' });
    const [, created] = await run([
      { userId: 'u', email: 'b@example.com' },
      { userId: 'v', email: 'v@example.com' },
      { userId: 'u', name: 'Ada' },
    ]);
    const by = { source: 'dashboard', method: 'import', userId: USER_ID, userEmail: 'agent@example.com' };
    expect(await history(known.id)).toEqual([
      { changes: { email: { from: 'a@example.com', to: 'b@example.com' } }, by },
      { changes: { name: { to: 'Ada' } }, by },
    ]);
    expect(await history(created)).toEqual([]);
  });

  it('creates companies, whose names the contacts follow', async () => {
    await create({ userId: 'old', companyId: 'known', companyName: 'Known Ltd' });
    const ids = await run([
      { userId: 'a', companyId: 'acme', companyName: 'Acme' },
      { userId: 'b', companyId: 'acme', companyName: 'Other' },
      { userId: 'c', companyId: 'known', companyName: 'Ignored' },
      { userId: 'd', companyName: 'Own text' },
    ]);
    const contacts = await Promise.all(ids.map(get));
    expect(contacts.map(({ companyId, companyName }) => [companyId, companyName])).toEqual([
      ['acme', 'Acme'],
      ['acme', 'Acme'],
      ['known', 'Known Ltd'],
      [undefined, 'Own text'],
    ]);
    const companies = await service.db.query(
      'SELECT company_id, name FROM company WHERE project_id = $1 ORDER BY company_id',
      [project.id],
    );
    expect(companies).toEqual([
      { company_id: 'acme', name: 'Acme' },
      { company_id: 'known', name: 'Known Ltd' },
    ]);
    await run([{ userId: 'a', nulls: ['companyId'] }]);
    expect((await get(ids[0])).companyName).toBeUndefined();
  });

  it('brings a deleted company back when an entry names it', async () => {
    const [id] = await run([{ userId: 'a', companyId: 'acme', companyName: 'Acme' }]);
    await service.db.query('DELETE FROM company WHERE project_id = $1', [project.id]);
    await run([{ userId: 'a', companyId: 'acme' }]);
    expect(await get(id)).toMatchObject({ companyId: 'acme', companyName: 'Acme' });
    expect(await service.db.query('SELECT name FROM company WHERE project_id = $1', [project.id])).toEqual([
      { name: 'Acme' },
    ]);
  });

  it('refuses invalid entries by place and field before anything is written', async () => {
    const sessions: Session[] = Array.from({ length: 20 }, (_, index) => ({ userId: `u${index}` }));
    sessions[3] = { userId: 'x', companyId: 'search' };
    sessions[17] = { userId: 'y', tags: ['fine', 'x'.repeat(65)] };
    await expect(run(sessions)).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
      fields: [{ field: 'sessions.3.companyId' }, { field: 'sessions.17.tags.1' }],
    });
    await expect(
      run([{ userId: 'u', tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }]),
    ).rejects.toMatchObject({ fields: [{ field: 'sessions.0.tags' }] });
    expect(await stored()).toBe(0);
  });

  it('needs SESSION_TAGS_UPDATE for other tags than the stored ones, before anything is written', async () => {
    const agent = project.as('agent');
    const { id } = await create({ userId: 'tagged', email: 't@example.com', tags: ['a', 'b'] });
    const many = Array.from({ length: 300 }, (_, index) => ({ userId: `u${index}` }));
    for (const tagged of [
      { userId: 'tagged', tags: ['a'] },
      { userId: 'new', tags: ['a'] },
      { email: 't@example.com', tags: [] },
    ]) {
      await expect(run([...many, tagged], agent)).rejects.toMatchObject({
        reason: 'PERMISSION_DENIED',
        meta: { permission: 'SESSION_TAGS_UPDATE' },
      });
    }
    expect(await stored()).toBe(1);
    expect(
      await run(
        [
          { userId: 'tagged', tags: ['b', 'a'] },
          { userId: 'v', tags: [] },
        ],
        agent,
      ),
    ).toEqual([id, expect.any(String)]);
    await run([{ userId: 'tagged', tags: ['c'] }]);
    expect((await get(id)).tags).toEqual(['c']);
  });

  it('keeps the keys of another project apart', async () => {
    const other = service.project();
    const sessions = [
      { userId: 'u', name: 'Own' },
      { email: 'a@example.com', companyId: 'acme' },
    ];
    const [own, foreign] = [await run(sessions), await run(sessions, other.as('user'))];
    expect(foreign).toHaveLength(2);
    expect(own.filter((id) => foreign.includes(id))).toEqual([]);
    expect(await stored()).toBe(2);
  });

  it('imports 5,000 entries by some statements a chunk, and again without a change', async () => {
    const sessions = Array.from({ length: 5_000 }, (_, index) => ({
      ...(index % 5 === 0 ? {} : { userId: `user-${index}` }),
      email: `user.${index}@example.com`,
      name: `User ${index}`,
      companyId: `company-${index % 500}`,
      companyName: `Company ${index % 500}`,
      tags: [`t${index % 7}`],
      customData: { index },
    }));
    const ids = await run(sessions);
    expect(new Set(ids).size).toBe(5_000);
    expect(await stored()).toBe(5_000);
    expect(await get(ids[4_321])).toMatchObject({ userId: 'user-4321', companyName: 'Company 321' });
    expect(await run(sessions)).toEqual(ids);
    expect(await subjects(ids[4_321])).toEqual(['created']);
  });

  it('writes 250 entries a transaction, whole or not at all; a call that was cut off is repeated whole', async () => {
    const sessions = Array.from({ length: 600 }, (_, index) => ({ userId: `u${index}`, name: `N ${index}` }));
    await service.db.query(
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.user_id = 'u300' AND NEW.project_id = TG_ARGV[0] THEN RAISE 'no'; END IF; RETURN NEW; END $$`,
    );
    await service.db.query(
      `CREATE TRIGGER refuse_one BEFORE INSERT ON contact FOR EACH ROW EXECUTE FUNCTION refuse_one('${project.id}')`,
    );
    const rows = () =>
      service.db.query<{ id: string; userId: string; version: number }>(
        `SELECT id, user_id AS "userId", version FROM contact WHERE project_id = $1
         ORDER BY substr(user_id, 2)::int`,
        [project.id],
      );
    const told = async (ids: readonly string[]): Promise<number> => {
      const [row] = await service.db.query<{ n: number }>(
        'SELECT count(*) AS n FROM outbox_event WHERE aggregate_id = ANY ($1)',
        [ids],
      );
      return row?.n ?? 0;
    };
    try {
      await expect(run(sessions)).rejects.toThrow();
    } finally {
      await service.db.query('DROP FUNCTION refuse_one CASCADE');
    }
    const before = await rows();
    expect(before.map(({ userId }) => userId)).toEqual(sessions.slice(0, 250).map(({ userId }) => userId));
    expect(await told(before.map(({ id }) => id))).toBe(250);
    const ids = await run(sessions);
    const after = await rows();
    expect(after.map(({ id }) => id)).toEqual(ids);
    expect(after.slice(0, 250)).toEqual(before);
    expect(await told(after.map(({ id }) => id))).toBe(600);
  });

  it('makes one contact per key of 10 concurrent imports and creations, without an error', async () => {
    const sessions = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0
        ? { userId: `u${index}`, companyId: `c${index % 3}` }
        : { email: `e${index}@example.com`, companyId: `c${index % 3}` },
    );
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, turn) =>
        run(
          sessions.map((session) => ({ ...session, name: `Turn ${turn}` })),
          project.as('user'),
        ),
      ),
      ...Array.from({ length: 10 }, async (_, index) => {
        await create({ userId: `u${index * 2}`, companyId: 'c1' });
        await service.directory.ensureContactByEmail(
          { email: `e${index * 2 + 1}@example.com` },
          project.as('user'),
        );
        return undefined;
      }),
    ]);
    const imports = answers.filter((ids) => ids !== undefined);
    for (const ids of imports) expect(ids).toEqual(imports[0]);
    expect(await stored()).toBe(60);
  });
});

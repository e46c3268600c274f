import { createHmac } from 'node:crypto';
import {
  requireContact,
  startContacts,
  type TestContacts,
  type TestProject,
  USER_ID,
} from './support/contacts';
import { makeSecret } from './support/neighbours';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const stored = async (projectId: string): Promise<number> => {
  const [row] = await service.db.query<{ n: number }>(
    'SELECT count(*) AS n FROM contact WHERE project_id = $1',
    [projectId],
  );
  return row?.n ?? 0;
};

describe('CreateContact', () => {
  it('creates a contact with its document whole: ids, times, defaults, unset fields absent', async () => {
    const contact = requireContact(
      await service.contacts.createContact(
        {
          contact: {
            userId: 'user-1',
            email: '  Ada@Example.COM ',
            name: 'Ada Lovelace',
            phone: '+49 30 1',
            avatar: 'https://example.com/a.png',
            lang: 'en',
            plan: 'pro',
            value: 0,
            sla: 30,
            tags: ['vip', 'beta', 'vip'],
            customData: { seats: 3, nested: { a: [1, null, false] } },
            location: 'Berlin',
            platform: 'web',
            deviceType: 'desktop',
            blocked: true,
          },
        },
        project.as('user'),
      ),
    );
    expect(contact).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: contact.id,
      project: project.id,
      organisation: project.organisationId,
      svcId: expect.stringMatching(/^[\w-]{32}$/),
      userId: 'user-1',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      phone: '+49 30 1',
      avatar: 'https://example.com/a.png',
      lang: 'en',
      plan: 'pro',
      value: 0,
      sla: 30,
      tags: ['vip', 'beta'],
      customData: { seats: 3, nested: { a: [1, null, false] } },
      location: 'Berlin',
      platform: 'web',
      deviceType: 'desktop',
      blocked: true,
      firstActivity: contact.createdAt,
      lastActivity: contact.createdAt,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: contact.createdAt,
      sessions: 0,
      unsubscribed: false,
      emailOnly: false,
    });
    const read = await service.contacts.getContact({ sessionId: contact.id }, project.as('user'));
    expect(read.contact).toEqual(contact);
  });

  it('takes what only the server wrote so far: subscription, activity, page, events, and what it is known by', async () => {
    const sent = {
      email: 'a@example.com',
      unsubscribed: true,
      unsubscribeReason: 'Moved here so',
      eventData: { signedUp: { count: 2 } },
      emailOnly: false,
      lastPageView: { page: '/pricing', date: '2026-01-02T03:04:05.000Z' },
      firstActivity: '2024-01-02T03:04:05.000Z',
      lastActivity: '2025-01-02T03:04:05.000Z',
    };
    const contact = requireContact(
      await service.contacts.createContact({ contact: sent }, project.as('user')),
    );
    expect(contact).toMatchObject({ ...sent, unsubscribedAt: contact.createdAt });
    const { contact: read } = await service.contacts.getContact(
      { sessionId: contact.id },
      project.as('user'),
    );
    expect(read).toEqual(contact);
    const future = new Date(Date.now() + 3_600_000).toISOString();
    for (const field of ['firstActivity', 'lastActivity'])
      await expect(
        service.contacts.createContact({ contact: { [field]: future } }, project.as('user')),
      ).rejects.toMatchObject({ reason: 'INVALID_INPUT', fields: [{ field }] });
  });

  it('always creates a new guest without a userId, emailOnly when it has an address', async () => {
    const create = () =>
      service.contacts.createContact({ contact: { email: 'a@example.com' } }, project.as('agent'));
    const [one, other] = [requireContact(await create()), requireContact(await create())];
    expect(one.id).not.toBe(other.id);
    expect(one.emailOnly).toBe(true);
    expect(one.userId).toBeUndefined();
    const nameless = requireContact(
      await service.contacts.createContact({ contact: {} }, project.as('agent')),
    );
    expect(nameless).toMatchObject({ emailOnly: false, tags: [] });
    const empty = requireContact(
      await service.contacts.createContact({ contact: { userId: '' } }, project.as('agent')),
    );
    expect(empty.userId).toBeUndefined();
  });

  it('upserts by userId: omitted fields stay, null clears, customData is replaced whole', async () => {
    const context = project.as('user');
    const first = requireContact(
      await service.contacts.createContact(
        {
          contact: {
            userId: 'u',
            name: 'Ada',
            phone: '1',
            tags: ['a'],
            blocked: true,
            customData: { a: 1, b: 2 },
          },
        },
        context,
      ),
    );
    const second = requireContact(
      await service.contacts.createContact(
        { contact: { userId: 'u', plan: 'pro', customData: { c: 3 } }, nulls: ['phone', 'tags', 'blocked'] },
        context,
      ),
    );
    expect(second).toEqual({
      ...first,
      plan: 'pro',
      phone: undefined,
      tags: [],
      blocked: false,
      customData: { c: 3 },
      updatedAt: second.updatedAt,
    });
    expect(await stored(project.id)).toBe(1);
  });

  it('makes one row of 50 concurrent upserts of one userId, without an error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service.contacts.createContact(
          { contact: { userId: 'same', companyId: `c${index % 3}`, name: `Name ${index}` } },
          project.as('agent'),
        ),
      ),
    );
    expect(new Set(answers.map((answer) => requireContact(answer).id)).size).toBe(1);
    expect(await stored(project.id)).toBe(1);
    const { id } = requireContact(answers[0] ?? {});
    const events = await service.events(id);
    expect(events.map(({ subject }) => subject)).toEqual([
      'contacts.v1.contact.created',
      ...Array.from({ length: 49 }, () => 'contacts.v1.contact.updated'),
    ]);
    expect(events.map(({ payload }) => (payload['reference'] as { version: number }).version)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  it('makes one row of 50 concurrent creates that one statement each could do, and loses none of them', async () => {
    const fields = ['name', 'phone', 'avatar', 'lang', 'plan'] as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service.contacts.createContact(
          { contact: { userId: 'same', [fields[index % 5] ?? 'name']: `v${index % 5}` } },
          project.as('agent'),
        ),
      ),
    );
    const ids = new Set(answers.map((answer) => requireContact(answer).id));
    expect([ids.size, await stored(project.id)]).toEqual([1, 1]);
    const [id = ''] = ids;
    const { contact } = await service.contacts.getContact({ sessionId: id }, project.as('agent'));
    expect(contact).toMatchObject({ name: 'v0', phone: 'v1', avatar: 'v2', lang: 'v3', plan: 'v4' });
    expect((await service.events(id)).map(({ subject }) => subject)).toEqual([
      'contacts.v1.contact.created',
      ...Array.from({ length: 4 }, () => 'contacts.v1.contact.updated'),
    ]);
  });

  it('answers every one of 30 upserts while the contact is deleted again and again', async () => {
    const upsert = async () =>
      requireContact(await service.contacts.createContact({ contact: { userId: 'u' } }, project.as('agent')))
        .id;
    const remove = (sessionId: string) =>
      service.contacts.deleteContact({ sessionId }, project.as('admin')).catch((error: unknown) => {
        expect(error).toMatchObject({ reason: 'SESSION_NOT_FOUND' });
      });
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const id = await upsert();
        if (index % 2 === 0) await remove(id);
      }),
    );
    const { contacts } = await service.contacts.listContacts({}, project.as('agent'));
    expect(contacts.length).toBeLessThanOrEqual(1);
    expect(await stored(project.id)).toBe(contacts.length);
  });

  it('keeps the same userId of two projects apart', async () => {
    const other = service.project();
    const create = (context: TestProject) =>
      service.contacts.createContact({ contact: { userId: 'u' } }, context.as('agent'));
    const [one, two] = [requireContact(await create(project)), requireContact(await create(other))];
    expect(one.id).not.toBe(two.id);
    expect(two.project).toBe(other.id);
  });

  it('tells of a creation and of a change, and of nothing when nothing changes', async () => {
    const upsert = (name: string) =>
      service.contacts.createContact(
        { contact: { userId: 'u', name, customData: { list: [{ a: 1 }] } } },
        project.as('admin'),
      );
    const created = requireContact(await upsert('Ada'));
    await upsert('Ada');
    const changed = requireContact(await upsert('Ada L.'));
    const events = await service.events(created.id);
    expect(events).toEqual([
      {
        subject: 'contacts.v1.contact.created',
        aggregateId: created.id,
        payload: {
          contact: { ...JSON.parse(JSON.stringify(created)), svcHash: undefined },
          reference: {
            id: created.id,
            name: 'Ada',
            userId: 'u',
            unsubscribed: false,
            blocked: false,
            version: 1,
          },
        },
      },
      {
        subject: 'contacts.v1.contact.updated',
        aggregateId: created.id,
        payload: {
          contact: { ...JSON.parse(JSON.stringify(changed)), svcHash: undefined },
          reference: {
            id: created.id,
            name: 'Ada L.',
            userId: 'u',
            unsubscribed: false,
            blocked: false,
            version: 2,
          },
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('svcHash');
  });

  it('lets a contact of more than 900,000 bytes travel without its free fields', async () => {
    const customData = { text: 'x'.repeat(1_000_000) };
    const contact = requireContact(
      await service.contacts.createContact({ contact: { name: 'Big', customData } }, project.as('agent')),
    );
    expect(contact.customData).toEqual(customData);
    const [event] = await service.events(contact.id);
    expect(event?.payload['contact']).toMatchObject({ name: 'Big' });
    expect(event?.payload['contact']).not.toHaveProperty('customData');
  });

  it('records changes of email and name by an upsert, with who and when, and no creation', async () => {
    const context = project.as('agent');
    const contact = requireContact(
      await service.contacts.createContact({ contact: { userId: 'u', email: 'a@example.com' } }, context),
    );
    const after = requireContact(
      await service.contacts.createContact(
        { contact: { userId: 'u', name: 'Ada', phone: '1' }, nulls: ['email'] },
        context,
      ),
    );
    await service.contacts.createContact({ contact: { userId: 'u', phone: '2' } }, context);
    const history = await service.db.query(
      'SELECT at, changes, "by" FROM identity_history WHERE contact_id = $1',
      [contact.id],
    );
    expect(history).toEqual([
      {
        at: new Date(after.updatedAt ?? ''),
        changes: { email: { from: 'a@example.com' }, name: { to: 'Ada' } },
        by: { source: 'dashboard', method: 'create', userId: USER_ID, userEmail: 'agent@example.com' },
      },
    ]);
  });
});

describe('svcHash', () => {
  const create = async () =>
    requireContact(await service.contacts.createContact({ contact: { name: 'Ada' } }, project.as('agent')));
  const get = async (sessionId: string, context = project.as('admin')) =>
    requireContact(await service.contacts.getContact({ sessionId }, context)).svcHash;

  it('is hex HMAC-SHA256 of svcId under the session secret, shown to admins and service accounts', async () => {
    const { id, svcId } = await create();
    const hash = createHmac('sha256', makeSecret(project.id)).update(svcId).digest('hex');
    expect(await get(id)).toBe(hash);
    const service = project.by({ actor: { type: 'service', id: USER_ID, name: 'Orders' }, role: 'user' });
    expect(await get(id, service)).toBe(hash);
  });

  it('is hidden from roles user and agent', async () => {
    const { id, svcHash } = await create();
    expect(svcHash).toBeUndefined();
    expect(await get(id, project.as('user'))).toBeUndefined();
    expect(await get(id, project.as('agent'))).toBeUndefined();
  });

  it('is shown to a contact about itself only', async () => {
    const [own, other] = [await create(), await create()];
    const widget = project.by({ actor: { type: 'contact', id: own.svcId } });
    expect(await get(own.id, widget)).toMatch(/^[0-9a-f]{64}$/);
    expect(await get(other.id, widget)).toBeUndefined();
  });

  it('asks the workspace once for many calls at once', async () => {
    const { id } = await create();
    await Promise.all(Array.from({ length: 20 }, () => get(id)));
    expect(service.neighbours.settingsAsked(project.id)).toBe(1);
  });

  it('fails before anything is written while the workspace is away', async () => {
    service.neighbours.workspace = 'away';
    try {
      await expect(
        service.contacts.createContact({ contact: { name: 'Ada' } }, project.as('admin')),
      ).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await stored(project.id)).toBe(0);
    } finally {
      service.neighbours.workspace = 'serves';
    }
  });
});

import type { IdentifySessionRequest } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import type { CallContext, Partially } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { byKey, bySession, proven, requireSession, signed } from './support/widget';

let service: TestContacts;
let project: TestProject;
/** Milliseconds that the clock of the service is ahead. */
let ahead = 0;

beforeAll(async () => {
  service = await startContacts({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
  ahead = 0;
  service.neighbours.moved.splice(0);
});
afterEach(() => {
  service.neighbours.tickets = 'serves';
});

const invalid = { kind: 'unauthenticated', reason: 'INVALID_SESSION' };

const start = async () => requireSession(await service.widget.startSession({}, byKey(project)));
/** Identifies with a proof. */
const identify = async (
  context: CallContext,
  request: Partially<IdentifySessionRequest> & { userId: string },
) => {
  const sent = { ...request, ...proven(project, request.userId) };
  return requireSession(await service.widget.identifySession(sent, context));
};
const create = async (contact: Record<string, unknown>) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const read = async (sessionId: string) =>
  requireContact(await service.contacts.getContact({ sessionId }, project.as('admin')));
const history = async (sessionId: string) =>
  (await service.lifecycle.getIdentityHistory({ sessionId }, project.as('agent'))).history;
const subjects = async (id: string) => (await service.events(id)).map(({ subject }) => subject);
const listMoves = (id: string) => service.neighbours.moved.filter(({ contactId }) => contactId === id);
const isGone = async (sessionId: string) => {
  const missing = { reason: 'SESSION_NOT_FOUND' };
  await expect(read(sessionId)).rejects.toMatchObject(missing);
};

describe('IdentifySession', () => {
  it('makes a guest the contact with the userId, with its profile, its history and an event', async () => {
    const guest = await start();
    const session = await identify(bySession(project, guest), {
      userId: 'u',
      profile: { name: 'Ada', email: 'Ada@Example.com', companyId: 'acme', companyName: 'Acme' },
    });
    expect(session).toMatchObject({
      id: guest.id,
      svcId: guest.svcId,
      svcHash: guest.svcHash,
      userId: 'u',
      name: 'Ada',
      email: 'ada@example.com',
      companyId: 'acme',
      companyName: 'Acme',
    });
    expect(await history(guest.id)).toEqual([
      {
        at: (await read(guest.id)).updatedAt,
        changes: { email: { to: 'ada@example.com' }, userId: { to: 'u' }, name: { to: 'Ada' } },
        by: { source: 'widget', method: 'identify' },
      },
    ]);
    expect(await subjects(guest.id)).toEqual(['contacts.v1.contact.created', 'contacts.v1.contact.updated']);
    const found = await service.contacts.searchContacts({ searchTerm: 'ada@ex' }, project.as('agent'));
    expect(found.sessions.map(({ id }) => id)).toEqual([guest.id]);
  });

  it('writes nothing when nothing changes, and null clears', async () => {
    const guest = await start();
    await identify(bySession(project, guest), { userId: 'u', profile: { name: 'Ada', phone: '1' } });
    await identify(bySession(project, guest), { userId: 'u', profile: { name: 'Ada' } });
    expect(await subjects(guest.id)).toHaveLength(2);
    const cleared = await identify(bySession(project, guest), { userId: 'u', nulls: ['name'] });
    expect(cleared.name).toBeUndefined();
    const { phone, name } = await read(guest.id);
    expect({ phone, name }).toEqual({ phone: '1', name: undefined });
  });

  it('leaves what was said under another userId where it is, and goes on with another session', async () => {
    const first = await start();
    await identify(bySession(project, first), { userId: 'u1', profile: { name: 'One' } });
    const second = await identify(bySession(project, first), { userId: 'u2', profile: { name: 'Two' } });
    expect(second).toMatchObject({ userId: 'u2', name: 'Two', svcHash: signed(project, second.svcId) });
    expect(second.id).not.toBe(first.id);
    expect(await read(first.id)).toMatchObject({ userId: 'u1', name: 'One' });
    expect((await identify(bySession(project, first), { userId: 'u2' })).id).toBe(second.id);
    expect(service.neighbours.moved).toEqual([]);
  });

  it('answers 401 invalid_session without a session, and for one that is gone', async () => {
    await expect(identify(byKey(project), { userId: 'u' })).rejects.toMatchObject(invalid);
    const guest = await start();
    await service.contacts.deleteContact({ sessionId: guest.id }, project.as('admin'));
    await expect(identify(bySession(project, guest), { userId: 'u' })).rejects.toMatchObject(invalid);
    await expect(
      identify(bySession(service.project(), await start()), { userId: 'u' }),
    ).rejects.toMatchObject(invalid);
  });
});

describe('A guest that turns out to be another contact', () => {
  it('becomes part of it: its own values win, what it lacks it inherits, tags and attributes are united', async () => {
    const heir = await create({
      userId: 'u',
      name: 'Ada',
      tags: ['vip'],
      customData: { plan: 'pro', seats: 1 },
    });
    const guest = await create({
      email: 'ada@example.com',
      name: 'Visitor',
      phone: '1',
      tags: ['beta', 'vip'],
      customData: { plan: 'trial', campaign: 'x' },
    });
    await service.db.query(
      `UPDATE contact SET first_activity = '2020-01-01Z', last_activity = now() + interval '1 hour', sessions = 3
        WHERE id = $1`,
      [guest.id],
    );
    const session = await identify(bySession(project, guest), { userId: 'u', profile: { lang: 'en' } });
    expect(session).toMatchObject({ id: heir.id, svcId: heir.svcId, userId: 'u', name: 'Ada', lang: 'en' });
    expect(await read(heir.id)).toMatchObject({
      userId: 'u',
      email: 'ada@example.com',
      name: 'Ada',
      phone: '1',
      lang: 'en',
      tags: ['vip', 'beta'],
      customData: { plan: 'pro', seats: 1, campaign: 'x' },
      sessions: 3,
      firstActivity: '2020-01-01T00:00:00.000Z',
    });
    expect(Date.parse((await read(heir.id)).lastActivity ?? '')).toBeGreaterThan(Date.now());
    await isGone(guest.id);
    const listed = await service.contacts.listContacts({}, project.as('agent'));
    expect(listed.contacts.map(({ id }) => id)).toEqual([heir.id]);
    const found = await service.contacts.searchContacts({ searchTerm: 'ada@ex' }, project.as('agent'));
    expect(found.sessions.map(({ id }) => id)).toEqual([heir.id]);
  });

  it('takes its tickets along: the tickets service is asked as the system and told who the heir is', async () => {
    const heir = await create({ userId: 'u', name: 'Ada' });
    const guest = await start();
    await identify(bySession(project, guest), { userId: 'u' });
    expect(listMoves(guest.id)).toEqual([
      {
        contactId: guest.id,
        into: expect.objectContaining({ id: heir.id, name: 'Ada', version: 2 }),
        actor: 'system',
      },
    ]);
  });

  it('tells of it: merged for the guest, updated for the heir, no deletion', async () => {
    const heir = await create({ userId: 'u' });
    const guest = await start();
    await identify(bySession(project, guest), { userId: 'u' });
    expect((await service.events(guest.id)).slice(1)).toEqual([
      {
        subject: 'contacts.v1.contact.merged',
        aggregateId: guest.id,
        payload: { contactId: guest.id, into: expect.objectContaining({ id: heir.id, userId: 'u' }) },
      },
    ]);
    expect(await subjects(heir.id)).toEqual(['contacts.v1.contact.created', 'contacts.v1.contact.updated']);
  });

  it('takes its events, its memory and its identity history along; of two entries with a name the heir’s stays', async () => {
    const heir = await create({ userId: 'u', email: 'ada@example.com' });
    const guest = await start();
    await service.widget.trackEvents({ events: [{ name: 'seen' }] }, bySession(project, guest));
    const staff = project.as('user');
    await service.contacts.updateContact({ sessionId: guest.id, contact: { name: 'Visitor' } }, staff);
    const remember = (contactId: string, name: string, content: string) =>
      service.db.query(
        `INSERT INTO contact_memory (project_id, contact_id, name, content, actor, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'admin', now(), now())`,
        [project.id, contactId, name, content],
      );
    await remember(heir.id, 'both', 'of the heir');
    await remember(guest.id, 'both', 'of the guest');
    await remember(guest.id, 'own', 'of the guest');
    await identify(bySession(project, guest), { userId: 'u' });
    const { events } = await service.tracking.listContactEvents({ sessionId: heir.id }, staff);
    expect(events.map(({ name }) => name)).toEqual(['seen']);
    const entries = await service.db.query(
      'SELECT name, content FROM contact_memory WHERE contact_id = $1 ORDER BY name',
      [heir.id],
    );
    expect(entries).toEqual([
      { name: 'both', content: 'of the heir' },
      { name: 'own', content: 'of the guest' },
    ]);
    expect(await history(heir.id)).toMatchObject([
      { changes: { name: { to: 'Visitor' } }, by: { source: 'widget', method: 'identify' } },
      {
        changes: { userId: { to: 'u' }, email: { to: 'ada@example.com' } },
        by: { source: 'widget', method: 'merge' },
      },
      { changes: { name: { to: 'Visitor' } }, by: { source: 'dashboard', method: 'update' } },
    ]);
  });

  it('brings no more memory than fits: 200 entries in all, of the guest’s the latest', async () => {
    const heir = await create({ userId: 'u' });
    const guest = await start();
    const remember = (contactId: string, prefix: string, count: number) =>
      service.db.query(
        `INSERT INTO contact_memory (project_id, contact_id, name, content, actor, created_at, updated_at)
         SELECT $1, $2, $3 || n, 'x', 'admin', now(), now() - n * interval '1 minute' FROM generate_series(1, $4) n`,
        [project.id, contactId, prefix, count],
      );
    await remember(heir.id, 'own', 150);
    await remember(guest.id, 'own', 2);
    await remember(guest.id, 'more', 100);
    await identify(bySession(project, guest), { userId: 'u' });
    const entries = await service.db.query<{ name: string }>(
      `SELECT name FROM contact_memory WHERE contact_id = $1 AND name LIKE 'more%' ORDER BY updated_at DESC`,
      [heir.id],
    );
    expect(entries.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `more${n + 1}`));
    const [all] = await service.db.query('SELECT count(*) AS n FROM contact_memory WHERE contact_id = $1', [
      heir.id,
    ]);
    expect(all).toEqual({ n: 200 });
  });

  it('does not want e-mail as the contact when it did not as the guest', async () => {
    await create({ userId: 'u' });
    const guest = await create({ email: 'g@example.com' });
    await service.lifecycle.unsubscribeContacts(
      { sessions: [{ email: 'g@example.com' }], reason: 'enough' },
      project.as('agent'),
    );
    const { id } = await identify(bySession(project, guest), { userId: 'u' });
    expect(await read(id)).toMatchObject({ unsubscribed: true, unsubscribeReason: 'enough' });
  });

  it('cannot go on by itself, but a repeated call with the same userId answers the same session', async () => {
    const heir = await create({ userId: 'u' });
    const guest = await start();
    const context = bySession(project, guest);
    await identify(context, { userId: 'u' });
    expect((await identify(context, { userId: 'u' })).id).toBe(heir.id);
    await expect(identify(context, { userId: 'other' })).rejects.toMatchObject(invalid);
    await expect(service.widget.startSession({}, context)).rejects.toMatchObject(invalid);
    await expect(service.widget.trackEvents({ events: [] }, context)).rejects.toMatchObject(invalid);
    expect(await subjects(heir.id)).toHaveLength(2);
  });

  it('is one contact in the end when 50 guests identify at once, and nobody gets an error', async () => {
    const guests = await Promise.all(Array.from({ length: 50 }, start));
    const sessions = await Promise.all(
      guests.map((guest, index) =>
        identify(bySession(project, guest), { userId: 'u', profile: { companyId: `c${index % 3}` } }),
      ),
    );
    expect(new Set(sessions.map(({ svcId }) => svcId)).size).toBe(1);
    const { contacts } = await service.contacts.listContacts({}, project.as('agent'));
    expect(contacts).toMatchObject([{ userId: 'u', sessions: 50 }]);
    // Where the machine is slow, tickets are moved after the answer, and may be asked for again, which changes nothing.
    await eventually(() => expect(guests.filter(({ id }) => listMoves(id).length > 0)).toHaveLength(49));
  });

  it('is one merge when its widget identifies 10 times at once', async () => {
    const heir = await create({ userId: 'u' });
    const guest = await start();
    const context = bySession(project, guest);
    const sessions = await Promise.all(
      Array.from({ length: 10 }, () => identify(context, { userId: 'u', profile: { name: 'Ada' } })),
    );
    expect(new Set(sessions.map(({ id }) => id))).toEqual(new Set([heir.id]));
    expect((await subjects(guest.id)).filter((subject) => subject.endsWith('.merged'))).toHaveLength(1);
    await eventually(() => expect(listMoves(guest.id)).toHaveLength(1));
  });
});

describe('A merge that was cut off', () => {
  const pending = async (sourceId: string) => {
    const rows = await service.db.query<{ waits: boolean }>(
      'SELECT move_after IS NOT NULL AS waits FROM contact_merge WHERE source_id = $1',
      [sourceId],
    );
    return rows.map(({ waits }) => waits);
  };

  it('has moved everything but the tickets, which a worker moves when their service is back', async () => {
    service.neighbours.tickets = 'away';
    const heir = await create({ userId: 'u' });
    const guest = await start();
    expect((await identify(bySession(project, guest), { userId: 'u' })).id).toBe(heir.id);
    await isGone(guest.id);
    expect(await pending(guest.id)).toEqual([true]);
    service.neighbours.tickets = 'serves';
    ahead = 60_000;
    await eventually(() => expect(listMoves(guest.id)).toHaveLength(1));
    await eventually(async () => expect(await pending(guest.id)).toEqual([false]));
  });

  it('is finished by another process when the one that began it died', async () => {
    service.neighbours.tickets = 'hangs';
    await create({ userId: 'u' });
    const guest = await start();
    const context = { ...bySession(project, guest), deadline: Date.now() + 3_000 };
    await identify(context, { userId: 'u' });
    expect(await pending(guest.id)).toEqual([true]);
    service.neighbours.tickets = 'serves';
    await service.db.query('UPDATE job SET taken_until = now() WHERE key = $1', [guest.id]);
    const replica = service.replica();
    await replica.start();
    try {
      await eventually(async () => expect(await pending(guest.id)).toEqual([false]));
      expect(listMoves(guest.id)).toHaveLength(1);
    } finally {
      await replica.stop();
    }
  });

  it('changes nothing when it fails half-way: the guest and the contact are as they were', async () => {
    const heir = await create({ userId: 'u', name: 'Ada' });
    const guest = await create({ email: 'g@example.com' });
    await service.widget.trackEvents({ events: [{ name: 'seen' }] }, bySession(project, guest));
    await service.db.query(
      `ALTER TABLE contact_merge ADD CONSTRAINT refused CHECK (source_id <> '${guest.id}')`,
    );
    try {
      await expect(identify(bySession(project, guest), { userId: 'u' })).rejects.toThrow();
    } finally {
      await service.db.query('ALTER TABLE contact_merge DROP CONSTRAINT refused');
    }
    expect(await read(guest.id)).toMatchObject({ email: 'g@example.com' });
    expect((await read(heir.id)).email).toBeUndefined();
    const { events } = await service.tracking.listContactEvents({ sessionId: guest.id }, project.as('agent'));
    expect(events).toHaveLength(1);
    expect((await identify(bySession(project, guest), { userId: 'u' })).id).toBe(heir.id);
  });

  it('leaves no ticket behind when the heir is deleted before they are moved', async () => {
    service.neighbours.tickets = 'away';
    const heir = await create({ userId: 'u' });
    const guest = await start();
    await identify(bySession(project, guest), { userId: 'u' });
    service.neighbours.tickets = 'serves';
    await service.contacts.deleteContact({ sessionId: heir.id }, project.as('admin'));
    const purged = service.neighbours.purged.filter(({ projectId }) => projectId === project.id);
    expect(purged.map(({ contactId }) => contactId)).toEqual([guest.id, heir.id]);
    expect(await service.traces(guest.id)).toBe(0);
    expect(await service.traces(heir.id)).toBe(0);
    expect(listMoves(guest.id)).toEqual([]);
  });
});

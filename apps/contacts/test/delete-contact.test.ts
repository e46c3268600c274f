import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { byKey, bySession, proven, requireSession } from './support/widget';

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
});
afterEach(() => {
  service.neighbours.tickets = 'serves';
});

const create = async (userId = 'u') => {
  const context = project.as('user');
  await service.contacts.createContact({ contact: { userId, name: 'Ada', companyId: 'acme' } }, context);
  return requireContact(
    await service.contacts.createContact({ contact: { userId, name: 'Ada L.' } }, context),
  );
};

const remove = (sessionId: string) => service.contacts.deleteContact({ sessionId }, project.as('admin'));

const purges = (id: string) => service.neighbours.purged.filter(({ contactId }) => contactId === id);

const expectInvisible = async (id: string, userId = 'u'): Promise<void> => {
  const context = project.as('admin');
  const missing = { reason: 'SESSION_NOT_FOUND' };
  const { contacts, directory } = service;
  await expect(contacts.getContact({ sessionId: id }, context)).rejects.toMatchObject(missing);
  await expect(contacts.getContactByUserId({ userId }, context)).rejects.toMatchObject(missing);
  await expect(
    contacts.updateContact({ sessionId: id, contact: { name: 'Back' } }, context),
  ).rejects.toMatchObject(missing);
  await expect(contacts.deleteContact({ sessionId: id }, context)).rejects.toMatchObject(missing);
  expect((await contacts.listContacts({}, context)).contacts).toEqual([]);
  expect((await contacts.listContacts({ type: 'organisations' }, context)).organisations).toEqual([]);
  expect((await contacts.searchContacts({ searchTerm: 'Ada' }, context)).sessions).toEqual([]);
  expect((await directory.getContactReferences({ ids: [id] }, context)).contacts).toEqual([]);
};

describe('DeleteContact', () => {
  it('purges the tickets as the system, leaves no row and tells of it', async () => {
    const { id } = await create();
    expect(await service.traces(id)).toBe(2);
    expect(await remove(id)).toEqual({});
    expect(purges(id)).toEqual([{ contactId: id, addresses: [], projectId: project.id, actor: 'system' }]);
    expect(await service.traces(id)).toBe(0);
    expect((await service.events(id)).at(-1)).toEqual({
      subject: 'contacts.v1.contact.deleted',
      aggregateId: id,
      payload: { contactId: id },
    });
    await expectInvisible(id);
  });

  it('answers 404 session_not_found for an unknown contact, and when it is deleted twice', async () => {
    const missing = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };
    await expect(remove(newId())).rejects.toMatchObject(missing);
    const { id } = await create();
    const outcomes = await Promise.allSettled([remove(id), remove(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(remove(id)).rejects.toMatchObject(missing);
    expect((await service.events(id)).filter(({ subject }) => subject.endsWith('.deleted'))).toHaveLength(1);
  });

  it('makes way for a new contact with the same userId', async () => {
    service.neighbours.tickets = 'away';
    const { id } = await create();
    await remove(id);
    const again = await create();
    expect(again.id).not.toBe(id);
    expect(again.name).toBe('Ada L.');
  });

  it('answers success while the tickets service is away; a worker finishes it later', async () => {
    service.neighbours.tickets = 'away';
    const { id } = await create();
    expect(await remove(id)).toEqual({});
    await expectInvisible(id);
    // The contact, an event of it, and the job that is left.
    expect(await service.traces(id)).toBe(3);
    ahead = 60_000;
    await eventually(async () => {
      const [row] = await service.db.query(
        `SELECT due_at > now() + interval '60 seconds' AS late, attempts > 1 AS again FROM job WHERE key = $1`,
        [id],
      );
      expect(row).toEqual({ late: true, again: true });
    });
    expect(purges(id)).toEqual([]);
    service.neighbours.tickets = 'serves';
    ahead = 120_000;
    await eventually(async () => expect(await service.traces(id)).toBe(0));
    expect(purges(id)).toHaveLength(1);
  });

  it('does not wait longer than 5 s for the tickets service', async () => {
    service.neighbours.tickets = 'hangs';
    const { id } = await create();
    expect(await remove(id)).toEqual({});
    await expectInvisible(id);
    // The contact, an event of it, and the job that is left.
    expect(await service.traces(id)).toBe(3);
  });

  it('is finished by another process when the one that began it died', async () => {
    const { id } = await create();
    await service.db.query('UPDATE contact SET deleted_at = now() WHERE id = $1', [id]);
    await service.db.query(
      `INSERT INTO job (name, project_id, key, payload, status, due_at, taken_until, claim, created_at)
       VALUES ('contact purge', $1, $2, jsonb_build_object('organisationId', $3::text), 'taken', now(), now(), 1, now())`,
      [project.id, id, project.organisationId],
    );
    const replica = service.replica();
    await replica.start();
    try {
      await eventually(async () => expect(await service.traces(id)).toBe(0));
      expect(purges(id)).toHaveLength(1);
    } finally {
      await replica.stop();
    }
  });

  const track = async (userId: string): Promise<string> => {
    const contact = await create(userId);
    const names = Array.from({ length: 100 }, (_, index) => ({ name: `e${index}` }));
    await service.widget.trackEvents({ events: names }, bySession(project, contact));
    return contact.id;
  };

  it('names the addresses that it has and had, and those of a guest that was merged into it', async () => {
    const { widget, contacts } = service;
    const user = project.as('user');
    const guest = requireSession(await widget.startSession({}, byKey(project)));
    await contacts.updateContact({ sessionId: guest.id, contact: { email: 'guest@x.example' } }, user);
    for (const email of ['first@x.example', 'second@x.example'])
      await contacts.createContact({ contact: { userId: 'lin', email } }, user);
    const { id } = requireSession(
      await widget.identifySession(proven(project, 'lin'), bySession(project, guest)),
    );
    expect(id).not.toBe(guest.id);
    await remove(id);
    const addresses = ['first@x.example', 'guest@x.example', 'second@x.example'];
    expect(purges(id).map((one) => one.addresses.sort())).toEqual([addresses]);
  });

  it('purges its events, of another contact none', async () => {
    const [id, other] = [await track('one'), await track('other')];
    await remove(id);
    expect(await service.traces(id)).toBe(0);
    const { events } = await service.tracking.listContactEvents(
      { sessionId: other, limit: 300 },
      project.as('agent'),
    );
    expect(events).toHaveLength(100);
  });

  it('is finished after a crash between the tickets, the events and the contact itself', async () => {
    const id = await track('u');
    const events = () =>
      service.db.query<{ n: number }>('SELECT count(*) AS n FROM contact_event WHERE contact_id = $1', [id]);
    // Where the process would die: the events are gone, the contact cannot be removed.
    await service.db.query(
      `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF OLD.id = '${id}' THEN RAISE EXCEPTION 'crash'; END IF; RETURN OLD; END $$`,
    );
    await service.db.query(
      'CREATE TRIGGER crash BEFORE DELETE ON contact FOR EACH ROW EXECUTE FUNCTION crash()',
    );
    expect(await remove(id)).toEqual({});
    await expectInvisible(id);
    expect(await events()).toEqual([{ n: 0 }]);
    expect(purges(id)).toHaveLength(1);
    await service.db.query('DROP TRIGGER crash ON contact');
    await service.db.query('DROP FUNCTION crash');
    ahead = 60_000;
    await eventually(async () => expect(await service.traces(id)).toBe(0));
    expect(purges(id).length).toBeGreaterThan(1);
    const told = (await service.events(id)).filter(({ subject }) => subject.endsWith('.deleted'));
    expect(told).toHaveLength(1);
  });

  it('never purges a contact that lives', async () => {
    const { id } = await create();
    ahead = 86_400_000;
    const other = await create('other');
    await remove(other.id);
    await eventually(async () => expect(await service.traces(other.id)).toBe(0));
    expect(purges(id)).toEqual([]);
    expect(requireContact(await service.contacts.getContact({ sessionId: id }, project.as('user'))).id).toBe(
      id,
    );
  });
});

import { VISIT_MS } from '../src/widget/start-session';
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
});

const invalid = { kind: 'unauthenticated', reason: 'INVALID_SESSION' };

const start = async (device = {}, context = byKey(project)) =>
  requireSession(await service.widget.startSession({ device }, context));

const read = async (sessionId: string) =>
  requireContact(await service.contacts.getContact({ sessionId }, project.as('admin')));

const subjects = async (id: string) => (await service.events(id)).map(({ subject }) => subject);

describe('StartSession', () => {
  it('begins a guest by the key alone and answers how its widget signs in', async () => {
    const session = await start({ lang: 'de', platform: 'web', deviceType: 'phone' });
    expect(session).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      svcHash: signed(project, session.svcId),
      lang: 'de',
      platform: 'web',
      deviceType: 'phone',
    });
    expect(session.userId).toBeUndefined();
    expect(await read(session.id)).toMatchObject({ svcId: session.svcId, sessions: 1, lang: 'de' });
    expect(await subjects(session.id)).toEqual(['contacts.v1.contact.created']);
    expect((await start()).id).not.toBe(session.id);
  });

  it('takes name and phone of a guest, and refuses those of an identified contact', async () => {
    const guest = await start();
    const named = await start({ name: 'Mia Berg', phone: '+49 30 1' }, bySession(project, guest));
    expect(named).toMatchObject({ name: 'Mia Berg', phone: '+49 30 1' });
    expect(await read(guest.id)).toMatchObject({ name: 'Mia Berg', phone: '+49 30 1' });
    const { svcId } = requireSession(
      await service.widget.identifySession(proven(project, 'u-named'), bySession(project, guest)),
    );
    for (const device of [{ name: 'Eve' }, { phone: '1' }])
      await expect(start(device, bySession(project, { svcId }))).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
        fields: [{ field: Object.keys(device)[0] }],
      });
  });

  it('goes on with the session that is shown, and writes nothing when nothing changes', async () => {
    const guest = await start({ lang: 'de' });
    const again = await start({ lang: 'de' }, bySession(project, guest));
    expect(again).toMatchObject({ id: guest.id, svcId: guest.svcId, svcHash: guest.svcHash });
    expect((await read(guest.id)).sessions).toBe(1);
    expect(await subjects(guest.id)).toHaveLength(1);
    const changed = await start({ lang: 'fr' }, bySession(project, guest));
    expect(changed.lang).toBe('fr');
    expect((await read(guest.id)).sessions).toBe(1);
    expect(await subjects(guest.id)).toEqual(['contacts.v1.contact.created', 'contacts.v1.contact.updated']);
  });

  it('counts another visit after 30 minutes without activity, not before, and tells of it', async () => {
    const guest = await start();
    ahead = VISIT_MS - 60_000;
    await start({}, bySession(project, guest));
    expect((await read(guest.id)).sessions).toBe(1);
    expect(await subjects(guest.id)).toHaveLength(1);
    ahead += VISIT_MS;
    await start({}, bySession(project, guest));
    const { sessions, lastActivity } = await read(guest.id);
    expect(sessions).toBe(2);
    expect(Date.parse(lastActivity ?? '')).toBeGreaterThan(Date.now() + VISIT_MS);
    expect(await subjects(guest.id)).toHaveLength(2);
  });

  it('moves lastActivity without an event', async () => {
    const guest = await start();
    ahead = 120_000;
    await start({}, bySession(project, guest));
    expect(Date.parse((await read(guest.id)).lastActivity ?? '')).toBeGreaterThan(Date.now() + 60_000);
    expect(await subjects(guest.id)).toHaveLength(1);
  });

  it('counts the first start of a contact that was created otherwise as its first visit', async () => {
    const contact = requireContact(
      await service.contacts.createContact({ contact: { userId: 'u' } }, project.as('user')),
    );
    expect((await start({}, bySession(project, contact))).userId).toBe('u');
    expect((await read(contact.id)).sessions).toBe(1);
  });

  it('answers 401 invalid_session for an unknown, a deleted and another project’s session', async () => {
    await expect(start({}, bySession(project, { svcId: 'unknown' }))).rejects.toMatchObject(invalid);
    const guest = await start();
    await expect(start({}, bySession(service.project(), guest))).rejects.toMatchObject(invalid);
    await service.contacts.deleteContact({ sessionId: guest.id }, project.as('admin'));
    await expect(start({}, bySession(project, guest))).rejects.toMatchObject(invalid);
  });

  it('shows a widget nothing that staff keep of its contact', async () => {
    const contact = requireContact(
      await service.contacts.createContact(
        { contact: { userId: 'u', email: 'u@example.com', phone: '1', tags: ['difficult'], location: 'x' } },
        project.as('admin'),
      ),
    );
    const session = await start({}, bySession(project, contact));
    for (const field of [
      'tags',
      'blocked',
      'location',
      'organisation',
      'unsubscribeReason',
      'email',
      'phone',
    ])
      expect(session[field as keyof typeof session]).toBeUndefined();
  });

  it('fails before anything is written while the workspace is away', async () => {
    service.neighbours.workspace = 'away';
    try {
      await expect(start()).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      service.neighbours.workspace = 'serves';
    }
    expect((await service.contacts.listContacts({}, project.as('agent'))).contacts).toEqual([]);
  });
});

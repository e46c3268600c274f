import type { IdentifySessionRequest } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import type { CallContext, Partially } from '@parley/rpc';
import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { byKey, bySession, proven, requireSession, signed } from './support/widget';

let service: TestContacts;
let project: TestProject;
beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const invalid = { kind: 'unauthenticated', reason: 'INVALID_SESSION' };

const start = async () => requireSession(await service.widget.startSession({}, byKey(project)));
const ask = async (context: CallContext, request: Partially<IdentifySessionRequest>) =>
  requireSession(await service.widget.identifySession(request, context));
const create = async (contact: Record<string, unknown>) =>
  requireContact(await service.contacts.createContact({ contact }, project.as('user')));
const read = async (sessionId: string) =>
  requireContact(await service.contacts.getContact({ sessionId }, project.as('admin')));

describe('The proof of who a contact is', () => {
  it('is demanded: hex HMAC-SHA256 of the userId under the session secret, else 401 invalid_session', async () => {
    const guest = await start();
    const context = bySession(project, guest);
    await expect(ask(context, { userId: 'u' })).rejects.toMatchObject(invalid);
    await expect(ask(context, { userId: 'u', userHash: '' })).rejects.toMatchObject(invalid);
    await expect(ask(context, { userId: 'u', userHash: signed(project, 'other') })).rejects.toMatchObject(
      invalid,
    );
    expect((await read(guest.id)).userId).toBeUndefined();
    const userHash = signed(project, 'u').toUpperCase();
    expect(await ask(context, { userId: 'u', userHash })).toMatchObject({ id: guest.id, userId: 'u' });
  });

  it('is explained by the refusal: how it is made, and where it can be switched off', async () => {
    const refused = ask(bySession(project, await start()), { userId: 'u' });
    await expect(refused).rejects.toThrow(/userHash.*hex HMAC-SHA256 of the userId.*sessionSecret/);
    await expect(refused).rejects.toThrow(`identityVerification: false), at /projects/${project.id}.`);
  });

  it('may be made with a secret that was rotated, for as long as that one is accepted', async () => {
    const former = 'the secret before';
    service.neighbours.formerSecrets.set(project.id, [former]);
    const guest = await start();
    const userHash = createHmac('sha256', former).update('u').digest('hex');
    const session = await ask(bySession(project, guest), { userId: 'u', userHash });
    expect(session).toMatchObject({ userId: 'u', svcHash: signed(project, guest.svcId) });
  });

  it('is not demanded where the project has it switched off, but a wrong one is refused all the same', async () => {
    service.neighbours.withoutVerification.add(project.id);
    const context = bySession(project, await start());
    const wrong = ask(context, { userId: 'u', userHash: signed(service.project(), 'u') });
    await expect(wrong).rejects.toMatchObject(invalid);
    expect(await ask(context, { userId: 'u' })).toMatchObject({ userId: 'u' });
  });

  it('is demanded 2 s after the project switched it on', async () => {
    service.neighbours.withoutVerification.add(project.id);
    const context = bySession(project, await start());
    await ask(context, { userId: 'u' });
    service.neighbours.withoutVerification.delete(project.id);
    await setTimeout(2_000);
    await expect(ask(context, { userId: 'u' })).rejects.toMatchObject(invalid);
  });
});

describe('What a widget is told of its contact', () => {
  const known = { userId: 'u', name: 'Ada', lang: 'en', email: 'ada@example.com', phone: '1', plan: 'pro' };
  const base = ['id', 'lang', 'name', 'svcHash', 'svcId', 'userId'];
  const listFields = (session: object): string[] =>
    Object.entries(session).flatMap(([field, value]) => (value === undefined ? [] : [field]));

  it('is how it signs in, userId, name and language: nothing else by which a stranger learns of the contact', async () => {
    service.neighbours.withoutVerification.add(project.id);
    await create(known);
    const session = await ask(bySession(project, await start()), { userId: 'u' });
    expect(listFields(session).toSorted()).toEqual(base);
    const resumed = await service.widget.startSession({}, bySession(project, session));
    expect(listFields(requireSession(resumed)).toSorted()).toEqual(base);
  });

  it('is beside that what the call set', async () => {
    await create(known);
    const session = await ask(bySession(project, await start()), {
      ...proven(project, 'u'),
      profile: { email: 'Lovelace@Example.com', customData: { seats: 2 } },
      nulls: ['phone'],
    });
    expect(session).toMatchObject({ email: 'lovelace@example.com', customData: { seats: 2 } });
    expect(listFields(session).toSorted()).toEqual([...base, 'customData', 'email'].toSorted());
  });
});

describe('The widget of a blocked contact', () => {
  it('cannot track events: 403 contact_blocked', async () => {
    const contact = await create({ userId: 'u' });
    const track = () =>
      service.widget.trackEvents({ events: [{ name: 'seen' }] }, bySession(project, contact));
    const block = (blocked: boolean) =>
      service.contacts.updateContact({ sessionId: contact.id, contact: { blocked } }, project.as('user'));
    await block(true);
    await expect(track()).rejects.toMatchObject({ kind: 'forbidden', reason: 'CONTACT_BLOCKED' });
    await block(false);
    expect(await track()).toEqual({ success: true });
  });

  it('does not get rid of that by being identified as somebody else', async () => {
    const heir = await create({ userId: 'u' });
    const guest = await create({ blocked: true });
    await ask(bySession(project, guest), proven(project, 'u'));
    expect((await read(heir.id)).blocked).toBe(true);
  });
});

import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';

let service: TestContacts;
let project: TestProject;
beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const server = (where = project) =>
  where.by({ actor: { type: 'service', id: where.id, name: 'Server' }, role: 'admin' });

const identify = async (request: object, where = project): Promise<Contact> =>
  requireContact(await service.server.identifyContact({ userId: 'ada', ...request }, server(where)));

describe('IdentifyContact', () => {
  it('creates the contact with its userId, then changes it: omitted fields stay, null clears', async () => {
    const first = await identify({
      email: 'Ada@Example.com',
      name: 'Ada',
      phone: '+49 30 1',
      companyId: 'acme',
      companyName: 'Acme',
      plan: 'pro',
      value: 12,
      sla: 30,
      tags: ['vip'],
    });
    expect(first).toMatchObject({ userId: 'ada', email: 'ada@example.com', companyName: 'Acme', value: 12 });
    const second = await identify({ plan: 'team', nulls: ['phone', 'tags'] });
    expect(second).toMatchObject({ id: first.id, name: 'Ada', plan: 'team', tags: [] });
    expect(second.phone).toBeUndefined();
  });

  it('sets keys of customData one by one; null removes one, null for all of it clears it first', async () => {
    await identify({ customData: { seats: 3, region: 'eu', nested: { a: 1 } } });
    expect((await identify({ customData: { seats: 4, region: null } })).customData).toEqual({
      seats: 4,
      nested: { a: 1 },
    });
    expect((await identify({ name: 'Ada' })).customData).toEqual({ seats: 4, nested: { a: 1 } });
    expect((await identify({ nulls: ['customData'], customData: { fresh: true } })).customData).toEqual({
      fresh: true,
    });
    expect((await identify({ nulls: ['customData'] })).customData).toBeUndefined();
  });

  it('loses no key when two servers write at the same time', async () => {
    await identify({});
    const keys = Array.from({ length: 12 }, (_, n) => `key${n}`);
    await Promise.all(keys.map((key) => identify({ customData: { [key]: 1 } })));
    const { customData } = await identify({});
    expect(Object.keys(customData as object).sort()).toEqual([...keys].sort());
  });

  it('keeps no more than 1 MB of customData however often it is called: 400', async () => {
    const half = 'x'.repeat(600_000);
    await identify({ customData: { one: half } });
    await expect(identify({ customData: { two: half } })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'customData' }],
    });
    expect(Object.keys((await identify({})).customData as object)).toEqual(['one']);
  });

  it('writes the contact of its own project alone', async () => {
    const mine = await identify({ name: 'Ada' });
    const theirs = await identify({ name: 'Eve' }, service.project());
    expect(theirs.id).not.toBe(mine.id);
    expect((await identify({})).name).toBe('Ada');
  });
});

describe('TrackContactEvents', () => {
  const track = (events: object[], where = project) =>
    service.server.trackContactEvents({ events: events as never }, server(where));
  const list = async (sessionId: string) =>
    (await service.tracking.listContactEvents({ sessionId }, project.as('agent'))).events;

  it('stores events of several contacts in one call, and names those of unknown and blocked ones', async () => {
    const ada = await identify({});
    const bob = await identify({ userId: 'bob' });
    const eve = await identify({ userId: 'eve' });
    await service.contacts.updateContact(
      { sessionId: eve.id, contact: { blocked: true } },
      project.as('user'),
    );
    const date = '2026-01-02T03:04:05.000Z';
    const answer = await track([
      { userId: 'ada', name: 'order placed', date, data: { total: 3 } },
      { userId: 'nobody', name: 'order placed' },
      { userId: 'bob', name: 'signed in' },
      { userId: 'eve', name: 'signed in' },
      { userId: 'ada', name: 'signed out' },
    ]);
    expect(answer).toEqual({
      tracked: 3,
      failed: [
        { index: 1, userId: 'nobody', code: 'session_not_found' },
        { index: 3, userId: 'eve', code: 'contact_blocked' },
      ],
    });
    expect((await list(ada.id)).map(({ name }) => name)).toEqual(['signed out', 'order placed']);
    expect((await list(ada.id))[1]).toMatchObject({ date, data: { total: 3 } });
    expect(await list(bob.id)).toHaveLength(1);
    expect(await list(eve.id)).toEqual([]);
  });

  it('tells of them, and moves what the contact was last seen doing', async () => {
    const { id } = await identify({});
    await track([{ userId: 'ada', name: 'pageView', data: { page: '/prices' } }]);
    const contact = requireContact(await service.contacts.getContact({ sessionId: id }, project.as('agent')));
    expect(contact.lastPageView).toMatchObject({ page: '/prices' });
    const copies = (await service.events(id)).filter(({ subject }) => subject.endsWith('.tracked'));
    for (const { payload } of copies) expect(payload).toMatchObject({ contactId: id, channel: 'S2S' });
  });

  it('takes none when one has more than 32 KB: 413', async () => {
    const { id } = await identify({});
    const large = { userId: 'ada', name: 'large', data: { text: 'x'.repeat(33_000) } };
    await expect(track([{ userId: 'ada', name: 'small' }, large])).rejects.toMatchObject({
      kind: 'tooLarge',
    });
    expect(await list(id)).toEqual([]);
  });

  it('finds no contact of another project', async () => {
    await identify({});
    expect((await track([{ userId: 'ada', name: 'signed in' }], service.project())).tracked).toBe(0);
  });
});

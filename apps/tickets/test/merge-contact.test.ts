import { createEvents, eventTablesSql, topology } from '@parley/events';
import { newId } from '@parley/persistence';
import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually } from '@parley/testing';
import { quiet } from './support/neighbours';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let merges: Client<ContactMergeServiceDefinition>;

beforeAll(async () => {
  service = await startTickets('merge_contact');
  merges = createClient(
    ContactMergeServiceDefinition,
    createLocalCaller(service.module.implementations, quiet),
  );
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const contact = (fields: object = {}) => service.neighbours.addContact(caller.projectId, fields);
const create = async (ticket: object, by = caller) => {
  const answer = await service.tickets.createTicket({ ticket }, by.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const say = async (ticket: string, session: string, comment = 'hello') =>
  (await service.messages.createMessage({ ticket, comment, session }, caller.context)).message;
const read = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const merge = (contactId: string, into: ReturnType<typeof contact>, by = caller) =>
  merges.mergeContactTickets({ contactId, into }, by.context);
const named = async (id: string) => {
  const places = ['contact_reference t', 'ticket t', 'message t', '(SELECT actor FROM ticket_history) t'];
  const counts = await Promise.all(
    places.map((place) =>
      service.db.query<{ n: number }>(`SELECT count(*) AS n FROM ${place} WHERE strpos(t::text, $1) > 0`, [
        id,
      ]),
    ),
  );
  return counts.map(([row]) => row?.n);
};
const updates = async (id: string) =>
  (await service.events(id)).filter(({ subject }) => subject === 'tickets.v1.ticket.updated');

/** A guest with tickets, messages and a place in a ticket of someone else, and who it turns out to be. */
const arrange = async () => {
  const [guest, heir, other] = [
    contact({ name: 'Visitor', email: 'g@example.com' }),
    contact({ name: 'Ada', email: 'ada@example.com', userId: 'u', version: 7 }),
    contact({ name: 'Lin' }),
  ];
  const [one, two] = [
    await create({ session: guest.id, title: 'One', sessions: [guest.id, heir.id] }),
    await create({ session: guest.id, title: 'Two', status: 'DONE' }),
  ];
  const shared = await create({ session: other.id, title: 'Shared', sessions: [other.id, guest.id] });
  await say(two.id, guest.id);
  await say(shared.id, guest.id);
  return { guest, heir, other, one, two, shared };
};

describe('MergeContactTickets', () => {
  it('gives tickets, messages and places in lists to the heir, and forgets the guest', async () => {
    const { guest, heir, other, one, two, shared } = await arrange();
    expect(await merge(guest.id, heir)).toEqual({ moved: 2 });
    const session = { id: heir.id, name: 'Ada', email: 'ada@example.com', userId: 'u' };
    expect(await read(one.id)).toMatchObject({ session, sessions: [heir.id] });
    expect(await read(two.id)).toMatchObject({ session, status: 'OPEN' });
    expect(await read(shared.id)).toMatchObject({
      session: { id: other.id },
      sessions: [other.id, heir.id],
    });
    const filter = [{ field: 'ticket', operator: 'eq', values: [shared.id] }];
    const found = await service.messages.findMessages({ filter }, caller.context);
    expect(found.items.map(({ session: author }) => author?.id)).toEqual([heir.id]);
    expect(await named(guest.id)).toEqual([0, 0, 0, 0]);
  });

  it('tells of each ticket that changed hands once, as it is then, and is no activity of the ticket', async () => {
    const { guest, heir, one, shared } = await arrange();
    const before = await read(one.id);
    const earlier = (await updates(shared.id)).length;
    await merge(guest.id, heir);
    expect(await updates(one.id)).toMatchObject([
      {
        payload: {
          changed: ['session'],
          ticket: { id: one.id, session: { id: heir.id, name: 'Ada' }, sessions: [heir.id] },
        },
      },
    ]);
    expect(await updates(shared.id)).toHaveLength(earlier);
    const [stored] = await service.db.query<{ last_activity: Date }>(
      'SELECT last_activity FROM ticket WHERE id = $1',
      [one.id],
    );
    expect(stored?.last_activity.toISOString()).toBe(before?.createdAt);
  });

  it('makes the tickets be found by who the heir is', async () => {
    const { guest, two } = await arrange();
    const heir = contact({ name: 'Quokka', version: 2 });
    await merge(guest.id, heir);
    await eventually(async () => {
      const { hits } = await service.tickets.searchTickets({ searchTerm: 'quokka' }, caller.context);
      expect(hits.map(({ ticket }) => ticket?.id)).toContain(two.id);
    });
  });

  it('sends later replies to the heir', async () => {
    const heir = contact({ name: 'Ada', email: `${newId()}@example.com` });
    const guest = contact({ email: `${newId()}@example.com` });
    const { id } = await create({ session: guest.id });
    await merge(guest.id, heir);
    await service.messages.createMessage({ ticket: id, comment: 'hi' }, caller.context);
    await eventually(() => expect(service.inbox.to(heir.email ?? '')).toHaveLength(1));
    expect(service.inbox.to(guest.email ?? '')).toEqual([]);
  });

  it('changes nothing when it comes again, also after the heir is gone', async () => {
    const { guest, heir, one } = await arrange();
    await merge(guest.id, heir);
    expect(await merge(guest.id, heir)).toEqual({ moved: 0 });
    expect(await updates(one.id)).toHaveLength(1);
    await service.directory.purgeContactTickets({ contactId: heir.id }, caller.context);
    expect(await merge(guest.id, heir)).toEqual({ moved: 0 });
    expect(await named(heir.id)).toEqual([0, 0, 0, 0]);
  });

  it('moves 250 tickets in one transaction: all of them, or none when one fails', async () => {
    const [guest, heir] = [contact(), contact()];
    const ids = (await Promise.all(Array.from({ length: 250 }, () => create({ session: guest.id })))).map(
      ({ id }) => id,
    );
    const owners = () =>
      service.db.query(
        'SELECT session_id AS owner, count(*) AS n FROM ticket WHERE id = ANY ($1) GROUP BY 1',
        [ids],
      );
    const [last] = [...ids].sort().slice(-1);
    await service.db.query(
      `ALTER TABLE ticket ADD CONSTRAINT refused CHECK (id <> '${last}' OR session_id <> '${heir.id}')`,
    );
    await expect(merge(guest.id, heir)).rejects.toThrow();
    await service.db.query('ALTER TABLE ticket DROP CONSTRAINT refused');
    expect(await owners()).toEqual([{ owner: guest.id, n: 250 }]);
    expect(await merge(guest.id, heir)).toEqual({ moved: 250 });
    expect(await owners()).toEqual([{ owner: heir.id, n: 250 }]);
  });

  it('misses no ticket that is written meanwhile: it is moved too, or refused', async () => {
    const [guest, heir] = [contact(), contact()];
    await create({ session: guest.id });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => create({ session: guest.id })),
      merge(guest.id, heir),
      ...Array.from({ length: 10 }, () => create({ session: guest.id })),
    ]);
    const [left] = await service.db.query(
      `SELECT count(*) FILTER (WHERE session_id = $1) AS guest, count(*) AS all FROM ticket WHERE project_id = $2`,
      [guest.id, caller.projectId],
    );
    const written = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(left).toEqual({ guest: 0, all: written });
  });

  it('comes before a first ticket whose contact was asked for before it: the ticket is refused', async () => {
    const [guest, heir] = [contact(), contact()];
    service.neighbours.whileAnswering.set('getContactReferences', async () => {
      service.neighbours.removeContact(caller.projectId, guest.id);
      await merge(guest.id, heir);
    });
    await expect(create({ session: guest.id })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
    expect([await named(guest.id), await named(heir.id)]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('leaves nothing to an heir that was deleted meanwhile', async () => {
    const { guest, heir, one } = await arrange();
    service.neighbours.removeContact(caller.projectId, heir.id);
    await service.directory.purgeContactTickets({ contactId: heir.id }, caller.context);
    await merge(guest.id, heir);
    await expect(read(one.id)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
    expect([await named(guest.id), await named(heir.id)]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('touches nothing of another project', async () => {
    const { guest, heir, one } = await arrange();
    expect(await merge(guest.id, heir, callerIn(service.neighbours))).toEqual({ moved: 0 });
    expect((await read(one.id))?.session?.id).toBe(guest.id);
  });
});

describe('The event of a merge', () => {
  /** Emits events as the contacts service does; answers when they are handled, each before the next. */
  const tell = async (...merged: [from: string, into: object][]): Promise<void> => {
    const { db, drop } = await createTestDatabase('source_contacts');
    await db.query(eventTablesSql);
    const log = createLogger({ service: 'test', level: 'error' });
    const events = createEvents({
      service: 'contacts',
      db,
      transport: service.broker,
      topology: topology.filter(({ consumer }) => consumer === 'tickets'),
      log,
    });
    await events.start();
    for (const [contactId, into] of merged) {
      const subject = 'contacts.v1.contact.merged';
      const payload = { contactId, into };
      await events.append(db, [{ subject, projectId: caller.projectId, aggregateId: contactId, payload }]);
      events.wake();
      await eventually(async () => expect((await events.lag()).pending).toBe(0));
    }
    await events.stop();
    await drop();
  };

  it('moves what the call could not, and is no deletion', async () => {
    const { guest, heir, one } = await arrange();
    await tell([guest.id, heir]);
    expect((await read(one.id))?.session?.id).toBe(heir.id);
    expect((await named(guest.id))[0]).toBe(0);
  });

  it.each([0, 1])(
    'loses no ticket of one whose heir was merged itself, in either order (%p)',
    async (first) => {
      const { guest, heir: second, one } = await arrange();
      const third = contact({ name: 'Grace', userId: newId() });
      service.neighbours.removeContact(caller.projectId, second.id);
      const merged: [string, object][] = [
        [guest.id, second],
        [second.id, third],
      ];
      await tell(...(first === 0 ? merged : merged.reverse()));
      expect((await read(one.id))?.session).toMatchObject({ id: third.id, name: 'Grace' });
      expect([(await named(guest.id))[0], (await named(second.id))[0]]).toEqual([0, 0]);
      await expect(create({ session: guest.id })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
    },
  );
});

describe('A contact’s message', () => {
  it('tells when the contact was heard from; a reply and a note do not', async () => {
    const { id: session } = contact();
    const { id } = await create({ session });
    const message = await say(id, session);
    await service.messages.createMessage({ ticket: id, comment: 'reply' }, caller.context);
    await service.messages.createMessage({ ticket: id, comment: 'note', isNote: true }, caller.context);
    expect(await service.events(session)).toMatchObject([
      {
        subject: 'tickets.v1.contact.heard_from',
        payload: { contactId: session, at: message?.createdAt },
      },
    ]);
  });
});

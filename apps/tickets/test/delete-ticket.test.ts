import { createEvents, eventTablesSql, topology } from '@parley/events';
import { newId } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually } from '@parley/testing';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('delete_ticket');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}) => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  return answer.ticket?.id ?? '';
};
const read = (ticketId: string) => service.tickets.getTicket({ ticketId }, caller.context);
const remove = (ticketId: string, context = caller.context) =>
  service.tickets.deleteTicket({ ticketId }, context);
const say = (ticket: string, comment: string, rest: object = {}) =>
  service.messages.createMessage({ ticket, comment, ...rest }, caller.context);
const mergeInto = (main: string, duplicate: string) =>
  service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [main, duplicate]);
const missing = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };

// Not the outbox: what waits there for the other services goes when they run (the system tests see to it).
const tables = ['ticket', 'message', 'ticket_history', 'mail_job', 'job', 'search_document', 'search_queue'];
/** Tables with anything that names one of the ids. */
const traces = async (...ids: string[]) => {
  const found: string[] = [];
  for (const table of [...tables, 'ticket_count', 'contact_reference']) {
    const rows = await service.db.query<{ row: string }>(
      `SELECT row_to_json(x)::text AS row FROM ${table} x`,
    );
    if (rows.some(({ row }) => ids.some((id) => row.includes(id)))) found.push(table);
  }
  return found;
};
const isIndexed = (id: string) =>
  eventually(async () => {
    expect(await service.db.query('SELECT id FROM search_document WHERE id = $1', [id])).toHaveLength(1);
  });

describe('DeleteTicket', () => {
  it('leaves nothing of the ticket and of what was merged into it, and tells of it once with its last document', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { email: 'c@example.com' });
    const id = await create({ title: 'kangaroo', session: contact.id });
    const merged = await create({ title: 'merged' });
    await say(id, 'reply');
    await say(merged, 'note', { isNote: true });
    await service.tickets.updateTicket({ ticketId: id, ticket: { status: 'DONE' } }, caller.context);
    await isIndexed(id);
    await mergeInto(id, merged);
    const last = (await read(id)).ticket;
    // A job of its mails that was set aside.
    await service.db.query(
      `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
       VALUES ('mail', $1, $2, '{}', 'dead', now(), now())
       ON CONFLICT (name, project_id, key) DO UPDATE SET status = 'dead'`,
      [caller.projectId, id],
    );
    expect(await traces(id)).toContain('job');
    expect(await remove(id)).toEqual({});
    await expect(read(id)).rejects.toMatchObject(missing);
    await expect(read(merged)).rejects.toMatchObject(missing);
    await eventually(async () => expect(await traces(id, merged)).toEqual([]));
    const events = (await service.events()).filter(({ subject }) => subject.endsWith('.deleted'));
    expect(events.filter(({ project_id }) => project_id === caller.projectId)).toEqual([
      expect.objectContaining({
        subject: 'tickets.v1.ticket.deleted',
        aggregate_id: id,
        payload: {
          ticket: JSON.parse(JSON.stringify({ ...last, unreadForMe: undefined })) as unknown,
          mergedIds: [merged],
        },
      }),
    ]);
    expect((await service.tickets.listTickets({}, caller.context)).totalCount).toBe(0);
    expect((await service.tickets.countTicketsByStatus({}, caller.context)).counts).toEqual([]);
  });

  it('unlinks the ticket elsewhere', async () => {
    const id = await create();
    const linked = await create({ linkedTickets: [id] });
    const tracked = await create({ trackerTicket: id });
    await remove(id);
    expect((await read(linked)).ticket?.linkedTickets).toEqual([]);
    expect((await read(tracked)).ticket?.trackerTicket).toBeUndefined();
  });

  it('answers 404 for an unknown, malformed, deleted or foreign ticket', async () => {
    const id = await create();
    await expect(remove(id, callerIn(service.neighbours).context)).rejects.toMatchObject(missing);
    expect((await read(id)).ticket?.id).toBe(id);
    await remove(id);
    for (const gone of [id, newId(), 'nonsense']) await expect(remove(gone)).rejects.toMatchObject(missing);
  });

  it('leaves no message behind when replies are written at the same time', async () => {
    const id = await create();
    const work = [
      ...Array.from({ length: 20 }, (_, index) => say(id, `m${index}`)),
      remove(id),
      say(id, 'late'),
    ];
    const failures = (await Promise.allSettled(work)).flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    for (const failure of failures) expect(failure).toMatchObject(missing);
    await eventually(async () => expect(await traces(id)).toEqual([]));
  });
});

describe('PurgeContactTickets', () => {
  const purge = (contactId: string, projectId = caller.projectId) =>
    service.directory.purgeContactTickets(
      { contactId },
      systemContext('contacts', { projectId, organisationId: newId() }),
    );
  const arrange = async () => {
    const contact = service.neighbours.addContact(caller.projectId, {
      email: `${newId()}@example.com`,
      name: 'Forgotten',
    });
    const ids = await Promise.all(
      Array.from({ length: 3 }, () => create({ session: contact.id, title: 'wombat' })),
    );
    await say(ids[0] ?? '', 'answer');
    await isIndexed(ids[0] ?? '');
    return { contact, ids };
  };

  it('deletes the tickets of a contact silently, its messages and mentions elsewhere, and can run again', async () => {
    const { contact, ids } = await arrange();
    const elsewhere = await create({ title: 'other', sessions: [contact.id] });
    await say(elsewhere, 'stays');
    await say(elsewhere, 'goes', { session: contact.id });
    service.neighbours.removeContact(caller.projectId, contact.id);
    expect(await purge(contact.id)).toEqual({ deleted: 3 });
    expect(await purge(contact.id)).toEqual({ deleted: 0 });
    await eventually(async () => expect(await traces(contact.id, ...ids)).toEqual([]));
    expect((await read(elsewhere)).ticket).toMatchObject({
      sessions: [],
      latestComment: 'stays',
      latestPublicComment: 'stays',
    });
    const events = (await service.events()).filter(({ aggregate_id }) => ids.includes(aggregate_id));
    expect(events.filter(({ subject }) => subject.endsWith('.deleted'))).toEqual([]);
    await expect(create({ session: contact.id })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  });

  it('leaves no id of the contact in tickets that are others’ now: neither who changed or made them, nor whose they were', async () => {
    const [contact, heir] = [0, 1].map(() => service.neighbours.addContact(caller.projectId));
    const [from, to] = [contact?.id ?? '', heir?.id ?? ''];
    const change = (ticketId: string, ticket: object) =>
      service.tickets.updateTicket({ ticketId, ticket }, caller.context);
    const [moved, returned] = [await create({ session: from }), await create({ session: to })];
    await service.db.query('UPDATE ticket SET created_by = $2 WHERE id = $1', [
      moved,
      { type: 'contact', id: from },
    ]);
    await change(moved, { status: 'DONE' });
    await say(moved, 'again', { session: from });
    await change(moved, { session: to });
    await change(returned, { session: from });
    await change(returned, { session: to });
    service.neighbours.removeContact(caller.projectId, from);
    expect(await purge(from)).toEqual({ deleted: 0 });
    await eventually(async () => expect(await traces(from)).toEqual([]));
    const [left] = await service.db.query('SELECT created_by, session_id FROM ticket WHERE id = $1', [moved]);
    expect(left).toEqual({ created_by: { type: 'contact' }, session_id: to });
    // It stays that a contact reopened it, and how often it changed hands.
    const history = await service.db.query<{ type: string; field: string }>(
      `SELECT actor ->> 'type' AS type, field FROM ticket_history WHERE ticket_id = ANY ($1) AND field IN ('session', 'status')
        ORDER BY ticket_id, at, id`,
      [[moved, returned]],
    );
    expect(history.map(({ type, field }) => `${type} ${field}`)).toEqual([
      'user status',
      'contact status',
      'user session',
      'user session',
      'user session',
    ]);
  });

  it('deletes more than the 500 tickets of one transaction', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const id = await create({ session: contact.id });
    await service.db.query(
      `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token,
         secret_share_token, mail_token, session_id, last_activity, created_at, updated_at)
       SELECT project_id, lpad(to_hex(n), 24, '0'), 'o', n + 1, 'BUG', 'OPEN', 1, '', '', '', session_id, now(), now(),
              now() FROM ticket, generate_series(1, 1004) n WHERE id = $1`,
      [id],
    );
    expect(await purge(contact.id)).toEqual({ deleted: 1_005 });
    expect(await traces(contact.id)).toEqual([]);
  });

  it('deletes 150 tickets and all else in one transaction: nobody sees a part of it, whatever fails', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const ids = await Promise.all(Array.from({ length: 150 }, () => create({ session: contact.id })));
    const elsewhere = await create({ title: 'other', sessions: [contact.id] });
    await service.db.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF OLD.id = '${contact.id}' THEN RAISE EXCEPTION 'crash'; END IF; RETURN OLD; END $$`,
    );
    await service.db.query(
      'CREATE TRIGGER refuse BEFORE DELETE ON contact_reference FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    await expect(purge(contact.id)).rejects.toThrow();
    await service.db.query('DROP TRIGGER refuse ON contact_reference');
    await service.db.query('DROP FUNCTION refuse');
    const left = await service.db.query('SELECT id FROM ticket WHERE session_id = $1', [contact.id]);
    expect(left).toHaveLength(ids.length);
    expect((await read(elsewhere)).ticket?.sessions).toEqual([contact.id]);
    expect(await purge(contact.id)).toEqual({ deleted: 150 });
    expect((await read(elsewhere)).ticket?.sessions).toEqual([]);
  });

  it('comes before a first ticket whose contact was asked for before it: the ticket is refused', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    service.neighbours.whileAnswering.set('getContactReferences', async () => {
      service.neighbours.removeContact(caller.projectId, contact.id);
      await purge(contact.id);
    });
    await expect(create({ session: contact.id })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'session' }],
    });
    expect(await traces(contact.id)).toEqual([]);
  });

  it('comes before a conversation by address whose contact was found before it: a new contact has it', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { email: 'ada@example.com' });
    service.neighbours.whileAnswering.set('ensureContactByEmail', async () => {
      service.neighbours.removeContact(caller.projectId, contact.id);
      await purge(contact.id);
    });
    const { ticket } = await service.tickets.composeTicket(
      { email: 'ada@example.com', message: 'hello' },
      caller.context,
    );
    expect(ticket?.session).toMatchObject({ email: 'ada@example.com' });
    expect(ticket?.session?.id).not.toBe(contact.id);
    expect(await traces(contact.id)).toEqual([]);
  });

  it('comes before what the contact says in a ticket of someone else: the message is refused', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { companyId: newId() });
    const elsewhere = await create({ title: 'other' });
    service.neighbours.whileAnswering.set('checkCompany', async () => {
      service.neighbours.removeContact(caller.projectId, contact.id);
      await purge(contact.id);
    });
    await expect(say(elsewhere, 'too late', { session: contact.id })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'session' }],
    });
    expect(service.neighbours.whileAnswering.has('checkCompany')).toBe(false);
    await eventually(async () => expect(await traces(contact.id)).toEqual([]));
  });

  it('keeps nothing of a contact that nobody has', async () => {
    const unknown = newId();
    await expect(create({ session: unknown })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
    expect(await traces(unknown)).toEqual([]);
  });

  it('leaves no ticket of the contact while others are being created', async () => {
    const { contact } = await arrange();
    const work = Promise.allSettled(Array.from({ length: 100 }, () => create({ session: contact.id })));
    service.neighbours.removeContact(caller.projectId, contact.id);
    await purge(contact.id);
    const results = await work;
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'INVALID_INPUT' });
    }
    await eventually(async () => expect(await traces(contact.id)).toEqual([]));
  });

  it('touches nothing of a second project', async () => {
    const { contact, ids } = await arrange();
    expect(await purge(contact.id, callerIn(service.neighbours).projectId)).toEqual({ deleted: 0 });
    expect((await read(ids[0] ?? '')).ticket?.session?.id).toBe(contact.id);
  });
});

describe('Events of other services', () => {
  const log = createLogger({ service: 'test', level: 'error' });
  const ofTickets = topology.filter(({ consumer }) => consumer === 'tickets');
  const publish = async (
    from: 'contacts' | 'workspace',
    subject: string,
    aggregateId: string,
    payload: object,
  ) => {
    const { db, drop } = await createTestDatabase(`source_${from}`);
    await db.query(eventTablesSql);
    const events = createEvents({ service: from, db, transport: service.broker, topology: ofTickets, log });
    await events.start();
    await events.append(db, [{ subject, projectId: caller.projectId, aggregateId, payload }]);
    events.wake();
    await eventually(async () => expect((await events.lag()).pending).toBe(0));
    await events.stop();
    await drop();
  };

  it('keep a contact in documents, mail and search up to date, and a late one changes nothing', async () => {
    const contact = service.neighbours.addContact(caller.projectId, {
      name: 'Old',
      email: 'old@example.com',
      version: 5,
    });
    const id = await create({ session: contact.id });
    const reference = { ...contact, name: 'Quokka', email: 'new@example.com', version: 7 };
    await publish('contacts', 'contacts.v1.contact.updated', contact.id, { contact: {}, reference });
    expect((await read(id)).ticket?.session).toMatchObject({ name: 'Quokka', email: 'new@example.com' });
    await publish('contacts', 'contacts.v1.contact.updated', contact.id, {
      reference: { ...reference, name: 'Late', version: 6 },
    });
    expect((await read(id)).ticket?.session?.name).toBe('Quokka');
    await eventually(async () => {
      const { hits } = await service.tickets.searchTickets({ searchTerm: 'quokka' }, caller.context);
      expect(hits.map(({ ticket }) => ticket?.id)).toEqual([id]);
    });
    await say(id, 'hello');
    await eventually(() => expect(service.inbox.to('new@example.com')).toHaveLength(1));
  });

  it('keep nothing of a contact that no ticket knows', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    await publish('contacts', 'contacts.v1.contact.created', contact.id, { reference: contact });
    expect(await traces(contact.id)).toEqual([]);
  });

  it('purge the tickets of a deleted contact', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const id = await create({ session: contact.id });
    await publish('contacts', 'contacts.v1.contact.deleted', contact.id, { contactId: contact.id });
    await expect(read(id)).rejects.toMatchObject(missing);
    await eventually(async () => expect(await traces(contact.id, id)).toEqual([]));
  });

  it('keep the names of users up to date', async () => {
    const id = await create({ processingUser: caller.userId });
    const user = {
      id: caller.userId,
      email: 'ada@team.example',
      firstName: 'Augusta',
      lastName: 'King',
      userType: 'default',
    };
    await publish('workspace', 'workspace.v1.user.updated', caller.userId, { user });
    expect((await read(id)).ticket?.processingUser).toMatchObject({ firstName: 'Augusta', lastName: 'King' });
  });
});

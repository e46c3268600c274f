import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('merge_tickets');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}) =>
  (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
const read = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const merge = async (ticketsToMergeIds: string[], targetTicketId?: string, rest: object = {}) =>
  (
    await service.merging.mergeTickets(
      { ticketsToMergeIds, ...(targetTicketId !== undefined && { targetTicketId }), ...rest },
      caller.context,
    )
  ).ticket;
const problem = (...fields: string[]) => ({
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => expect.objectContaining({ field })),
});
const dump = () =>
  service.db.query(
    'SELECT id, duplicate_of_id, archived, tags, upvotes, linked_ticket_ids, updated_at FROM ticket WHERE project_id = $1 ORDER BY id',
    [caller.projectId],
  );

describe('MergeTickets', () => {
  it('archives the merged tickets, links both ways, counts, and answers the main ticket', async () => {
    const main = await create({ title: 'main' });
    const [a, b] = [await create({ title: 'a' }), await create({ title: 'b' })];
    const answer = await merge([a, b], main);
    expect(answer).toMatchObject({ id: main, title: 'main', duplicatesCount: 2, archived: false });
    expect([...(answer?.linkedTickets ?? [])].sort()).toEqual([a, b].sort());
    expect(await read(main)).toEqual(answer);
    for (const id of [a, b]) {
      expect(await read(id)).toMatchObject({
        duplicateOf: main,
        archived: true,
        archivedAt: expect.any(String),
        linkedTickets: [main],
      });
    }
    const { tickets, totalCount } = await service.tickets.listTickets({}, caller.context);
    expect({ ids: tickets.map(({ id }) => id), totalCount }).toEqual({ ids: [main], totalCount: 1 });
    const archived = await service.tickets.listTickets({ archived: true }, caller.context);
    expect(archived.tickets).toEqual([]);
  });

  it('makes guests among their contacts one when asked to, before the tickets are merged and only when they can be', async () => {
    const { mergedGuests } = service.neighbours;
    const contact = () => service.neighbours.addContact(caller.projectId).id;
    const [ada, guest] = [contact(), contact()];
    const main = await create({ session: ada });
    const others = [await create({ session: guest }), await create({ session: ada }), await create()];
    await merge(others.slice(1), main, { shouldMergeContacts: true, shouldMergeTasks: true });
    await expect(merge([newId()], main, { shouldMergeContacts: true })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
    });
    expect(mergedGuests).toEqual([]);
    expect(await merge(others.slice(0, 1), main, { shouldMergeContacts: true })).toMatchObject({ id: main });
    expect(mergedGuests.splice(0)).toEqual([[ada, guest]]);
    const [one, two] = [await create({ session: guest }), await create({ session: ada })];
    await merge([one, two], undefined, { shouldCreateNewTicket: true, shouldMergeContacts: true });
    expect(mergedGuests.splice(0)).toEqual([[guest, ada]]);
  });

  it('unites tags, upvotes by address and sessions, and keeps the first promise of an answer', async () => {
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((name) =>
      service.neighbours.addContact(caller.projectId, { name, sla: name === 'ann' ? 60 : 10 }),
    );
    const vote = (email: string, name?: string) => ({ email, ...(name && { name }) });
    const main = await create({
      session: ann?.id,
      tags: ['x', 'y'],
      upvotes: [vote('a@x.example', 'A')],
    });
    const first = await create({
      session: bob?.id,
      sessions: [cid?.id],
      tags: ['y', 'z'],
      upvotes: [vote('A@X.example'), vote('b@x.example')],
    });
    const second = await create({ tags: ['w'], upvotes: [vote('b@x.example'), { name: 'anonymous' }] });
    const due = (await read(first))?.slaDueAt;
    expect(await merge([first, second], main)).toMatchObject({
      tags: ['x', 'y', 'z', 'w'],
      session: { id: ann?.id },
      sessions: [ann?.id, bob?.id, cid?.id],
      upvotes: [vote('a@x.example', 'A'), vote('b@x.example'), { name: 'anonymous' }],
      upvotesCount: 3,
      slaDueAt: due,
    });
    expect(await read(first)).not.toHaveProperty('slaDueAt', expect.anything());
  });

  it('re-points what was merged into a merged ticket, so that the depth stays one', async () => {
    const [main, middle, leaf] = [await create(), await create(), await create()];
    await merge([leaf], middle);
    const answer = await merge([middle], main);
    expect(answer).toMatchObject({ duplicatesCount: 2 });
    expect([...(answer?.linkedTickets ?? [])].sort()).toEqual([middle, leaf].sort());
    expect(await read(leaf)).toMatchObject({ duplicateOf: main, linkedTickets: [middle, main] });
    expect(await read(middle)).toMatchObject({ duplicateOf: main, duplicatesCount: 0 });
  });

  it('wakes a snoozed ticket that is merged, which then has no clock left', async () => {
    const main = await create();
    const id = await create({
      status: 'INPROGRESS',
      snoozedUntil: new Date(Date.now() + 60_000).toISOString(),
    });
    await merge([id], main);
    expect(await read(id)).toMatchObject({ status: 'INPROGRESS', snoozed: false });
  });

  it('makes a fresh main ticket titled as the first one and merges a given target too', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { name: 'Ann', email: 'ann@x.example' });
    const first = await create({ title: 'First', type: 'FEATURE_REQUEST', session: contact.id, tags: ['a'] });
    const [second, target] = [await create({ title: 'Second' }), await create({ title: 'Target' })];
    const answer = await merge([first, second], target, { shouldCreateNewTicket: true });
    expect(answer).toMatchObject({
      title: 'First',
      type: 'FEATURE_REQUEST',
      status: 'OPEN',
      session: { id: contact.id, name: 'Ann' },
      duplicatesCount: 3,
      tags: ['a'],
      bugId: 4,
    });
    expect([first, second, target]).not.toContain(answer?.id);
    for (const id of [first, second, target])
      expect(await read(id)).toMatchObject({ duplicateOf: answer?.id, archived: true });
    const [created] = await service.events(answer?.id);
    expect(created).toMatchObject({
      subject: 'tickets.v1.ticket.created',
      payload: { ticket: { bugId: 4 } },
    });
    // A target that is also in the list is merged once.
    const [x, y] = [await create({ title: 'x' }), await create()];
    expect(await merge([x, y], y, { shouldCreateNewTicket: true })).toMatchObject({
      title: 'x',
      duplicatesCount: 2,
    });
  });

  it('demands a target unless a new ticket is made', async () => {
    await expect(merge([await create()])).rejects.toMatchObject(problem('targetTicketId'));
    await expect(merge([await create()], undefined, { shouldCreateNewTicket: true })).resolves.toMatchObject({
      duplicatesCount: 1,
    });
  });

  it('refuses itself, unknown, foreign, malformed and already merged ids by their index and changes nothing', async () => {
    const [main, other, merged] = [await create(), await create({ tags: ['t'] }), await create()];
    await merge([merged], await create());
    const stranger = callerIn(service.neighbours);
    const foreign = (await service.tickets.createTicket({}, stranger.context)).ticket?.id ?? '';
    const before = await dump();
    const wrong = [other, main, newId(), foreign, 'nonsense', merged];
    await expect(merge(wrong, main)).rejects.toMatchObject(
      problem(...[1, 2, 3, 4, 5].map((index) => `ticketsToMergeIds.${index}`)),
    );
    await expect(merge([other], merged)).rejects.toMatchObject(problem('targetTicketId'));
    await expect(merge([other], newId())).rejects.toMatchObject(problem('targetTicketId'));
    await expect(merge([other], foreign)).rejects.toMatchObject(problem('targetTicketId'));
    await expect(merge([merged], undefined, { shouldCreateNewTicket: true })).rejects.toMatchObject(
      problem('ticketsToMergeIds.0'),
    );
    expect(await dump()).toEqual(before);
  });

  it('merges a repeated id once', async () => {
    const [main, id] = [await create(), await create()];
    expect(await merge([id, id], main)).toMatchObject({ duplicatesCount: 1, linkedTickets: [id] });
  });

  it('refuses a main ticket of more than 100 tags, 200 sessions, 10,000 upvotes or 1,000 links', async () => {
    const main = await create({ tags: Array.from({ length: 100 }, (_, index) => `t${index}`) });
    const one = await create({ tags: ['t0'] });
    const more = await create({ tags: ['more'] });
    await merge([one], main);
    await expect(merge([more], main)).rejects.toMatchObject(problem('ticketsToMergeIds'));
    expect((await read(more))?.duplicateOf).toBeUndefined();

    const set = (id: string, column: string, value: string) =>
      service.db.query(`UPDATE ticket SET ${column} = ${value} WHERE id = $1`, [id]);
    const other = await create();
    await set(other, 'session_ids', `ARRAY(SELECT 's' || n FROM generate_series(1, 200) n)`);
    const withSession = await create();
    await set(withSession, 'session_ids', `ARRAY['another']`);
    await expect(merge([withSession], other)).rejects.toMatchObject(problem('ticketsToMergeIds'));

    const voted = await create();
    const votes = `(SELECT jsonb_agg(jsonb_build_object('email', n || '@x.example')) FROM generate_series(1, 10000) n)`;
    await set(voted, 'upvotes', votes);
    const sameVotes = await create({ upvotes: [{ email: '5@x.example' }] });
    expect(await merge([sameVotes], voted)).toMatchObject({ upvotesCount: 10_000 });
    const newVote = await create({ upvotes: [{ email: 'new@x.example' }] });
    await expect(merge([newVote], voted)).rejects.toMatchObject(problem('ticketsToMergeIds'));

    const linked = await create();
    await set(linked, 'linked_ticket_ids', `ARRAY(SELECT 'l' || n FROM generate_series(1, 1000) n)`);
    await expect(merge([await create()], linked)).rejects.toMatchObject(problem('ticketsToMergeIds'));
  });

  it('tells of every changed ticket once, with its document, and keeps the history', async () => {
    const [main, id, leaf] = [await create({ tags: ['a'] }), await create({ tags: ['b'] }), await create()];
    await merge([leaf], id);
    await merge([id], main);
    for (const ticketId of [main, id, leaf]) {
      const events = (await service.events(ticketId)).filter(({ subject }) => subject.endsWith('.updated'));
      const last = events.at(-1);
      const document = { ...(await read(ticketId)), unreadForMe: undefined };
      expect(last?.payload.ticket).toEqual(JSON.parse(JSON.stringify(document)));
      expect(events).toHaveLength({ [main]: 1, [id]: 2, [leaf]: 2 }[ticketId] ?? 0);
    }
    const changed = (await service.events(id)).at(-1)?.payload.changed ?? [];
    expect(changed).toEqual(expect.arrayContaining(['duplicateOf', 'archived', 'linkedTickets']));
    const history = await service.db.query<{ ticket: string; field: string; to: unknown; actor: object }>(
      `SELECT ticket_id AS ticket, field, to_value AS to, actor FROM ticket_history WHERE project_id = $1 ORDER BY at, id`,
      [caller.projectId],
    );
    expect(history).toContainEqual({
      ticket: main,
      field: 'mergedTickets',
      to: [id],
      actor: expect.objectContaining({ type: 'user', id: caller.userId }),
    });
    expect(history).toContainEqual(expect.objectContaining({ ticket: id, field: 'duplicateOf', to: main }));
    expect(history).toContainEqual(expect.objectContaining({ ticket: id, field: 'archived', to: true }));
    expect(history).toContainEqual(expect.objectContaining({ ticket: main, field: 'tags', to: ['a', 'b'] }));
  });

  it('is all or nothing when it fails late', async () => {
    const [main, a, b] = [await create(), await create(), await create()];
    const before = await dump();
    await service.db.query(`CREATE FUNCTION refuse_main() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.duplicates_count = 2 THEN RAISE 'no room'; END IF; RETURN NEW; END $$`);
    await service.db.query(
      'CREATE TRIGGER refuse_main BEFORE UPDATE ON ticket FOR EACH ROW EXECUTE FUNCTION refuse_main()',
    );
    await expect(merge([a, b], main)).rejects.toThrow('Internal error');
    await service.db.query('DROP TRIGGER refuse_main ON ticket');
    expect(await dump()).toEqual(before);
    expect((await service.events(a)).map(({ subject }) => subject)).toEqual(['tickets.v1.ticket.created']);
  });

  it('survives opposite merges at the same time: one wins, none waits for ever, no circle is made', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ids = await Promise.all(Array.from({ length: 4 }, () => create()));
      const [a = '', b = '', c = '', d = ''] = ids;
      const results = await Promise.allSettled([
        merge([a, c], b),
        merge([b, d], a),
        merge([d, c], b),
        merge([a], d),
      ]);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'INVALID_INPUT' });
      }
      expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
      const rows = await Promise.all(ids.map(read));
      for (const row of rows) {
        const into = rows.find((other) => other?.id === row?.duplicateOf);
        expect(into?.duplicateOf).toBeUndefined();
        if (into) expect(into.linkedTickets).toContain(row?.id);
        const own = rows.filter((other) => other?.duplicateOf === row?.id);
        expect(row?.duplicatesCount).toBe(own.length);
      }
    }
  });

  it('leaves no orphan when the main ticket is deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [top, middle, leaf] = [await create(), await create(), await create()];
      await Promise.allSettled([
        merge([leaf], middle),
        merge([middle], top),
        service.tickets.deleteTicket({ ticketId: top }, caller.context),
      ]);
      const rows = await service.db.query<{ id: string }>(
        `SELECT d.id FROM ticket d WHERE d.duplicate_of_id IS NOT NULL AND NOT EXISTS (
           SELECT FROM ticket m WHERE m.project_id = d.project_id AND m.id = d.duplicate_of_id AND m.duplicate_of_id IS NULL)`,
      );
      expect(rows).toEqual([]);
    }
  });

  it('goes with its main ticket when that is deleted, and is unlinked elsewhere when it is deleted itself', async () => {
    const [main, a, b, friend] = [await create(), await create(), await create(), await create()];
    await service.tickets.updateTicket({ ticketId: a, ticket: { linkedTickets: [friend] } }, caller.context);
    await merge([a, b], main);
    expect((await read(friend))?.linkedTickets).toEqual([a]);
    await service.tickets.deleteTicket({ ticketId: b }, caller.context);
    expect(await read(main)).toMatchObject({ duplicatesCount: 1, linkedTickets: [a] });
    await service.tickets.deleteTicket({ ticketId: main }, caller.context);
    await expect(read(a)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
    expect((await read(friend))?.linkedTickets).toEqual([]);
  });

  it('counts the listed tickets as before', async () => {
    const [main, a] = [await create({ type: 'BUG' }), await create({ type: 'INQUIRY' })];
    await merge([a], main);
    const { counts } = await service.tickets.countTicketsByStatus({}, caller.context);
    expect(counts).toEqual([{ _id: 'OPEN', count: 1 }]);
  });

  it('works for an agent, and shows a second project nothing', async () => {
    const [main, a] = [await create(), await create()];
    const stranger = callerIn(service.neighbours);
    await expect(
      service.merging.mergeTickets({ ticketsToMergeIds: [a], targetTicketId: main }, stranger.context),
    ).rejects.toMatchObject(problem('targetTicketId', 'ticketsToMergeIds.0'));
    const agent = makeContext(caller.projectId, caller.context.scope.actor, 'agent');
    const answer = await service.merging.mergeTickets(
      { ticketsToMergeIds: [a], targetTicketId: main },
      agent,
    );
    expect(answer.ticket?.id).toBe(main);
  });

  it('takes 100 tickets at once', async () => {
    const main = await create();
    const ids = await Promise.all(Array.from({ length: 100 }, (_, index) => create({ tags: [`t${index}`] })));
    const answer = await merge(ids, main);
    expect(answer).toMatchObject({ duplicatesCount: 100 });
    expect(answer?.tags).toHaveLength(100);
    await eventually(async () => {
      expect((await service.tickets.listTickets({}, caller.context)).totalCount).toBe(1);
    });
  });
});

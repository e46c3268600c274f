import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('update_ticket');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});
afterEach(() => service.setClock(undefined));

const create = async (ticket: object = {}) => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const update = async (ticketId: string, ticket: object, nulls: string[] = []) => {
  const answer = await service.tickets.updateTicket({ ticketId, ticket, nulls }, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const read = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const history = (ticketId: string) =>
  service.db.query<{ field: string; from: unknown; to: unknown; actor: unknown }>(
    `SELECT field, from_value AS "from", to_value AS "to", actor FROM ticket_history WHERE ticket_id = $1 ORDER BY id`,
    [ticketId],
  );
const problem = (field: string) => ({ kind: 'invalid', fields: [expect.objectContaining({ field })] });
const later = '2100-01-01T00:00:00.000Z';

describe('UpdateTicket', () => {
  it('keeps what is omitted, writes what is sent and answers the document as read', async () => {
    const ticket = await create({ title: 'old', description: 'kept', customData: { a: 1 } });
    const updated = await update(ticket.id, { title: 'new', customData: { b: 2 } });
    expect(updated).toMatchObject({
      title: 'new',
      description: 'kept',
      customData: { b: 2 },
      bugId: ticket.bugId,
    });
    expect((updated.updatedAt ?? '') >= (ticket.updatedAt ?? '~')).toBe(true);
    expect(await read(ticket.id)).toEqual(updated);
  });

  it('adds and removes single tags; a tag in both stays, and `tags` are set first', async () => {
    const { id } = await create({ tags: ['a', 'b'] });
    const change = async (request: object) =>
      (await service.tickets.updateTicket({ ticketId: id, ticket: {}, ...request }, caller.context)).ticket
        ?.tags;
    expect(await change({ addTags: ['c', 'a'], removeTags: ['b', 'absent'] })).toEqual(['a', 'c']);
    expect(await change({ addTags: ['a'], removeTags: ['a', 'c'] })).toEqual(['a']);
    expect(await change({ ticket: { tags: ['x', 'y'] }, addTags: ['z'], removeTags: ['x'] })).toEqual([
      'y',
      'z',
    ]);
    expect(await change({ removeTags: ['y', 'z'] })).toEqual([]);
    const many = Array.from({ length: 100 }, (_, index) => `t${index}`);
    expect(await change({ addTags: many })).toHaveLength(100);
    await expect(change({ addTags: ['one more'] })).rejects.toMatchObject(problem('addTags'));
    expect(await change({ addTags: ['one more'], removeTags: ['t0'] })).toHaveLength(100);
  });

  it('loses no tag of ten that are added at once, nor one of ten that are removed', async () => {
    const { id } = await create();
    const ten = Array.from({ length: 10 }, (_, index) => `t${index}`);
    const each = (field: string) =>
      Promise.all(
        ten.map((tag) =>
          service.tickets.updateTicket({ ticketId: id, ticket: {}, [field]: [tag] }, caller.context),
        ),
      );
    await each('addTags');
    expect((await read(id))?.tags.toSorted()).toEqual(ten);
    await each('removeTags');
    expect((await read(id))?.tags).toEqual([]);
  });

  it('clears by null: absent where a field may be absent, its default where it may not', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const ticket = await create({
      title: 't',
      content: 'c',
      type: 'INQUIRY',
      status: 'DONE',
      priority: 'HIGH',
      tags: ['a'],
      session: contact.id,
      processingUser: caller.userId,
      dueDate: later,
      customData: { a: 1 },
      consoleLog: [1],
      archived: true,
      upvotes: [{ email: 'a@example.com' }],
    });
    const fields = [
      'title',
      'content',
      'type',
      'status',
      'priority',
      'tags',
      'session',
      'processingUser',
      'dueDate',
    ];
    const updated = await update(ticket.id, {}, [
      ...fields,
      'customData',
      'consoleLog',
      'archived',
      'upvotes',
      'bugId',
    ]);
    for (const field of [
      'title',
      'content',
      'plainContent',
      'session',
      'processingUser',
      'dueDate',
      'customData',
      'consoleLog',
      'archivedAt',
    ]) {
      expect(updated).toHaveProperty(field, undefined);
    }
    expect(updated).toMatchObject({
      type: 'BUG',
      status: 'OPEN',
      priority: 'MEDIUM',
      tags: [],
      archived: false,
      upvotes: [],
      upvotesCount: 0,
      bugId: ticket.bugId,
    });
  });

  it('lets any status follow any other, known or not', async () => {
    const { id } = await create();
    for (const status of ['DONE', 'OPEN', 'INPROGRESS', 'MY STATUS', 'DONE', 'SNOOZED', 'OPEN']) {
      expect((await update(id, { status })).status).toBe(status);
    }
  });

  it('answers 404 for an unknown id, a malformed id and a ticket of another project', async () => {
    const { id } = await create();
    const other = callerIn(service.neighbours);
    const missing = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };
    await expect(update(newId(), { title: 'x' })).rejects.toMatchObject(missing);
    await expect(update('nonsense', { title: 'x' })).rejects.toMatchObject(missing);
    await expect(
      service.tickets.updateTicket({ ticketId: id, ticket: { title: 'stolen' } }, other.context),
    ).rejects.toMatchObject(missing);
    expect((await read(id))?.title).toBeUndefined();
  });

  it.each([
    ['session', { session: newId() }],
    ['sessions.0', { sessions: ['x'] }],
    ['processingUser', { processingUser: newId() }],
    ['processingTeam', { processingTeam: newId() }],
    ['mentions.0', { mentions: [newId()] }],
    ['linkedTickets.0', { linkedTickets: [newId()] }],
    ['trackerTicket', { trackerTicket: newId() }],
    ['tags.0', { tags: [''] }],
    ['snoozedUntil', { snoozedUntil: '2020-01-01T00:00:00.000Z' }],
  ])('answers 400 naming %s and changes nothing', async (field, change) => {
    const ticket = await create({ title: 'same' });
    await expect(update(ticket.id, { ...change, title: 'changed' })).rejects.toMatchObject(problem(field));
    expect(await read(ticket.id)).toEqual(ticket);
  });

  it('refuses a link or tracker to the ticket itself', async () => {
    const { id } = await create();
    await expect(update(id, { linkedTickets: [id] })).rejects.toMatchObject(problem('linkedTickets.0'));
    await expect(update(id, { trackerTicket: id })).rejects.toMatchObject(problem('trackerTicket'));
  });

  it('does not assign to a member removed from the project', async () => {
    const member = service.neighbours.addMember(caller.projectId, { firstName: 'Gone' });
    const { id } = await create({ processingUser: member.id });
    service.neighbours.removeMember(caller.projectId, member.id);
    const { id: second } = await create();
    await eventually(() =>
      expect(update(second, { processingUser: member.id })).rejects.toMatchObject(problem('processingUser')),
    );
    expect((await read(id))?.processingUser).toMatchObject({ id: member.id, firstName: 'Gone' });
  });

  it('sets archivedAt with archived and firstAssignmentAt with the first assignment only', async () => {
    const { id } = await create();
    const first = await update(id, { archived: true, processingUser: caller.userId });
    expect(first.archivedAt).toBe(first.updatedAt);
    expect(first.firstAssignmentAt).toBe(first.updatedAt);
    service.setClock(new Date(Date.now() + 60_000));
    const again = await update(id, {
      archived: true,
      processingUser: service.neighbours.addMember(caller.projectId).id,
    });
    expect(again).toMatchObject({ archivedAt: first.archivedAt, firstAssignmentAt: first.firstAssignmentAt });
    expect((await update(id, { archived: false })).archivedAt).toBeUndefined();
  });

  it('keeps links in both directions when they are added and removed', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await update(a.id, { linkedTickets: [b.id, c.id] });
    expect((await read(b.id))?.linkedTickets).toEqual([a.id]);
    await update(c.id, { linkedTickets: [] });
    expect((await read(a.id))?.linkedTickets).toEqual([b.id]);
    await update(a.id, {}, ['linkedTickets']);
    expect((await read(b.id))?.linkedTickets).toEqual([]);
  });

  it('loses no link when tickets are linked crosswise at the same time', async () => {
    const [a, b] = [await create(), await create()];
    await Promise.all([
      ...Array.from({ length: 8 }, () => update(a.id, { linkedTickets: [b.id] })),
      ...Array.from({ length: 8 }, () => update(b.id, { linkedTickets: [a.id] })),
    ]);
    expect((await read(a.id))?.linkedTickets).toEqual([b.id]);
    expect((await read(b.id))?.linkedTickets).toEqual([a.id]);
  });

  it('writes who changed what into the history', async () => {
    const { id } = await create({ tags: ['a'] });
    await update(id, {
      status: 'DONE',
      priority: 'HIGH',
      tags: ['b'],
      processingUser: caller.userId,
      title: 'no history',
    });
    const actor = { type: 'user', id: caller.userId, email: 'ada@team.example' };
    expect((await history(id)).sort((x, y) => x.field.localeCompare(y.field))).toEqual([
      { field: 'priority', from: 'MEDIUM', to: 'HIGH', actor },
      { field: 'processingUser', from: null, to: caller.userId, actor },
      { field: 'status', from: 'OPEN', to: 'DONE', actor },
      { field: 'tags', from: ['a'], to: ['b'], actor },
    ]);
  });

  it('tells of each change once, with the names of the changed fields, and of no change not at all', async () => {
    const { id } = await create({ title: 'a', customData: { x: 1 } });
    const updated = await update(id, { title: 'b', customData: { x: 2 }, tags: [] });
    await update(id, { title: 'b', customData: { x: 2 } });
    const [, ...events] = await service.events(id);
    expect(events).toEqual([
      expect.objectContaining({
        subject: 'tickets.v1.ticket.updated',
        payload: {
          ticket: JSON.parse(JSON.stringify({ ...updated, unreadForMe: undefined })) as unknown,
          changed: ['title', 'customData'],
          history: expect.objectContaining({ ticketId: id, changes: [] }) as unknown,
        },
      }),
    ]);
  });

  it('loses no update of 30 concurrent ones', async () => {
    const { id } = await create();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 ? update(id, { title: 'both' }) : update(id, { description: 'both' }),
      ),
    );
    expect(await read(id)).toMatchObject({ title: 'both', description: 'both' });
  });
});

describe('Snoozing', () => {
  it('sets SNOOZED and gives the former status back on null', async () => {
    const { id } = await create({ status: 'INPROGRESS' });
    expect(await update(id, { snoozedUntil: later })).toMatchObject({
      status: 'SNOOZED',
      snoozed: true,
      snoozedUntil: later,
    });
    const woken = await update(id, {}, ['snoozedUntil']);
    expect(woken).toMatchObject({ status: 'INPROGRESS', snoozed: false });
    expect(woken.snoozedUntil).toBeUndefined();
  });

  it('remembers the first status when it is snoozed again, and a status sent with it', async () => {
    const { id } = await create({ status: 'INPROGRESS' });
    await update(id, { snoozedUntil: later });
    await update(id, { snoozedUntil: '2101-01-01T00:00:00.000Z' });
    expect((await update(id, {}, ['snoozedUntil'])).status).toBe('INPROGRESS');
    await update(id, { snoozedUntil: later, status: 'DONE' });
    expect((await update(id, {}, ['snoozedUntil'])).status).toBe('DONE');
  });

  it('wakes when another status is set', async () => {
    const { id } = await create();
    await update(id, { snoozedUntil: later });
    const woken = await update(id, { status: 'DONE' });
    expect(woken).toMatchObject({ status: 'DONE', snoozed: false });
    expect(woken.snoozedUntil).toBeUndefined();
  });

  it('wakes by itself at the time, with history and one event', async () => {
    const { id } = await create({ status: 'INPROGRESS' });
    const now = Date.now();
    await update(id, { snoozedUntil: new Date(now + 3_600_000).toISOString() });
    service.setClock(new Date(now + 3_600_001));
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'INPROGRESS', snoozed: false }),
    );
    expect(await history(id)).toContainEqual({
      field: 'status',
      from: 'SNOOZED',
      to: 'INPROGRESS',
      actor: { type: 'system', name: 'snooze' },
    });
    const changed = (await service.events(id)).map(({ payload }) => payload.changed);
    expect(changed.filter((fields) => fields?.includes('status'))).toHaveLength(2);
  });
});

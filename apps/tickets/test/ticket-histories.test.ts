import { eventually } from '@parley/testing';
import type { TicketHistory } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import { type Histories, createHistories, readPiece } from './support/histories';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let histories: Histories;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('ticket_histories');
  histories = createHistories(service);
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});
afterEach(() => service.setClock(undefined));

const MINUTE = 60_000;
const whole = async (id: string): Promise<TicketHistory> => {
  const [history] = await histories.got(caller.projectId, [id]);
  if (!history) throw new Error('There is no such ticket');
  return history;
};
const say = async (ticket: string, rest: object = {}) =>
  (await service.messages.createMessage({ ticket, comment: 'a secret text', ...rest }, caller.context))
    .message;
const listSubjects = async (id: string) =>
  (await service.allEvents(id))
    .map(({ subject }) => subject.replace('tickets.v1.', ''))
    .filter((subject) => !subject.startsWith('conversation.'));
const contactWith = (sla?: number) =>
  service.neighbours.addContact(caller.projectId, sla === undefined ? {} : { sla }).id;

describe('The history of a ticket', () => {
  it('has what it is now, what it was at its creation, and who changed status, assignee, team, contact and hand-over', async () => {
    const { id: team } = service.neighbours.addTeam(caller.projectId, 'Support');
    const [first, second] = [contactWith(), contactWith()];
    const ticket = await at.create({
      title: 'Broken',
      session: first,
      tags: ['vip'],
      channel: { type: 'CHAT', id: 'c' },
      priority: 'HIGH',
    });
    await at.update(ticket.id, { status: 'DONE', processingUser: caller.userId, processingTeam: team });
    await at.update(ticket.id, {
      session: second,
      bot: { forwardedToSupportAt: '2026-01-02T03:04:05.000Z' },
    });
    await at.update(ticket.id, { conversationRating: 0, title: 'Broken again' });
    const after = await at.read(ticket.id);
    const actor = { type: 'user', id: caller.userId };
    const { facts, birth, changes, messages, clocks, complete } = await whole(ticket.id);
    expect(complete).toBe(true);
    expect(facts).toMatchObject({
      bugId: ticket.bugId,
      title: 'Broken again',
      createdAt: ticket.createdAt,
      updatedAt: after.updatedAt,
      createdBy: actor,
      type: 'BUG',
      status: 'DONE',
      priority: 'HIGH',
      tags: ['vip'],
      channel: 'CHAT',
      sessionId: second,
      userId: caller.userId,
      teamId: team,
      rating: 0,
      ratedAt: after.updatedAt,
      forwardedToSupportAt: '2026-01-02T03:04:05.000Z',
    });
    expect(after.ratedAt).toBe(after.updatedAt);
    expect(birth).toEqual({ status: 'OPEN', sessionId: first });
    expect(changes.map(({ field, from, to }) => [field, from, to])).toEqual(
      expect.arrayContaining([
        ['status', 'OPEN', 'DONE'],
        ['processingUser', undefined, caller.userId],
        ['processingTeam', undefined, team],
        ['session', first, second],
        ['forwardedToSupportAt', undefined, '2026-01-02T03:04:05.000Z'],
      ]),
    );
    expect(changes).toHaveLength(5);
    for (const change of changes) expect(change.actor).toEqual(actor);
    expect([messages, clocks]).toEqual([[], []]);
  });

  it.each<[string, () => Promise<string | undefined>, string | undefined]>([
    ['a member files it', async () => (await at.create({})).id, undefined],
    [
      'the team composes it with a first message',
      async () => {
        const request = { ticket: { session: contactWith() }, message: 'hello' };
        return (await service.tickets.composeTicket(request, caller.context)).ticket?.id;
      },
      'team',
    ],
    [
      'the team composes it without one',
      async () => {
        const request = { ticket: { session: contactWith() } };
        return (await service.tickets.composeTicket(request, caller.context)).ticket?.id;
      },
      undefined,
    ],
    [
      'its contact opens it',
      async () => {
        const request = { contactId: contactWith(), channel: 'WIDGET', comment: 'hi' };
        return (await service.conversations.createConversation(request, caller.context)).conversation?.id;
      },
      'contact',
    ],
    [
      'the system makes it',
      async () => {
        const context = makeContext(caller.projectId, { type: 'system', name: 'workflow' });
        return (await service.tickets.createTicket({ ticket: {} }, context)).ticket?.id;
      },
      'system',
    ],
  ])('says who opened it when %s', async (_name, make, openedBy) => {
    const id = (await make()) ?? '';
    const [created] = await service.events(id);
    expect((await whole(id)).facts?.openedBy).toBe(openedBy);
    expect(created && readPiece(created)?.facts?.openedBy).toBe(openedBy);
  });

  it('has every message by kind and author, and no text of any', async () => {
    const contact = contactWith();
    const { id } = await at.create({ session: contact });
    const service_ = makeContext(caller.projectId, { type: 'service', id: 'a'.repeat(24), name: 'Orders' });
    const made = [
      await say(id, { session: contact }),
      await say(id),
      await say(id, { isNote: true }),
      await say(id, { bot: true }),
      (await service.messages.createMessage({ ticket: id, comment: 'a secret text' }, service_)).message,
    ];
    const thread = await service.messages.createThreadReply(
      { messageId: made[1]?.id ?? '', comment: 'a secret text' },
      caller.context,
    );
    const { messages } = await whole(id);
    const by = { authorType: 'user', authorId: caller.userId, bot: false };
    expect(messages).toEqual([
      expect.objectContaining({ kind: 'contact', authorType: 'contact', authorId: contact, bot: false }),
      expect.objectContaining({ kind: 'reply', ...by }),
      expect.objectContaining({ kind: 'note', ...by }),
      expect.objectContaining({ kind: 'reply', ...by, bot: true }),
      expect.objectContaining({ kind: 'reply', authorType: 'service', authorId: 'a'.repeat(24) }),
      expect.objectContaining({ kind: 'thread', ...by, replyTo: made[1]?.id }),
    ]);
    expect(messages.map((message) => [message.id, message.at])).toEqual(
      [...made, thread.message].map((message) => [message?.id, message?.createdAt]),
    );
    expect(JSON.stringify(await histories.streamed(caller.projectId))).not.toContain('secret');
    const told = (await service.events(id)).flatMap((event) => readPiece(event)?.messages ?? []);
    expect(told).toEqual(messages);
  });

  it('tells a status that a contact reopened, by its message', async () => {
    const contact = contactWith();
    const { id } = await at.create({ session: contact, status: 'DONE' });
    await say(id, { session: contact });
    const { changes, facts } = await whole(id);
    expect(changes).toEqual([
      expect.objectContaining({
        field: 'status',
        from: 'DONE',
        to: 'OPEN',
        actor: { type: 'contact', id: contact },
      }),
    ]);
    const [update] = await at.updates(id);
    expect(update && readPiece(update)).toMatchObject({
      changes,
      facts: { status: 'OPEN', revision: facts?.revision },
    });
  });

  it('tells the changes of a fast bulk update of more than 30 tickets as it tells single ones', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 31; count += 1) ids.push((await at.create({})).id);
    const answer = await service.bulk.bulkUpdateTickets(
      { action: 'close', selection: { ids } },
      caller.context,
    );
    expect(answer).toMatchObject({ mode: 'fast', updated: 31 });
    for (const history of await histories.got(caller.projectId, ids)) {
      expect(history.changes).toEqual([
        expect.objectContaining({ field: 'status', from: 'OPEN', to: 'DONE' }),
      ]);
      const [update] = await at.updates(history.ticketId);
      expect(update?.payload).toMatchObject({ bulk: true });
      const piece = update && readPiece(update);
      expect(piece?.changes).toEqual(history.changes);
      expect(piece?.facts).toEqual(history.facts);
    }
  });

  it('counts revisions up with every change, so that of two facts the newer is known', async () => {
    const { id } = await at.create({});
    for (const title of ['a', 'b', 'c']) await at.update(id, { title });
    const pieces = (await service.events(id)).map((event) => readPiece(event)?.facts);
    expect(pieces.map((facts) => facts?.revision)).toEqual([0, 1, 2, 3]);
    expect((await whole(id)).facts).toEqual(pieces[3]);
  });

  it('knows when a rating was taken back', async () => {
    const { id } = await at.create({ conversationRating: 7 });
    expect((await whole(id)).facts).toMatchObject({ rating: 7, ratedAt: expect.any(String) });
    await at.update(id, {}, ['conversationRating']);
    const { facts } = await whole(id);
    expect([facts?.rating, facts?.ratedAt]).toEqual([undefined, undefined]);
  });
});

describe('The clock of a promised answer', () => {
  const start = async () => {
    const contact = contactWith(3);
    const ticket = await at.create({ session: contact });
    return { contact, id: ticket.id, ticket };
  };
  const onlyClock = async (id: string) => {
    const { clocks } = await whole(id);
    expect(clocks).toHaveLength(1);
    return clocks[0];
  };
  const later = (ticket: { createdAt?: string | undefined }, minutes: number) =>
    service.setClock(new Date(Date.parse(ticket.createdAt ?? '') + minutes * MINUTE));

  it('starts with slaDueAt, and is met by a reply before that', async () => {
    const { id, ticket } = await start();
    expect(await onlyClock(id)).toMatchObject({
      startedAt: ticket.createdAt,
      dueAt: ticket.slaDueAt,
      outcome: 'running',
    });
    later(ticket, 2);
    const reply = await say(id);
    expect(await onlyClock(id)).toMatchObject({
      outcome: 'met',
      endedAt: reply?.createdAt,
      answeredAt: reply?.createdAt,
    });
    expect(await listSubjects(id)).toEqual([
      'ticket.created',
      'ticket.sla_started',
      'message.created',
      'ticket.sla_met',
    ]);
    const told = (await service.allEvents(id)).find(({ subject }) => subject.endsWith('sla_met'));
    expect(told && readPiece(told)?.clocks).toEqual([await onlyClock(id)]);
  });

  it('is breached when it is due, and answered after that', async () => {
    const { id, ticket } = await start();
    later(ticket, 4);
    await eventually(async () => expect(await onlyClock(id)).toMatchObject({ outcome: 'breached' }));
    const breach = (await service.events(id)).find(({ subject }) => subject.endsWith('sla_breached'));
    expect(breach && readPiece(breach)?.clocks).toEqual([await onlyClock(id)]);
    const reply = await say(id);
    expect(await onlyClock(id)).toMatchObject({ outcome: 'breached', answeredAt: reply?.createdAt });
    expect((await listSubjects(id)).at(-1)).toBe('ticket.sla_ended');
  });

  it('is breached by a reply that is too late, even before anybody noticed', async () => {
    const { id, ticket } = await start();
    // What a reply does to its ticket, at a time at which the service itself does not look for overdue ones yet.
    const late = new Date(Date.parse(ticket.slaDueAt ?? ''));
    await service.db.query(
      'UPDATE ticket SET sla_due_at = NULL, last_response_admin = $2, updated_at = $2 WHERE id = $1',
      [id, late],
    );
    expect(await onlyClock(id)).toMatchObject({ outcome: 'breached', answeredAt: late.toISOString() });
  });

  it('runs on by notes and bots, and begins anew after the answer', async () => {
    const { id, contact } = await start();
    await say(id, { isNote: true });
    await say(id, { bot: true });
    expect(await onlyClock(id)).toMatchObject({ outcome: 'running' });
    await say(id);
    await say(id, { session: contact });
    const { clocks } = await whole(id);
    expect(clocks.map(({ outcome }) => outcome)).toEqual(['met', 'running']);
  });

  it('is neither met nor breached when its ticket is merged away', async () => {
    const { id } = await start();
    const main = await at.create({});
    await service.merging.mergeTickets({ ticketsToMergeIds: [id], targetTicketId: main.id }, caller.context);
    const clock = await onlyClock(id);
    expect(clock).toMatchObject({ outcome: 'ended', endedAt: expect.any(String) });
    expect(clock?.answeredAt).toBeUndefined();
    expect(await onlyClock(main.id)).toMatchObject({ outcome: 'running' });
  });

  it('is due earlier when a ticket with an earlier promise is merged into its own', async () => {
    const { ticket } = await start();
    const main = await at.create({ session: contactWith(60) });
    await service.merging.mergeTickets(
      { ticketsToMergeIds: [ticket.id], targetTicketId: main.id },
      caller.context,
    );
    expect(await onlyClock(main.id)).toMatchObject({ outcome: 'running', dueAt: ticket.slaDueAt });
  });

  it('is neither when the answer to a closed ticket comes late', async () => {
    const { id, ticket } = await start();
    await at.update(id, { status: 'DONE' });
    later(ticket, 10);
    await say(id);
    expect(await onlyClock(id)).toMatchObject({ outcome: 'ended' });
  });

  it('goes with its ticket', async () => {
    const { id } = await start();
    await service.tickets.deleteTicket({ ticketId: id }, caller.context);
    expect(await service.db.query('SELECT id FROM sla_clock WHERE ticket_id = $1', [id])).toEqual([]);
  });
});

describe('StreamTicketHistories', () => {
  it('tells every ticket of one project by id, hidden, spam, archived and merged ones too, and goes on after one', async () => {
    const others = callerIn(service.neighbours);
    await at.create({}, others);
    const ids = [
      (await at.create({ hidden: true })).id,
      (await at.create({ isSpam: true })).id,
      (await at.create({ archived: true })).id,
      (await at.create({})).id,
      (await at.create({})).id,
    ];
    await service.merging.mergeTickets(
      { ticketsToMergeIds: [ids[3] ?? ''], targetTicketId: ids[4] },
      caller.context,
    );
    const streamed = await histories.streamed(caller.projectId);
    expect(streamed.map(({ ticketId }) => ticketId)).toEqual(ids);
    expect(streamed[3]).toMatchObject({
      facts: { duplicateOf: ids[4], archived: true },
      changes: [{ field: 'duplicateOf', to: ids[4] }],
    });
    expect(streamed).toEqual(await histories.got(caller.projectId, ids));
    expect(await histories.got(others.projectId, ids)).toEqual([]);
    expect((await histories.streamed(caller.projectId, ids[2])).map(({ ticketId }) => ticketId)).toEqual(
      ids.slice(3),
    );
    expect(await histories.projects()).toEqual(expect.arrayContaining([caller.projectId, others.projectId]));
    expect(await histories.projects(caller.projectId, 1)).toEqual([others.projectId]);
  });

  it('takes at most 500 tickets by id', async () => {
    const many = (count: number) => Array.from({ length: count }, () => '0'.repeat(24));
    expect(await histories.got(caller.projectId, many(500))).toEqual([]);
    await expect(histories.got(caller.projectId, many(501))).rejects.toMatchObject({
      fields: [{ field: 'ticketIds' }],
    });
  });
});

import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { createMany } from './support/many-tickets';
import { toIds, noCounts, scheduledWorld } from './support/scheduled-world';
import { callerIn } from './support/service';

const world = scheduledWorld('scheduled_replies');
const { many, send, list, cancel, findReply, listMessages, later, stored } = world;

describe('A bulk reply to more than 30 tickets', () => {
  it('becomes one reply per ticket that fires 60 seconds later, with everything a single reply runs', async () => {
    const tickets = await many(31);
    const before = Date.now();
    const answer = await send({ ids: toIds(tickets) }, { batchId: 'later' });
    expect(answer).toEqual({ ...noCounts, batchId: 'later', mode: 'scheduled', total: 31, scheduled: 31 });
    const [first] = tickets;
    const reply = await findReply(first?.id ?? '');
    expect(reply).toMatchObject({
      id: reply._id,
      ticket: first?.id,
      batchId: 'later',
      status: 'pending',
      sentAt: undefined,
    });
    const delay = Date.parse(reply.fireAt ?? '') - before;
    expect(delay).toBeGreaterThanOrEqual(60_000);
    expect(delay).toBeLessThan(70_000);
    later(55);
    const last = tickets.at(-1)?.id ?? '';
    await world.service.db.query('UPDATE bulk_reply SET next_attempt_at = now() WHERE ticket_id = $1', [
      last,
    ]);
    await world.service.db.query(`UPDATE job SET due_at = now() WHERE name = 'scheduled replies'`);
    await eventually(async () => expect(await listMessages(last)).toHaveLength(1));
    // The worker has been there, and left what is not due.
    expect(await stored(toIds(tickets))).toEqual([
      { status: 'pending', count: 30 },
      { status: 'sent', count: 1 },
    ]);
    later(75);
    await eventually(async () =>
      expect(await stored(toIds(tickets))).toEqual([{ status: 'sent', count: 31 }]),
    );
    expect(await findReply(first?.id ?? '')).toMatchObject({ status: 'sent', sentAt: expect.any(String) });
    for (const { id, email } of tickets) {
      expect(await listMessages(id)).toEqual([
        expect.objectContaining({
          plainContent: 'Fixed',
          user: expect.objectContaining({ id: world.caller.userId }),
          data: expect.objectContaining({ clientMutationId: `bulkreply_later_${id}` }),
        }),
      ]);
      const [created] = (await world.service.events(id)).filter(({ subject }) => subject.includes('message'));
      expect(created?.headers).toMatchObject({ requestId: world.caller.context.requestId });
      await eventually(() => {
        expect(world.service.inbox.to(email)).toHaveLength(1);
        expect(world.service.inbox.to(email)[0]?.from?.name).toBe('Ada Agent');
      });
    }
  });

  it('reaches a ticket after the reply of an earlier batch, although many fire at once', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'first', comment: 'First' });
    await send({ ids: [...ids].reverse() }, { batchId: 'second', comment: 'Second' });
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 62 }]));
    for (const id of ids)
      expect((await listMessages(id)).map(({ plainContent }) => plainContent)).toEqual(['Second', 'First']);
  });

  it('keeps the author of the call, who may have left the project when it fires', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    world.service.neighbours.removeMember(world.caller.projectId, world.caller.userId);
    later(61);
    await eventually(async () => {
      const [message] = await listMessages(ids[0] ?? '');
      expect(message?.user).toMatchObject({ id: world.caller.userId, firstName: 'Ada' });
    });
  });

  it('counts a repeated batch as deduplicated while pending and after, whatever its comment', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'twice' });
    const again = { ...noCounts, batchId: 'twice', mode: 'scheduled', total: 31, deduplicated: 31 };
    expect(await send({ ids }, { batchId: 'twice', comment: 'Other' })).toEqual(again);
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
    expect(await send({ ids }, { batchId: 'twice', comment: 'Other' })).toEqual(again);
    expect(await send({ ids, limit: 5 }, { batchId: 'twice' })).toMatchObject({
      mode: 'inline',
      deduplicated: 5,
    });
    expect((await listMessages(ids[0] ?? '')).map(({ plainContent }) => plainContent)).toEqual(['Fixed']);
  });

  it('sends a pending reply no second time when a part of the batch is sent inline', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'part' });
    expect(await send({ ids, limit: 3 }, { batchId: 'part' })).toMatchObject({ sent: 0, deduplicated: 3 });
    expect(await listMessages(ids[0] ?? '')).toEqual([]);
  });

  it('schedules once when 20 calls come at once with one batchId, and inline calls beside them', async () => {
    const ids = toIds(await many(40));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const mine = index % 3 === 0 ? ids.slice(0, 10) : index % 3 === 1 ? ids : [...ids].reverse();
        return send({ ids: mine }, { batchId: 'crowd' });
      }),
    );
    expect(answers.reduce((sum, { sent, scheduled }) => sum + sent + scheduled, 0)).toBe(40);
    expect(answers.every(({ failed }) => failed === 0)).toBe(true);
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 40 }]));
    for (const id of ids) expect(await listMessages(id)).toHaveLength(1);
  });

  it('counts unknown, merged and foreign ids as failed and names them', async () => {
    const ids = toIds(await many(31));
    const other = callerIn(world.service.neighbours);
    const [foreign] = toIds(await createMany(world.service, other, 1));
    await world.service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [ids[0], ids[1]]);
    const unknown = newId();
    const answer = await send({ ids: [...ids, unknown, 'x', foreign] });
    expect(answer).toMatchObject({ total: 34, scheduled: 30, failed: 4, deduplicated: 0 });
    expect(answer.failures).toEqual([
      { ticketId: ids[1], code: 'ticket_merged' },
      { ticketId: unknown, code: 'ticket_not_found' },
      { ticketId: 'x', code: 'ticket_not_found' },
      { ticketId: foreign, code: 'ticket_not_found' },
    ]);
  });
});

describe('A scheduled reply', () => {
  it('is listed newest first', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'one' });
    await send({ ids }, { batchId: 'two' });
    expect((await list(ids[0] ?? '')).map(({ batchId }) => batchId)).toEqual(['two', 'one']);
    const page = { ticketId: ids[0] ?? '', skip: 1, limit: 1 };
    const { replies } = await world.service.bulk.listScheduledReplies(page, world.caller.context);
    expect(replies.map(({ batchId }) => batchId)).toEqual(['one']);
    await send({ ids: [ids[0]] }, { batchId: 'inline' });
    expect(await list(ids[0] ?? '')).toHaveLength(2);
  });

  it('can be cancelled until it fires, twice the same, and stays cancelled when its batch is sent again', async () => {
    const ids = toIds(await many(31));
    await send({ ids }, { batchId: 'off' });
    const { id } = await findReply(ids[0] ?? '');
    const cancelled = await cancel(ids[0] ?? '', id);
    expect(cancelled).toMatchObject({ id, status: 'cancelled' });
    expect(await cancel(ids[0] ?? '', id)).toEqual(cancelled);
    expect(await send({ ids }, { batchId: 'off' })).toMatchObject({ scheduled: 0, deduplicated: 31 });
    expect(await send({ ids: [ids[0]] }, { batchId: 'off' })).toMatchObject({ sent: 0, deduplicated: 1 });
    later(61);
    await eventually(async () =>
      expect(await stored(ids)).toEqual([
        { status: 'cancelled', count: 1 },
        { status: 'sent', count: 30 },
      ]),
    );
    expect(await listMessages(ids[0] ?? '')).toEqual([]);
    expect(await cancel(ids[0] ?? '', id)).toEqual(cancelled);
  });

  it('cannot be cancelled after it fired: 409 reply_already_sent', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    const { id } = await findReply(ids[0] ?? '');
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
    for (let time = 0; time < 2; time += 1) {
      await expect(cancel(ids[0] ?? '', id)).rejects.toMatchObject({
        kind: 'conflict',
        reason: 'REPLY_ALREADY_SENT',
      });
    }
  });

  it('is either cancelled or sent, never both, when both happen at once', async () => {
    const ids = toIds(await many(60));
    await send({ ids });
    const replies = await Promise.all(ids.map(findReply));
    later(61);
    const outcomes = await Promise.all(
      replies.map(({ id, ticket }) =>
        cancel(ticket, id).then(
          () => 'cancelled',
          ({ reason }: { reason: string }) => reason,
        ),
      ),
    );
    await eventually(async () => {
      const left = (await stored(ids)).filter(({ status }) => status === 'pending');
      expect(left).toEqual([]);
    });
    for (const [index, outcome] of outcomes.entries()) {
      const messages = await listMessages(ids[index] ?? '');
      expect([outcome, messages.length]).toEqual(
        outcome === 'cancelled' ? ['cancelled', 0] : ['REPLY_ALREADY_SENT', 1],
      );
    }
  });

  it('is deleted with its ticket, and its comment with the last of them', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    await world.service.tickets.deleteTicket({ ticketId: ids[0] ?? '' }, world.caller.context);
    expect(await stored([ids[0] ?? ''])).toEqual([]);
    for (const ticketId of ids.slice(1))
      await world.service.tickets.deleteTicket({ ticketId }, world.caller.context);
    later(61);
    await eventually(async () =>
      expect(
        await world.service.db.query('SELECT id FROM bulk_reply_text WHERE project_id = $1', [
          world.caller.projectId,
        ]),
      ).toEqual([]),
    );
  });

  it('fires for an archived, closed or snoozed ticket', async () => {
    const ids = toIds(await many(31));
    await send({ ids });
    for (const [index, ticket] of [
      { archived: true },
      { status: 'DONE' },
      { snoozedUntil: '2100-01-01T00:00:00.000Z' },
    ].entries()) {
      await world.service.tickets.updateTicket({ ticketId: ids[index] ?? '', ticket }, world.caller.context);
    }
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
  });
});

describe('A bulk reply with sendAt', () => {
  const after = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const DAY = 86_400_000;

  it('is scheduled for that time, also to a single ticket', async () => {
    const [ticket] = await many(1);
    const id = ticket?.id ?? '';
    const sendAt = after(2 * DAY);
    const answer = await send({ ids: [id] }, { batchId: 'at', sendAt });
    expect(answer).toEqual({ ...noCounts, batchId: 'at', mode: 'scheduled', total: 1, scheduled: 1 });
    expect(await findReply(id)).toMatchObject({ status: 'pending', fireAt: sendAt });
    later(3 * 86_400);
    await world.service.db.query('UPDATE bulk_reply SET next_attempt_at = now() WHERE ticket_id = $1', [id]);
    await world.service.db.query(`UPDATE job SET due_at = now() WHERE name = 'scheduled replies'`);
    await eventually(async () => expect(await listMessages(id)).toHaveLength(1));
  });

  it('leaves no comment once all its replies are cancelled or their tickets deleted', async () => {
    const { service, caller } = world;
    const [first = '', second = '', third = ''] = toIds(await many(3));
    const comments = () =>
      service.db.query(`SELECT id FROM bulk_reply_text WHERE comment::text LIKE '%quagga%'`);
    await send({ ids: [first, second] }, { sendAt: after(20 * DAY), comment: 'Forget the quagga' });
    await cancel(first, (await findReply(first)).id);
    expect(await comments()).toHaveLength(1);
    await service.tickets.deleteTicket({ ticketId: second }, caller.context);
    await eventually(async () => expect(await comments()).toEqual([]));
    await send({ ids: [third] }, { sendAt: after(20 * DAY), comment: 'Forget the quagga' });
    await cancel(third, (await findReply(third)).id);
    await eventually(async () => expect(await comments()).toEqual([]));
  });

  it('is 400 for a time that is past, or more than a year away', async () => {
    const [ticket] = await many(1);
    for (const sendAt of [after(-1_000), after(380 * DAY)])
      await expect(send({ ids: [ticket?.id ?? ''] }, { sendAt })).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
      });
    expect(await list(ticket?.id ?? '')).toEqual([]);
  });
});

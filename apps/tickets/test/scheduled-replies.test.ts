import { newId } from '@parley/persistence';
import { createLogger } from '@parley/telemetry';
import { eventually } from '@parley/testing';
import { MAX_ATTEMPTS } from '../src/bulk/fire-scheduled-replies';
import { createMany } from './support/many-tickets';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('scheduled_replies', {
    log: createLogger({ service: 'tickets', level: 'silent' }),
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.setClock(undefined);
  await service.db.query('DELETE FROM bulk_reply');
  caller = callerIn(service.neighbours);
});

const many = (count = 31) => createMany(service, caller, count);
const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
const send = (selection: object, rest: object = {}) =>
  service.bulk.bulkReplyToTickets({ selection, comment: 'Fixed', ...rest }, caller.context);
const list = async (ticketId: string, context = caller.context) =>
  (await service.bulk.listScheduledReplies({ ticketId }, context)).replies;
const cancel = async (ticketId: string, scheduledReplyId: string, context = caller.context) =>
  (await service.bulk.cancelScheduledReply({ ticketId, scheduledReplyId }, context)).reply;
const replyOf = async (ticketId: string) => {
  const [reply] = await list(ticketId);
  if (!reply) throw new Error('no scheduled reply');
  return reply;
};
const messagesOf = async (ticket: string) => {
  const filter = [{ field: 'ticket', operator: 'eq', values: [ticket] }];
  return (await service.messages.findMessages({ filter }, caller.context)).items;
};
const later = (seconds: number) => service.setClock(new Date(Date.now() + seconds * 1_000));
const stored = (ids: readonly string[]) =>
  service.db.query<{ status: string; count: number }>(
    `SELECT status, count(*)::integer AS count FROM bulk_reply WHERE ticket_id = ANY ($1::text[])
      GROUP BY status ORDER BY status`,
    [ids],
  );
const counts = { sent: 0, scheduled: 0, deduplicated: 0, failed: 0 };

describe('A bulk reply to more than 30 tickets', () => {
  it('becomes one reply per ticket that fires 60 seconds later, with everything a single reply runs', async () => {
    const tickets = await many(31);
    const before = Date.now();
    const answer = await send({ ids: idsOf(tickets) }, { batchId: 'later' });
    expect(answer).toEqual({ ...counts, batchId: 'later', mode: 'scheduled', total: 31, scheduled: 31 });
    const [first] = tickets;
    const reply = await replyOf(first?.id ?? '');
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
    await service.db.query('UPDATE bulk_reply SET next_attempt_at = now() WHERE ticket_id = $1', [last]);
    await eventually(async () => expect(await messagesOf(last)).toHaveLength(1));
    // The worker has been there, and left what is not due.
    expect(await stored(idsOf(tickets))).toEqual([
      { status: 'pending', count: 30 },
      { status: 'sent', count: 1 },
    ]);
    later(75);
    await eventually(async () =>
      expect(await stored(idsOf(tickets))).toEqual([{ status: 'sent', count: 31 }]),
    );
    expect(await replyOf(first?.id ?? '')).toMatchObject({ status: 'sent', sentAt: expect.any(String) });
    for (const { id, email } of tickets) {
      expect(await messagesOf(id)).toEqual([
        expect.objectContaining({
          plainContent: 'Fixed',
          user: expect.objectContaining({ id: caller.userId }),
          data: expect.objectContaining({ clientMutationId: `bulkreply_later_${id}` }),
        }),
      ]);
      const [created] = (await service.events(id)).filter(({ subject }) => subject.includes('message'));
      expect(created?.headers).toMatchObject({ requestId: caller.context.requestId });
      await eventually(() => {
        expect(service.inbox.to(email)).toHaveLength(1);
        expect(service.inbox.to(email)[0]?.from?.name).toBe('Ada Agent');
      });
    }
  });

  it('keeps the author of the call, who may have left the project when it fires', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    service.neighbours.removeMember(caller.projectId, caller.userId);
    later(61);
    await eventually(async () => {
      const [message] = await messagesOf(ids[0] ?? '');
      expect(message?.user).toMatchObject({ id: caller.userId, firstName: 'Ada' });
    });
  });

  it('counts a repeated batch as deduplicated while pending and after, whatever its comment', async () => {
    const ids = idsOf(await many(31));
    await send({ ids }, { batchId: 'twice' });
    const again = { ...counts, batchId: 'twice', mode: 'scheduled', total: 31, deduplicated: 31 };
    expect(await send({ ids }, { batchId: 'twice', comment: 'Other' })).toEqual(again);
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
    expect(await send({ ids }, { batchId: 'twice', comment: 'Other' })).toEqual(again);
    expect(await send({ ids, limit: 5 }, { batchId: 'twice' })).toMatchObject({
      mode: 'inline',
      deduplicated: 5,
    });
    expect((await messagesOf(ids[0] ?? '')).map(({ plainContent }) => plainContent)).toEqual(['Fixed']);
  });

  it('sends a pending reply no second time when a part of the batch is sent inline', async () => {
    const ids = idsOf(await many(31));
    await send({ ids }, { batchId: 'part' });
    expect(await send({ ids, limit: 3 }, { batchId: 'part' })).toMatchObject({ sent: 0, deduplicated: 3 });
    expect(await messagesOf(ids[0] ?? '')).toEqual([]);
  });

  it('schedules once when 20 calls come at once with one batchId, and inline calls beside them', async () => {
    const ids = idsOf(await many(40));
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
    for (const id of ids) expect(await messagesOf(id)).toHaveLength(1);
  });

  it('counts unknown, merged and foreign ids as failed', async () => {
    const ids = idsOf(await many(31));
    const other = callerIn(service.neighbours);
    const [foreign] = idsOf(await createMany(service, other, 1));
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [ids[0], ids[1]]);
    const answer = await send({ ids: [...ids, newId(), 'x', foreign] });
    expect(answer).toMatchObject({ total: 34, scheduled: 30, failed: 4, deduplicated: 0 });
  });
});

describe('A scheduled reply', () => {
  it('is listed newest first', async () => {
    const ids = idsOf(await many(31));
    await send({ ids }, { batchId: 'one' });
    await send({ ids }, { batchId: 'two' });
    expect((await list(ids[0] ?? '')).map(({ batchId }) => batchId)).toEqual(['two', 'one']);
    const page = { ticketId: ids[0] ?? '', skip: 1, limit: 1 };
    const { replies } = await service.bulk.listScheduledReplies(page, caller.context);
    expect(replies.map(({ batchId }) => batchId)).toEqual(['one']);
    await send({ ids: [ids[0]] }, { batchId: 'inline' });
    expect(await list(ids[0] ?? '')).toHaveLength(2);
  });

  it('can be cancelled until it fires, twice the same, and stays cancelled when its batch is sent again', async () => {
    const ids = idsOf(await many(31));
    await send({ ids }, { batchId: 'off' });
    const { id } = await replyOf(ids[0] ?? '');
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
    expect(await messagesOf(ids[0] ?? '')).toEqual([]);
    expect(await cancel(ids[0] ?? '', id)).toEqual(cancelled);
  });

  it('cannot be cancelled after it fired: 409 reply_already_sent', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    const { id } = await replyOf(ids[0] ?? '');
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
    const ids = idsOf(await many(60));
    await send({ ids });
    const replies = await Promise.all(ids.map(replyOf));
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
      const messages = await messagesOf(ids[index] ?? '');
      expect([outcome, messages.length]).toEqual(
        outcome === 'cancelled' ? ['cancelled', 0] : ['REPLY_ALREADY_SENT', 1],
      );
    }
  });

  it('is deleted with its ticket, and its comment with the last of them', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    await service.tickets.deleteTicket({ ticketId: ids[0] ?? '' }, caller.context);
    expect(await stored([ids[0] ?? ''])).toEqual([]);
    for (const ticketId of ids.slice(1)) await service.tickets.deleteTicket({ ticketId }, caller.context);
    await eventually(async () =>
      expect(
        await service.db.query('SELECT id FROM bulk_reply_text WHERE project_id = $1', [caller.projectId]),
      ).toEqual([]),
    );
  });

  it('fires for an archived, closed or snoozed ticket', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    for (const [index, ticket] of [
      { archived: true },
      { status: 'DONE' },
      { snoozedUntil: '2100-01-01T00:00:00.000Z' },
    ].entries()) {
      await service.tickets.updateTicket({ ticketId: ids[index] ?? '', ticket }, caller.context);
    }
    later(61);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
  });

  it('fails with a reason when its ticket was merged before, and is scheduled anew when its batch is sent again', async () => {
    const ids = idsOf(await many(31));
    await send({ ids }, { batchId: 'merged' });
    const merge = (into: string | null) =>
      service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [into, ids[0]]);
    await merge(ids[1] ?? '');
    later(61);
    await eventually(async () =>
      expect(await replyOf(ids[0] ?? '')).toMatchObject({ status: 'failed', reason: 'ticket_merged' }),
    );
    expect(await messagesOf(ids[0] ?? '')).toEqual([]);
    expect(await send({ ids }, { batchId: 'merged' })).toMatchObject({ failed: 1, deduplicated: 30 });
    await merge(null);
    expect(await send({ ids }, { batchId: 'merged', comment: 'New' })).toMatchObject({
      scheduled: 1,
      deduplicated: 30,
    });
    later(125);
    await eventually(async () =>
      expect((await messagesOf(ids[0] ?? '')).map(({ plainContent }) => plainContent)).toEqual(['New']),
    );
    const [reply, ...others] = await list(ids[0] ?? '');
    expect(reply).toMatchObject({ status: 'sent', reason: undefined });
    expect(others).toEqual([]);
  });

  it('that failed can be cancelled, so that no retry of the batch sends it', async () => {
    const ids = idsOf(await many(31));
    await send({ ids }, { batchId: 'void' });
    await service.db.query(`UPDATE bulk_reply SET status = 'failed' WHERE ticket_id = $1`, [ids[0]]);
    await cancel(ids[0] ?? '', (await replyOf(ids[0] ?? '')).id);
    expect(await send({ ids }, { batchId: 'void' })).toMatchObject({ scheduled: 0, deduplicated: 31 });
  });

  it('that failed is sent at once by an inline retry', async () => {
    const ids = idsOf(await many(31));
    await send({ ids }, { batchId: 'rescue' });
    await service.db.query(
      `UPDATE bulk_reply SET status = 'failed', reason = 'not_sent' WHERE ticket_id = $1`,
      [ids[0]],
    );
    expect(await send({ ids: [ids[0]] }, { batchId: 'rescue' })).toMatchObject({ sent: 1 });
    expect(await replyOf(ids[0] ?? '')).toMatchObject({ status: 'sent', reason: undefined });
  });

  it('is put off when it cannot be written, without holding up the others, and goes out when it can', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    await service.db.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF NEW.ticket_id = '${ids[3]}' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`,
    );
    await service.db.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    try {
      later(61);
      await eventually(async () =>
        expect(await stored(ids)).toEqual([
          { status: 'pending', count: 1 },
          { status: 'sent', count: 30 },
        ]),
      );
      const attempts = async () =>
        (
          await service.db.query<{ attempts: number }>(
            'SELECT attempts FROM bulk_reply WHERE ticket_id = $1',
            [ids[3]],
          )
        )[0]?.attempts;
      await eventually(async () => expect(await attempts()).toBeGreaterThan(0));
      await service.db.query('UPDATE bulk_reply SET attempts = $2 WHERE ticket_id = $1', [
        ids[3],
        MAX_ATTEMPTS - 1,
      ]);
      later(600);
      await eventually(async () =>
        expect(await replyOf(ids[3] ?? '')).toMatchObject({ status: 'failed', reason: 'not_sent' }),
      );
    } finally {
      await service.db.query('DROP FUNCTION refuse CASCADE');
    }
    const [{ batchId = '' } = {}] = await list(ids[3] ?? '');
    expect(await send({ ids: [ids[3]] }, { batchId })).toMatchObject({ sent: 1 });
  });

  it('whose worker was killed after it took it is given back when the lease ran out', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    // What a worker leaves that was killed between taking a reply and firing it.
    await service.db.query(
      `UPDATE bulk_reply SET lease_until = now() + interval '120 s' WHERE ticket_id = ANY ($1::text[])`,
      [ids.slice(0, 20)],
    );
    later(61);
    await eventually(async () =>
      expect(await stored(ids)).toEqual([
        { status: 'pending', count: 20 },
        { status: 'sent', count: 11 },
      ]),
    );
    later(125);
    await eventually(async () => expect(await stored(ids)).toEqual([{ status: 'sent', count: 31 }]));
    for (const id of ids) expect(await messagesOf(id)).toHaveLength(1);
  });

  it('reports how late the most overdue one is', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    const lateness = async () =>
      Number(/^scheduled_reply_lateness_seconds\{.*\} (\S+)$/m.exec(await service.metrics.text())?.[1]);
    expect(await lateness()).toBe(0);
    await service.db.query(`UPDATE bulk_reply SET fire_at = now() - interval '50 s' WHERE ticket_id = $1`, [
      ids[0],
    ]);
    expect(await lateness()).toBeGreaterThan(49);
  });

  it('is not there for another project, nor are those of an unknown ticket: 404', async () => {
    const ids = idsOf(await many(31));
    await send({ ids });
    const { id } = await replyOf(ids[0] ?? '');
    const { context } = callerIn(service.neighbours);
    const gone = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };
    await expect(list(ids[0] ?? '', context)).rejects.toMatchObject(gone);
    await expect(cancel(ids[0] ?? '', id, context)).rejects.toMatchObject(gone);
    await expect(list(newId())).rejects.toMatchObject(gone);
    await expect(list('x')).rejects.toMatchObject(gone);
    await expect(cancel('x', id)).rejects.toMatchObject(gone);
    const unknown = { kind: 'notFound', reason: 'SCHEDULED_REPLY_NOT_FOUND' };
    await expect(cancel(ids[0] ?? '', newId())).rejects.toMatchObject(unknown);
    await expect(cancel(ids[0] ?? '', 'x')).rejects.toMatchObject(unknown);
    await expect(cancel(ids[1] ?? '', id)).rejects.toMatchObject(unknown);
    expect(await replyOf(ids[0] ?? '')).toMatchObject({ status: 'pending' });
  });
});

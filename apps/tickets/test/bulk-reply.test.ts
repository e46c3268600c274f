import { newId } from '@parley/persistence';
import { createLogger } from '@parley/telemetry';
import { eventually } from '@parley/testing';
import { FIND_DUE, LATENESS, listSql, NEXT_DUE } from '../src/bulk/scheduled-reply.store';
import { createMany } from './support/many-tickets';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('bulk_reply', { log: createLogger({ service: 'tickets', level: 'silent' }) });
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const many = (count: number, fields: object = {}) => createMany(service, caller, count, fields);
const toIds = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
const send = (selection: object | undefined, rest: object = {}, context = caller.context) =>
  service.bulk.bulkReplyToTickets({ ...(selection && { selection }), comment: 'Fixed', ...rest }, context);
const listMessages = async (ticket: string) => {
  const filter = [{ field: 'ticket', operator: 'eq', values: [ticket] }];
  return (await service.messages.findMessages({ filter }, caller.context)).items;
};
const counts = { sent: 0, scheduled: 0, deduplicated: 0, failed: 0, failures: [] };

describe('A bulk reply to up to 30 tickets', () => {
  it('runs everything a single reply runs, for each of 30 tickets, by the calling user', async () => {
    const tickets = await many(30);
    const answer = await send({ ids: toIds(tickets) }, { batchId: 'b1' });
    expect(answer).toEqual({ ...counts, batchId: 'b1', mode: 'inline', total: 30, sent: 30 });
    for (const { id, email } of tickets) {
      const messages = await listMessages(id);
      expect(messages).toEqual([
        expect.objectContaining({
          plainContent: 'Fixed',
          isNote: false,
          user: expect.objectContaining({ id: caller.userId, email: 'ada@team.example' }),
          data: expect.objectContaining({ clientMutationId: `bulkreply_b1_${id}` }),
        }),
      ]);
      const { ticket } = await service.tickets.getTicket({ ticketId: id }, caller.context);
      expect(ticket).toMatchObject({
        hasAgentReply: true,
        latestPublicComment: 'Fixed',
        sessionNotificationsUnread: true,
      });
      expect((await service.events(id)).map(({ subject }) => subject)).toEqual([
        'tickets.v1.ticket.created',
        'tickets.v1.message.created',
      ]);
      const [mail, ...others] = await eventually(() => {
        const mails = service.inbox.to(email);
        expect(mails).not.toEqual([]);
        return mails;
      });
      expect(others).toEqual([]);
      expect(mail?.messageId).toBe(`<${messages[0]?.emailId}>`);
    }
    const messageIds = new Set(tickets.map(({ email }) => service.inbox.to(email)[0]?.messageId));
    expect(messageIds.size).toBe(30);
  });

  it('clears the service level clock', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId, { sla: 10 });
    const { ticket } = await service.tickets.createTicket({ ticket: { session } }, caller.context);
    expect(ticket?.slaDueAt).toBeDefined();
    await send({ ids: [ticket?.id] });
    const after = await service.tickets.getTicket({ ticketId: ticket?.id ?? '' }, caller.context);
    expect(after.ticket?.slaDueAt).toBeUndefined();
  });

  it('counts a repeated batch as deduplicated, whatever its comment, and sends nothing', async () => {
    const ids = toIds(await many(3));
    await send({ ids }, { batchId: 'again' });
    const answer = await send({ ids }, { batchId: 'again', comment: 'Something else' });
    expect(answer).toEqual({ ...counts, batchId: 'again', mode: 'inline', total: 3, deduplicated: 3 });
    for (const id of ids)
      expect((await listMessages(id)).map(({ plainContent }) => plainContent)).toEqual(['Fixed']);
  });

  it('makes a batchId when none is sent, another one each time', async () => {
    const ids = toIds(await many(1));
    const [one, two] = [await send({ ids }), await send({ ids })];
    expect(one.batchId).toMatch(/^[0-9a-f]{24}$/);
    expect(two.batchId).not.toBe(one.batchId);
    expect(two.sent).toBe(1);
  });

  it('takes the idempotency key of its request for a batchId when none is sent', async () => {
    const [ticket] = toIds(await many(1));
    const context = { ...caller.context, idempotencyKey: newId() };
    const selection = { ids: [ticket] };
    expect(await send(selection, {}, context)).toMatchObject({ sent: 1 });
    expect(await send(selection, {}, context)).toMatchObject({ sent: 0, deduplicated: 1 });
    expect(await send(selection, { batchId: 'own' }, context)).toMatchObject({ batchId: 'own', sent: 1 });
    expect(await listMessages(ticket ?? '')).toHaveLength(2);
  });

  it('sends each reply once when 50 calls come at once with one batchId', async () => {
    const tickets = await many(30);
    const ids = toIds(tickets);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send({ ids: index % 2 ? ids : [...ids].reverse() }, { batchId: 'storm' }),
      ),
    );
    expect(answers.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
    for (const { sent, deduplicated, failed, total } of answers) {
      expect({ total, failed, sum: sent + deduplicated }).toEqual({ total: 30, failed: 0, sum: 30 });
    }
    for (const { id } of tickets) expect(await listMessages(id)).toHaveLength(1);
    const mails = await service.db.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM mail_job WHERE aggregate_id = ANY ($1::text[])',
      [ids],
    );
    expect(mails).toEqual([{ count: 30 }]);
  });

  it('completes a batch that broke off: 10 deduplicated, 20 sent', async () => {
    const ids = toIds(await many(30));
    // What a call leaves that ended after 10 of 30.
    await send({ ids, limit: 10 }, { batchId: 'broken' });
    expect(await send({ ids }, { batchId: 'broken' })).toMatchObject({
      total: 30,
      sent: 20,
      deduplicated: 10,
    });
  });

  it('counts what could not be written as failed, and a retry sends just that', async () => {
    const ids = toIds(await many(3));
    await service.db.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF NEW.ticket_id = '${ids[1]}' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`,
    );
    await service.db.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    try {
      expect(await send({ ids }, { batchId: 'partly' })).toMatchObject({ total: 3, sent: 2, failed: 1 });
      expect(await listMessages(ids[1] ?? '')).toEqual([]);
      const again = await send({ ids }, { batchId: 'partly' });
      expect(again.failures).toEqual([{ ticketId: ids[1], code: 'internal_error' }]);
      expect(await send({ ids: [ids[1]] }, { batchId: 'partly' })).toMatchObject({ total: 1, failed: 1 });
    } finally {
      await service.db.query('DROP FUNCTION refuse CASCADE');
    }
    expect(await send({ ids }, { batchId: 'partly' })).toMatchObject({ sent: 1, deduplicated: 2, failed: 0 });
  });

  /** Lets the database go away, as `terminate` does, whenever a ticket gets a message. */
  const whileAway = async (ticket: string | undefined, work: () => Promise<void>) => {
    await service.db.query(
      `CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF NEW.ticket_id = '${ticket}' THEN RAISE 'away' USING ERRCODE = '57P01'; END IF; RETURN NEW; END $$`,
    );
    await service.db.query(
      'CREATE TRIGGER away BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION away()',
    );
    try {
      await work();
    } finally {
      await service.db.query('DROP FUNCTION away CASCADE');
    }
  };

  it('names the tickets that an outage kept from their reply, when the caller can send the batch again', async () => {
    const ids = toIds(await many(3));
    await whileAway(ids[1], async () => {
      const answer = await send({ ids }, { batchId: 'outage' });
      expect(answer).toMatchObject({ sent: 2, failed: 1 });
      expect(answer.failures).toEqual([{ ticketId: ids[1], code: 'unavailable' }]);
    });
    expect(await send({ ids }, { batchId: 'outage' })).toMatchObject({ sent: 1, deduplicated: 2 });
  });

  it('fails with 503 in an outage when its answer would be remembered; the repetition sends the rest', async () => {
    const ids = toIds(await many(3));
    const context = { ...caller.context, idempotencyKey: newId() };
    await whileAway(ids[1], async () => {
      await expect(send({ ids }, {}, context)).rejects.toMatchObject({ kind: 'unavailable' });
    });
    expect(await send({ ids }, {}, context)).toMatchObject({ sent: 1, deduplicated: 2, failed: 0 });
    for (const id of ids) expect(await listMessages(id)).toHaveLength(1);
  });

  it('sends nothing again after the message was edited or deleted', async () => {
    const ids = toIds(await many(2));
    await send({ ids }, { batchId: 'kept' });
    await service.db.query(`UPDATE message SET data = '{}' WHERE ticket_id = $1`, [ids[0]]);
    await service.db.query('DELETE FROM message WHERE ticket_id = $1', [ids[1]]);
    expect(await send({ ids }, { batchId: 'kept' })).toMatchObject({ sent: 0, deduplicated: 2 });
    expect(await listMessages(ids[1] ?? '')).toEqual([]);
  });

  it('takes a message that has its mutation id already for the reply', async () => {
    const [ticket] = await many(1);
    const clientMutationId = `bulkreply_mine_${ticket?.id}`;
    await service.messages.createMessage(
      { ticket: ticket?.id ?? '', comment: 'By hand', data: { clientMutationId } },
      caller.context,
    );
    const answer = await send({ ids: [ticket?.id] }, { batchId: 'mine' });
    expect(answer).toMatchObject({ sent: 0, deduplicated: 1 });
    expect(await listMessages(ticket?.id ?? '')).toHaveLength(1);
  });

  it('counts unknown, malformed, merged and foreign ids as failed, and repeated ones once', async () => {
    const [one, main, merged] = toIds(await many(3));
    const other = callerIn(service.neighbours);
    const [foreign] = toIds(await createMany(service, other, 1));
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [main, merged]);
    const unknown = newId();
    const answer = await send({ ids: [one, one, unknown, 'x', merged, foreign] });
    expect(answer).toMatchObject({ total: 5, sent: 1, failed: 4 });
    expect(answer.failures).toEqual([
      { ticketId: unknown, code: 'ticket_not_found' },
      { ticketId: 'x', code: 'ticket_not_found' },
      { ticketId: merged, code: 'ticket_merged' },
      { ticketId: foreign, code: 'ticket_not_found' },
    ]);
    const written = await service.db.query('SELECT id FROM message WHERE ticket_id = ANY ($1::text[])', [
      [merged, foreign],
    ]);
    expect(written).toEqual([]);
  });

  it('answers when every id is unknown', async () => {
    expect(await send({ ids: [newId()] })).toMatchObject({ mode: 'inline', total: 1, failed: 1 });
  });

  it('keeps batches of two projects apart', async () => {
    const other = callerIn(service.neighbours);
    const [mine] = toIds(await many(1));
    const [theirs] = toIds(await createMany(service, other, 1));
    await send({ ids: [mine] }, { batchId: 'same' });
    const answer = await send({ ids: [theirs, mine] }, { batchId: 'same' }, other.context);
    expect(answer).toMatchObject({ total: 2, sent: 1, failed: 1 });
    expect(await listMessages(mine ?? '')).toHaveLength(1);
  });

  it('can be sent by a service account', async () => {
    const [ticket] = await many(1);
    const id = newId();
    const context = makeContext(caller.projectId, { type: 'service', id, name: 'CRM' }, 'user');
    expect(await send({ ids: [ticket?.id] }, {}, context)).toMatchObject({ sent: 1 });
    expect((await listMessages(ticket?.id ?? ''))[0]?.user).toMatchObject({ id, firstName: 'CRM' });
  });

  it('takes a batchId of 200 characters of any kind', async () => {
    const [ticket] = await many(1);
    const batchId = `${'ü<>@ "'.repeat(33)}ab`;
    expect(batchId).toHaveLength(200);
    await send({ ids: [ticket?.id] }, { batchId });
    expect(await send({ ids: [ticket?.id] }, { batchId })).toMatchObject({ batchId, deduplicated: 1 });
    await eventually(() => {
      const [mail] = service.inbox.to(ticket?.email ?? '');
      expect(mail?.messageId).toMatch(/^<reply\.[0-9a-f]{40}@/);
    });
  });

  it('stops when nobody waits for the answer any more', async () => {
    const ids = toIds(await many(2));
    const signal = AbortSignal.abort();
    await expect(send({ ids }, { batchId: 'late' }, { ...caller.context, signal })).rejects.toMatchObject({
      reason: 'TIMEOUT',
    });
    expect(await send({ ids }, { batchId: 'late' })).toMatchObject({ sent: 2 });
  });
});

describe('The selection of a bulk reply', () => {
  it('is the first N ids, or the first N of a lane in its order', async () => {
    const ids = toIds(await many(4));
    expect(await send({ ids, limit: 2 }, { batchId: 'first' })).toMatchObject({ total: 2, sent: 2 });
    expect(await listMessages(ids[1] ?? '')).toHaveLength(1);
    expect(await listMessages(ids[2] ?? '')).toEqual([]);
    await service.tickets.updateTicket(
      { ticketId: ids[3] ?? '', ticket: { priority: 'HIGH' } },
      caller.context,
    );
    await send({ query: { type: 'BUG' }, sort: '-priority', limit: 1 }, { batchId: 'lane' });
    expect(await listMessages(ids[3] ?? '')).toHaveLength(1);
  });

  it('leaves out of a lane what lists leave out', async () => {
    const [plain, archived, hidden, spam, merged] = toIds(await many(5));
    for (const [id, ticket] of [
      [archived, { archived: true }],
      [hidden, { hidden: true }],
      [spam, { isSpam: true }],
    ] as const) {
      await service.tickets.updateTicket({ ticketId: id ?? '', ticket }, caller.context);
    }
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [plain, merged]);
    expect(await send({ query: {} }, { batchId: 'listed' })).toMatchObject({ total: 1, sent: 1 });
    expect(await send({ query: { archived: true } }, { batchId: 'archived' })).toMatchObject({ total: 1 });
    expect(await send({ query: { ignoreArchived: false } }, { batchId: 'both' })).toMatchObject({ total: 2 });
    expect(await listMessages(archived ?? '')).toHaveLength(2);
  });

  it.each([
    ['has no ids and no query', {}],
    ['has an empty list of ids', { ids: [] }],
    ['has a limit of 0', { ids: ['a'], limit: 0 }],
    ['is a lane without tickets', { query: { status: 'NONE' } }],
    ['has both ids and a query', { ids: ['a'], query: {} }],
    ['has 501 ids, whatever its limit', { ids: Array.from({ length: 501 }, () => newId()), limit: 1 }],
    ['is missing', undefined],
  ])('is refused with 400 invalid_selection when it %s', async (_name, selection) => {
    await expect(send(selection)).rejects.toMatchObject({ kind: 'invalid', reason: 'INVALID_SELECTION' });
  });

  it('is refused with 400 invalid_selection when a lane has 501 tickets after its limit', async () => {
    await many(502);
    await expect(send({ query: {}, limit: 501 })).rejects.toMatchObject({ reason: 'INVALID_SELECTION' });
    await expect(send({ query: {} })).rejects.toMatchObject({ reason: 'INVALID_SELECTION' });
    expect(await send({ query: {}, limit: 500 })).toMatchObject({ mode: 'scheduled', scheduled: 500 });
  });

  it.each([
    ['an unknown field', { nonsense: 'x' }, 'INVALID_QUERY'],
    ['project', { project: 'x' }, 'FORBIDDEN_FILTER'],
    ['organisation with an operator', { 'organisation!=': 'x' }, 'FORBIDDEN_FILTER'],
    ['a value of another type', { createdAt: 'yesterday' }, 'INVALID_QUERY'],
    ['a switch that is neither true nor false', { archived: 'maybe' }, 'INVALID_QUERY'],
  ])('is refused as a list is for a query with %s', async (_name, query, reason) => {
    await expect(send({ query })).rejects.toMatchObject({ kind: 'invalid', reason });
  });

  it('is refused as a list is for an unknown sort', async () => {
    await expect(send({ query: {}, sort: 'nonsense' })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });
});

it.each([
  ['no comment', undefined],
  ['null', null],
  ['an empty text', ' '],
  ['an empty document', { type: 'doc', content: [] }],
])('A bulk reply with %s is refused with 400 naming comment', async (_name, comment) => {
  const ids = toIds(await many(1));
  await expect(send({ ids }, { comment })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    fields: [{ field: 'comment' }],
  });
});

it('The table of what was ever sent is never scanned', async () => {
  const [id = ''] = toIds(await many(1));
  await service.db.query(
    `INSERT INTO bulk_reply (project_id, id, batch_id, ticket_id, status, is_scheduled, fire_at, created_at)
     SELECT $1, lpad(to_hex(g), 24, '0'), 'b' || g, $2, 'sent', true, now(), now() FROM generate_series(1, 20000) g`,
    [caller.projectId, id],
  );
  await service.db.query('VACUUM ANALYZE bulk_reply');
  const explain = async (text: string, values: readonly unknown[]) =>
    JSON.stringify(await service.db.query(`EXPLAIN (FORMAT JSON) ${text}`, values));
  const now = new Date();
  // The partial indexes hold only what waits.
  const waiting = /"Index Name":"bulk_reply_pending(_text)?"/;
  for (const [text, values, index] of [
    [FIND_DUE, [caller.projectId, id, now, '', 25], waiting],
    [NEXT_DUE, [caller.projectId, id], waiting],
    [LATENESS, [now], waiting],
    [
      listSql({ where: 'TRUE', orderBy: 'id DESC', skip: 0, limit: 50 }),
      [caller.projectId, id],
      /bulk_reply_p/,
    ],
  ] as const) {
    const plan = await explain(text, values);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toMatch(index);
  }
});

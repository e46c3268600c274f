import { newId } from '@parley/persistence';
import { createLogger } from '@parley/telemetry';
import { eventually } from '@parley/testing';
import { MAX_TICKETS, SET_SIZE } from '../src/bulk/bulk-update';
import { createMany } from './support/many-tickets';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('bulk_update', { log: createLogger({ service: 'tickets', level: 'silent' }) });
});
afterAll(() => service.stop());
beforeEach(() => {
  service.setClock(undefined);
  caller = callerIn(service.neighbours);
});

const many = async (count: number, fields: object = {}) =>
  (await createMany(service, caller, count, fields)).map(({ id }) => id);
const update = (action: string, selection: object | undefined, payload?: object, rest: object = {}) =>
  service.bulk.bulkUpdateTickets(
    { action, ...(selection && { selection }), ...(payload && { payload }), ...rest },
    caller.context,
  );
const read = async (ticketId: string) => {
  const { ticket } = await service.tickets.getTicket({ ticketId }, caller.context);
  if (!ticket) throw new Error('no ticket');
  return ticket;
};
const updates = async (ticketId: string) =>
  (await service.events(ticketId)).filter(({ subject }) => subject === 'tickets.v1.ticket.updated');
const readHistory = (ticketId: string) =>
  service.db.query(
    `SELECT actor, field, from_value, to_value FROM ticket_history WHERE ticket_id = $1 ORDER BY field, id`,
    [ticketId],
  );
const countByStatus = async (context = caller.context) =>
  (await service.tickets.countTicketsByStatus({}, context)).counts;

describe('A bulk update', () => {
  it('runs the full update for up to 30 tickets, and set by set from 31', async () => {
    const ids = await many(31);
    expect(await update('close', { ids: ids.slice(1) })).toEqual({
      mode: 'full',
      matched: 30,
      updated: 30,
      failed: [],
    });
    expect(await update('close', { ids })).toEqual({ mode: 'fast', matched: 31, updated: 31, failed: [] });
    const events = await Promise.all(ids.map(updates));
    // Those that were closed already are not written again.
    expect(events.map((list) => list.length)).toEqual(ids.map(() => 1));
    expect(events.flat().filter(({ payload }) => 'bulk' in payload)).toHaveLength(1);
    expect(events[0]?.[0]?.payload).toMatchObject({ bulk: true, changed: ['status'] });
  });

  it.each([
    ['close', undefined, { status: 'DONE' }],
    ['archive', undefined, { archived: true, archivedAt: expect.any(String) }],
    ['archive', { archived: false }, { archived: false, archivedAt: undefined }],
    ['priority', { priority: 'HIGH' }, { priority: 'HIGH' }],
    [
      'snooze',
      { snoozedUntil: '2100-01-01T00:00:00+01:00' },
      { status: 'SNOOZED', snoozed: true, snoozedUntil: '2099-12-31T23:00:00.000Z' },
    ],
    ['snooze', { snoozedUntil: null }, { status: 'OPEN', snoozed: false, snoozedUntil: undefined }],
  ])('does %s with %j, the same in both ways', async (action, payload, expected) => {
    const ids = await many(31);
    if (payload && 'archived' in payload) await update('archive', { ids });
    if (payload && 'snoozedUntil' in payload && payload.snoozedUntil === null) {
      await update('snooze', { ids }, { duration: 1_000 });
    }
    const before = (await updates(ids[0] ?? '')).length;
    const history = (await readHistory(ids[0] ?? '')).length;
    await update(action, { ids: [ids[0]] }, payload);
    await update(action, { ids }, payload);
    const [full, fast] = [await read(ids[0] ?? ''), await read(ids[1] ?? '')];
    expect(full).toMatchObject(expected);
    expect(fast).toMatchObject(expected);
    expect(Date.parse(fast.updatedAt ?? '')).toBeGreaterThan(Date.parse(fast.createdAt ?? ''));
    const [fullHistory, fastHistory] = [await readHistory(full.id), await readHistory(fast.id)];
    expect(fullHistory.length).toBeGreaterThan(history);
    expect(fastHistory).toEqual(fullHistory);
    const [fullEvents, fastEvents] = [await updates(full.id), await updates(fast.id)];
    expect(fullEvents).toHaveLength(before + 1);
    expect(fastEvents).toHaveLength(before + 1);
    expect(fastEvents.at(-1)?.payload.changed).toEqual(fullEvents.at(-1)?.payload.changed);
    expect(fastEvents.at(-1)?.payload.ticket).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    expect(fastEvents.at(-1)?.headers).toEqual(fullEvents.at(-1)?.headers);
  });

  it('assigns to a member and a team, and takes both away with null, the same in both ways', async () => {
    const ids = await many(31);
    const { id: processingUser } = service.neighbours.addMember(caller.projectId, { firstName: 'Bo' });
    const { id: processingTeam } = service.neighbours.addTeam(caller.projectId, 'Support');
    for (const selection of [{ ids: [ids[0]] }, { ids }]) {
      await update('assign', selection, { processingUser });
      await update('team', selection, { processingTeam });
    }
    for (const id of ids.slice(0, 2)) {
      const ticket = await read(id);
      expect(ticket).toMatchObject({
        processingUser: { id: processingUser, firstName: 'Bo' },
        processingTeam: { id: processingTeam, name: 'Support' },
        firstAssignmentAt: expect.any(String),
      });
      // The event shows the names too.
      expect((await updates(id)).at(-1)?.payload.ticket).toMatchObject({
        processingUser: { firstName: 'Bo' },
        processingTeam: { name: 'Support' },
      });
    }
    const firstAssignments = await Promise.all(ids.map(async (id) => (await read(id)).firstAssignmentAt));
    for (const selection of [{ ids: [ids[0]] }, { ids }]) {
      await update('assign', selection, undefined, { nulls: ['payload'] });
      await update('team', selection, { processingTeam: null });
    }
    for (const [index, id] of ids.entries()) {
      const ticket = await read(id);
      expect(ticket.processingUser).toBeUndefined();
      expect(ticket.processingTeam).toBeUndefined();
      expect(ticket.firstAssignmentAt).toBe(firstAssignments[index]);
    }
  });

  it('snoozes for a duration and remembers the status of each ticket', async () => {
    const ids = await many(31);
    await service.tickets.updateTicket(
      { ticketId: ids[0] ?? '', ticket: { status: 'INPROGRESS' } },
      caller.context,
    );
    const now = new Date();
    service.setClock(now);
    await update('snooze', { ids }, { duration: 90.5 });
    expect(await read(ids[0] ?? '')).toMatchObject({
      status: 'SNOOZED',
      snoozedUntil: new Date(now.getTime() + 90_500).toISOString(),
    });
    service.setClock(new Date(now.getTime() + 100_000));
    await eventually(async () => {
      expect(await read(ids[0] ?? '')).toMatchObject({ status: 'INPROGRESS' });
      expect(await read(ids[1] ?? '')).toMatchObject({ status: 'OPEN' });
    });
  });

  it('keeps the kept counts right and search up to date', async () => {
    const ids = await many(40);
    await service.tickets.updateTicket({ ticketId: ids[0] ?? '', ticket: { type: 'CRASH' } }, caller.context);
    await update('close', { ids });
    expect(await countByStatus()).toEqual([{ _id: 'DONE', count: 40 }]);
    await update('archive', { ids: ids.slice(0, 35) });
    expect(await countByStatus()).toEqual([{ _id: 'DONE', count: 5 }]);
    const kept = await service.db.query(
      'SELECT type, status, count FROM ticket_count WHERE project_id = $1',
      [caller.projectId],
    );
    expect(kept).toEqual([{ type: 'BUG', status: 'DONE', count: 5 }]);
    const indexed = (wanted: readonly string[]) =>
      service.db.query<{ id: string; at: Date }>(
        'SELECT id, written_at AS at FROM search_document WHERE id = ANY ($1::text[]) ORDER BY id',
        [wanted],
      );
    const before = await eventually(async () => {
      const found = await indexed(ids);
      expect(found).toHaveLength(40);
      expect(await service.db.query('SELECT FROM search_queue WHERE applied IS NULL')).toEqual([]);
      return found;
    });
    await update('priority', { ids }, { priority: 'LOW' });
    await eventually(async () => {
      const after = await indexed(ids);
      expect(after.every(({ at }, index) => at > (before[index]?.at ?? at))).toBe(true);
    });
  });

  it('changes merged tickets too, of which several may have one main ticket', async () => {
    const [main = '', ...ids] = await many(33);
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = ANY ($2::text[])', [main, ids]);
    expect(await update('priority', { ids }, { priority: 'LOW' })).toMatchObject({
      mode: 'fast',
      updated: 32,
    });
    expect(await read(ids[0] ?? '')).toMatchObject({ priority: 'LOW' });
  });

  it('names unknown, malformed and foreign ids as ticket_not_found, also when all are, and repeated ones once', async () => {
    const other = callerIn(service.neighbours);
    const [foreign = ''] = (await createMany(service, other, 1)).map(({ id }) => id);
    const unknown = newId();
    const failed = [unknown, 'x', foreign].map((ticketId) => ({ ticketId, code: 'ticket_not_found' }));
    expect(await update('close', { ids: [unknown, 'x', foreign, unknown] })).toEqual({
      mode: 'full',
      matched: 0,
      updated: 0,
      failed,
    });
    const ids = await many(31);
    expect(await update('close', { ids: [...ids, unknown, 'x', foreign] })).toEqual({
      mode: 'fast',
      matched: 31,
      updated: 31,
      failed,
    });
    const none = Array.from({ length: 31 }, () => newId());
    expect(await update('close', { ids: none })).toMatchObject({ mode: 'fast', matched: 0, updated: 0 });
    const kept = await service.tickets.getTicket({ ticketId: foreign }, other.context);
    expect(kept.ticket?.status).toBe('OPEN');
  });

  it('changes a lane across several sets, by its query, or its first N in sort order', async () => {
    const count = SET_SIZE * 2 + 20;
    const ids = await many(count);
    const first = await update('close', { query: { status: 'OPEN' }, sort: 'createdAt', limit: count - 10 });
    expect(first).toEqual({ mode: 'fast', matched: count - 10, updated: count - 10, failed: [] });
    const open = await service.tickets.listTickets(
      { filter: [{ field: 'status', operator: 'eq', values: ['OPEN'] }] },
      caller.context,
    );
    expect(open.tickets.map(({ id }) => id).sort()).toEqual([...ids].sort().slice(-10));
    expect(await update('close', { query: { status: 'OPEN' } })).toMatchObject({ mode: 'full', matched: 10 });
    expect(await update('close', { query: { status: 'OPEN' } })).toEqual({
      mode: 'full',
      matched: 0,
      updated: 0,
      failed: [],
    });
    expect(await countByStatus()).toEqual([{ _id: 'DONE', count }]);
  });

  it('takes at most 50,000 tickets a call', async () => {
    expect(MAX_TICKETS).toBe(50_000);
    const ids = Array.from({ length: 50_001 }, (_, index) => String(index));
    await expect(update('close', { ids })).rejects.toMatchObject({ reason: 'INVALID_SELECTION' });
  });

  it('survives many at once on the same tickets, with single updates between them', async () => {
    const ids = await many(60);
    await service.db.query(
      `UPDATE ticket SET type = CASE WHEN bug_id % 2 = 0 THEN 'CRASH' ELSE 'BUG' END WHERE project_id = $1`,
      [caller.projectId],
    );
    const calls = Array.from({ length: 12 }, (_, index) => {
      const mixed = index % 2 ? ids : [...ids].reverse();
      if (index % 3 === 0) return update('close', { ids: mixed });
      if (index % 3 === 1) return update('snooze', { ids: mixed }, { duration: 1_000 });
      return Promise.all(
        ids
          .slice(0, 10)
          .map((ticketId) =>
            service.tickets.updateTicket({ ticketId, ticket: { status: 'INPROGRESS' } }, caller.context),
          ),
      );
    });
    await Promise.all(calls);
    const rows = await service.db.query(
      `SELECT status AS "_id", count(*)::integer AS count FROM ticket WHERE project_id = $1 GROUP BY 1 ORDER BY 1`,
      [caller.projectId],
    );
    expect(await countByStatus()).toEqual(rows);
  });

  it('stops when nobody waits for the answer any more, and is completed by sending it again', async () => {
    const ids = await many(31);
    const context = { ...caller.context, signal: AbortSignal.abort() };
    await expect(
      service.bulk.bulkUpdateTickets({ action: 'close', selection: { ids } }, context),
    ).rejects.toMatchObject({ reason: 'TIMEOUT' });
    expect(await update('close', { ids })).toMatchObject({ updated: 31 });
  });
});

describe('The request of a bulk update', () => {
  const wrong = (field: string) => ({
    kind: 'invalid',
    reason: 'INVALID_INPUT',
    fields: [{ field, message: expect.any(String) }],
  });

  it.each([
    ['assign', undefined, 'payload.processingUser'],
    ['assign', { processingUser: 7 }, 'payload.processingUser'],
    ['assign', { processingUser: '' }, 'payload.processingUser'],
    ['team', {}, 'payload.processingTeam'],
    ['archive', { archived: 'yes' }, 'payload.archived'],
    ['priority', undefined, 'payload.priority'],
    ['priority', { priority: 'URGENT' }, 'payload.priority'],
    ['snooze', undefined, 'payload.snoozedUntil'],
    ['snooze', { snoozedUntil: 'tomorrow' }, 'payload.snoozedUntil'],
    ['snooze', { snoozedUntil: '2100-02-30T12:00:00Z' }, 'payload.snoozedUntil'],
    ['snooze', { snoozedUntil: '2100-02-03T25:00:00Z' }, 'payload.snoozedUntil'],
    ['snooze', { snoozedUntil: '2020-01-01T00:00:00Z' }, 'payload.snoozedUntil'],
    ['snooze', { duration: 0 }, 'payload.duration'],
    ['snooze', { duration: '60' }, 'payload.duration'],
    ['snooze', { duration: 1e300 }, 'payload.duration'],
    ['snooze', { duration: 60, snoozedUntil: '2100-01-01' }, 'payload.duration'],
    ['explode', undefined, 'action'],
  ])('to %s with %j is refused with 400 naming %s', async (action, payload, field) => {
    const ids = await many(1);
    await expect(update(action, { ids }, payload)).rejects.toMatchObject(wrong(field));
  });

  it('that names a user or team of no or another project is refused with 400, before anything changes', async () => {
    const ids = await many(31);
    const other = callerIn(service.neighbours);
    const { id: processingTeam } = service.neighbours.addTeam(other.projectId, 'Theirs');
    await expect(update('assign', { ids }, { processingUser: other.userId })).rejects.toMatchObject(
      wrong('payload.processingUser'),
    );
    await expect(update('team', { ids: [ids[0]] }, { processingTeam })).rejects.toMatchObject(
      wrong('payload.processingTeam'),
    );
    expect((await Promise.all(ids.map(updates))).flat()).toEqual([]);
  });

  it.each([
    ['no selection', undefined, 'INVALID_SELECTION'],
    ['an empty selection', {}, 'INVALID_SELECTION'],
    ['no ids', { ids: [] }, 'INVALID_SELECTION'],
    ['a limit of 0', { query: {}, limit: 0 }, 'INVALID_SELECTION'],
    ['ids and a query', { ids: ['a'], query: {} }, 'INVALID_SELECTION'],
    ['an unknown filter', { query: { nonsense: 1 } }, 'INVALID_QUERY'],
    ['a filter on the project', { query: { project: 'x' } }, 'FORBIDDEN_FILTER'],
    ['an unknown sort', { query: {}, sort: 'nonsense' }, 'INVALID_QUERY'],
  ])('is refused with 400 for %s', async (_name, selection, reason) => {
    await expect(update('close', selection)).rejects.toMatchObject({ kind: 'invalid', reason });
  });
});

describe('ArchiveAllTickets', () => {
  const archive = async (type: string, status: string, filter?: object) =>
    (await service.bulk.archiveAllTickets({ type, status, ...(filter && { filter }) }, caller.context))
      .archived;

  it('archives a type and status, 1,000 a call, until none is left', async () => {
    const ids = await many(1_003, { type: 'INQUIRY' });
    const [other = ''] = await many(1, { type: 'BUG' });
    expect(await archive('INQUIRY', 'OPEN')).toBe(1_000);
    expect(await archive('INQUIRY', 'OPEN')).toBe(3);
    expect(await archive('INQUIRY', 'OPEN', { archived: true, ignoreArchived: false })).toBe(0);
    expect((await read(ids[0] ?? '')).archived).toBe(true);
    expect((await read(other)).archived).toBe(false);
    expect(await updates(ids[0] ?? '')).toHaveLength(1);
  });

  it('takes more filters, and refuses what a list refuses', async () => {
    const [high = ''] = await many(1, { type: 'BUG', priority: 'HIGH' });
    await many(1, { type: 'BUG', priority: 'LOW' });
    expect(await archive('BUG', 'OPEN', { priority: 'HIGH' })).toBe(1);
    expect((await read(high)).archived).toBe(true);
    await expect(archive('BUG', 'OPEN', { nothing: 1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });
});

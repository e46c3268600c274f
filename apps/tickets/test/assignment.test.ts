import { newId } from '@parley/persistence';
import { createClient, createLocalCaller } from '@parley/rpc';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { quiet } from './support/neighbours';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('assignment');
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const countHolders = (holders: (string | undefined)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const holder of holders) counts[String(holder)] = (counts[String(holder)] ?? 0) + 1;
  return counts;
};

describe('A ticket that comes to a team', () => {
  it('is given to a member with its create, whose event and document show the person', async () => {
    const { id, members } = at.team('circular', 2);
    const ticket = await at.create({ processingTeam: id });
    const expected = {
      processingUser: { id: members[0], firstName: 'Member 0' },
      processingTeam: { id },
      firstAssignmentAt: ticket.createdAt,
      queued: false,
    };
    expect(ticket).toMatchObject(expected);
    expect(await at.read(ticket.id)).toEqual(ticket);
    const events = await service.events(ticket.id);
    expect(events.map(({ payload }) => payload.ticket)).toEqual([
      JSON.parse(JSON.stringify({ ...ticket, unreadForMe: undefined })),
    ]);
  });

  it('is given to a member with compose and as a tracker', async () => {
    const { id, members } = at.team('circular', 2);
    const email = `${newId()}@customer.example`;
    const composed = await service.tickets.composeTicket(
      { ticket: { processingTeam: id }, email, message: 'hello' },
      caller.context,
    );
    const tracker = await service.trackers.createTrackerTicket(
      { ticket: { processingTeam: id } },
      caller.context,
    );
    expect([composed.ticket, tracker.ticket].map(at.holder)).toEqual(members);
  });

  it('is given to a member with an update, whose history and event tell of both', async () => {
    const { id, members } = at.team('balanced', 1);
    const { id: ticketId } = await at.create({});
    const ticket = await at.update(ticketId, { processingTeam: id });
    expect(at.holder(ticket)).toBe(members[0]);
    expect(ticket.firstAssignmentAt).toBe(ticket.updatedAt);
    expect(await at.readHistory(ticketId)).toEqual([
      expect.objectContaining({ field: 'processingTeam', to: id }),
      expect.objectContaining({ field: 'processingUser', to: members[0] }),
    ]);
    const [event] = await at.updates(ticketId);
    expect(event?.payload).toMatchObject({
      changed: expect.arrayContaining(['processingTeam', 'processingUser', 'firstAssignmentAt']),
      ticket: { processingUser: { firstName: 'Member 0' } },
    });
  });

  it.each([30, 31])('is given to a member with a bulk update of %d tickets, in turns', async (count) => {
    const { id, members } = at.team('circular', 3);
    const ids = await Promise.all(Array.from({ length: count }, async () => (await at.create({})).id));
    const answer = await service.bulk.bulkUpdateTickets(
      { action: 'team', selection: { ids }, payload: { processingTeam: id } },
      caller.context,
    );
    expect(answer).toMatchObject({ mode: count > 30 ? 'fast' : 'full', updated: count, failed: [] });
    const holders = (await Promise.all(ids.map(at.read))).map(at.holder);
    const counts = countHolders(holders);
    expect(Object.keys(counts).sort()).toEqual([...members].sort());
    expect(Math.max(...Object.values(counts)) - Math.min(...Object.values(counts))).toBeLessThanOrEqual(1);
    const [last = ''] = ids;
    expect((await at.updates(last)).at(-1)?.payload.ticket).toMatchObject({
      processingUser: { id: at.holder(await at.read(last)), firstName: expect.stringContaining('Member') },
    });
  });

  it('keeps a bulk update of 31 within the limit of each member; the others wait', async () => {
    const { id, members } = at.team('balanced', 2, { ticketLimit: 4 });
    const ids = await Promise.all(Array.from({ length: 31 }, async () => (await at.create({})).id));
    await service.bulk.bulkUpdateTickets(
      { action: 'team', selection: { ids }, payload: { processingTeam: id } },
      caller.context,
    );
    const tickets = await Promise.all(ids.map(at.read));
    expect(countHolders(tickets.map(at.holder))).toEqual({
      [members[0] ?? '']: 4,
      [members[1] ?? '']: 4,
      undefined: 23,
    });
    expect(tickets.filter(({ queued }) => queued)).toHaveLength(23);
  });

  it('goes to the person that the request names, or to nobody when it says so', async () => {
    const { id, members } = at.team('circular', 2);
    expect(at.holder(await at.create({ processingTeam: id, processingUser: caller.userId }))).toBe(
      caller.userId,
    );
    const { id: ticketId } = await at.create({});
    const left = await at.update(ticketId, { processingTeam: id }, ['processingUser']);
    expect(left).toMatchObject({ queued: false });
    expect(left.processingUser).toBeUndefined();
    // Neither took a turn.
    expect(at.holder(await at.create({ processingTeam: id }))).toBe(members[0]);
  });

  it('stays with whoever has it and is in the team, and leaves whoever is not', async () => {
    const { id, members } = at.team('circular', 3);
    const { id: own } = await at.create({ processingUser: members[2] });
    expect(at.holder(await at.update(own, { processingTeam: id }))).toBe(members[2]);
    const { id: foreign } = await at.create({ processingUser: caller.userId });
    expect(at.holder(await at.update(foreign, { processingTeam: id }))).toBe(members[0]);
  });

  it('is not given away again by an update that leaves the team as it is', async () => {
    const { id, members } = at.team('circular', 2);
    const ticket = await at.create({ processingTeam: id });
    expect(at.holder(await at.update(ticket.id, { processingTeam: id, title: 'x' }))).toBe(members[0]);
  });

  it.each([{ status: 'DONE' }, { archived: true }, { hidden: true }, { isSpam: true }])(
    'goes to nobody when it is no work: %j',
    async (fields) => {
      const { id } = at.team('circular', 2);
      const ticket = await at.create({ processingTeam: id, ...fields });
      expect(ticket).toMatchObject({ queued: false });
      expect(ticket.processingUser).toBeUndefined();
      const { id: ticketId } = await at.create(fields);
      expect((await at.update(ticketId, { processingTeam: id })).processingUser).toBeUndefined();
    },
  );

  it('of manual assignment goes to nobody and does not wait', async () => {
    const { id } = at.team('manual', 2);
    const ticket = await at.create({ processingTeam: id });
    expect(ticket).toMatchObject({ processingTeam: { id }, queued: false });
    expect(ticket.processingUser).toBeUndefined();
  });

  it('of another project takes turns of its own', async () => {
    const { id, members } = at.team('circular', 2);
    await at.create({ processingTeam: id });
    const here = caller;
    caller = callerIn(service.neighbours);
    const other = at.team('circular', 2);
    expect(at.holder(await at.create({ processingTeam: other.id }))).toBe(other.members[0]);
    caller = here;
    expect(at.holder(await at.create({ processingTeam: id }))).toBe(members[1]);
  });
});

describe('The method', () => {
  it('circular neither skips nor doubles anyone in 60 creates at once, from two processes', async () => {
    const { id, members } = at.team('circular', 4);
    const replica = service.replica();
    const second = createClient(TicketsServiceDefinition, createLocalCaller(replica.implementations, quiet));
    const created = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const client = index % 2 ? service.tickets : second;
        return (await client.createTicket({ ticket: { processingTeam: id } }, caller.context)).ticket;
      }),
    );
    await replica.stop();
    const inOrder = created.sort((a, b) => (a?.bugId ?? 0) - (b?.bugId ?? 0)).map(at.holder);
    expect(inOrder).toEqual(Array.from({ length: 60 }, (_, index) => members[index % 4]));
  });

  it('balanced gives to whoever has fewest open tickets of any team; done and archived ones do not count', async () => {
    const { id, members } = at.team('balanced', 3);
    const [first = '', second = '', third = ''] = members;
    for (const fields of [{ status: 'DONE' }, { archived: true }, { hidden: true }, { isSpam: true }]) {
      await at.create({ processingUser: third, ...fields });
    }
    await at.create({ processingUser: first });
    await at.create({ processingUser: second });
    await at.create({ processingUser: second, status: 'INPROGRESS' });
    const holders: unknown[] = [];
    for (let index = 0; index < 6; index += 1)
      holders.push(at.holder(await at.create({ processingTeam: id })));
    // 1, 2, 0 → third; 1, 2, 1 → first, never chosen; then whoever has least, the longest not chosen first.
    expect(holders.slice(0, 2)).toEqual([third, first]);
    const loads = await service.db.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM ticket WHERE processing_user_id = ANY ($1::text[]) AND status <> 'DONE'
          AND NOT archived AND NOT hidden AND NOT is_spam GROUP BY processing_user_id`,
      [members],
    );
    expect(loads.map(({ n }) => n)).toEqual([3, 3, 3]);
  });

  it('balanced holds a limit of 5 in 60 creates at once over two teams with the same people', async () => {
    const { id, members } = at.team('balanced', 4, { ticketLimit: 5 });
    const { id: other } = service.neighbours.addTeam(caller.projectId, 'Sales', {
      method: 'random',
      members,
      ticketLimit: 5,
    });
    const created = await Promise.all(
      Array.from({ length: 60 }, (_, index) => at.create({ processingTeam: index % 2 ? id : other })),
    );
    const counts = countHolders(created.map(at.holder));
    expect(counts).toEqual({ ...Object.fromEntries(members.map((member) => [member, 5])), undefined: 40 });
    expect(created.filter(({ queued }) => queued)).toHaveLength(40);
  });

  it('counts snoozed tickets only for a team that counts them', async () => {
    const counting = at.team('balanced', 1, { ticketLimit: 1, countsSnoozed: true });
    const passing = at.team('balanced', 1, { ticketLimit: 1 });
    const snoozed = { snoozedUntil: '2100-01-01T00:00:00.000Z' };
    await at.create({ processingUser: counting.members[0], ...snoozed });
    await at.create({ processingUser: passing.members[0], ...snoozed });
    expect(await at.create({ processingTeam: counting.id })).toMatchObject({ queued: true });
    expect(at.holder(await at.create({ processingTeam: passing.id }))).toBe(passing.members[0]);
  });

  it('chooses only who is available when the team says so', async () => {
    const { id, members } = at.team('circular', 3, { onlyAvailable: true });
    const [first = '', second = '', third = ''] = members;
    service.neighbours.setAvailable(first, false);
    service.neighbours.setAvailable(third, false);
    const holders = [await at.create({ processingTeam: id }), await at.create({ processingTeam: id })];
    expect(holders.map(at.holder)).toEqual([second, second]);
    const anyone = service.neighbours.addTeam(caller.projectId, 'Any', { method: 'circular', members });
    expect(at.holder(await at.create({ processingTeam: anyone.id }))).toBe(first);
  });
});

it('asks the workspace for a team once in 2 s, not with each ticket', async () => {
  const { id } = at.team('circular', 2);
  const before = service.neighbours.calls['getTeamAssignments'] ?? 0;
  for (let index = 0; index < 5; index += 1) await at.create({ processingTeam: id });
  await at.create({});
  expect((service.neighbours.calls['getTeamAssignments'] ?? 0) - before).toBeLessThan(5);
});

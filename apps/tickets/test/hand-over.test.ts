import { createMany } from './support/many-tickets';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('hand_over');
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

/** A team that the caller is in too, as the first. */
const ownTeam = (method: string, others: number, rules: object = {}) => {
  const team = at.team(method, others, rules);
  const members = [caller.userId, ...team.members];
  service.neighbours.setTeam(caller.projectId, team.id, { members });
  return { id: team.id, others: team.members };
};
const mine = (processingTeam: string | undefined, fields: object = {}) =>
  at.create({ processingTeam, processingUser: caller.userId, ...fields });
const handOver = (by = caller) => service.handOver.handOverTickets({}, by.context);

describe('Handing over', () => {
  it('gives open tickets to other members by the method of the team, never to the caller', async () => {
    const { id, others } = ownTeam('circular', 2);
    const tickets = [await mine(id), await mine(id), await mine(id), await mine(id)];
    expect(await handOver()).toEqual({ success: true });
    const holders = (await Promise.all(tickets.map((ticket) => at.read(ticket.id)))).map(at.holder);
    expect(holders).toEqual([...others, ...others]);
  });

  it.each(['random', 'balanced'])('gives them to another member of a %s team', async (method) => {
    const { id, others } = ownTeam(method, 1);
    const ticket = await mine(id);
    await handOver();
    expect(at.holder(await at.read(ticket.id))).toBe(others[0]);
  });

  it('writes history and event of the change, by the caller', async () => {
    const { id, others } = ownTeam('balanced', 1);
    const ticket = await mine(id);
    await handOver();
    expect(await at.readHistory(ticket.id)).toEqual([
      {
        actor: expect.objectContaining({ type: 'user', id: caller.userId }),
        field: 'processingUser',
        from: caller.userId,
        to: others[0],
      },
    ]);
    const [event] = await at.updates(ticket.id);
    expect(event).toMatchObject({
      payload: { changed: ['processingUser'], ticket: { processingUser: { firstName: 'Member 0' } } },
      headers: { requestId: caller.context.requestId },
    });
    expect((await at.read(ticket.id)).firstAssignmentAt).toBe(ticket.firstAssignmentAt);
  });

  it('leaves a ticket to nobody, out of the queue, when nobody else is free', async () => {
    const { id } = ownTeam('balanced', 1, { ticketLimit: 0 });
    const ticket = await mine(id);
    await handOver();
    const after = await at.read(ticket.id);
    expect(after.processingUser).toBeUndefined();
    expect(after).toMatchObject({ processingTeam: { id }, queued: false });
  });

  it.each(['INPROGRESS', 'DONE', 'SNOOZED', 'CUSTOM'])('keeps tickets that are %s', async (status) => {
    const { id } = ownTeam('balanced', 1);
    const ticket = await mine(id, { status });
    await handOver();
    expect(at.holder(await at.read(ticket.id))).toBe(caller.userId);
  });

  it('keeps tickets without a team, of a manual team, of others, archived ones and those of another project', async () => {
    const { id } = ownTeam('balanced', 1);
    const manual = ownTeam('manual', 1);
    const { userId: colleague } = callerIn(service.neighbours, caller.projectId);
    const kept = [
      await mine(undefined),
      await mine(manual.id),
      await mine(id, { archived: true }),
      await at.create({ processingTeam: id, processingUser: colleague }),
    ];
    const here = caller;
    const elsewhere = callerIn(service.neighbours);
    service.neighbours.addMember(elsewhere.projectId, { id: here.userId });
    caller = elsewhere;
    const foreignTeam = at.team('balanced', 1);
    const foreign = await at.create({ processingTeam: foreignTeam.id, processingUser: here.userId });
    await handOver(here);
    expect(at.holder(await at.read(foreign.id))).toBe(here.userId);
    caller = here;
    const after = await Promise.all(kept.map((ticket) => at.read(ticket.id)));
    expect(after.map(at.holder)).toEqual([caller.userId, caller.userId, caller.userId, colleague]);
    expect((await Promise.all(kept.map(({ id: ticketId }) => at.updates(ticketId)))).flat()).toEqual([]);
  });

  it('takes the 100 oldest a call; those of manual teams do not count', async () => {
    const { id } = ownTeam('balanced', 1);
    const manual = ownTeam('manual', 1);
    const give = (processingTeam: string, count: number) =>
      createMany(service, caller, count, { processingTeam, processingUser: caller.userId });
    await give(manual.id, 3);
    const tickets = (await give(id, 105)).map((ticket) => ticket.id).sort();
    const still = async () => {
      const rows = await service.db.query<{ id: string }>(
        'SELECT id FROM ticket WHERE processing_user_id = $1 AND processing_team_id = $2 ORDER BY id',
        [caller.userId, id],
      );
      return rows.map((row) => row.id);
    };
    await handOver();
    expect(await still()).toEqual(tickets.slice(100));
    await handOver();
    expect(await still()).toEqual([]);
  });

  it('twice at once hands each ticket over once', async () => {
    const { id } = ownTeam('circular', 2);
    const tickets = (
      await createMany(service, caller, 10, { processingTeam: id, processingUser: caller.userId })
    ).map((ticket) => ticket.id);
    await Promise.all([handOver(), handOver(), handOver()]);
    const updates = await Promise.all(tickets.map(at.updates));
    expect(updates.map((list) => list.length)).toEqual(tickets.map(() => 1));
  });

  it('works for a service account too, and without any ticket', async () => {
    const { id, others } = ownTeam('balanced', 1);
    const actor = { type: 'service' as const, id: '0'.repeat(24), name: 'Robot' };
    const context = makeContext(caller.projectId, actor, 'user');
    const ticket = await at.create({ processingTeam: id });
    await service.db.query('UPDATE ticket SET processing_user_id = $2 WHERE id = $1', [ticket.id, actor.id]);
    expect(await service.handOver.handOverTickets({}, context)).toEqual({ success: true });
    expect([caller.userId, ...others]).toContain(at.holder(await at.read(ticket.id)));
    expect(await service.handOver.handOverTickets({}, context)).toEqual({ success: true });
  });

  it('stops when nobody waits for the answer any more', async () => {
    const { id } = ownTeam('balanced', 1);
    await mine(id);
    const context = { ...caller.context, signal: AbortSignal.abort() };
    await expect(service.handOver.handOverTickets({}, context)).rejects.toMatchObject({ reason: 'TIMEOUT' });
  });
});

import { createClient } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { drainQueues } from '../src/assignment/drain-queues';
import { createTeamRules } from '../src/assignment/team-rules';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('assignment_queue');
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const full = (count = 1) => at.team('balanced', count, { ticketLimit: 1 });
const isHeldBy = (ticketId: string, userId: string | undefined) =>
  eventually(async () => expect(at.holder(await at.read(ticketId))).toBe(userId));

describe('A ticket for which nobody is free', () => {
  it('waits, and is given to a member whose ticket is closed, as a change of the system', async () => {
    const { id, members } = full();
    const first = await at.create({ processingTeam: id });
    const waiting = await at.create({ processingTeam: id });
    expect(waiting).toMatchObject({ queued: true, queuedAt: waiting.createdAt });
    expect(waiting.processingUser).toBeUndefined();
    expect(waiting.firstAssignmentAt).toBeUndefined();
    await at.update(first.id, { status: 'DONE' });
    await isHeldBy(waiting.id, members[0]);
    const after = await at.read(waiting.id);
    expect(after).toMatchObject({ queued: false, firstAssignmentAt: after.updatedAt });
    expect(after.queuedAt).toBeUndefined();
    expect(await at.readHistory(waiting.id)).toEqual([
      {
        actor: { type: 'system', name: 'assignment' },
        field: 'processingUser',
        from: null,
        to: members[0],
      },
    ]);
    expect((await at.updates(waiting.id)).map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        changed: expect.arrayContaining(['processingUser', 'queued', 'queuedAt', 'firstAssignmentAt']),
        ticket: expect.objectContaining({
          processingUser: expect.objectContaining({ firstName: 'Member 0' }),
        }),
      }),
    ]);
  });

  it('leaves the queue oldest first, and those that come later wait behind', async () => {
    const { id, members } = full();
    await at.create({ processingTeam: id });
    const queue = [await at.create({ processingTeam: id }), await at.create({ processingTeam: id })];
    service.neighbours.setTeam(caller.projectId, id, { ticketLimit: 2 });
    await isHeldBy(queue[0]?.id ?? '', members[0]);
    expect((await at.read(queue[1]?.id ?? '')).queued).toBe(true);
    service.neighbours.setTeam(caller.projectId, id, { ticketLimit: 4 });
    const late = await at.create({ processingTeam: id });
    await isHeldBy(queue[1]?.id ?? '', members[0]);
    await isHeldBy(late.id, members[0]);
    const assigned = await service.db.query<{ id: string }>(
      'SELECT id FROM ticket WHERE project_id = $1 ORDER BY first_assignment_at, id',
      [caller.projectId],
    );
    expect(assigned.map((row) => row.id).slice(1)).toEqual([...queue.map((ticket) => ticket.id), late.id]);
  });

  it.each<[string, (ticketId: string, team: { id: string; members: string[] }) => unknown]>([
    ['was given to someone else', (ticketId) => at.update(ticketId, { processingUser: caller.userId })],
    ['was left to nobody', (ticketId) => at.update(ticketId, {}, ['processingUser'])],
    ['was snoozed', (ticketId) => at.update(ticketId, { snoozedUntil: '2100-01-01T00:00:00.000Z' })],
    ['was archived', (ticketId) => at.update(ticketId, { archived: true })],
    ['was deleted', (ticketId) => service.tickets.deleteTicket({ ticketId }, caller.context)],
  ])('is given to a member whose ticket %s', async (_how, release) => {
    const team = full();
    const first = await at.create({ processingTeam: team.id });
    const waiting = await at.create({ processingTeam: team.id });
    await release(first.id, team);
    await isHeldBy(waiting.id, team.members[0]);
  });

  it('is given to a member who comes online, and to one who joins the team', async () => {
    const { id, members } = at.team('circular', 1, { onlyAvailable: true });
    const [away = ''] = members;
    service.neighbours.setAvailable(away, false);
    const waiting = await at.create({ processingTeam: id });
    expect(waiting.queued).toBe(true);
    service.neighbours.setAvailable(away, true);
    await isHeldBy(waiting.id, away);
    const empty = at.team('random', 0);
    const other = await at.create({ processingTeam: empty.id });
    expect(other.queued).toBe(true);
    service.neighbours.setTeam(caller.projectId, empty.id, { members: [caller.userId] });
    await isHeldBy(other.id, caller.userId);
  });

  it.each<[string, object, string[]]>([
    ['somebody takes it', { processingUser: 'the caller' }, []],
    ['it is done', { status: 'DONE' }, []],
    ['it is archived', { archived: true }, []],
    ['it is spam', { isSpam: true }, []],
    ['it is hidden', { hidden: true }, []],
    ['its team is taken away', {}, ['processingTeam']],
  ])('waits no more once %s', async (_when, change, nulls) => {
    const { id } = full();
    await at.create({ processingTeam: id });
    const waiting = await at.create({ processingTeam: id });
    expect(waiting.queued).toBe(true);
    const given = 'processingUser' in change ? { processingUser: caller.userId } : change;
    const after = await at.update(waiting.id, given, nulls);
    expect(after.queued).toBe(false);
    expect(after.queuedAt).toBeUndefined();
  });

  it('waits no more once it is merged', async () => {
    const { id } = full();
    const main = await at.create({ processingTeam: id });
    const waiting = await at.create({ processingTeam: id });
    await service.merging.mergeTickets(
      { ticketsToMergeIds: [waiting.id], targetTicketId: main.id },
      caller.context,
    );
    expect(await at.read(waiting.id)).toMatchObject({ queued: false });
  });

  it('goes on waiting, in its place, in the new main ticket that it is merged into', async () => {
    const { id } = full();
    const first = await at.create({ processingTeam: id });
    const waiting = await at.create({ processingTeam: id });
    const { ticket } = await service.merging.mergeTickets(
      { ticketsToMergeIds: [waiting.id], shouldCreateNewTicket: true },
      caller.context,
    );
    expect(ticket).toMatchObject({ queued: true, queuedAt: waiting.queuedAt });
    await at.update(first.id, { status: 'DONE' });
    await isHeldBy(ticket?.id ?? '', first.processingUser?.id);
  });

  it('waits for another team from the moment it comes there', async () => {
    const [one, two] = [full(), full()];
    await at.create({ processingTeam: one.id });
    await at.create({ processingTeam: two.id });
    const waiting = await at.create({ processingTeam: one.id });
    const moved = await at.update(waiting.id, { processingTeam: two.id });
    expect(moved).toMatchObject({ queued: true, queuedAt: moved.updatedAt });
    expect(moved.queuedAt).not.toBe(waiting.queuedAt);
  });

  it('waits no more once its team assigns by hand', async () => {
    const { id } = full();
    await at.create({ processingTeam: id });
    const waiting = await at.create({ processingTeam: id });
    service.neighbours.setTeam(caller.projectId, id, { method: 'manual' });
    await eventually(async () => expect(await at.read(waiting.id)).toMatchObject({ queued: false }));
    expect((await at.read(waiting.id)).processingUser).toBeUndefined();
  });
});

it('The queue is emptied by several workers at once without giving anyone more than the limit', async () => {
  const { id, members } = at.team('balanced', 5, { ticketLimit: 0 });
  const created = await Promise.all(Array.from({ length: 60 }, () => at.create({ processingTeam: id })));
  expect(created.every(({ queued }) => queued)).toBe(true);
  service.neighbours.setTeam(caller.projectId, id, { ticketLimit: 10 });
  const directory = createClient(AssignmentDirectoryServiceDefinition, service.neighbours.workspace);
  const others = {
    db: service.db,
    clock: () => new Date(),
    teamRules: createTeamRules(directory),
    wakeEvents: () => undefined,
  };
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 6 }, () => drainQueues(others, signal)));
  await eventually(async () => {
    const loads = await service.db.query<{ id: string; n: number }>(
      `SELECT processing_user_id AS id, count(*)::integer AS n FROM ticket
        WHERE project_id = $1 AND processing_user_id IS NOT NULL GROUP BY 1 ORDER BY 1`,
      [caller.projectId],
    );
    expect(loads).toEqual([...members].sort().map((member) => ({ id: member, n: 10 })));
  });
  const [left] = await service.db.query<{ ids: string[] }>(
    'SELECT array_agg(id ORDER BY id) AS ids FROM ticket WHERE project_id = $1 AND queued',
    [caller.projectId],
  );
  // The ten that came last.
  const byTime = created.sort((a, b) => (a.id < b.id ? -1 : 1)).map((ticket) => ticket.id);
  expect(left?.ids).toEqual(byTime.slice(50));
});

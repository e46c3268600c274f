import { eventually } from '@parley/testing';
import { drainQueues } from '../src/assignment/drain-queues';
import { createTeamRules } from '../src/assignment/team-rules';
import { createClient } from '@parley/rpc';
import { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('assignment_hours');
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const set = (teamId: string, rules: object) => service.neighbours.setTeam(caller.projectId, teamId, rules);
const isHeldBy = (ticketId: string, userId: string | undefined) =>
  eventually(async () => expect(at.holder(await at.read(ticketId))).toBe(userId));

describe('A team that is closed', () => {
  it.each(['random', 'balanced', 'circular'])(
    'of the method %s assigns nothing: a new ticket waits, and is assigned when the team opens',
    async (method) => {
      const { id, members } = at.team(method, 1, { closed: true });
      const ticket = await at.create({ processingTeam: id });
      expect(ticket).toMatchObject({ queued: true, queuedAt: ticket.createdAt });
      expect(at.holder(ticket)).toBeUndefined();
      set(id, { closed: false });
      await isHeldBy(ticket.id, members[0]);
      expect(await at.read(ticket.id)).toMatchObject({ queued: false });
    },
  );

  it('gets a ticket of another team and leaves it waiting', async () => {
    const [open, closed] = [at.team('balanced', 1), at.team('balanced', 1, { closed: true })];
    const ticket = await at.create({ processingTeam: open.id });
    expect(at.holder(ticket)).toBe(open.members[0]);
    const moved = await at.update(ticket.id, { processingTeam: closed.id });
    expect(moved.queued).toBe(true);
    expect(at.holder(moved)).toBeUndefined();
  });

  it('gives nothing out of its queue, while another team of the project does', async () => {
    const [open, closed] = [
      at.team('balanced', 1, { ticketLimit: 0 }),
      at.team('balanced', 1, { closed: true }),
    ];
    const kept = await at.create({ processingTeam: closed.id });
    const given = await at.create({ processingTeam: open.id });
    set(open.id, { ticketLimit: 1 });
    await isHeldBy(given.id, open.members[0]);
    const directory = createClient(AssignmentDirectoryServiceDefinition, service.neighbours.workspace);
    const deps = { db: service.db, clock: () => new Date(), wakeEvents: () => undefined };
    await drainQueues({ ...deps, teamRules: createTeamRules(directory) }, new AbortController().signal);
    expect(await at.read(kept.id)).toMatchObject({ queued: true, queuedAt: kept.queuedAt });
  });

  it('leaves a person whom the request names, and one who has the ticket and is in the team', async () => {
    const { id, members } = at.team('balanced', 1, { closed: true });
    const named = await at.create({ processingTeam: id, processingUser: caller.userId });
    expect(at.holder(named)).toBe(caller.userId);
    const theirs = await at.create({ processingUser: members[0] });
    expect(at.holder(await at.update(theirs.id, { processingTeam: id }))).toBe(members[0]);
  });

  it('lets a ticket that is handed over wait until it opens', async () => {
    const { id, members } = at.team('balanced', 1, { closed: true });
    const ticket = await at.create({ processingTeam: id, processingUser: caller.userId });
    await service.handOver.handOverTickets({}, caller.context);
    const waiting = await at.read(ticket.id);
    expect(waiting.queued).toBe(true);
    expect(at.holder(waiting)).toBeUndefined();
    set(id, { closed: false });
    await isHeldBy(ticket.id, members[0]);
  });
});

import { createEvents, eventTablesSql, topology } from '@parley/events';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually } from '@parley/testing';
import { createMany } from './support/many-tickets';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let at: ReturnType<typeof createTeams>;
let publish: (subject: string, aggregateId: string, payload: object) => Promise<void>;
let close: () => Promise<void>;
beforeAll(async () => {
  service = await startTickets('departures');
  at = createTeams(service, () => caller);
  const { db, drop } = await createTestDatabase('source_workspace');
  await db.query(eventTablesSql);
  const log = createLogger({ service: 'test', level: 'error' });
  const events = createEvents({
    service: 'workspace',
    db,
    transport: service.broker,
    topology: topology.filter(({ consumer }) => consumer === 'tickets'),
    log,
  });
  await events.start();
  publish = async (subject, aggregateId, payload) => {
    await events.append(db, [{ subject, projectId: caller.projectId, aggregateId, payload }]);
    events.wake();
    await eventually(async () => expect((await events.lag()).pending).toBe(0));
  };
  close = async () => {
    await events.stop();
    await drop();
  };
});
afterAll(async () => {
  await close();
  await service.stop();
});
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const removeMember = async (userId: string, keepsAccess = false) => {
  if (!keepsAccess) service.neighbours.removeMember(caller.projectId, userId);
  await publish('workspace.v1.member.removed', userId, { projectId: caller.projectId, userId });
};
const removeTeam = async (id: string) => {
  service.neighbours.removeTeam(caller.projectId, id);
  await publish('workspace.v1.team.deleted', id, { team: { id, name: 'Support' } });
};
const holders = async (ids: readonly string[]) => (await Promise.all(ids.map(at.read))).map(at.holder);

describe('A team that is renamed', () => {
  it('is shown by its new name everywhere', async () => {
    const { id } = at.team('manual', 0);
    const ticket = await at.create({ processingTeam: id });
    await publish('workspace.v1.team.updated', id, { team: { id, name: 'Care', defaultSla: 5 } });
    expect((await at.read(ticket.id)).processingTeam).toEqual({ id, name: 'Care' });
  });

  it('of which no ticket is known is not kept', async () => {
    const { id } = at.team('manual', 0);
    await publish('workspace.v1.team.updated', id, { team: { id, name: 'Care' } });
    expect(await service.db.query('SELECT FROM team_reference WHERE id = $1', [id])).toEqual([]);
  });
});

describe('A team that is deleted', () => {
  it('is taken from its tickets, done ones too, with history and event, and no ticket waits for it', async () => {
    const { id, members } = at.team('balanced', 1, { ticketLimit: 1 });
    const given = await at.create({ processingTeam: id });
    const waiting = await at.create({ processingTeam: id });
    const done = await at.create({ processingTeam: id, status: 'DONE' });
    const archived = await at.create({ processingTeam: id, archived: true });
    const others = await at.create({ processingTeam: at.team('manual', 0).id });
    await removeTeam(id);
    const ids = [given.id, waiting.id, done.id, archived.id];
    await eventually(async () => {
      for (const ticketId of ids) expect((await at.read(ticketId)).processingTeam).toBeUndefined();
    });
    expect(await at.read(waiting.id)).toMatchObject({ queued: false });
    expect(await at.read(given.id)).toMatchObject({
      processingUser: { id: members[0] },
      lastActivity: given.lastActivity,
    });
    expect((await at.read(others.id)).processingTeam).toBeDefined();
    expect(await at.readHistory(done.id)).toEqual([
      {
        actor: { type: 'system', name: 'departures' },
        field: 'processingTeam',
        from: id,
        to: null,
      },
    ]);
    const updates = await at.updates(done.id);
    expect(updates.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ bulk: true, changed: ['processingTeam'] }),
    ]);
  });

  it('is taken from a ticket that gets it while another process still believes in it', async () => {
    const { id } = at.team('manual', 0);
    await at.create({ processingTeam: id });
    await removeTeam(id);
    // Within the 2 s for which a team is believed.
    const late = await at.create({ processingTeam: id }).catch(() => undefined);
    if (late) await eventually(async () => expect((await at.read(late.id)).processingTeam).toBeUndefined());
  });

  it('with more than 200 tickets is taken from each of them', async () => {
    const { id } = at.team('manual', 0);
    await createMany(service, caller, 230, { processingTeam: id });
    await removeTeam(id);
    await eventually(async () => {
      const left = await service.db.query('SELECT FROM ticket WHERE processing_team_id = $1', [id]);
      expect(left).toEqual([]);
    });
  });
});

describe('A person who is removed from a project', () => {
  it('loses open work: teams that choose by themselves choose anew, other tickets are left to nobody', async () => {
    const { id, members } = at.team('circular', 2);
    const [leaver = '', stayer = ''] = members;
    const manual = at.team('manual', 1);
    const give = (fields: object) => at.create({ processingUser: leaver, ...fields });
    const inTeam = await give({ processingTeam: id });
    const byHand = await give({ processingTeam: manual.id, status: 'INPROGRESS' });
    const alone = await give({ mentions: [leaver] });
    const snoozed = await give({ snoozedUntil: '2100-01-01T00:00:00.000Z' });
    const done = await give({ processingTeam: id, status: 'DONE' });
    const archived = await give({ archived: true });
    await removeMember(leaver);
    await eventually(async () =>
      expect(await holders([inTeam.id, byHand.id, alone.id, snoozed.id])).toEqual([
        stayer,
        undefined,
        undefined,
        undefined,
      ]),
    );
    expect(await at.read(byHand.id)).toMatchObject({
      processingTeam: { id: manual.id },
      queued: false,
      lastActivity: byHand.lastActivity,
    });
    // What is done tells who did it, and a mention stays what was said.
    expect(await holders([done.id, archived.id])).toEqual([leaver, leaver]);
    expect((await at.read(alone.id)).mentions).toEqual([leaver]);
    expect(
      (await at.readHistory(alone.id)).map(({ actor, field, from, to }) => ({ actor, field, from, to })),
    ).toEqual([
      { actor: { type: 'system', name: 'departures' }, field: 'processingUser', from: leaver, to: null },
    ]);
    expect(await at.updates(alone.id)).toHaveLength(1);
  });

  it('loses a done ticket when it is opened again', async () => {
    const { id: leaver } = service.neighbours.addMember(caller.projectId);
    const { id } = await at.create({ processingUser: leaver, status: 'DONE' });
    await removeMember(leaver);
    await at.update(id, { status: 'OPEN' });
    await eventually(async () => expect(await holders([id])).toEqual([undefined]));
  });

  it('keeps everything as long as there is another way into the project, or when coming back', async () => {
    const { id: member } = service.neighbours.addMember(caller.projectId);
    const { id } = await at.create({ processingUser: member });
    await removeMember(member, true);
    await eventually(async () =>
      expect(await service.db.query('SELECT FROM departure WHERE id = $1', [member])).toEqual([]),
    );
    expect(await holders([id])).toEqual([member]);
    expect(await at.updates(id)).toEqual([]);
  });

  it('keeps the tickets in another project', async () => {
    const here = caller;
    const { id: member } = service.neighbours.addMember(here.projectId);
    caller = callerIn(service.neighbours);
    service.neighbours.addMember(caller.projectId, { id: member });
    const elsewhere = await at.create({ processingUser: member });
    const there = caller;
    caller = here;
    const { id } = await at.create({ processingUser: member });
    await removeMember(member);
    await eventually(async () => expect(await holders([id])).toEqual([undefined]));
    caller = there;
    expect(await holders([elsewhere.id])).toEqual([member]);
  });

  it('with more than 200 tickets loses each of them', async () => {
    const { id: leaver } = service.neighbours.addMember(caller.projectId);
    await createMany(service, caller, 230, { processingUser: leaver });
    await removeMember(leaver);
    await eventually(async () => {
      const left = await service.db.query('SELECT FROM ticket WHERE processing_user_id = $1', [leaver]);
      expect(left).toEqual([]);
    });
  });
});

describe('Drafts of a member who is removed', () => {
  it('are deleted; those of others stay', async () => {
    const other = callerIn(service.neighbours, caller.projectId);
    const { id: ticketId } = await at.create({});
    for (const { context } of [caller, other])
      await service.drafts.putMessageDraft({ ticketId, comment: 'Begun' }, context);
    await removeMember(caller.userId, true);
    const has = async ({ context }: TestCaller) =>
      (await service.drafts.getMessageDraft({ ticketId }, context)).draft !== undefined;
    await eventually(async () => expect([await has(caller), await has(other)]).toEqual([false, true]));
  });
});

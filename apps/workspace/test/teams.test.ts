import { TeamDeleted, TeamUpdated } from '@parley/proto/generated/parley/workspace/v1/events';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { Team } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { employ, listEvents, join, createProject, recordEvents, UNKNOWN } from './support/people';
import { inProject, type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let agent: Person;
let project: Project;
let other: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  await recordEvents(workspace);
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  [owner, agent] = [await workspace.person(), await workspace.person()];
  project = await createProject(workspace, owner);
  other = await createProject(workspace, owner);
  await join(workspace, agent, project, 'agent');
});

const context = (where = project) => inProject(owner.user, where);
const create = async (request: object = {}, where = project): Promise<Team> =>
  present(
    (
      await workspace.teams.createTeam(
        { name: 'Billing', assignmentMethod: 'manual', members: [], ...request },
        context(where),
      )
    ).team,
  );
const update = async (teamId: string, request: object, where = project): Promise<Team> =>
  present((await workspace.teams.updateTeam({ teamId, ...request }, context(where))).team);
const remove = async (teamId: string, where = project): Promise<Team> =>
  present((await workspace.teams.deleteTeam({ teamId }, context(where))).team);
const move = async (teamId: string, lexorank: string, where = project): Promise<Team> =>
  present((await workspace.teams.reorderTeam({ teamId, lexorank }, context(where))).team);
const list = async (where = project): Promise<Team[]> =>
  (await workspace.teams.listTeams({}, context(where))).teams;
const NOT_FOUND = { kind: 'notFound', reason: 'TEAM_NOT_FOUND' };

const everything = () => ({
  name: 'Billing',
  assignmentMethod: 'balanced',
  members: [agent.user.id, owner.user.id],
  selectOnlyOnlineMembers: true,
  limitTicketAmount: false,
  ticketAmount: 0,
  countSnoozedTickets: true,
  slaOptions: { defaultSla: 3600 },
  operatingHours: {
    enabled: true,
    timezone: 'Europe/Berlin',
    openingTimes: [{ day: 'monday', openingTime: '09:00', closingTime: '17:30' }],
  },
  lexorank: '0|hzzzzz:',
});

describe('CreateTeam', () => {
  it('answers the team with every field that was sent, members in their order', async () => {
    const team = await create(everything());
    expect(team).toEqual({
      ...everything(),
      id: team._id,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      project: project.id,
      organisation: project.organisation,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await list()).toEqual([team]);
  });

  it('leaves out what was not sent, and puts the team after the last one', async () => {
    const first = await create();
    expect(first).toMatchObject({ name: 'Billing', assignmentMethod: 'manual', members: [], lexorank: 'i' });
    expect(Object.values(first)).not.toContain(null);
    expect(first.slaOptions).toBeUndefined();
    expect(first.operatingHours).toBeUndefined();
    expect(first.ticketAmount).toBeUndefined();
    await create({ lexorank: 'x9' });
    const last = await create();
    expect(last.lexorank).toBe('xa');
    expect((await list()).at(-1)?.id).toBe(last.id);
    expect((await create({}, other)).lexorank).toBe('i');
  });

  it('gives teams that are created at once a place each', async () => {
    const teams = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(new Set(teams.map(({ lexorank }) => lexorank)).size).toBe(8);
  });

  it('names every member without access to the project, service accounts too', async () => {
    const stranger = await workspace.person();
    const account = await workspace.serviceAccounts.createServiceAccount({ name: 'Orders' }, context());
    const members = [owner.user.id, stranger.user.id, present(account.serviceAccount).id, 'x', UNKNOWN];
    await expect(create({ members })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
      fields: [1, 2, 3, 4].map((index) => ({
        field: `members.${index}`,
        message: 'must be a user with access to this project',
      })),
    });
    expect(await list()).toEqual([]);
  });

  it('takes the creator, direct members and people of the organisation, each once', async () => {
    const employee = await workspace.person();
    await employ(workspace, employee, project, 'user');
    const members = [employee.user.id, owner.user.id, agent.user.id];
    expect((await create({ members: [...members, employee.user.id] })).members).toEqual(members);
  });

  it('takes at most 500 members', async () => {
    const members = Array.from({ length: 501 }, () => agent.user.id);
    await expect(create({ members })).rejects.toMatchObject({ fields: [{ field: 'members' }] });
    expect((await create({ members: members.slice(1) })).members).toEqual([agent.user.id]);
  });

  it.each<[string, object, string]>([
    ['a blank name', { name: ' ' }, 'name'],
    ['a negative defaultSla', { slaOptions: { defaultSla: -1 } }, 'slaOptions.defaultSla'],
    ['a defaultSla that is no number', { slaOptions: { defaultSla: '1h' } }, 'slaOptions.defaultSla'],
    ['an unknown time zone', { operatingHours: { timezone: 'Mars/Olympus' } }, 'operatingHours.timezone'],
  ])('refuses %s', async (_what, request, field) => {
    await expect(create(request)).rejects.toMatchObject({ kind: 'invalid', fields: [{ field }] });
    expect(await list()).toEqual([]);
  });

  it('tells others by an event', async () => {
    const { id } = await create();
    const [event] = await listEvents(workspace, id);
    expect(event).toMatchObject({ subject: 'workspace.v1.team.updated', projectId: project.id });
    expect(TeamUpdated.fromPartial(event?.payload as object)).toEqual({
      team: { id, name: 'Billing' },
      updatedAt: expect.any(String),
    });
  });
});

describe('UpdateTeam', () => {
  it('leaves omitted fields as they are and clears those sent as null', async () => {
    const team = await create(everything());
    const same = await update(team.id, {});
    expect(same).toEqual({ ...team, updatedAt: same.updatedAt });
    const nulls = ['slaOptions', 'operatingHours', 'ticketAmount', 'limitTicketAmount'];
    const cleared = await update(team.id, { nulls });
    const rest = Object.fromEntries(Object.entries(team).filter(([field]) => !nulls.includes(field)));
    expect(JSON.parse(JSON.stringify(cleared))).toEqual({ ...rest, updatedAt: cleared.updatedAt });
    expect(
      await update(team.id, { nulls: ['selectOnlyOnlineMembers', 'countSnoozedTickets'] }),
    ).toMatchObject({
      selectOnlyOnlineMembers: undefined,
      countSnoozedTickets: undefined,
    });
  });

  it('replaces name, method, members, options and position', async () => {
    const team = await create({ ...everything(), members: [agent.user.id] });
    const change = {
      name: 'Shipping',
      assignmentMethod: 'circular',
      members: [owner.user.id],
      selectOnlyOnlineMembers: false,
      limitTicketAmount: true,
      ticketAmount: 12,
      countSnoozedTickets: false,
      slaOptions: {},
      operatingHours: { alwaysOnline: true },
      lexorank: 'k',
    };
    const updated = await update(team.id, change);
    expect(updated).toEqual({ ...team, ...change, updatedAt: updated.updatedAt });
    expect(Date.parse(updated.updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(team.updatedAt ?? ''));
    expect(await list()).toEqual([updated]);
    expect((await update(team.id, { members: [] })).members).toEqual([]);
  });

  it.each(['name', 'assignmentMethod', 'members', 'lexorank'])('cannot clear %s', async (field) => {
    const team = await create(everything());
    await expect(update(team.id, { nulls: [field] })).rejects.toMatchObject({ fields: [{ field }] });
    expect(await list()).toEqual([team]);
  });

  it('names members without access and changes nothing', async () => {
    const team = await create(everything());
    await expect(
      update(team.id, { name: 'Other', members: [agent.user.id, 5, UNKNOWN] }),
    ).rejects.toMatchObject({ fields: [{ field: 'members.1' }, { field: 'members.2' }] });
    expect(await list()).toEqual([team]);
  });

  it('tells others by an event', async () => {
    const { id } = await create();
    await update(id, { name: 'Shipping' });
    const [, event] = await listEvents(workspace, id);
    expect(event).toMatchObject({
      subject: 'workspace.v1.team.updated',
      payload: { team: { id, name: 'Shipping' } },
    });
  });
});

describe('DeleteTeam', () => {
  it('answers the team, which is gone then, and tells others by an event', async () => {
    const team = await create(everything());
    expect(await remove(team.id)).toEqual(team);
    expect(await list()).toEqual([]);
    const { teams } = await workspace.directory.getTeams(
      { projectId: project.id, teamIds: [team.id] },
      context(),
    );
    expect(teams).toEqual([]);
    const event = (await listEvents(workspace, team.id)).at(-1);
    expect(event).toMatchObject({ subject: 'workspace.v1.team.deleted', projectId: project.id });
    expect(TeamDeleted.fromPartial(event?.payload as object)).toEqual({
      team: { id: team.id, name: 'Billing', defaultSla: 3600 },
    });
    await expect(remove(team.id)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('ReorderTeam', () => {
  it('moves a team and sorts byte by byte: digits, capitals, letters', async () => {
    const teams = [await create(), await create(), await create(), await create()];
    const ranks = ['b', 'aa', 'B', '9'];
    for (const [index, rank] of ranks.entries()) {
      const moved = await move(present(teams[index]).id, rank);
      expect(moved).toEqual({ ...teams[index], lexorank: rank, updatedAt: moved.updatedAt });
    }
    expect((await list()).map(({ lexorank }) => lexorank)).toEqual(['9', 'B', 'aa', 'b']);
  });

  it('keeps one order for every reader when teams get the same rank at once: by id', async () => {
    const teams = await Promise.all(Array.from({ length: 20 }, () => create()));
    const ids = teams.map(({ id }) => id).sort();
    await Promise.all(ids.flatMap((id) => ['m', 'n', 'm'].map((rank) => move(id, rank))));
    // Written last to first, so that the rows lie in the reverse of the order that is asked for.
    for (const id of [...ids].reverse()) await move(id, 'm');
    await workspace.database.db.query('ANALYZE team');
    const orders = await Promise.all(
      Array.from({ length: 5 }, async () => (await list()).map(({ id }) => id)),
    );
    for (const order of orders) expect(order).toEqual(ids);
  });

  it('tells nobody: a reference carries no position', async () => {
    const { id } = await create();
    await move(id, 'z');
    expect(await listEvents(workspace, id)).toHaveLength(1);
  });
});

describe('teams of another project', () => {
  it('are not found by update, delete and reorder, stay as they are, and are in no foreign list', async () => {
    const team = await create(everything());
    for (const id of [team.id, UNKNOWN]) {
      await expect(update(id, { name: 'Taken' }, other)).rejects.toMatchObject(NOT_FOUND);
      await expect(remove(id, other)).rejects.toMatchObject(NOT_FOUND);
      await expect(move(id, 'a', other)).rejects.toMatchObject(NOT_FOUND);
    }
    expect(await list(other)).toEqual([]);
    expect(await list()).toEqual([team]);
  });

  it('are not found by a check either', async () => {
    const { id: teamId } = await create();
    expect(await workspace.teams.checkTeam({ teamId }, context())).toEqual({});
    await expect(workspace.teams.checkTeam({ teamId }, context(other))).rejects.toMatchObject(NOT_FOUND);
    await expect(workspace.teams.checkTeam({ teamId: UNKNOWN }, context())).rejects.toMatchObject(NOT_FOUND);
  });

  it('take only people with access to their own project', async () => {
    await expect(create({ members: [agent.user.id] }, other)).rejects.toMatchObject({
      fields: [{ field: 'members.0' }],
    });
  });

  it('answer 404 before a name that is wrong', async () => {
    const team = await create();
    await expect(update(team.id, { name: ' ' }, other)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('GetTeamsOfMember', () => {
  it('answers the teams of a person in one project, as they are now', async () => {
    const members = [agent.user.id];
    const teams = [await create({ members }), await create({ members: [owner.user.id, agent.user.id] })];
    await create({ members: [owner.user.id] });
    await join(workspace, agent, other, 'agent');
    await create({ members }, other);
    const ask = async (userId: string) => {
      const request = { projectId: project.id, userId };
      return (await workspace.teamMembership.getTeamsOfMember(request, context())).teamIds;
    };
    expect(await ask(agent.user.id)).toEqual(teams.map(({ id }) => id).sort());
    await update(present(teams[0]).id, { members: [] });
    expect(await ask(agent.user.id)).toEqual([teams[1]?.id]);
    expect(await ask(UNKNOWN)).toEqual([]);
  });
});

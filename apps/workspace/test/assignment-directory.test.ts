import { newId, type Sql } from '@parley/persistence';
import { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { findTeamAssignments } from '../src/directory/team-assignment.store';
import {
  makeContext,
  inProject,
  type Person,
  present,
  silentObserver,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let directory: Client<AssignmentDirectoryServiceDefinition>;
let owner: Person;
let project: Project;
let clock = () => new Date();
beforeAll(async () => {
  workspace = await startWorkspace({ clock: () => clock() });
  directory = createClient(
    AssignmentDirectoryServiceDefinition,
    createLocalCaller(workspace.implementations, silentObserver),
  );
  owner = await workspace.person({ name: 'Ada Lovelace' });
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
});
afterAll(() => workspace.stop());

const system = () => makeContext({ actor: { type: 'system', name: 'test' } });
const join = async (role = 'agent'): Promise<Person> => {
  const person = await workspace.person();
  await workspace.provisioning.provisionUser(
    { email: person.user.email, name: 'x', password: 'not used here', projectId: project.id, role },
    system(),
  );
  return person;
};
const createTeam = async (team: object = {}) => {
  const request = { name: 'Support', assignmentMethod: 'circular', members: [], ...team };
  return present((await workspace.teams.createTeam(request, inProject(owner.user, project))).team);
};
const ask = async (teamId: string, projectId = project.id) =>
  (await directory.getTeamAssignments({ teams: [{ projectId, teamId }] }, system())).teams;

describe('GetTeamAssignments', () => {
  it('answers the method, the switches and the members in their order', async () => {
    const [one, two] = [await join(), await join()];
    const members = [two.user.id, owner.user.id, one.user.id];
    const team = await createTeam({
      members,
      selectOnlyOnlineMembers: true,
      limitTicketAmount: true,
      ticketAmount: 7,
      countSnoozedTickets: true,
    });
    const [found] = await ask(team.id);
    expect(found).toMatchObject({
      projectId: project.id,
      teamId: team.id,
      method: 'circular',
      onlyAvailable: true,
      ticketLimit: 7,
      countsSnoozed: true,
    });
    expect(found?.members.map(({ member }) => member?.id)).toEqual(members);
    expect(found?.members[1]).toMatchObject({
      member: { id: owner.user.id, email: owner.user.email, firstName: 'Ada', lastName: 'Lovelace' },
      available: true,
    });
  });

  it('answers no limit unless it is switched on and has an amount', async () => {
    for (const limit of [{ ticketAmount: 7 }, { limitTicketAmount: true }, {}]) {
      const [found] = await ask((await createTeam(limit)).id);
      expect(found).toMatchObject({ onlyAvailable: false, countsSnoozed: false, members: [] });
      expect(found?.ticketLimit).toBeUndefined();
    }
  });

  describe('tells whether a team is closed by its opening hours now', () => {
    // 2 March 2026 is a Monday; 09:00 in Berlin is 08:00 in UTC.
    const hours = {
      enabled: true,
      timezone: 'Europe/Berlin',
      openingTimes: [{ day: 'monday', openingTime: '09:00', closingTime: '17:00' }],
    };
    const holidays = [{ date: '2026-03-02', name: 'Founders day' }];
    afterEach(() => {
      clock = () => new Date();
    });
    it.each<[string, object | undefined, string, boolean]>([
      ['open within an opening', hours, '2026-03-02T08:00:00Z', false],
      ['closed before one', hours, '2026-03-02T07:59:59Z', true],
      ['closed after one', hours, '2026-03-02T16:00:00Z', true],
      ['closed on a holiday', { ...hours, holidays }, '2026-03-02T10:00:00Z', true],
      ['open on the same day a week after it', { ...hours, holidays }, '2026-03-09T10:00:00Z', false],
      ['open with hours that are not enabled', { ...hours, enabled: false }, '2026-03-02T03:00:00Z', false],
      ['open when it is always online', { ...hours, alwaysOnline: true }, '2026-03-02T03:00:00Z', false],
      ['open without hours', undefined, '2026-03-02T03:00:00Z', false],
    ])('%s', async (_name, operatingHours, time, closed) => {
      const team = await createTeam(operatingHours ? { operatingHours } : {});
      clock = () => new Date(time);
      expect(await ask(team.id)).toMatchObject([{ teamId: team.id, closed }]);
    });
  });

  it('tells who is available in the project', async () => {
    const person = await join();
    const team = await createTeam({ members: [person.user.id] });
    const available = async () => (await ask(team.id))[0]?.members.map((member) => member.available);
    await workspace.users.updateCurrentUser({ available: false }, person.context);
    expect(await available()).toEqual([false]);
    await workspace.users.updateCurrentUser(
      { available: true, unavailableProjects: [newId()] },
      person.context,
    );
    expect(await available()).toEqual([true]);
    await workspace.users.updateCurrentUser({ unavailableProjects: [project.id] }, person.context);
    expect(await available()).toEqual([false]);
  });

  it('leaves out who lost the access, unknown teams and those of another project', async () => {
    const person = await join();
    const team = await createTeam({ members: [person.user.id, owner.user.id] });
    await workspace.database.db.query('DELETE FROM project_member WHERE user_id = $1', [person.user.id]);
    const [found] = await ask(team.id);
    expect(found?.members.map(({ member }) => member?.id)).toEqual([owner.user.id]);
    expect(await ask(newId())).toEqual([]);
    expect(await ask(team.id, newId())).toEqual([]);
  });

  it('takes 20 teams a call and refuses 21 with 400', async () => {
    const teams = Array.from({ length: 21 }, () => ({ projectId: project.id, teamId: newId() }));
    expect(await directory.getTeamAssignments({ teams: teams.slice(1) }, system())).toMatchObject({
      teams: [],
    });
    await expect(directory.getTeamAssignments({ teams }, system())).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'teams' }],
    });
  });

  it('asks one statement, which finds teams and members by their keys', async () => {
    await workspace.database.db.query(
      `INSERT INTO team (project_id, id, name) SELECT $1, 'many' || n, 'x' FROM generate_series(1, 5000) n`,
      [project.id],
    );
    await workspace.database.db.query(
      `INSERT INTO team_member (project_id, team_id, user_id, position)
       SELECT $1, 'many' || n, $2, 0 FROM generate_series(1, 5000) n`,
      [project.id, owner.user.id],
    );
    await workspace.database.db.query('ANALYZE');
    const plans: string[] = [];
    const explaining: Sql = {
      query: async (text, values) => {
        plans.push(
          JSON.stringify(await workspace.database.db.query(`EXPLAIN (FORMAT JSON) ${text}`, values)),
        );
        return [];
      },
    };
    await findTeamAssignments(explaining, [{ projectId: project.id, teamId: 'many7' }]);
    expect(plans).toHaveLength(1);
    expect(plans[0]).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"team(_member)?"/);
  });
});

describe('ListAccessibleProjects', () => {
  const list = async (userId: string) =>
    (await directory.listAccessibleProjects({ userId }, system())).projectIds;

  it('answers every project that a person can open, and none when the access is gone', async () => {
    const person = await join();
    expect(await list(person.user.id)).toEqual([project.id]);
    const own = present((await workspace.projects.createProject({ name: 'Own' }, person.context)).project);
    expect(await list(person.user.id)).toEqual([project.id, own.id]);
    await workspace.members.removeProjectMember({ userId: person.user.id }, inProject(owner.user, project));
    expect(await list(person.user.id)).toEqual([own.id]);
    expect(await list(newId())).toEqual([]);
  });

  it('answers those of an organisation that the person belongs to', async () => {
    const person = await workspace.person();
    await workspace.database.db.query(
      'INSERT INTO organisation_member (organisation_id, user_id, role) VALUES ($1, $2, $3)',
      [project.organisation, person.user.id, 'agent'],
    );
    expect(await list(person.user.id)).toEqual([project.id]);
  });
});

describe('What others keep of a team', () => {
  const listKept = async (teamId: string) => {
    const request = { projectId: project.id, teamIds: [teamId] };
    return (await workspace.directory.getTeams(request, system())).teams;
  };

  it('has its name and default service level', async () => {
    const { id } = await createTeam({ slaOptions: { defaultSla: 30 } });
    expect(await listKept(id)).toEqual([{ id, name: 'Support', defaultSla: 30, operatingHours: {} }]);
    const plain = await createTeam();
    expect((await listKept(plain.id))[0]?.defaultSla).toBeUndefined();
  });
});

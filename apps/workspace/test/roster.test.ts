import { newId } from '@parley/persistence';
import {
  type ProjectPerson,
  RosterServiceDefinition,
  type TeamSchedule,
} from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { MemberJoined, TeamUpdated } from '@parley/proto/generated/parley/workspace/v1/events';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { employ, listEvents, join, createProject, recordEvents } from './support/people';
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
let roster: Client<RosterServiceDefinition>;
let owner: Person;
let project: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  await recordEvents(workspace);
  roster = createClient(
    RosterServiceDefinition,
    createLocalCaller(workspace.implementations, silentObserver),
  );
});
beforeEach(async () => {
  owner = await workspace.person();
  project = await createProject(workspace, owner);
});
afterAll(() => workspace.stop());

const context = makeContext({ actor: { type: 'system', name: 'statistics' } });
const teams = async (projectId?: string): Promise<TeamSchedule[]> => {
  const all: TeamSchedule[] = [];
  for await (const part of roster.streamTeams({ projectId }, context)) {
    expect(part.teams.length).toBeLessThanOrEqual(500);
    all.push(...part.teams);
  }
  return all;
};
const people = async (projectId?: string): Promise<ProjectPerson[]> => {
  const all: ProjectPerson[] = [];
  for await (const part of roster.streamMembers({ projectId }, context)) {
    expect(part.members.length).toBeLessThanOrEqual(500);
    all.push(...part.members);
  }
  return all;
};
const toIds = (members: readonly ProjectPerson[]) => members.map(({ person }) => person?.user?.id);
const listJoined = async (person: Person) =>
  (await listEvents(workspace, person.user.id))
    .filter(({ subject }) => subject === 'workspace.v1.member.joined')
    .map(({ payload }) => MemberJoined.fromPartial(payload as object));

const hours = {
  enabled: true,
  timezone: 'Europe/Berlin',
  openingTimes: [{ day: 'monday', openingTime: '09:00', closingTime: '17:00' }],
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
};
const createTeam = async (operatingHours: object | undefined) =>
  present(
    (
      await workspace.teams.createTeam(
        { name: 'Support', assignmentMethod: 'manual', members: [], operatingHours },
        inProject(owner.user, project),
      )
    ).team,
  );

describe('StreamTeams', () => {
  it('answers every team with its hours and holidays, as the events of teams tell them', async () => {
    const [first, second] = [await createTeam(hours), await createTeam(undefined)];
    const streamed = await teams(project.id);
    expect(streamed).toEqual([
      {
        projectId: project.id,
        team: { id: first.id, name: 'Support' },
        operatingHours: hours,
        updatedAt: first.updatedAt,
      },
      { projectId: project.id, team: { id: second.id, name: 'Support' }, updatedAt: second.updatedAt },
    ]);
    for (const { team, operatingHours, updatedAt } of streamed) {
      const [event] = await listEvents(workspace, present(team).id);
      expect(TeamUpdated.fromPartial(event?.payload as object)).toEqual(
        TeamUpdated.fromPartial({ team: present(team), operatingHours, updatedAt }),
      );
    }
    const other = await createProject(workspace, owner);
    expect(await teams(other.id)).toEqual([]);
    expect((await teams()).filter(({ projectId }) => projectId === project.id)).toEqual(streamed);
  });

  it('answers more teams than go together, each once', async () => {
    await workspace.database.db.query(
      `INSERT INTO team (project_id, id, name) SELECT $1, lpad(to_hex(n), 24, '0'), 'Team ' || n
         FROM generate_series(1, 1001) n`,
      [project.id],
    );
    const ids = (await teams(project.id)).map(({ team }) => team?.id);
    expect(ids).toHaveLength(1001);
    expect(new Set(ids).size).toBe(1001);
  });
});

describe('StreamMembers', () => {
  it('answers the creator, direct members and people of the organisation, each once in every project', async () => {
    const [direct, employee] = [await workspace.person(), await workspace.person()];
    await join(workspace, direct, project, 'user');
    await employ(workspace, employee, project, 'user');
    await employ(workspace, direct, project, 'user');
    const second = await createProject(workspace, owner);
    const everybody = [owner, direct, employee].map(({ user }) => user.id).sort();
    expect(toIds(await people(project.id))).toEqual(everybody);
    expect(toIds(await people(second.id))).toEqual(everybody);
    const all = (await people()).filter(({ projectId }) => [project.id, second.id].includes(projectId));
    expect(all).toHaveLength(6);
    expect(await people(newId())).toEqual([]);
  });

  it('answers whether a person is available, and where not', async () => {
    await workspace.users.updateCurrentUser(
      { userId: 'me', available: false, unavailableProjects: [project.id] },
      owner.context,
    );
    expect(await people(project.id)).toEqual([
      {
        projectId: project.id,
        person: {
          user: expect.objectContaining({ id: owner.user.id, firstName: 'Ada', lastName: 'Lovelace' }),
          available: false,
          unavailableProjects: [project.id],
        },
      },
    ]);
  });

  it('answers more people than go together, each once', async () => {
    await workspace.database.db.query(
      `WITH made AS (
         INSERT INTO user_account (id, email, name)
           SELECT $1 || lpad(to_hex(n), 8, '0'), $1 || n || '@example.com', 'P' FROM generate_series(1, 1001) n
         RETURNING id)
       INSERT INTO project_member (project_id, user_id, role) SELECT $2, id, 'user' FROM made`,
      [newId().slice(0, 16), project.id],
    );
    const ids = toIds(await people(project.id));
    expect(ids).toHaveLength(1002);
    expect(new Set(ids).size).toBe(1002);
  });
});

describe('member.joined', () => {
  it('tells of the creator of a project and of the people of its organisation', async () => {
    const employee = await workspace.person();
    await employ(workspace, employee, project, 'user');
    const second = await createProject(workspace, owner);
    expect((await listJoined(owner)).map(({ projectId }) => projectId)).toEqual([project.id, second.id]);
    expect(await listJoined(employee)).toEqual([
      {
        projectId: second.id,
        userId: employee.user.id,
        person: (await people(second.id)).find(({ person }) => person?.user?.id === employee.user.id)?.person,
      },
    ]);
  });

  const findInvitation = async ({ user }: Person): Promise<string> => {
    const [row] = await workspace.database.db.query<{ id: string }>(
      'SELECT id FROM invitation WHERE email = $1',
      [user.email],
    );
    return present(row).id;
  };
  const answer = async (guest: Person, accept: boolean) =>
    workspace.invitations.answerInvitation(
      { invitationId: await findInvitation(guest), accept },
      guest.context,
    );

  it('tells of somebody who accepts an invitation to a project', async () => {
    const guest = await workspace.person();
    await workspace.invitations.inviteToProject(
      { emails: [guest.user.email] },
      inProject(owner.user, project),
    );
    await answer(guest, true);
    expect((await listJoined(guest)).map(({ projectId }) => projectId)).toEqual([project.id]);
  });

  it('tells of every project of the organisation that somebody joins, and of none when the invitation is declined', async () => {
    const guest = await workspace.person();
    const second = await createProject(workspace, owner);
    const invitation = { organisationId: project.organisation, emails: [guest.user.email] };
    await workspace.invitations.inviteToOrganisation(invitation, owner.context);
    await answer(guest, false);
    expect(await listJoined(guest)).toEqual([]);
    await workspace.invitations.inviteToOrganisation(invitation, owner.context);
    await answer(guest, true);
    expect((await listJoined(guest)).map(({ projectId }) => projectId)).toEqual([project.id, second.id]);
  });
});

describe('user.updated', () => {
  it('tells when availability changes, alone too', async () => {
    const updates = async () =>
      (await listEvents(workspace, owner.user.id)).filter(
        ({ subject }) => subject === 'workspace.v1.user.updated',
      );
    await workspace.users.updateCurrentUser({ userId: 'me', available: false }, owner.context);
    await workspace.users.updateCurrentUser(
      { userId: 'me', unavailableProjects: [project.id] },
      owner.context,
    );
    await workspace.users.updateCurrentUser({ userId: 'me', available: false }, owner.context);
    expect((await updates()).map(({ payload }) => payload)).toMatchObject([
      { available: false, unavailableProjects: [] },
      { available: false, unavailableProjects: [project.id] },
    ]);
  });
});

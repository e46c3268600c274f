import { MemberRemoved } from '@parley/proto/generated/parley/workspace/v1/events';
import type { ProjectMember } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { Team } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { employ, listEvents, join, createProject, recordEvents, UNKNOWN } from './support/people';
import {
  anonymous,
  freshEmail,
  inProject,
  type Person,
  present,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let admin: Person;
let agent: Person;
let employee: Person;
let project: Project;
let other: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  await recordEvents(workspace);
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  owner = await workspace.person({ name: 'Ada Lovelace' });
  admin = await workspace.person();
  agent = await workspace.person({ name: 'Grace' });
  employee = await workspace.person();
  project = await createProject(workspace, owner);
  other = await createProject(workspace, owner);
  await join(workspace, admin, project, 'admin');
  await join(workspace, agent, project, 'agent');
  await employ(workspace, employee, project, 'user');
});

const list = async (where = project): Promise<ProjectMember[]> =>
  (await workspace.members.listProjectMembers({}, inProject(owner.user, where))).members;
const setRole = (by: Person, { user }: Pick<Person, 'user'>, role: string, where = project) =>
  workspace.members.updateProjectMemberRole({ userId: user.id, role }, inProject(by.user, where));
const remove = (by: Person, { user }: Pick<Person, 'user'>, where = project) =>
  workspace.members.removeProjectMember({ userId: user.id }, inProject(by.user, where));
const findRole = async ({ user }: Person): Promise<string> =>
  (await workspace.directory.resolveAccess({ userId: user.id, projectId: project.id }, anonymous())).role;
const team = async (members: Person[], where = project): Promise<Team> =>
  present(
    (
      await workspace.teams.createTeam(
        { name: 'Team', assignmentMethod: 'manual', members: members.map(({ user }) => user.id) },
        inProject(owner.user, where),
      )
    ).team,
  );
const NOT_FOUND = { kind: 'notFound', reason: 'MEMBER_NOT_FOUND' };
const ghost = (id: string): Pick<Person, 'user'> => ({ user: { ...owner.user, id } });

describe('ListProjectMembers', () => {
  it('lists creator, direct members and the organisation’s with type and role, without service accounts', async () => {
    await workspace.serviceAccounts.createServiceAccount({ name: 'Orders' }, inProject(owner.user, project));
    const members = await list();
    expect(members.map(({ id, type, role }) => [id, type, role])).toEqual([
      [owner.user.id, 'project', 'admin'],
      [admin.user.id, 'project', 'admin'],
      [agent.user.id, 'project', 'agent'],
      [employee.user.id, 'organisation', 'user'],
    ]);
  });

  it('answers rows of ids, address, names, picture, type, role and age and nothing else', async () => {
    await workspace.users.updateCurrentUser({ profileImageUrl: 'https://x.y/ada.png' }, owner.context);
    const [row] = await list();
    expect(row).toEqual({
      id: owner.user.id,
      _id: owner.user.id,
      email: owner.user.email,
      name: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: 'https://x.y/ada.png',
      type: 'project',
      role: 'admin',
      createdAt: owner.user.createdAt,
    });
    const grace = (await list()).find(({ id }) => id === agent.user.id);
    expect(grace).toMatchObject({ name: 'Grace', firstName: 'Grace' });
    expect(grace?.lastName).toBeUndefined();
  });

  it('lists a person with an own role and one in the organisation once, as a direct member', async () => {
    await employ(workspace, agent, project, 'admin');
    expect((await list()).filter(({ id }) => id === agent.user.id)).toMatchObject([
      { type: 'project', role: 'agent' },
    ]);
  });

  it('filters by address, whichever way its domain is written', async () => {
    const lin = await workspace.person({
      email: `Lin.${freshEmail()}`.replace('example.com', 'Müller.example.'),
    });
    await join(workspace, lin, project, 'agent');
    const local = lin.user.email.slice(0, lin.user.email.indexOf('@'));
    const filtered = async (values: string[], operator = 'eq') =>
      (
        await workspace.members.listProjectMembers(
          { filter: [{ field: 'email', operator, values }] },
          inProject(owner.user, project),
        )
      ).members.map(({ id }) => id);
    for (const domain of [
      'Müller.example',
      'MÜLLER.EXAMPLE.',
      'xn--mller-kva.example',
      'XN--MLLER-KVA.example.',
    ]) {
      expect(await filtered([`${local}@${domain}`])).toEqual([lin.user.id]);
      expect(await filtered([agent.user.email.toUpperCase(), ` ${local}@${domain} `])).toEqual([
        agent.user.id,
        lin.user.id,
      ]);
      expect(await filtered([`${local}@${domain}`], 'ne')).not.toContain(lin.user.id);
    }
    expect(await filtered([`${local}@muller.example`])).toEqual([]);
  });

  it('lists nobody of another project', async () => {
    expect((await list(other)).map(({ id }) => id)).toEqual(
      [owner.user.id, employee.user.id].filter(Boolean),
    );
  });
});

describe('UpdateProjectMemberRole', () => {
  it('changes the role of a direct member for the creator and for an admin, and answers true', async () => {
    expect(await setRole(owner, agent, 'user')).toEqual({ updated: true });
    expect(await findRole(agent)).toBe('user');
    expect(await setRole(admin, agent, 'admin')).toEqual({ updated: true });
    expect(await findRole(agent)).toBe('admin');
  });

  it('answers 403 own_role for the own role, the creator’s too', async () => {
    const OWN_ROLE = { kind: 'forbidden', reason: 'OWN_ROLE' };
    await expect(setRole(admin, admin, 'agent')).rejects.toMatchObject(OWN_ROLE);
    await expect(setRole(owner, owner, 'agent')).rejects.toMatchObject(OWN_ROLE);
    expect([await findRole(admin), await findRole(owner)]).toEqual(['admin', 'admin']);
  });

  it('answers 403 for the creator, who has a direct membership or not', async () => {
    const CREATOR = { kind: 'forbidden', reason: 'CREATOR_ROLE' };
    await expect(setRole(admin, owner, 'agent')).rejects.toMatchObject(CREATOR);
    await join(workspace, owner, project, 'user');
    await expect(setRole(admin, owner, 'agent')).rejects.toMatchObject(CREATOR);
    expect(await findRole(owner)).toBe('admin');
  });

  it('answers 404 for those who are no direct members: the organisation’s, strangers, nobody', async () => {
    const stranger = await workspace.person();
    for (const person of [employee, stranger, ghost(UNKNOWN), ghost('x')]) {
      await expect(setRole(owner, person, 'agent')).rejects.toMatchObject(NOT_FOUND);
    }
    expect(await findRole(employee)).toBe('user');
  });

  it('refuses a role that is none', async () => {
    await expect(setRole(owner, agent, 'owner')).rejects.toMatchObject({ fields: [{ field: 'role' }] });
    expect(await findRole(agent)).toBe('agent');
  });

  it('does not reach members of another project', async () => {
    await expect(setRole(owner, agent, 'admin', other)).rejects.toMatchObject(NOT_FOUND);
    expect(await findRole(agent)).toBe('agent');
  });
});

describe('RemoveProjectMember', () => {
  it('takes the person out of the project and of all its teams, and answers true; the account stays', async () => {
    const teams = [await team([agent, owner]), await team([agent])];
    expect(await remove(admin, agent)).toEqual({ removed: true });
    await expect(findRole(agent)).rejects.toMatchObject({ reason: 'PROJECT_FORBIDDEN' });
    const left = (await workspace.teams.listTeams({}, inProject(owner.user, project))).teams;
    expect(left).toEqual([
      { ...teams[0], members: [owner.user.id] },
      { ...teams[1], members: [] },
    ]);
    expect((await workspace.users.getCurrentUser({}, agent.context)).user?.id).toBe(agent.user.id);
  });

  it('leaves the teams of other projects alone', async () => {
    await join(workspace, agent, other, 'agent');
    const elsewhere = await team([agent], other);
    await remove(owner, agent);
    expect((await workspace.teams.listTeams({}, inProject(owner.user, other))).teams).toEqual([elsewhere]);
  });

  it('answers 404 for those who are no direct members, and keeps them in their teams', async () => {
    const kept = await team([employee]);
    const stranger = await workspace.person();
    for (const person of [employee, stranger, ghost(UNKNOWN), ghost('x')]) {
      await expect(remove(owner, person)).rejects.toMatchObject(NOT_FOUND);
    }
    expect((await workspace.teams.listTeams({}, inProject(owner.user, project))).teams).toEqual([kept]);
    await remove(owner, agent);
    await expect(remove(owner, agent)).rejects.toMatchObject(NOT_FOUND);
  });

  it('answers 403 for the creator', async () => {
    await join(workspace, owner, project, 'user');
    await expect(remove(admin, owner)).rejects.toMatchObject({ kind: 'forbidden', reason: 'CREATOR_ROLE' });
    expect(await findRole(owner)).toBe('admin');
  });

  it('leaves a person of the organisation with the role there', async () => {
    await employ(workspace, agent, project, 'user');
    await remove(owner, agent);
    expect(await findRole(agent)).toBe('user');
  });

  it('does not reach members of another project', async () => {
    await expect(remove(owner, agent, other)).rejects.toMatchObject(NOT_FOUND);
    expect(await findRole(agent)).toBe('agent');
  });

  it('tells others by an event', async () => {
    await remove(owner, agent);
    const event = (await listEvents(workspace, agent.user.id)).at(-1);
    expect(event).toMatchObject({ subject: 'workspace.v1.member.removed', projectId: project.id });
    expect(MemberRemoved.fromPartial(event?.payload as object)).toEqual({
      projectId: project.id,
      userId: agent.user.id,
    });
  });

  it('lets no team keep a person who is removed while the team takes the person in', async () => {
    const { id: teamId } = await team([]);
    for (let round = 0; round < 5; round += 1) {
      await join(workspace, agent, project, 'agent');
      await Promise.allSettled([
        workspace.teams.updateTeam({ teamId, members: [agent.user.id] }, inProject(owner.user, project)),
        remove(owner, agent),
      ]);
      const [row] = (await workspace.teams.listTeams({}, inProject(owner.user, project))).teams;
      expect(row?.members).toEqual([]);
    }
  });
});

describe('CheckProjectMember', () => {
  it('finds the creator and direct members of the project and nobody else', async () => {
    const check = ({ user }: Person, where = project) =>
      workspace.members.checkProjectMember({ userId: user.id }, inProject(owner.user, where));
    expect(await check(owner)).toEqual({});
    expect(await check(agent)).toEqual({});
    await expect(check(employee)).rejects.toMatchObject(NOT_FOUND);
    await expect(check(agent, other)).rejects.toMatchObject(NOT_FOUND);
  });
});

import { newId } from '@parley/persistence';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { makeContext, type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let project: Project;
let other: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  owner = await workspace.person();
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
  const elsewhere = await workspace.person();
  other = present((await workspace.projects.createProject({ name: 'Other' }, elsewhere.context)).project);
});
afterAll(() => workspace.stop());

const UNKNOWN = '0123456789abcdef01234567';
const system = () => makeContext({ actor: { type: 'system', name: 'test' } });
const access = (userId: string, projectId: string) =>
  workspace.directory.resolveAccess({ userId, projectId }, system());
const settings = async (projectId: string) =>
  present((await workspace.directory.getProjectSettings({ projectId }, system())).settings);
const joined = async (projectId: string, role: string): Promise<Person> => {
  const person = await workspace.person();
  await workspace.provisioning.provisionUser(
    { email: person.user.email, name: 'x', password: 'not used here', projectId, role },
    system(),
  );
  return person;
};
const employed = async (role: string): Promise<Person> => {
  const person = await workspace.person();
  await workspace.database.db.query(
    'INSERT INTO organisation_member (organisation_id, user_id, role) VALUES ($1, $2, $3)',
    [project.organisation, person.user.id, role],
  );
  return person;
};

describe('ResolveAccess', () => {
  it('answers organisation, effective role and request limit', async () => {
    const organisationId = project.organisation;
    expect(await access(owner.user.id, project.id)).toEqual({
      organisationId,
      role: 'admin',
      requestLimitPerMinute: 0,
    });
    expect(await access((await joined(project.id, 'agent')).user.id, project.id)).toMatchObject({
      organisationId,
      role: 'agent',
    });
    expect(await access((await employed('user')).user.id, project.id)).toMatchObject({ role: 'user' });
  });

  it('answers a stranger, an unknown project and an unknown user alike: 403', async () => {
    const calls = [
      access(owner.user.id, other.id),
      access(owner.user.id, UNKNOWN),
      access(UNKNOWN, project.id),
    ];
    const failures = await Promise.all(calls.map((call) => call.catch((error: Error) => error)));
    expect(failures[0]).toMatchObject({ kind: 'forbidden', reason: 'PROJECT_FORBIDDEN' });
    for (const failure of failures) expect(failure).toEqual(failures[0]);
  });

  it('follows a removal at once', async () => {
    const person = await joined(project.id, 'user');
    await access(person.user.id, project.id);
    await workspace.database.db.query('DELETE FROM project_member WHERE user_id = $1', [person.user.id]);
    await expect(access(person.user.id, project.id)).rejects.toMatchObject({ reason: 'PROJECT_FORBIDDEN' });
  });
});

describe('ResolveAccount', () => {
  it('tells confirmed from unconfirmed, and refuses an unknown one: 401', async () => {
    const { users, directory } = workspace;
    const { user } = await users.signUp(
      { email: 'new@example.com', name: 'New', challengeToken: 'solved' },
      makeContext({ actor: { type: 'anonymous' } }),
    );
    expect(await directory.resolveAccount({ userId: owner.user.id }, system())).toEqual({
      confirmed: true,
      tokensSince: 0,
    });
    expect(await directory.resolveAccount({ userId: present(user).id }, system())).toEqual({
      confirmed: false,
      tokensSince: 0,
    });
    await expect(directory.resolveAccount({ userId: UNKNOWN }, system())).rejects.toMatchObject({
      kind: 'unauthenticated',
      reason: 'INVALID_TOKEN',
    });
  });
});

describe('GetProjectSettings and ResolveProjectKey', () => {
  it('answer the settings that other services act on, the session secret opened', async () => {
    await workspace.projects.updateProject(
      {
        projectId: project.id,
        defaultLanguage: 'de',
        allowedDomains: ['shop.example'],
        features: { beta: true, gamma: false },
        identityVerification: true,
        requestLimitPerMinute: 9,
        languages: ['de', 'pt-BR'],
        helpcenter: { slug: 'shop', links: [{ title: 'Home', url: 'https://shop.example' }] },
        widget: { side: 'left' },
      },
      owner.context,
    );
    const expected = {
      id: project.id,
      organisationId: project.organisation,
      name: 'Web shop',
      defaultLanguage: 'de',
      sessionSecret: project.sessionSecret,
      acceptedSessionSecrets: [],
      allowedDomains: ['shop.example'],
      identityVerification: true,
      requestLimitPerMinute: 9,
      features: ['contactMemory', 'beta'],
      languages: ['de', 'pt-BR'],
      apiToken: project.apiToken,
      helpcenter: { slug: 'shop', links: [{ title: 'Home', url: 'https://shop.example' }] },
      isClosed: false,
      widget: { side: 'left' },
    };
    expect(await settings(project.id)).toEqual(expected);
    expect(
      (await workspace.directory.resolveProjectKey({ apiToken: project.apiToken }, system())).settings,
    ).toEqual(expected);
  });

  it('leave out contactMemory once it is switched off', async () => {
    const features = { contactMemory: false, beta: null, gamma: null };
    await workspace.projects.updateProject({ projectId: project.id, features }, owner.context);
    expect((await settings(project.id)).features).toEqual([]);
  });

  it('answer 404 for an unknown project and 401 for an unknown key', async () => {
    await expect(settings(UNKNOWN)).rejects.toMatchObject({ kind: 'notFound', reason: 'PROJECT_NOT_FOUND' });
    await expect(
      workspace.directory.resolveProjectKey({ apiToken: 'pk_unknown' }, system()),
    ).rejects.toMatchObject({ kind: 'unauthenticated', reason: 'INVALID_SESSION' });
  });
});

describe('GetMembers', () => {
  it('answers creator, direct and organisation members once each, and leaves out everyone else', async () => {
    const [direct, employee, both] = [
      await joined(project.id, 'agent'),
      await employed('user'),
      await joined(project.id, 'agent'),
    ];
    await workspace.database.db.query(
      `INSERT INTO organisation_member (organisation_id, user_id, role) VALUES ($1, $2, 'user')`,
      [project.organisation, both.user.id],
    );
    const elsewhere = await joined(other.id, 'admin');
    const asked = [both, employee, direct, owner, elsewhere].map(({ user }) => user.id);
    const { members } = await workspace.directory.getMembers(
      { projectId: project.id, userIds: [...asked, UNKNOWN, 'no id'] },
      system(),
    );
    expect(members.map(({ id }) => id)).toEqual([owner, direct, employee, both].map(({ user }) => user.id));
    expect(members[0]).toEqual({
      id: owner.user.id,
      email: owner.user.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      userType: 'default',
    });
  });

  it('answers none without ids, and takes 500 but not 501', async () => {
    const ask = (count: number) =>
      workspace.directory.getMembers(
        { projectId: project.id, userIds: Array<string>(count).fill(owner.user.id) },
        system(),
      );
    expect(await ask(0)).toEqual({ members: [] });
    expect((await ask(500)).members).toHaveLength(1);
    await expect(ask(501)).rejects.toMatchObject({ kind: 'invalid', fields: [{ field: 'userIds' }] });
  });
});

describe('GetTeams', () => {
  it('answers when a team works as it is kept; nothing in it for one without operating hours', async () => {
    const operatingHours = { enabled: true, timezone: 'Europe/Berlin', holidays: [{ date: '2026-03-02' }] };
    const [working, without] = [newId(), newId()];
    await workspace.database.db.query(
      `INSERT INTO team (project_id, id, name, operating_hours) VALUES ($1, $2, 'x', $3), ($1, $4, 'x', NULL)`,
      [project.id, working, JSON.stringify(operatingHours), without],
    );
    const teamIds = [working, without];
    const { teams } = await workspace.directory.getTeams({ projectId: project.id, teamIds }, system());
    expect(new Map(teams.map((team) => [team.id, team.operatingHours]))).toEqual(
      new Map<string, object>([
        [working, operatingHours],
        [without, {}],
      ]),
    );
  });

  it('answers the project’s teams among the ids, of which it takes 500 but not 501', async () => {
    const [mine, theirs] = [newId(), newId()];
    await workspace.database.db.query(
      `INSERT INTO team (project_id, id, name) VALUES ($1, $2, 'Mine'), ($3, $4, 'Theirs')`,
      [project.id, mine, other.id, theirs],
    );
    const ask = (teamIds: string[]) =>
      workspace.directory.getTeams({ projectId: project.id, teamIds }, system());
    expect(await ask([theirs, mine, UNKNOWN])).toEqual({
      teams: [{ id: mine, name: 'Mine', operatingHours: {} }],
    });
    expect((await ask(Array<string>(500).fill(mine))).teams).toHaveLength(1);
    await expect(ask(Array<string>(501).fill(mine))).rejects.toMatchObject({ kind: 'invalid' });
  });
});

import type { Role } from '@parley/auth';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { makeContext, type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());

const UNKNOWN = '0123456789abcdef01234567';
const organise = async ({ context }: Person, name = 'Engines') =>
  present((await workspace.organisations.createOrganisation({ name }, context)).organisation);
const create = async ({ context }: Person, request: object = {}): Promise<Project> =>
  present((await workspace.projects.createProject({ name: 'Web shop', ...request }, context)).project);
const get = async ({ context }: Person, projectId: string): Promise<Project> =>
  present((await workspace.projects.getProject({ projectId }, context)).project);
const list = async ({ context }: Person): Promise<Project[]> =>
  (await workspace.projects.listProjects({}, context)).projects;
const employ = (person: Person, organisation: string, role: Role) =>
  workspace.database.db.query(
    'INSERT INTO organisation_member (organisation_id, user_id, role) VALUES ($1, $2, $3)',
    [organisation, person.user.id, role],
  );
const join = (person: Person, projectId: string, role: Role) =>
  workspace.provisioning.provisionUser(
    { email: person.user.email, name: 'x', password: 'not used here', projectId, role },
    makeContext({ actor: { type: 'system', name: 'test' } }),
  );

describe('organisations', () => {
  it('are created with the caller as admin and listed oldest first', async () => {
    const person = await workspace.person();
    const first = await organise(person, ' Engines ');
    const second = await organise(person, 'Looms');
    expect(first).toMatchObject({ _id: first.id, name: 'Engines', role: 'admin' });
    expect((await workspace.organisations.listOrganisations({}, person.context)).organisations).toEqual([
      first,
      second,
    ]);
  });

  it('are listed for their members only, with the member’s role', async () => {
    const [owner, member, stranger] = [
      await workspace.person(),
      await workspace.person(),
      await workspace.person(),
    ];
    const { id } = await organise(owner);
    await employ(member, id, 'agent');
    const listed = async ({ context }: Person) =>
      (await workspace.organisations.listOrganisations({}, context)).organisations;
    expect(await listed(member)).toMatchObject([{ id, role: 'agent' }]);
    expect(await listed(stranger)).toEqual([]);
  });

  it('need a name that is not blank', async () => {
    await expect(organise(await workspace.person(), ' ')).rejects.toMatchObject({
      fields: [{ field: 'name' }],
    });
  });
});

describe('CreateProject', () => {
  it('answers the project with its defaults; its creator is admin', async () => {
    const person = await workspace.person();
    const organisation = (await organise(person)).id;
    const project = await create(person, { name: ' Web shop ', organisation });
    expect(project).toMatchObject({
      _id: project.id,
      name: 'Web shop',
      organisation,
      role: 'admin',
      defaultLanguage: 'en',
      languages: ['en'],
      allowedDomains: [],
      features: { contactMemory: true },
      integrations: {},
      identityVerification: true,
      ticketStatuses: ['OPEN', 'INPROGRESS', 'DONE', 'SNOOZED'],
      ticketTypes: ['BUG', 'FEATURE_REQUEST', 'INQUIRY', 'CRASH', 'SURVEY', 'BOT'],
      createdBy: person.user.id,
    });
    expect(project.apiToken).toMatch(/^pk_[\w-]{32}$/);
    expect(project.sessionSecret).toMatch(/^[\w-]{43}$/);
    expect(project.helpcenter).toBeUndefined();
    expect(project.requestLimitPerMinute).toBeUndefined();
    expect(await get(person, project.id)).toEqual(project);
  });

  it('stores the session secret sealed', async () => {
    const project = await create(await workspace.person());
    const [row] = await workspace.database.db.query<{ all: string }>(
      'SELECT p::text AS all FROM project p WHERE id = $1',
      [project.id],
    );
    expect(row?.all).not.toContain(project.sessionSecret);
  });

  it('uses the caller’s first organisation when none is named', async () => {
    const person = await workspace.person();
    const first = await organise(person);
    await organise(person);
    expect((await create(person)).organisation).toBe(first.id);
  });

  it('creates one organisation, named after the person, for two first projects at once', async () => {
    const person = await workspace.person({ name: 'Grace Hopper' });
    const [a, b] = await Promise.all([create(person), create(person)]);
    expect(a.organisation).toBe(b.organisation);
    expect((await workspace.organisations.listOrganisations({}, person.context)).organisations).toMatchObject(
      [{ id: a.organisation, name: "Grace Hopper's organisation", role: 'admin' }],
    );
  });

  it('answers 404 for an unknown and for a foreign organisation alike, and creates nothing', async () => {
    const [owner, stranger] = [await workspace.person(), await workspace.person()];
    const foreign = (await organise(owner)).id;
    for (const organisation of [foreign, UNKNOWN]) {
      await expect(create(stranger, { organisation })).rejects.toMatchObject({
        kind: 'notFound',
        reason: 'ORGANISATION_NOT_FOUND',
      });
    }
    expect(await list(stranger)).toEqual([]);
    expect(await list(owner)).toEqual([]);
  });

  it.each(['user', 'agent'] as const)(
    'answers 403 to a member of the organisation with role %s',
    async (role) => {
      const [owner, member] = [await workspace.person(), await workspace.person()];
      const organisation = (await organise(owner)).id;
      await employ(member, organisation, role);
      const DENIED = {
        kind: 'forbidden',
        reason: 'PERMISSION_DENIED',
        meta: { permission: 'PROJECT_CREATE' },
      };
      await expect(create(member, { organisation })).rejects.toMatchObject(DENIED);
      await expect(create(member)).rejects.toMatchObject(DENIED);
    },
  );

  it('answers 403 to someone who is in a project of the organisation but not in the organisation', async () => {
    const [owner, guest] = [await workspace.person(), await workspace.person()];
    const project = await create(owner);
    await join(guest, project.id, 'admin');
    await expect(create(guest, { organisation: project.organisation })).rejects.toMatchObject({
      reason: 'PERMISSION_DENIED',
    });
  });
});

describe('the role in a project', () => {
  it('is admin for the creator, else the own one in the project, else the organisation’s', async () => {
    const [owner, both, organisationOnly] = [
      await workspace.person(),
      await workspace.person(),
      await workspace.person(),
    ];
    const project = await create(owner);
    await employ(both, project.organisation, 'user');
    await employ(organisationOnly, project.organisation, 'agent');
    await join(both, project.id, 'agent');
    await join(owner, project.id, 'agent');
    expect((await get(owner, project.id)).role).toBe('admin');
    expect((await get(both, project.id)).role).toBe('agent');
    expect((await get(organisationOnly, project.id)).role).toBe('agent');
    await join(both, project.id, 'admin');
    expect((await get(both, project.id)).role).toBe('admin');
  });

  it.each([
    ['admin', true],
    ['user', false],
    ['agent', false],
  ] as const)('shows the session secret to %s: %s', async (role, shown) => {
    const [owner, member] = [await workspace.person(), await workspace.person()];
    const project = await create(owner);
    await join(member, project.id, role);
    expect((await get(member, project.id)).sessionSecret).toBe(shown ? project.sessionSecret : undefined);
    expect((await list(member))[0]?.sessionSecret).toBe(shown ? project.sessionSecret : undefined);
  });
});

describe('ListProjects', () => {
  it('lists created, joined and organisation projects once each, oldest first', async () => {
    const [owner, member] = [await workspace.person(), await workspace.person()];
    const inOrganisation = await create(owner);
    const direct = await create(await workspace.person());
    const own = await create(member);
    await create(await workspace.person());
    await employ(member, inOrganisation.organisation, 'user');
    await join(member, inOrganisation.id, 'agent');
    await join(member, direct.id, 'user');
    expect((await list(member)).map(({ id, role }) => [id, role])).toEqual([
      [inOrganisation.id, 'agent'],
      [direct.id, 'user'],
      [own.id, 'admin'],
    ]);
  });
});

describe('GetProject', () => {
  it('answers a stranger and an unknown id alike: 403', async () => {
    const [owner, stranger] = [await workspace.person(), await workspace.person()];
    const { id } = await create(owner);
    const failures = await Promise.all(
      [get(stranger, id), get(stranger, UNKNOWN)].map((call) => call.catch((error: Error) => error)),
    );
    expect(failures[0]).toMatchObject({ kind: 'forbidden', reason: 'PROJECT_FORBIDDEN' });
    expect(failures[1]).toEqual(failures[0]);
  });
});

import { type Role, rolePermissions } from '@parley/auth';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import {
  asUser,
  makeContext,
  type Person,
  present,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let project: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  owner = await workspace.person();
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
});
afterAll(() => workspace.stop());

const UNKNOWN = '0123456789abcdef01234567';
const permissions = (person: Person, where: { organisationId?: string; projectId?: string } = {}) =>
  workspace.users.getMyPermissions(
    where.organisationId === undefined ? {} : { organisationId: where.organisationId },
    asUser(person.user, where.projectId === undefined ? {} : { projectId: where.projectId }),
  );
const member = async (role: Role): Promise<Person> => {
  const person = await workspace.person();
  await workspace.provisioning.provisionUser(
    { email: person.user.email, name: 'x', password: 'not used here', projectId: project.id, role },
    makeContext({ actor: { type: 'system', name: 'test' } }),
  );
  return person;
};
const employee = async (role: Role): Promise<Person> => {
  const person = await workspace.person();
  await workspace.database.db.query(
    'INSERT INTO organisation_member (organisation_id, user_id, role) VALUES ($1, $2, $3)',
    [project.organisation, person.user.id, role],
  );
  return person;
};

describe('GetMyPermissions', () => {
  it('answers an agent FIND on all 22 resources and the rest of its 38 permissions, one by one', async () => {
    const answer = await permissions(await member('agent'), { projectId: project.id });
    expect(answer).toEqual({ permissions: rolePermissions.agent, roles: ['agent'] });
    expect(answer.permissions.filter((name) => name.endsWith('_FIND'))).toHaveLength(22);
    expect(answer.permissions).toHaveLength(38);
  });

  it('answers a service account for its own project, and its document without an address', async () => {
    const admin = asUser(owner.user, {
      projectId: project.id,
      organisationId: project.organisation,
      role: 'admin',
    });
    const { serviceAccount } = await workspace.serviceAccounts.createServiceAccount(
      { name: 'Connector' },
      admin,
    );
    const { id, name } = present(serviceAccount);
    const program = makeContext({
      actor: { type: 'service', id, name },
      projectId: project.id,
      organisationId: project.organisation,
      role: 'user',
    });
    const expected = { permissions: rolePermissions.user, roles: ['user'] };
    expect(await workspace.users.getMyPermissions({}, program)).toEqual(expected);
    const { organisation } = project;
    expect(await workspace.users.getMyPermissions({ organisationId: organisation }, program)).toEqual(
      expected,
    );
    await expect(
      workspace.users.getMyPermissions({ organisationId: UNKNOWN }, program),
    ).rejects.toMatchObject({
      reason: 'ORGANISATION_NOT_FOUND',
    });
    const user = present((await workspace.users.getCurrentUser({}, program)).user);
    expect(user).toMatchObject({
      id,
      _id: id,
      name: 'Connector',
      userType: 'service_account',
      project: project.id,
      confirmed: true,
    });
    expect(user.email).toBeUndefined();
  });

  it('prefers the organisation of the query to the project of the header', async () => {
    const person = await employee('agent');
    const own = present((await workspace.projects.createProject({ name: 'Own' }, owner.context)).project);
    expect(
      await permissions(person, { organisationId: project.organisation, projectId: UNKNOWN }),
    ).toMatchObject({
      roles: ['agent'],
    });
    expect(await permissions(owner, { organisationId: project.organisation, projectId: own.id })).toEqual({
      permissions: rolePermissions.admin,
      roles: ['admin'],
    });
  });

  it('takes the role in the project of the header: its creator’s, the own one, or the organisation’s', async () => {
    expect((await permissions(owner, { projectId: project.id })).roles).toEqual(['admin']);
    expect((await permissions(await member('user'), { projectId: project.id })).roles).toEqual(['user']);
    expect((await permissions(await employee('agent'), { projectId: project.id })).roles).toEqual(['agent']);
  });

  it('takes the caller’s first organisation without either', async () => {
    const person = await employee('user');
    await workspace.organisations.createOrganisation({ name: 'Second' }, person.context);
    expect((await permissions(person)).roles).toEqual(['user']);
  });

  it.each([
    ['a foreign organisation', () => ({ organisationId: project.organisation }), 'ORGANISATION_NOT_FOUND'],
    ['an unknown organisation', () => ({ organisationId: UNKNOWN }), 'ORGANISATION_NOT_FOUND'],
    ['a foreign project', () => ({ projectId: project.id }), 'PROJECT_NOT_FOUND'],
    ['an unknown project', () => ({ projectId: UNKNOWN }), 'PROJECT_NOT_FOUND'],
    ['no organisation at all', () => ({}), 'ORGANISATION_NOT_FOUND'],
  ])('answers 404 for %s', async (_what, where, reason) => {
    await expect(permissions(await workspace.person(), where())).rejects.toMatchObject({
      kind: 'notFound',
      reason,
    });
  });

  it('answers 404 role_not_found in an organisation that is known by a project only', async () => {
    await expect(
      permissions(await member('user'), { organisationId: project.organisation }),
    ).rejects.toMatchObject({ kind: 'notFound', reason: 'ROLE_NOT_FOUND' });
  });
});

import type { Role } from '@parley/auth';
import type { Organisation } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { employ, join, createProject, UNKNOWN } from './support/people';
import {
  makeContext,
  freshEmail,
  inProject,
  type Person,
  present,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let project: Project;
let organisation: Pick<Organisation, 'id'>;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  owner = await workspace.person({ name: 'Ada Lovelace' });
  project = await createProject(workspace, owner);
  organisation = { id: project.organisation };
});

const invite = async (emails: string[], by = owner, role: Role = 'admin'): Promise<string[]> =>
  (await workspace.invitations.inviteToProject({ emails }, inProject(by.user, project, role))).skipped;
const inviteToOrganisation = async (emails: string[], by = owner): Promise<string[]> =>
  (await workspace.invitations.inviteToOrganisation({ organisationId: organisation.id, emails }, by.context))
    .skipped;
const listed = async (where = project) =>
  (await workspace.invitations.listProjectInvitations({}, inProject(owner.user, where))).invitations;
const listedByOrganisation = async (by = owner) =>
  (await workspace.invitations.listOrganisationInvitations({ organisationId: organisation.id }, by.context))
    .invitations;
const mine = async ({ context }: Person) =>
  (await workspace.invitations.listMyInvitations({}, context)).invitations;
const member = async (role: Role): Promise<Person> => {
  const person = await workspace.person();
  await join(workspace, person, project, role);
  return person;
};
const NOT_FOUND = { kind: 'notFound', reason: 'INVITATION_NOT_FOUND' };

describe('ListMyInvitations', () => {
  it('lists those to the caller’s address, newest first, expired ones left out', async () => {
    const [invited, other] = [await workspace.person(), await createProject(workspace, owner)];
    await invite([invited.user.email, freshEmail()]);
    await inviteToOrganisation([invited.user.email]);
    await workspace.invitations.inviteToProject(
      { emails: [invited.user.email] },
      inProject(owner.user, other),
    );
    await workspace.database.db.query('UPDATE invitation SET expires_at = now() WHERE target_id = $1', [
      other.id,
    ]);
    expect(await mine(invited)).toMatchObject([
      { type: 'organisation' },
      { type: 'project', project: project.id },
    ]);
    expect(await mine(owner)).toEqual([]);
  });

  it('lists none to someone who has not proved the address', async () => {
    const email = freshEmail();
    await invite([email]);
    const { user } = await workspace.users.signUp(
      { email, name: 'Eve', challengeToken: 'solved' },
      makeContext({ actor: { type: 'anonymous' } }),
    );
    const { id } = present(user);
    expect(
      await workspace.invitations.listMyInvitations(
        {},
        makeContext({ actor: { type: 'user', id, email, confirmed: false } }),
      ),
    ).toEqual({ invitations: [] });
  });
});

describe('an address in another spelling', () => {
  it('is invited once and found by filters of all lists of invitations', async () => {
    const invited = await workspace.person({
      email: freshEmail('lin').replace('example.com', 'müller.example'),
    });
    const [local] = invited.user.email.split('@');
    const domains = ['Müller.example', 'MÜLLER.EXAMPLE.', 'xn--mller-kva.example', 'XN--MLLER-KVA.example.'];
    const spellings = domains.map((domain) => `${local?.toUpperCase()}@${domain}`);
    await invite([...spellings, freshEmail()]);
    await inviteToOrganisation([...spellings, freshEmail()]);
    const scope = inProject(owner.user, project);
    for (const spelling of spellings) {
      const filter = [{ field: 'email', operator: 'eq', values: [spelling] }];
      const lists = [
        await workspace.invitations.listProjectInvitations({ filter }, scope),
        await workspace.invitations.listOrganisationInvitations(
          { organisationId: organisation.id, filter },
          owner.context,
        ),
      ];
      for (const { invitations } of lists)
        expect(invitations).toMatchObject([{ email: `${local}@xn--mller-kva.example` }]);
      expect(
        (await workspace.invitations.listMyInvitations({ filter }, invited.context)).invitations,
      ).toHaveLength(2);
    }
  });
});

describe('DeleteInvitation', () => {
  const remove = ({ context }: Person, invitationId: string) =>
    workspace.invitations.deleteInvitation({ invitationId }, context);
  const createInvitation = async (email = freshEmail()): Promise<string> => {
    await invite([email]);
    return present((await listed())[0]).id;
  };
  const createOrganisationInvitation = async (email = freshEmail()): Promise<string> => {
    await inviteToOrganisation([email]);
    return present((await listedByOrganisation())[0]).id;
  };

  it.each(['admin', 'user'] as const)(
    'answers true to a member of the project with role %s',
    async (role) => {
      expect(await remove(await member(role), await createInvitation())).toEqual({ deleted: true });
      expect(await listed()).toEqual([]);
    },
  );

  it('answers true to the invited person, and to an admin of the organisation', async () => {
    const invited = await workspace.person();
    expect(await remove(invited, await createInvitation(invited.user.email))).toEqual({ deleted: true });
    expect(await remove(invited, await createOrganisationInvitation(invited.user.email))).toEqual({
      deleted: true,
    });
    expect(await remove(owner, await createOrganisationInvitation())).toEqual({ deleted: true });
    expect([await listed(), await listedByOrganisation()]).toEqual([[], []]);
  });

  it('answers 403 to an agent of the project, and to a member of the organisation who is no admin', async () => {
    const employee = await workspace.person();
    await employ(workspace, employee, project, 'user');
    const DENIED = { kind: 'forbidden', meta: { permission: 'INVITATION_DELETE' } };
    await expect(remove(await member('agent'), await createInvitation())).rejects.toMatchObject(DENIED);
    await expect(remove(employee, await createOrganisationInvitation())).rejects.toMatchObject(DENIED);
    expect([(await listed()).length, (await listedByOrganisation()).length]).toEqual([1, 1]);
  });

  it('answers 404 to an outsider, for an unknown one and for one that is gone', async () => {
    const outsider = await workspace.person();
    await createProject(workspace, outsider);
    const [id, organisationInvitation] = [await createInvitation(), await createOrganisationInvitation()];
    for (const invitation of [id, organisationInvitation, UNKNOWN, 'x']) {
      await expect(remove(outsider, invitation)).rejects.toMatchObject(NOT_FOUND);
    }
    expect(await listed()).toHaveLength(1);
    await remove(owner, id);
    await expect(remove(owner, id)).rejects.toMatchObject(NOT_FOUND);
  });

  it('answers 404 to someone who has the address but has not proved it', async () => {
    const email = freshEmail();
    const id = await createInvitation(email);
    const { user } = await workspace.users.signUp(
      { email, name: 'Eve', challengeToken: 'solved' },
      makeContext({ actor: { type: 'anonymous' } }),
    );
    const actor = { type: 'user', id: present(user).id, email, confirmed: false } as const;
    await expect(
      workspace.invitations.deleteInvitation({ invitationId: id }, makeContext({ actor })),
    ).rejects.toMatchObject(NOT_FOUND);
    expect(await listed()).toHaveLength(1);
  });
});

describe('UpdateInvitationRole', () => {
  const setRole = (invitationId: string, role: string, by = owner, as: Role = 'admin', where = project) =>
    workspace.invitations.updateInvitationRole({ invitationId, role }, inProject(by.user, where, as));
  const createInvitation = async (): Promise<string> => {
    await invite([freshEmail()]);
    return present((await listed())[0]).id;
  };

  it('answers the invitation, which grants the new role then', async () => {
    const invited = await workspace.person();
    await invite([invited.user.email]);
    const [before] = await listed();
    const { invitation } = await setRole(present(before).id, 'agent');
    expect(invitation).toEqual({ ...before, role: 'agent', updatedAt: invitation?.updatedAt });
    await workspace.invitations.answerInvitation(
      { invitationId: present(before).id, accept: true },
      invited.context,
    );
    expect(
      await workspace.directory.resolveAccess(
        { userId: invited.user.id, projectId: project.id },
        owner.context,
      ),
    ).toMatchObject({ role: 'agent' });
  });

  it('lets a user grant user and agent, and an admin only admin', async () => {
    const [user, id] = [await member('user'), await createInvitation()];
    expect((await setRole(id, 'agent', user, 'user')).invitation?.role).toBe('agent');
    await expect(setRole(id, 'admin', user, 'user')).rejects.toMatchObject({
      kind: 'forbidden',
      meta: { permission: 'MEMBER_UPDATE' },
    });
    expect((await setRole(id, 'admin')).invitation?.role).toBe('admin');
  });

  it('refuses a role that is none', async () => {
    const id = await createInvitation();
    await expect(setRole(id, 'owner')).rejects.toMatchObject({ fields: [{ field: 'role' }] });
    expect(await listed()).toMatchObject([{ role: 'user' }]);
  });

  it('reaches invitations to the project’s organisation for its admins only', async () => {
    await inviteToOrganisation([freshEmail()]);
    const { id } = present((await listedByOrganisation())[0]);
    expect((await setRole(id, 'admin')).invitation).toMatchObject({ type: 'organisation', role: 'admin' });
    const DENIED = { kind: 'forbidden', meta: { permission: 'INVITATION_UPDATE' } };
    await expect(setRole(id, 'agent', await member('admin'))).rejects.toMatchObject(DENIED);
    const service = makeContext({
      actor: { type: 'service', id: UNKNOWN, name: 'Orders' },
      projectId: project.id,
      organisationId: organisation.id,
      role: 'user',
    });
    await expect(
      workspace.invitations.updateInvitationRole({ invitationId: id, role: 'agent' }, service),
    ).rejects.toMatchObject(DENIED);
    expect(await listedByOrganisation()).toMatchObject([{ role: 'admin' }]);
  });

  it('answers 404 for one of another project, a foreign organisation, an unknown and an expired one', async () => {
    const stranger = await workspace.person();
    const foreign = await createProject(workspace, stranger);
    const sibling = await createProject(workspace, owner);
    await inviteToOrganisation([freshEmail()]);
    const [id, organisationInvitation] = [
      await createInvitation(),
      present((await listedByOrganisation())[0]).id,
    ];
    for (const invitation of [id, organisationInvitation, UNKNOWN, 'x']) {
      await expect(setRole(invitation, 'agent', stranger, 'admin', foreign)).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(setRole(id, 'agent', owner, 'admin', sibling)).rejects.toMatchObject(NOT_FOUND);
    expect(await listed()).toMatchObject([{ role: 'user' }]);
    await workspace.database.db.query('UPDATE invitation SET expires_at = now() WHERE id = $1', [id]);
    await expect(setRole(id, 'agent')).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('CheckInvitation', () => {
  const check = (invitationId: string, by = owner, where?: Project) =>
    workspace.invitations.checkInvitation({ invitationId }, where ? inProject(by.user, where) : by.context);

  it('finds any invitation for an account, and in a project those that lead to it or its organisation', async () => {
    const stranger = await workspace.person();
    const foreign = await createProject(workspace, stranger);
    await invite([freshEmail()]);
    await inviteToOrganisation([freshEmail()]);
    const ids = [present((await listed())[0]).id, present((await listedByOrganisation())[0]).id];
    for (const id of ids) {
      expect(await check(id, stranger)).toEqual({});
      expect(await check(id, owner, project)).toEqual({});
      await expect(check(id, stranger, foreign)).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(check(UNKNOWN)).rejects.toMatchObject(NOT_FOUND);
    await expect(check(UNKNOWN, owner, project)).rejects.toMatchObject(NOT_FOUND);
  });
});

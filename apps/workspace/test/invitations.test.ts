import { type Role } from '@parley/auth';
import { type Organisation } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { type Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { eventually } from '@parley/testing';
import { employ, join, projectOf, UNKNOWN } from './support/people';
import {
  contextOf,
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
  project = await projectOf(workspace, owner);
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
const DAY = 86_400_000;

describe('InviteToProject', () => {
  it('invites each address with role user and answers an empty array', async () => {
    const [a, b] = [freshEmail('a'), freshEmail('b')];
    expect(await invite([a, b])).toEqual([]);
    const invitations = await listed();
    expect(invitations).toEqual(
      [b, a].map((email) => ({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        _id: expect.any(String),
        email,
        role: 'user',
        type: 'project',
        organisation: project.organisation,
        project: project.id,
        invitedBy: owner.user.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })),
    );
    expect(invitations[0]?._id).toBe(invitations[0]?.id);
  });

  it('answers the addresses of creator, direct members and the organisation’s people, and skips them', async () => {
    const [direct, employee] = [await member('agent'), await workspace.person()];
    await employ(workspace, employee, project, 'user');
    const invited = freshEmail();
    const members = [owner, direct, employee].map(({ user }) => user.email);
    expect(await invite([...members, invited])).toEqual(members);
    expect((await listed()).map(({ email }) => email)).toEqual([invited]);
  });

  it('takes an address in any case once, and answers it as it was written', async () => {
    const email = freshEmail();
    const shouted = owner.user.email.toUpperCase();
    expect(await invite([email.toUpperCase(), email, ` ${email} `, shouted])).toEqual([shouted]);
    expect((await listed()).map((invitation) => invitation.email)).toEqual([email]);
  });

  it('names addresses that are none by their index and then invites nobody', async () => {
    const bad = ['nobody', '', 'a@b@c.d', `${'x'.repeat(250)}@x.yz`, 'a b@c.d', 'x,y@c.d'];
    await expect(invite([freshEmail(), ...bad, freshEmail()])).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
      fields: bad.map((_email, index) => ({ field: `emails.${index + 1}` })),
    });
    expect(await listed()).toEqual([]);
  });

  it('takes at most 100 addresses a call', async () => {
    const emails = Array.from({ length: 101 }, () => freshEmail());
    await expect(invite(emails)).rejects.toMatchObject({ fields: [{ field: 'emails' }] });
    expect(await listed()).toEqual([]);
    expect(await invite(emails.slice(1))).toEqual([]);
    expect(await listed()).toHaveLength(100);
  });

  it('renews an invitation for 14 days more: one per address, its id and role stay, a mail goes out again', async () => {
    const [colleague, email] = [await member('user'), freshEmail()];
    await invite([email]);
    const [first] = await listed();
    await workspace.invitations.updateInvitationRole(
      { invitationId: present(first).id, role: 'agent' },
      inProject(owner.user, project),
    );
    await workspace.database.db.query(
      "UPDATE invitation SET expires_at = now() + interval '1 minute' WHERE email = $1",
      [email],
    );
    await invite([email], colleague, 'user');
    expect(await listed()).toMatchObject([
      { id: first?.id, role: 'agent', invitedBy: colleague.user.id, createdAt: first?.createdAt },
    ]);
    const [row] = await workspace.database.db.query<{ at: Date }>(
      'SELECT expires_at AS at FROM invitation WHERE email = $1',
      [email],
    );
    expect(present(row).at.getTime() - Date.now()).toBeGreaterThan(14 * DAY - 60_000);
    expect(present(row).at.getTime() - Date.now()).toBeLessThanOrEqual(14 * DAY);
    await eventually(() => expect(workspace.inbox.mailsTo(email)).toHaveLength(2));
  });

  it('begins an expired invitation anew with role user', async () => {
    const email = freshEmail();
    await invite([email]);
    await workspace.database.db.query(
      "UPDATE invitation SET role = 'admin', expires_at = now() WHERE email = $1",
      [email],
    );
    expect(await listed()).toEqual([]);
    await invite([email]);
    expect(await listed()).toMatchObject([{ email, role: 'user' }]);
  });

  it('keeps one invitation per address when it is invited at once', async () => {
    const emails = Array.from({ length: 20 }, () => freshEmail());
    await Promise.all([invite(emails), invite([...emails].reverse()), invite(emails)]);
    expect(await listed()).toHaveLength(20);
  });

  it('keeps invitations to project, other project and organisation apart', async () => {
    const email = freshEmail();
    const other = await projectOf(workspace, owner);
    await invite([email]);
    await inviteToOrganisation([email]);
    expect(await listed(other)).toEqual([]);
    expect(await listed()).toMatchObject([{ email, type: 'project' }]);
    expect(await listedByOrganisation()).toMatchObject([{ email, type: 'organisation' }]);
  });

  it('lets a service account invite', async () => {
    const email = freshEmail();
    const { serviceAccount } = await workspace.serviceAccounts.createServiceAccount(
      { name: 'Staff system' },
      inProject(owner.user, project),
    );
    const { id, name } = present(serviceAccount);
    const { skipped } = await workspace.invitations.inviteToProject(
      { emails: [email] },
      contextOf({
        actor: { type: 'service', id, name },
        projectId: project.id,
        organisationId: project.organisation,
        role: 'user',
      }),
    );
    expect(skipped).toEqual([]);
    expect(await listed()).toMatchObject([{ email, invitedBy: id }]);
  });
});

describe('the mail of an invitation', () => {
  const mailTo = (email: string) =>
    eventually(() => present(workspace.inbox.mailsTo(email)[0])).then((mail) => mail);

  it('names who invites and where to, and carries a link with the invitation’s id', async () => {
    const email = freshEmail();
    await invite([email]);
    const mail = await mailTo(email);
    const [invitation] = await listed();
    expect(mail).toContain('Ada Lovelace invites you to the project Web shop on Parley.');
    expect(mail).toContain(`http://127.0.0.1:3000/invitations/${invitation?.id}\r\n`);
    expect(mail).toContain('within 14 days');
    expect(mail).toMatch(/Subject: Ada Lovelace invites you to Web shop on Parley\r\n/);
  });

  it('leaves out names with a web address in them and makes one line of others', async () => {
    const email = freshEmail();
    await workspace.projects.updateProject(
      { projectId: project.id, name: 'Win now: https://evil.example/x' },
      owner.context,
    );
    await workspace.users.updateCurrentUser({ firstName: 'Ada\n\nsays', lastName: 'hi' }, owner.context);
    await invite([email]);
    const mail = await mailTo(email);
    expect(mail).toContain('Ada says hi invites you to a project on Parley.');
    expect(mail).not.toContain('evil');
  });

  it('goes to nobody who was skipped', async () => {
    const [direct, email] = [await member('agent'), freshEmail()];
    await invite([direct.user.email, email]);
    await mailTo(email);
    expect(workspace.inbox.mailsTo(direct.user.email)).toEqual([]);
  });
});

describe('InviteToOrganisation', () => {
  it('invites each address with role user and skips members of the organisation only', async () => {
    const [direct, employee] = [await member('agent'), await workspace.person()];
    await employ(workspace, employee, project, 'agent');
    expect(await inviteToOrganisation([direct.user.email, employee.user.email, owner.user.email])).toEqual([
      employee.user.email,
      owner.user.email,
    ]);
    const [invitation] = await listedByOrganisation();
    expect(invitation).toMatchObject({
      email: direct.user.email,
      role: 'user',
      type: 'organisation',
      organisation: organisation.id,
    });
    expect(invitation?.project).toBeUndefined();
  });

  it.each(['user', 'agent'] as const)(
    'answers 403 to a member with role %s, who lists none either',
    async (role) => {
      const employee = await workspace.person();
      await employ(workspace, employee, project, role);
      await expect(inviteToOrganisation([freshEmail()], employee)).rejects.toMatchObject({
        kind: 'forbidden',
        reason: 'PERMISSION_DENIED',
        meta: { permission: 'INVITATION_CREATE' },
      });
      await expect(listedByOrganisation(employee)).rejects.toMatchObject({
        reason: 'PERMISSION_DENIED',
        meta: { permission: 'INVITATION_FIND' },
      });
      expect(await listedByOrganisation()).toEqual([]);
    },
  );

  it('answers 403 to a project’s admin who is not in the organisation, 404 to a stranger', async () => {
    const guest = await member('admin');
    await expect(inviteToOrganisation([freshEmail()], guest)).rejects.toMatchObject({
      reason: 'PERMISSION_DENIED',
    });
    await expect(listedByOrganisation(guest)).rejects.toMatchObject({ reason: 'PERMISSION_DENIED' });
    const stranger = await workspace.person();
    const UNKNOWN_ORGANISATION = { kind: 'notFound', reason: 'ORGANISATION_NOT_FOUND' };
    await expect(inviteToOrganisation([freshEmail()], stranger)).rejects.toMatchObject(UNKNOWN_ORGANISATION);
    await expect(listedByOrganisation(stranger)).rejects.toMatchObject(UNKNOWN_ORGANISATION);
    await expect(
      workspace.invitations.inviteToOrganisation({ organisationId: UNKNOWN, emails: [] }, owner.context),
    ).rejects.toMatchObject(UNKNOWN_ORGANISATION);
    expect(await listedByOrganisation()).toEqual([]);
  });

  it('needs a verified address', async () => {
    const { id, email } = owner.user;
    await expect(
      workspace.invitations.inviteToOrganisation(
        { organisationId: organisation.id, emails: [freshEmail()] },
        contextOf({ actor: { type: 'user', id, email, confirmed: false } }),
      ),
    ).rejects.toMatchObject({ kind: 'forbidden', reason: 'EMAIL_UNCONFIRMED' });
  });
});

describe('ListMyInvitations', () => {
  it('lists those to the caller’s address, newest first, expired ones left out', async () => {
    const [invited, other] = [await workspace.person(), await projectOf(workspace, owner)];
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
      contextOf({ actor: { type: 'anonymous' } }),
    );
    const { id } = present(user);
    expect(
      await workspace.invitations.listMyInvitations(
        {},
        contextOf({ actor: { type: 'user', id, email, confirmed: false } }),
      ),
    ).toEqual({ invitations: [] });
  });
});

describe('DeleteInvitation', () => {
  const remove = ({ context }: Person, invitationId: string) =>
    workspace.invitations.deleteInvitation({ invitationId }, context);
  const idOf = async (email = freshEmail()): Promise<string> => {
    await invite([email]);
    return present((await listed())[0]).id;
  };
  const organisationIdOf = async (email = freshEmail()): Promise<string> => {
    await inviteToOrganisation([email]);
    return present((await listedByOrganisation())[0]).id;
  };

  it.each(['admin', 'user'] as const)(
    'answers true to a member of the project with role %s',
    async (role) => {
      expect(await remove(await member(role), await idOf())).toEqual({ deleted: true });
      expect(await listed()).toEqual([]);
    },
  );

  it('answers true to the invited person, and to an admin of the organisation', async () => {
    const invited = await workspace.person();
    expect(await remove(invited, await idOf(invited.user.email))).toEqual({ deleted: true });
    expect(await remove(invited, await organisationIdOf(invited.user.email))).toEqual({ deleted: true });
    expect(await remove(owner, await organisationIdOf())).toEqual({ deleted: true });
    expect([await listed(), await listedByOrganisation()]).toEqual([[], []]);
  });

  it('answers 403 to an agent of the project, and to a member of the organisation who is no admin', async () => {
    const employee = await workspace.person();
    await employ(workspace, employee, project, 'user');
    const DENIED = { kind: 'forbidden', meta: { permission: 'INVITATION_DELETE' } };
    await expect(remove(await member('agent'), await idOf())).rejects.toMatchObject(DENIED);
    await expect(remove(employee, await organisationIdOf())).rejects.toMatchObject(DENIED);
    expect([(await listed()).length, (await listedByOrganisation()).length]).toEqual([1, 1]);
  });

  it('answers 404 to an outsider, for an unknown one and for one that is gone', async () => {
    const outsider = await workspace.person();
    await projectOf(workspace, outsider);
    const [id, organisationInvitation] = [await idOf(), await organisationIdOf()];
    for (const invitation of [id, organisationInvitation, UNKNOWN, 'x']) {
      await expect(remove(outsider, invitation)).rejects.toMatchObject(NOT_FOUND);
    }
    expect(await listed()).toHaveLength(1);
    await remove(owner, id);
    await expect(remove(owner, id)).rejects.toMatchObject(NOT_FOUND);
  });

  it('answers 404 to someone who has the address but has not proved it', async () => {
    const email = freshEmail();
    const id = await idOf(email);
    const { user } = await workspace.users.signUp(
      { email, name: 'Eve', challengeToken: 'solved' },
      contextOf({ actor: { type: 'anonymous' } }),
    );
    const actor = { type: 'user', id: present(user).id, email, confirmed: false } as const;
    await expect(
      workspace.invitations.deleteInvitation({ invitationId: id }, contextOf({ actor })),
    ).rejects.toMatchObject(NOT_FOUND);
    expect(await listed()).toHaveLength(1);
  });
});

describe('UpdateInvitationRole', () => {
  const setRole = (invitationId: string, role: string, by = owner, as: Role = 'admin', where = project) =>
    workspace.invitations.updateInvitationRole({ invitationId, role }, inProject(by.user, where, as));
  const idOf = async (): Promise<string> => {
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
    const [user, id] = [await member('user'), await idOf()];
    expect((await setRole(id, 'agent', user, 'user')).invitation?.role).toBe('agent');
    await expect(setRole(id, 'admin', user, 'user')).rejects.toMatchObject({
      kind: 'forbidden',
      meta: { permission: 'MEMBER_UPDATE' },
    });
    expect((await setRole(id, 'admin')).invitation?.role).toBe('admin');
  });

  it('refuses a role that is none', async () => {
    const id = await idOf();
    await expect(setRole(id, 'owner')).rejects.toMatchObject({ fields: [{ field: 'role' }] });
    expect(await listed()).toMatchObject([{ role: 'user' }]);
  });

  it('reaches invitations to the project’s organisation for its admins only', async () => {
    await inviteToOrganisation([freshEmail()]);
    const { id } = present((await listedByOrganisation())[0]);
    expect((await setRole(id, 'admin')).invitation).toMatchObject({ type: 'organisation', role: 'admin' });
    const DENIED = { kind: 'forbidden', meta: { permission: 'INVITATION_UPDATE' } };
    await expect(setRole(id, 'agent', await member('admin'))).rejects.toMatchObject(DENIED);
    const service = contextOf({
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
    const foreign = await projectOf(workspace, stranger);
    const sibling = await projectOf(workspace, owner);
    await inviteToOrganisation([freshEmail()]);
    const [id, organisationInvitation] = [await idOf(), present((await listedByOrganisation())[0]).id];
    for (const invitation of [id, organisationInvitation, UNKNOWN, 'x']) {
      await expect(setRole(invitation, 'agent', stranger, 'admin', foreign)).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(setRole(id, 'agent', owner, 'admin', sibling)).rejects.toMatchObject(NOT_FOUND);
    expect(await listed()).toMatchObject([{ role: 'user' }]);
    await workspace.database.db.query('UPDATE invitation SET expires_at = now() WHERE id = $1', [id]);
    await expect(setRole(id, 'agent')).rejects.toMatchObject(NOT_FOUND);
  });
});

import type { Role } from '@parley/auth';
import type { Organisation } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { eventually } from '@parley/testing';
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
const member = async (role: Role): Promise<Person> => {
  const person = await workspace.person();
  await join(workspace, person, project, role);
  return person;
};
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

  it('grants the given role; a renewed invitation takes it, and keeps its own without one', async () => {
    const email = freshEmail('a');
    const ask = (role?: string, as: Role = 'admin') =>
      workspace.invitations.inviteToProject(
        { emails: [email], ...(role !== undefined && { role }) },
        inProject(owner.user, project, as),
      );
    await ask('agent');
    expect(await listed()).toMatchObject([{ email, role: 'agent' }]);
    await ask();
    expect(await listed()).toMatchObject([{ email, role: 'agent' }]);
    await ask('admin');
    expect(await listed()).toMatchObject([{ email, role: 'admin' }]);
    await expect(ask('admin', 'user')).rejects.toMatchObject({ reason: 'PERMISSION_DENIED' });
    await expect(ask('boss')).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
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
      "UPDATE invitation SET role = 'admin', expires_at = now() - interval '1 second' WHERE email = $1",
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
    const other = await createProject(workspace, owner);
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
      makeContext({
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
        makeContext({ actor: { type: 'user', id, email, confirmed: false } }),
      ),
    ).rejects.toMatchObject({ kind: 'forbidden', reason: 'EMAIL_UNCONFIRMED' });
  });
});

import type { Role } from '@parley/auth';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { employ, join, createProject, UNKNOWN } from './support/people';
import {
  anonymous,
  asUser,
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
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  owner = await workspace.person();
  project = await createProject(workspace, owner);
});

type Kind = 'project' | 'organisation';
const kinds: Kind[] = ['project', 'organisation'];

/** Invites an address and answers the invitation's id. */
const invite = async (kind: Kind, email: string): Promise<string> => {
  await (kind === 'project'
    ? workspace.invitations.inviteToProject({ emails: [email] }, inProject(owner.user, project))
    : workspace.invitations.inviteToOrganisation(
        { organisationId: project.organisation, emails: [email] },
        owner.context,
      ));
  const [row] = await workspace.database.db.query<{ id: string }>(
    'SELECT id FROM invitation WHERE email = $1 AND type = $2 ORDER BY id DESC',
    [email, kind],
  );
  return present(row).id;
};
const answer = ({ context }: Pick<Person, 'context'>, invitationId: string, accept: boolean) =>
  workspace.invitations.answerInvitation({ invitationId, accept }, context);
const exists = async (id: string): Promise<boolean> =>
  (await workspace.database.db.query('SELECT id FROM invitation WHERE id = $1', [id])).length > 0;
const grantRole = (id: string, role: Role) =>
  workspace.database.db.query('UPDATE invitation SET role = $2 WHERE id = $1', [id, role]);
const expire = (id: string) =>
  workspace.database.db.query('UPDATE invitation SET expires_at = now() WHERE id = $1', [id]);
/** The person's way into the project, by the list of its members. */
const standing = async ({ user }: Person) => {
  const { members } = await workspace.members.listProjectMembers({}, inProject(owner.user, project));
  const row = members.find(({ id }) => id === user.id);
  return row && { type: row.type, role: row.role };
};
const becomeMember = (kind: Kind, person: Person) =>
  kind === 'project'
    ? join(workspace, person, project, 'agent')
    : employ(workspace, person, project, 'agent');
const NOT_FOUND = { kind: 'notFound', reason: 'INVITATION_NOT_FOUND' };
const conflict = (cause: string) => ({ kind: 'conflict', reason: `INVITATION_${cause}` });

describe.each(kinds)('AnswerInvitation to %s', (kind) => {
  let invited: Person;
  let id: string;
  beforeEach(async () => {
    invited = await workspace.person();
    id = await invite(kind, invited.user.email);
  });

  it.each(['admin', 'user', 'agent'] as const)(
    'makes the caller a member with the invitation’s role %s and consumes it',
    async (role) => {
      await grantRole(id, role);
      expect(await answer(invited, id, true)).toEqual({ answered: true });
      expect(await standing(invited)).toEqual({ type: kind, role });
      expect(await exists(id)).toBe(false);
      await expect(answer(invited, id, true)).rejects.toMatchObject(NOT_FOUND);
    },
  );

  it('declining consumes it and makes nobody a member', async () => {
    expect(await answer(invited, id, false)).toEqual({ answered: true });
    expect(await standing(invited)).toBeUndefined();
    expect(await exists(id)).toBe(false);
  });

  it.each([
    [true, true],
    [true, false],
    [false, false],
  ])('takes one of two answers at once: %p and %p', async (first, second) => {
    for (let round = 0; round < 5; round += 1) {
      const person = await workspace.person();
      const invitation = await invite(kind, person.user.email);
      const answers = [first, second];
      const outcomes = await Promise.allSettled(answers.map((accept) => answer(person, invitation, accept)));
      const taken = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [answers[index]] : []));
      expect(taken).toHaveLength(1);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: NOT_FOUND });
      expect(await standing(person)).toEqual(taken[0] ? { type: kind, role: 'user' } : undefined);
    }
  });

  it.each([true, false])('409 invitation_email_mismatch leaves it (accept: %p)', async (accept) => {
    const other = await workspace.person();
    await expect(answer(other, id, accept)).rejects.toMatchObject(conflict('EMAIL_MISMATCH'));
    await expect(answer(owner, id, accept)).rejects.toMatchObject(conflict('EMAIL_MISMATCH'));
    expect(await standing(other)).toBeUndefined();
    expect(await exists(id)).toBe(true);
  });

  it.each([true, false])('409 invitation_email_unconfirmed leaves it (accept: %p)', async (accept) => {
    const email = freshEmail();
    const invitation = await invite(kind, email);
    const { user } = await workspace.users.signUp(
      { email, name: 'Eve', challengeToken: 'solved' },
      anonymous(),
    );
    const eve = { user: { ...present(user), email }, token: '', context: asUser(present(user)) };
    await expect(answer(eve, invitation, accept)).rejects.toMatchObject(conflict('EMAIL_UNCONFIRMED'));
    expect(await standing(eve)).toBeUndefined();
    expect(await exists(invitation)).toBe(true);
    const code = await workspace.inbox.codeFor(email);
    const verified = await workspace.users.verifyUser({ email, code }, anonymous());
    expect(await answer({ context: asUser(present(verified.user)) }, invitation, accept)).toEqual({
      answered: true,
    });
  });

  it('409 invitation_already_member leaves it and the role as they are; declining consumes it', async () => {
    await becomeMember(kind, invited);
    await grantRole(id, 'admin');
    await expect(answer(invited, id, true)).rejects.toMatchObject(conflict('ALREADY_MEMBER'));
    expect(await standing(invited)).toEqual({ type: kind, role: 'agent' });
    expect(await exists(id)).toBe(true);
    expect(await answer(invited, id, false)).toEqual({ answered: true });
    expect(await exists(id)).toBe(false);
  });

  it('409 invitation_expired after 14 days deletes it; declining one consumes it', async () => {
    await expire(id);
    await expect(answer(invited, id, true)).rejects.toMatchObject(conflict('EXPIRED'));
    expect(await standing(invited)).toBeUndefined();
    expect(await exists(id)).toBe(false);
    const another = await invite(kind, invited.user.email);
    await expire(another);
    expect(await answer(invited, another, false)).toEqual({ answered: true });
    expect(await exists(another)).toBe(false);
  });

  it('409 invitation_target_gone deletes it; declining one consumes it', async () => {
    const lost = 'UPDATE invitation SET target_id = $2 WHERE id = $1';
    await workspace.database.db.query(lost, [id, UNKNOWN]);
    await expect(answer(invited, id, true)).rejects.toMatchObject(conflict('TARGET_GONE'));
    expect(await exists(id)).toBe(false);
    const another = await invite(kind, invited.user.email);
    await workspace.database.db.query(lost, [another, UNKNOWN]);
    expect(await answer(invited, another, false)).toEqual({ answered: true });
    expect(await exists(another)).toBe(false);
  });
});

describe('AnswerInvitation', () => {
  it('answers 404 for an unknown invitation', async () => {
    await expect(answer(owner, UNKNOWN, true)).rejects.toMatchObject(NOT_FOUND);
    await expect(answer(owner, 'x', true)).rejects.toMatchObject(NOT_FOUND);
  });

  it('of a project answers 409 invitation_already_member to its creator and to the organisation’s people', async () => {
    const employee = await workspace.person();
    const id = await invite('project', employee.user.email);
    await employ(workspace, employee, project, 'user');
    await expect(answer(employee, id, true)).rejects.toMatchObject(conflict('ALREADY_MEMBER'));
    await workspace.database.db.query('UPDATE invitation SET email = $2 WHERE id = $1', [
      id,
      owner.user.email,
    ]);
    await expect(answer(owner, id, true)).rejects.toMatchObject(conflict('ALREADY_MEMBER'));
  });

  it('of an organisation takes someone in who is in its project already, and keeps the role there', async () => {
    const person = await workspace.person();
    await join(workspace, person, project, 'agent');
    const id = await invite('organisation', person.user.email);
    await answer(person, id, true);
    expect(await standing(person)).toEqual({ type: 'project', role: 'agent' });
    const { organisations } = await workspace.organisations.listOrganisations({}, person.context);
    expect(organisations).toMatchObject([{ id: project.organisation, role: 'user' }]);
  });

  it('refuses the token of an account that is gone', async () => {
    const id = await invite('project', freshEmail());
    const ghost = { context: asUser({ id: UNKNOWN, email: 'ghost@example.com' }) };
    await expect(answer(ghost, id, true)).rejects.toMatchObject({ reason: 'INVALID_TOKEN' });
  });
});

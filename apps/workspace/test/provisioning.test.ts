import {
  anonymous,
  makeContext,
  freshEmail,
  PASSWORD,
  present,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());

const provision = (request: object) =>
  workspace.provisioning.provisionUser(
    { name: 'Ada Lovelace', password: PASSWORD, ...request },
    makeContext({ actor: { type: 'system', name: 'demo' } }),
  );
const login = (email: string, password: string) => workspace.users.login({ email, password }, anonymous());

describe('ProvisionUser', () => {
  it('makes a confirmed account that can log in, and sends no mail', async () => {
    const email = freshEmail();
    const { user } = await provision({ email: email.toUpperCase() });
    expect(user).toMatchObject({ email, name: 'Ada Lovelace', confirmed: true });
    expect((await login(email, PASSWORD)).user).toEqual(user);
    expect(await workspace.database.db.query('SELECT 1 FROM mail_job')).toEqual([]);
  });

  it('takes the account that the address has, with the password it has', async () => {
    const email = freshEmail();
    const { user } = await provision({ email });
    const again = await provision({ email, name: 'Someone Else', password: 'another password' });
    expect(again.user).toEqual(user);
    expect((await login(email, PASSWORD)).user).toEqual(user);
  });

  it('makes one account of 10 calls at once', async () => {
    const email = freshEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => provision({ email })));
    expect(new Set(answers.map(({ user }) => user?.id)).size).toBe(1);
  });

  it('confirms an unconfirmed account and replaces its password, which nobody had proved', async () => {
    const email = freshEmail();
    await workspace.users.signUp(
      { email, name: 'Mallory', challengeToken: 'solved', password: 'mallory knows this' },
      anonymous(),
    );
    expect((await provision({ email })).user?.confirmed).toBe(true);
    await expect(login(email, 'mallory knows this')).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' });
    expect((await login(email, PASSWORD)).user?.email).toBe(email);
  });

  it('makes a member with role user, or the one given, and changes it when called again', async () => {
    const owner = await workspace.person();
    const { project } = await workspace.projects.createProject({ name: 'Web shop' }, owner.context);
    const projectId = present(project).id;
    const email = freshEmail();
    for (const [role, expected] of [
      [undefined, 'user'],
      ['agent', 'agent'],
      ['admin', 'admin'],
    ]) {
      const { user } = await provision({ email, projectId, role });
      expect(
        await workspace.directory.resolveAccess({ userId: present(user).id, projectId }, anonymous()),
      ).toMatchObject({ role: expected });
    }
  });

  it.each([
    ['role', { role: 'owner' }],
    ['password', { password: '7 chars' }],
    ['email', { email: 'no address' }],
  ])('refuses a wrong %s', async (field, change) => {
    await expect(provision({ email: freshEmail(), ...change })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field }],
    });
  });

  it('makes no account for an unknown project', async () => {
    const email = freshEmail();
    await expect(provision({ email, projectId: '0123456789abcdef01234567' })).rejects.toMatchObject({
      kind: 'notFound',
      reason: 'PROJECT_NOT_FOUND',
    });
    await expect(login(email, PASSWORD)).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' });
  });
});

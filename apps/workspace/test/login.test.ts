import { decodeJwt } from 'jose';
import { anonymous, freshEmail, PASSWORD, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());

const login = (email: string, password: string) => workspace.users.login({ email, password }, anonymous());

describe('Login', () => {
  it('answers a token and the user, whatever the case of the address', async () => {
    const { user } = await workspace.person();
    const answer = await login(` ${user.email.toUpperCase()}`, PASSWORD);
    expect(answer.user).toEqual(user);
    expect(decodeJwt(answer.token)).toMatchObject({ sub: user.id, email: user.email });
  });

  it('answers an unknown address, a wrong password and an account without password alike', async () => {
    const { user } = await workspace.person();
    const withoutPassword = freshEmail();
    await workspace.users.signUp(
      { email: withoutPassword, name: 'Ada', challengeToken: 'solved' },
      anonymous(),
    );
    const failures = await Promise.all(
      [
        login(freshEmail(), PASSWORD),
        login(user.email, 'wrong password'),
        login(user.email, ''),
        login(withoutPassword, PASSWORD),
        login(withoutPassword, 'no password has this hash'),
        login(withoutPassword, ''),
      ].map((attempt) => attempt.catch((error: Error) => error)),
    );
    expect(failures[0]).toMatchObject({ kind: 'unauthenticated', reason: 'INVALID_CREDENTIALS' });
    for (const failure of failures) expect(failure).toEqual(failures[0]);
  });

  it('lets an unconfirmed user in', async () => {
    const email = freshEmail();
    await workspace.users.signUp(
      { email, name: 'Ada', challengeToken: 'solved', password: PASSWORD },
      anonymous(),
    );
    const { user } = await login(email, PASSWORD);
    expect(user?.confirmed).toBe(false);
  });
});

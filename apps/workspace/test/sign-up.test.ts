import { decodeJwt } from 'jose';
import { eventually } from '@parley/testing';
import {
  anonymous,
  asUser,
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

const signUp = (email: string, overrides: object = {}) =>
  workspace.users.signUp(
    { email, name: 'Ada Lovelace', challengeToken: 'solved', password: PASSWORD, ...overrides },
    anonymous(),
  );
const verify = (email: string, code: string) => workspace.users.verifyUser({ email, code }, anonymous());
const login = (email: string, password = PASSWORD) => workspace.users.login({ email, password }, anonymous());
const resend = (id: string) => workspace.users.resendCode({ id }, anonymous());
const spoilCode = (code: string, offset = 1): string =>
  String((Number(code) + offset) % 1_000_000).padStart(6, '0');
const INVALID_CODE = { kind: 'invalid', reason: 'INVALID_CODE' };

describe('SignUp', () => {
  it('answers a token and the unconfirmed user, and mails a code of 6 digits', async () => {
    const email = freshEmail();
    const { token, user } = await signUp(email.toUpperCase(), {
      name: '  Ada  King Lovelace ',
      userRole: 'Founder',
    });
    expect(user).toMatchObject({
      email,
      firstName: 'Ada',
      lastName: 'King Lovelace',
      name: 'Ada King Lovelace',
      userRole: 'Founder',
      confirmed: false,
      userType: 'default',
      available: true,
      completedOnboarding: false,
      unavailableProjects: [],
    });
    expect(user?.id).toMatch(/^[0-9a-f]{24}$/);
    expect(user?._id).toBe(user?.id);
    expect(decodeJwt(token)).toMatchObject({ iss: 'parley', aud: 'parley-dashboard', sub: user?.id, email });
    expect(await workspace.inbox.codeFor(email)).toMatch(/^\d{6}$/);
    const [mail] = workspace.inbox.mailsTo(email);
    expect(mail).toMatch(/^Subject: \d{6} is your Parley verification code/m);
    expect(mail).toMatch(/valid for 10 minutes/);
  });

  it('refuses a name with a URL in it as spam, and stores nothing', async () => {
    const email = freshEmail();
    await expect(signUp(email, { name: 'Win at https://spam.example' })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
      fields: [{ field: 'name', message: expect.stringContaining('looks like spam') }],
    });
    expect(await workspace.database.db.query('SELECT 1 FROM user_account WHERE email = $1', [email])).toEqual(
      [],
    );
  });

  it.each([
    ['challengeToken', { challengeToken: '  ' }],
    ['name', { name: ' \t ' }],
    ['email', { email: 'a(b)@example.com' }],
  ])('refuses a %s that is none', async (field, overrides) => {
    await expect(signUp(freshEmail(), overrides)).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field }],
    });
  });

  it('stores the password and the code by argon2id only', async () => {
    const email = freshEmail();
    await signUp(email);
    const code = await workspace.inbox.codeFor(email);
    const [row] = await workspace.database.db.query<{ password: string; code: string; all: string }>(
      `SELECT u.password_hash AS password, v.code_hash AS code, u::text || v::text AS all
       FROM user_account u JOIN verification_code v ON v.user_id = u.id WHERE u.email = $1`,
      [email],
    );
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.code).toMatch(/^\$argon2id\$/);
    expect(row?.all).not.toContain(PASSWORD);
    expect(row?.all).not.toContain(code);
  });

  it('makes one account out of 20 sign-ups with one address at once', async () => {
    const email = freshEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(email)));
    expect(new Set(answers.map(({ user }) => user?.id)).size).toBe(20);
    expect(
      await workspace.database.db.query('SELECT 1 FROM user_account WHERE email = $1', [email]),
    ).toHaveLength(1);
  });
});

describe('SignUp with an address that has a confirmed account', () => {
  it('answers alike with a token that opens nothing, changes nothing and mails the owner', async () => {
    const { user: owner } = await workspace.person();
    const fresh = await signUp(freshEmail());
    const { token, user } = await signUp(owner.email, { name: 'Mallory', password: 'another password' });

    expect(Object.keys(present(user)).sort()).toEqual(Object.keys(present(fresh.user)).sort());
    expect(user).toMatchObject({ email: owner.email, name: 'Mallory', confirmed: false });
    expect(user?.id).not.toBe(owner.id);
    expect(decodeJwt(token).sub).toBe(user?.id);
    await expect(
      workspace.directory.resolveAccount({ userId: present(user).id }, anonymous()),
    ).rejects.toMatchObject({ kind: 'unauthenticated', reason: 'INVALID_TOKEN' });

    const mail = await eventually(() => present(workspace.inbox.mailsTo(owner.email)[0]));
    expect(mail).toContain('already has an account');
    expect(mail).not.toMatch(/code is/);
    expect((await login(owner.email)).user).toMatchObject({ id: owner.id, name: owner.name });
    await expect(login(owner.email, 'another password')).rejects.toMatchObject({
      reason: 'INVALID_CREDENTIALS',
    });
    expect(await resend(present(user).id)).toEqual({ success: true });
  });
});

describe('SignUp with an address whose account is unconfirmed', () => {
  it('leaves that account alone until the mailed code proves the address', async () => {
    const email = freshEmail();
    const first = await signUp(email);
    const second = await signUp(email, { name: 'Grace Hopper', password: 'another password' });
    await workspace.inbox.codeFor(email, 2);
    expect((await login(email)).user).toMatchObject({ id: first.user?.id, name: 'Ada Lovelace' });
    await expect(
      workspace.directory.resolveAccount({ userId: present(second.user).id }, anonymous()),
    ).rejects.toMatchObject({ reason: 'INVALID_TOKEN' });
  });

  it('gives the account to whoever proves the address: the id and password of that sign-up, former tokens dead', async () => {
    const email = freshEmail();
    const squatter = present((await signUp(email, { name: 'Mallory' })).user);
    await workspace.inbox.codeFor(email, 1);
    const { organisation } = await workspace.organisations.createOrganisation(
      { name: 'Kept' },
      asUser(squatter),
    );
    const owner = present((await signUp(email, { name: 'Grace Hopper', password: 'another password' })).user);
    const { user } = await verify(email, await workspace.inbox.codeFor(email, 2));

    expect(user).toMatchObject({ id: owner.id, name: 'Grace Hopper', confirmed: true });
    expect((await login(email, 'another password')).user?.id).toBe(owner.id);
    await expect(login(email)).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' });
    await expect(
      workspace.directory.resolveAccount({ userId: squatter.id }, anonymous()),
    ).rejects.toMatchObject({ reason: 'INVALID_TOKEN' });
    const { organisations } = await workspace.organisations.listOrganisations({}, asUser(owner));
    expect(organisations.map(({ id }) => id)).toEqual([organisation?.id]);
  });

  it('voids the code of the first sign-up, whose id can ask for another', async () => {
    const email = freshEmail();
    const first = await signUp(email);
    const code = await workspace.inbox.codeFor(email, 1);
    await signUp(email, { name: 'Grace Hopper' });
    await workspace.inbox.codeFor(email, 2);
    await expect(verify(email, code)).rejects.toMatchObject(INVALID_CODE);
    await resend(present(first.user).id);
    const { user } = await verify(email, await workspace.inbox.codeFor(email, 3));
    expect(user).toMatchObject({ id: first.user?.id, name: 'Ada Lovelace' });
    expect((await login(email)).user?.id).toBe(user?.id);
  });

  it('resends by the id that the later sign-up answered', async () => {
    const email = freshEmail();
    await signUp(email);
    await workspace.inbox.codeFor(email, 1);
    const second = await signUp(email, { name: 'Grace Hopper' });
    await workspace.inbox.codeFor(email, 2);
    await resend(present(second.user).id);
    const { user } = await verify(email, await workspace.inbox.codeFor(email, 3));
    expect(user).toMatchObject({ id: second.user?.id, name: 'Grace Hopper', confirmed: true });
  });
});

describe('VerifyUser', () => {
  it('answers a token and the confirmed user, once', async () => {
    const email = freshEmail();
    const { user: unconfirmed } = await signUp(email);
    const code = await workspace.inbox.codeFor(email);
    const { token, user } = await verify(` ${email.toUpperCase()} `, code);
    expect(user).toMatchObject({ id: unconfirmed?.id, confirmed: true });
    expect(decodeJwt(token).sub).toBe(unconfirmed?.id);
    expect(await workspace.directory.resolveAccount({ userId: present(user).id }, anonymous())).toMatchObject(
      {
        confirmed: true,
      },
    );
    await expect(verify(email, code)).rejects.toMatchObject(INVALID_CODE);
  });

  it('refuses a wrong code and an unknown address alike', async () => {
    const email = freshEmail();
    await signUp(email);
    const code = await workspace.inbox.codeFor(email);
    const wrong = await verify(email, spoilCode(code)).catch((error: Error) => error);
    const unknown = await verify(freshEmail(), code).catch((error: Error) => error);
    expect(wrong).toMatchObject(INVALID_CODE);
    expect(unknown).toEqual(wrong);
  });

  it('takes the right code after 4 failures', async () => {
    const email = freshEmail();
    await signUp(email);
    const code = await workspace.inbox.codeFor(email);
    for (const offset of [1, 2, 3, 4]) {
      await expect(verify(email, spoilCode(code, offset))).rejects.toMatchObject(INVALID_CODE);
    }
    expect((await verify(email, code)).user?.confirmed).toBe(true);
  });

  it('refuses the right code after 5 failures, also when they come at once', async () => {
    const email = freshEmail();
    await signUp(email);
    const code = await workspace.inbox.codeFor(email);
    const failures = [1, 2, 3, 4, 5].map((offset) => verify(email, spoilCode(code, offset)));
    for (const failure of await Promise.allSettled(failures)) {
      expect(failure).toMatchObject({ status: 'rejected', reason: INVALID_CODE });
    }
    await expect(verify(email, code)).rejects.toMatchObject(INVALID_CODE);
    const { user } = await login(email);
    expect(user?.confirmed).toBe(false);
  });

  it('refuses a code after its time', async () => {
    const email = freshEmail();
    const { user } = await signUp(email);
    const code = await workspace.inbox.codeFor(email);
    await workspace.database.db.query('UPDATE verification_code SET expires_at = now() WHERE user_id = $1', [
      user?.id,
    ]);
    await expect(verify(email, code)).rejects.toMatchObject(INVALID_CODE);
  });

  it('gives a code 600 seconds', async () => {
    const { user } = await signUp(freshEmail());
    const [row] = await workspace.database.db.query<{ seconds: number }>(
      `SELECT extract(epoch FROM expires_at - created_at)::float AS seconds
       FROM verification_code WHERE user_id = $1`,
      [user?.id],
    );
    expect(row?.seconds).toBeCloseTo(600, 1);
  });
});

describe('ResendCode', () => {
  it('mails a new code with 5 tries and voids the old one', async () => {
    const email = freshEmail();
    const { user } = await signUp(email);
    const old = await workspace.inbox.codeFor(email, 1);
    for (const offset of [1, 2, 3, 4, 5]) await verify(email, spoilCode(old, offset)).catch(() => undefined);
    expect(await resend(present(user).id)).toEqual({ success: true });
    const code = await workspace.inbox.codeFor(email, 2);
    if (code !== old) await expect(verify(email, old)).rejects.toMatchObject(INVALID_CODE);
    expect((await verify(email, code)).user?.confirmed).toBe(true);
  });

  it('answers success for an id that nobody has, and sends nothing', async () => {
    const mails = () => workspace.database.db.query('SELECT id FROM mail_job ORDER BY id');
    const before = await mails();
    expect(await resend('0123456789abcdef01234567')).toEqual({ success: true });
    expect(await resend('not an id')).toEqual({ success: true });
    const { user } = await workspace.person();
    expect(await resend(user.id)).toEqual({ success: true });
    expect(await mails()).toEqual(before);
  });
});

import { eventually } from '@parley/testing';
import { decodeJwt } from 'jose';
import { anonymous, freshEmail, PASSWORD, startWorkspace, type TestWorkspace } from './support/workspace';

const MINUTE = 60_000;
const NEW_PASSWORD = 'another horse battery';

let workspace: TestWorkspace;
let ahead = 0;
beforeAll(async () => {
  workspace = await startWorkspace({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => workspace.stop());
beforeEach(() => {
  ahead = 0;
});

const forgot = (email: string) => workspace.users.forgotPassword({ email }, anonymous());
const reset = (token: string, password = NEW_PASSWORD) =>
  workspace.users.resetPassword({ token, password }, anonymous());
const login = (email: string, password: string) => workspace.users.login({ email, password }, anonymous());
const readTokens = (email: string): string[] =>
  workspace.inbox.mailsTo(email).flatMap((mail) => /#reset=(?:3D)?([\w-]+)/.exec(mail)?.[1] ?? []);
/** The token of the latest mail, once there are so many. */
const tokenFor = (email: string, count = 1): Promise<string> =>
  eventually(() => {
    const tokens = readTokens(email);
    if (tokens.length < count) throw new Error(`There are ${tokens.length} mails with a token`);
    return tokens.at(-1) ?? '';
  });
const INVALID_CODE = { kind: 'invalid', reason: 'INVALID_CODE' };

describe('a forgotten password', () => {
  it('is replaced by the token of a mail, once; the former one is worth nothing', async () => {
    const { user } = await workspace.person();
    expect(await forgot(` ${user.email.toUpperCase()}`)).toEqual({ success: true });
    const token = await tokenFor(user.email);
    expect(await reset(token)).toEqual({ success: true });
    expect((await login(user.email, NEW_PASSWORD)).user?.id).toBe(user.id);
    await expect(login(user.email, PASSWORD)).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' });
    await expect(reset(token)).rejects.toMatchObject(INVALID_CODE);
    await expect(reset('nonsense')).rejects.toMatchObject(INVALID_CODE);
  });

  it('is answered alike for an unknown address and an unconfirmed account, which get no token', async () => {
    const unconfirmed = freshEmail();
    await workspace.users.signUp({ email: unconfirmed, name: 'Ada', challengeToken: 'solved' }, anonymous());
    const unknown = freshEmail();
    for (const email of [unconfirmed, unknown]) expect(await forgot(email)).toEqual({ success: true });
    const { user } = await workspace.person();
    await forgot(user.email);
    await tokenFor(user.email);
    expect([...readTokens(unconfirmed), ...readTokens(unknown)]).toEqual([]);
  });

  it('brings one mail in 5 minutes, and the token of the latest mail counts', async () => {
    const { user } = await workspace.person();
    await Promise.all([forgot(user.email), forgot(user.email), forgot(user.email)]);
    const first = await tokenFor(user.email);
    ahead = 5 * MINUTE - 1_000;
    await forgot(user.email);
    ahead = 5 * MINUTE + 1_000;
    await forgot(user.email);
    const second = await tokenFor(user.email, 2);
    expect(readTokens(user.email)).toEqual([first, second]);
    await expect(reset(first)).rejects.toMatchObject(INVALID_CODE);
    await reset(second);
  });

  it('has 30 minutes', async () => {
    const { user } = await workspace.person();
    await forgot(user.email);
    const token = await tokenFor(user.email);
    ahead = 30 * MINUTE + 1_000;
    await expect(reset(token)).rejects.toMatchObject(INVALID_CODE);
    ahead = 30 * MINUTE - 1_000;
    await reset(token);
  });

  it('ends all sessions: tokens from before are not good, those of the next login are', async () => {
    const { user } = await workspace.person();
    const before = decodeJwt((await login(user.email, PASSWORD)).token);
    await forgot(user.email);
    await reset(await tokenFor(user.email));
    const state = await workspace.directory.resolveAccount({ userId: user.id }, anonymous());
    expect(state.confirmed).toBe(true);
    expect(before.iat).toBeLessThan(state.tokensSince);
    const after = decodeJwt((await login(user.email, NEW_PASSWORD)).token);
    expect(after.iat).toBeGreaterThanOrEqual(state.tokensSince);
    const other = await workspace.person();
    const { tokensSince } = await workspace.directory.resolveAccount({ userId: other.user.id }, anonymous());
    expect(tokensSince).toBe(0);
  });

  it('is stored as a hash only', async () => {
    const { user } = await workspace.person();
    await forgot(user.email);
    const token = await tokenFor(user.email);
    const rows = await workspace.database.db.query(
      'SELECT r::text FROM password_reset r WHERE user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

import { createSealer } from '@parley/auth';
import { UserPushesServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/user_pushes_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { createECDH, randomBytes } from 'node:crypto';
import { MAX_SUBSCRIPTIONS } from '../src/pushes/push.store';
import { silentObserver, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
let pushes: Client<UserPushesServiceDefinition>;
beforeAll(async () => {
  workspace = await startWorkspace();
  pushes = createClient(
    UserPushesServiceDefinition,
    createLocalCaller(workspace.implementations, silentObserver),
  );
});
afterAll(() => workspace.stop());
beforeEach(() => workspace.database.db.query('DELETE FROM push_subscription'));

const makeBrowser = () => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return {
    endpoint: `https://push.example.com/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
};
const stored = async (): Promise<{ userId: string; endpoint: string }[]> =>
  workspace.database.db.query('SELECT user_id AS "userId", endpoint FROM push_subscription');

describe('browsers of users', () => {
  it('subscribe for a key of the platform, which is made once and sealed', async () => {
    const { context } = await workspace.person();
    const [first, ...others] = await Promise.all(
      Array.from({ length: 20 }, () => pushes.getUserPushKey({}, context)),
    );
    expect(first?.publicKey).toMatch(/^[\w-]{87}$/);
    for (const one of others) expect(one).toEqual(first);
    const rows = await workspace.database.db.query<{ sealed_key: string }>('SELECT * FROM push_key');
    expect(rows).toHaveLength(1);
    expect(createSealer(['some other secret that is long enough']).isStale(rows[0]?.sealed_key ?? '')).toBe(
      true,
    );
  });

  it('belong to the user who subscribed last; of each the latest ten are kept', async () => {
    const [ada, bob] = [await workspace.person(), await workspace.person()];
    const browser = makeBrowser();
    await pushes.subscribeUser(browser, ada.context);
    await pushes.subscribeUser(browser, bob.context);
    expect(await stored()).toEqual([{ userId: bob.user.id, endpoint: browser.endpoint }]);
    for (let count = 0; count < MAX_SUBSCRIPTIONS; count += 1)
      await pushes.subscribeUser(makeBrowser(), bob.context);
    expect(await stored()).toHaveLength(MAX_SUBSCRIPTIONS);
    expect((await stored()).map(({ endpoint }) => endpoint)).not.toContain(browser.endpoint);
  });

  it('are deleted by their own user alone', async () => {
    const [ada, bob] = [await workspace.person(), await workspace.person()];
    const browser = makeBrowser();
    await pushes.subscribeUser(browser, ada.context);
    await pushes.unsubscribeUser({ endpoint: browser.endpoint }, bob.context);
    expect(await stored()).toHaveLength(1);
    await pushes.unsubscribeUser({ endpoint: browser.endpoint }, ada.context);
    await pushes.unsubscribeUser({ endpoint: browser.endpoint }, ada.context);
    expect(await stored()).toEqual([]);
  });

  it('are 400 with an address that may not be called or keys that cannot be used', async () => {
    const { context } = await workspace.person();
    const browser = makeBrowser();
    for (const [changes, field] of [
      [{ endpoint: 'http://169.254.169.254/latest' }, 'endpoint'],
      [{ keys: { ...browser.keys, auth: 'AAAA' } }, 'keys.auth'],
    ] as const)
      await expect(pushes.subscribeUser({ ...browser, ...changes }, context)).rejects.toMatchObject({
        fields: [{ field }],
      });
  });
});

import { openStore } from '../src/db';
import { claimTry, putCode, redeemCode } from '../src/users/verification-code.store';
import { anonymous, freshEmail, present, startWorkspace } from './support/workspace';

it('lets a code that was voided between its comparison and its use confirm nobody', async () => {
  const workspace = await startWorkspace();
  const store = openStore(workspace.database.db);
  const email = freshEmail();
  const { user } = await workspace.users.signUp(
    { email, name: 'Ada', challengeToken: 'solved' },
    anonymous(),
  );
  const { id } = present(user);
  const claim = present(await claimTry(store, email));
  await putCode(store, { userId: id, accountId: id, codeHash: 'newer', replacement: null, ttlSeconds: 600 });
  expect(await redeemCode(store, claim)).toBeUndefined();
  expect(await workspace.directory.resolveAccount({ userId: id }, anonymous())).toMatchObject({
    confirmed: false,
  });
  expect(await redeemCode(store, present(await claimTry(store, email)))).toBe(id);
  await store.close();
  await workspace.stop();
});

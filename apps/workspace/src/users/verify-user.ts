import { comparableEmail } from '@parley/addresses';
import type { OnceContext } from '@parley/effects';
import type {
  VerifyUserRequest,
  VerifyUserResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { issueToken } from '../tokens';
import { invalidCode } from './user.errors';
import { presentUser } from './user.present';
import { findUser } from './user.store';
import { claimTry, redeemCode } from './verification-code.store';

/** Confirms the account of an address by the mailed code. 400 INVALID_CODE for anything but the one in force. */
export const verifyUser = async (
  deps: Deps,
  request: VerifyUserRequest,
  context: OnceContext<VerifyUserResponse>,
): Promise<Partially<VerifyUserResponse>> => {
  const claim = await claimTry(deps.store, comparableEmail(request.email));
  const fits = await deps.passwords.matches(claim?.codeHash, request.code.trim());
  if (!claim || !fits) throw invalidCode();
  return deps.store.transaction(async (tx) => {
    const id = await redeemCode(tx, claim);
    const user = id === undefined ? undefined : await findUser(tx, id);
    if (!user) throw invalidCode();
    const response = { token: await issueToken({ ...deps, store: tx }, user), user: presentUser(user) };
    await context.record(tx.sql, response);
    return response;
  });
};

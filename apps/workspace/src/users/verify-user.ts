import {
  type VerifyUserRequest,
  type VerifyUserResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import { type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { issueToken } from '../tokens/issue-token';
import { normalEmail } from './user';
import { invalidCode } from './user.errors';
import { presentUser } from './user.present';
import { findUser } from './user.store';
import { claimTry, redeemCode } from './verification-code.store';

/** Confirms the account of an address by the mailed code. 400 INVALID_CODE for anything but the one in force. */
export const verifyUser = async (
  deps: Deps,
  request: VerifyUserRequest,
): Promise<Partially<VerifyUserResponse>> => {
  const claim = await claimTry(deps.store, normalEmail(request.email));
  const fits = await deps.passwords.matches(claim?.codeHash, request.code.trim());
  if (!claim || !fits) throw invalidCode();
  const user = await deps.store.transaction(async (tx) => {
    const id = await redeemCode(tx, claim);
    return id === undefined ? undefined : findUser(tx, id);
  });
  if (!user) throw invalidCode();
  return { token: await issueToken(deps, user), user: presentUser(user) };
};

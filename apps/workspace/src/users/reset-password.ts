import type { OnceContext } from '@parley/effects';
import type {
  ResetPasswordRequest,
  ResetPasswordResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { RESET_MS, resetTokenHash } from './password-reset';
import { replacePassword, useReset } from './password-reset.store';
import { invalidCode } from './user.errors';

/** Sets another password by a mailed token, once; all sessions of the account end. 400 INVALID_CODE for any other token. */
export const resetPassword = async (
  deps: Deps,
  { token, password }: ResetPasswordRequest,
  context: OnceContext<ResetPasswordResponse>,
): Promise<Partially<ResetPasswordResponse>> => {
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.clock().getTime();
  return deps.store.transaction(async (tx) => {
    const userId = await useReset(tx, resetTokenHash(token.trim()), new Date(now - RESET_MS));
    if (userId === undefined) throw invalidCode();
    // Tokens know whole seconds: the next one is after every token that there is.
    await replacePassword(tx, userId, { passwordHash, tokensSince: Math.floor(now / 1000) + 1 });
    const response = { success: true };
    await context.record(tx.sql, response);
    return response;
  });
};

import { comparableEmail } from '@parley/addresses';
import type { OnceContext } from '@parley/effects';
import type {
  ForgotPasswordRequest,
  ForgotPasswordResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { enqueueAccountMail, resetMail } from './account-mails';
import { newResetToken, RESET_PAUSE_MS, resetTokenHash } from './password-reset';
import { putReset } from './password-reset.store';
import { findUserByEmail } from './user.store';

/** Mails a token that sets another password, one in 5 minutes. Answers alike for an unknown address and an unconfirmed account. */
export const forgotPassword = async (
  deps: Deps,
  { email }: ForgotPasswordRequest,
  context: OnceContext<ForgotPasswordResponse>,
): Promise<Partially<ForgotPasswordResponse>> => {
  const response = { success: true };
  const token = newResetToken();
  const now = deps.clock();
  await deps.store.transaction(async (tx) => {
    const user = await findUserByEmail(tx, comparableEmail(email));
    if (!user?.confirmed) return;
    const notSince = new Date(now.getTime() - RESET_PAUSE_MS);
    const isNew = await putReset(tx, { userId: user.id, tokenHash: resetTokenHash(token), now, notSince });
    if (isNew) await enqueueAccountMail(deps, tx.sql, resetMail(user, deps.publicUrl, token));
    await context.record(tx.sql, response);
  });
  return response;
};

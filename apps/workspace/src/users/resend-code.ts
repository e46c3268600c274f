import type { OnceContext } from '@parley/effects';
import type {
  ResendCodeRequest,
  ResendCodeResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { enqueueAccountMail, verificationMail } from './account-mails';
import { newCode } from './verification-code';
import { findPendingAccount, putCode } from './verification-code.store';

/** Mails a new code and voids the former one. Answers alike for an unknown id and for a confirmed account. */
export const resendCode = async (
  deps: Deps,
  { id }: ResendCodeRequest,
  context: OnceContext<ResendCodeResponse>,
): Promise<Partially<ResendCodeResponse>> => {
  const code = newCode();
  const codeHash = await deps.passwords.hash(code);
  const ttlSeconds = deps.config.verificationCodeTtlSeconds;
  const response = { success: true };
  await deps.store.transaction(async (tx) => {
    const pending = await findPendingAccount(tx, id);
    if (!pending) return;
    const { user, replacement } = pending;
    await putCode(tx, { userId: user.id, accountId: id, codeHash, replacement, ttlSeconds });
    const name = replacement?.name ?? user.name;
    await enqueueAccountMail(deps, tx.sql, verificationMail({ email: user.email, name }, code, ttlSeconds));
    await context.record(tx.sql, response);
  });
  return response;
};

import type { OnceContext } from '@parley/effects';
import { invalid } from '@parley/errors';
import type {
  SignUpRequest,
  SignUpResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import { newId } from '@parley/persistence';
import type { Partially } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { issueToken } from '../tokens';
import { alreadyRegisteredMail, enqueueAccountMail, verificationMail } from './account-mails';
import { signUpEmail, signUpName } from './user';
import { presentUser } from './user.present';
import { findUserByEmail, insertUser, type NewUser, newUserRow } from './user.store';
import { newCode } from './verification-code';
import { putCode } from './verification-code.store';

/** Queues the code, or for a confirmed account the hint to log in. */
const notifyOwner = async (
  deps: Deps,
  tx: Store,
  account: NewUser,
  { code, codeHash }: { code: string; codeHash: string },
): Promise<void> => {
  const isNew = await insertUser(tx, account);
  const owner = isNew ? account : await findUserByEmail(tx, account.email);
  if (!owner) throw new Error('The account vanished while it was signed up');
  if (owner.confirmed) return enqueueAccountMail(deps, tx.sql, alreadyRegisteredMail(owner));
  const { name, firstName, lastName, passwordHash, userRole } = account;
  const ttlSeconds = deps.config.verificationCodeTtlSeconds;
  await putCode(tx, {
    userId: owner.id,
    accountId: account.id,
    codeHash,
    replacement: isNew ? null : { name, firstName, lastName, passwordHash, userRole },
    ttlSeconds,
  });
  await enqueueAccountMail(deps, tx.sql, verificationMail(account, code, ttlSeconds));
};

/**
 * Signs a person up. An address that has an account already gets the same answer after the same work: a fresh id and a
 * token that opens nothing; that account stays as it is, and its owner gets a mail.
 */
export const signUp = async (
  deps: Deps,
  request: SignUpRequest,
  context: OnceContext<SignUpResponse>,
): Promise<Partially<SignUpResponse>> => {
  const email = signUpEmail(request.email);
  const person = signUpName(request.name);
  if (!(await deps.challenge.verify(request.challengeToken, context.scope.ip))) {
    throw invalid({ field: 'challengeToken', message: 'was not accepted: solve the challenge once more' });
  }
  const code = newCode();
  const [passwordHash, codeHash] = await Promise.all([
    request.password === undefined ? null : deps.passwords.hash(request.password),
    deps.passwords.hash(code),
  ]);
  const account: NewUser = {
    ...person,
    id: newId(),
    email,
    passwordHash,
    userRole: request.userRole?.trim() || null,
    confirmed: false,
    createdAt: new Date(),
  };
  const response = { token: await issueToken(deps, account), user: presentUser(newUserRow(account)) };
  await deps.store.transaction(async (tx) => {
    await notifyOwner(deps, tx, account, { code, codeHash });
    await context.record(tx.sql, response);
  });
  return response;
};

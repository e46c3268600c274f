import type { Store } from '../db';
import type { UserAccount } from '../generated/prisma/client';
import type { PersonName } from './user';
import { MAX_TRIES } from './verification-code';

/** The data of a repeated sign-up. */
export interface Replacement extends PersonName {
  passwordHash: string | null;
  userRole: string | null;
}

/** A code to store. */
export interface NewCode {
  /** Unconfirmed account that the address has. */
  userId: string;
  /** Id that the sign-up answered. */
  accountId: string;
  codeHash: string;
  replacement: Replacement | null;
  ttlSeconds: number;
}

/** A code that a try was taken of. */
export interface CodeClaim {
  userId: string;
  accountId: string;
  codeHash: string;
}

/** Stores the code of an account; the former one is void from then on. */
export const putCode = async (store: Store, code: NewCode): Promise<void> => {
  await store.sql.query(
    `INSERT INTO verification_code (user_id, account_id, code_hash, replacement, expires_at)
     VALUES ($1, $2, $3, $4::jsonb, now() + make_interval(secs => $5::double precision))
     ON CONFLICT (user_id) DO UPDATE SET account_id = excluded.account_id, code_hash = excluded.code_hash,
       replacement = excluded.replacement, expires_at = excluded.expires_at, tries = 0, created_at = now()`,
    [
      code.userId,
      code.accountId,
      code.codeHash,
      code.replacement && JSON.stringify(code.replacement),
      code.ttlSeconds,
    ],
  );
};

/**
 * Takes one try of the code that the address has in force. Undefined when there is none: unknown address, confirmed
 * account, expired, or no tries left. The try counts before the code is compared, so that guesses side by side get no
 * more than five in all.
 */
export const claimTry = async (store: Store, email: string): Promise<CodeClaim | undefined> => {
  const [claim] = await store.sql.query<CodeClaim>(
    `UPDATE verification_code v SET tries = v.tries + 1
     FROM user_account u
     WHERE u.email = $1 AND v.user_id = u.id AND NOT u.confirmed AND v.expires_at > now() AND v.tries < $2
     RETURNING v.user_id AS "userId", v.account_id AS "accountId", v.code_hash AS "codeHash"`,
    [email, MAX_TRIES],
  );
  return claim;
};

/**
 * Confirms the account of a claimed code, and deletes the code. After a repeated sign-up the account takes over its id, name and
 * password: the owner of the address decides, and earlier tokens become invalid. Answers the account's id, or undefined when the
 * code was voided in between.
 */
export const redeemCode = async (store: Store, claim: CodeClaim): Promise<string | undefined> => {
  const [used] = await store.sql.query<{ replacement: Replacement | null }>(
    'DELETE FROM verification_code WHERE user_id = $1 AND code_hash = $2 RETURNING replacement',
    [claim.userId, claim.codeHash],
  );
  if (!used) return undefined;
  await store.prisma.userAccount.update({
    where: { id: claim.userId },
    data: { ...used.replacement, id: claim.accountId, confirmed: true, updatedAt: new Date() },
  });
  return claim.accountId;
};

/** An account that waits for its code. */
export interface PendingAccount {
  user: UserAccount;
  /** The data of the code in force, when it belongs to a repeated sign-up with the given id. */
  replacement: Replacement | null;
}

/** The unconfirmed account that a sign-up answered with this id. */
export const findPendingAccount = async (
  store: Store,
  accountId: string,
): Promise<PendingAccount | undefined> => {
  const code = await store.prisma.verificationCode.findUnique({
    where: { accountId },
    include: { user: true },
  });
  if (code && code.userId !== accountId) {
    return { user: code.user, replacement: code.replacement as unknown as Replacement | null };
  }
  const user = await store.prisma.userAccount.findUnique({ where: { id: accountId, confirmed: false } });
  return user ? { user, replacement: null } : undefined;
};

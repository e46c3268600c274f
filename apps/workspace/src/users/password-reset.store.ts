import type { Store } from '../db';

/**
 * Stores the token of an account, in place of the former one. Answers false, and stores nothing, while the former one was mailed
 * after `notSince`.
 */
export const putReset = async (
  { sql }: Store,
  { userId, tokenHash, now, notSince }: { userId: string; tokenHash: string; now: Date; notSince: Date },
): Promise<boolean> => {
  const rows = await sql.query(
    `INSERT INTO password_reset (user_id, token_hash, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at
       WHERE password_reset.created_at <= $4 RETURNING user_id`,
    [userId, tokenHash, now, notSince],
  );
  return rows.length > 0;
};

/** Uses up a token that was mailed after a time; answers its account. */
export const useReset = async (
  { sql }: Store,
  tokenHash: string,
  mailedAfter: Date,
): Promise<string | undefined> => {
  const [row] = await sql.query<{ userId: string }>(
    `DELETE FROM password_reset WHERE token_hash = $1 AND created_at > $2 RETURNING user_id AS "userId"`,
    [tokenHash, mailedAfter],
  );
  return row?.userId;
};

/** Gives an account another password; tokens that were issued before a second are not good any more. */
export const replacePassword = async (
  { sql }: Store,
  userId: string,
  { passwordHash, tokensSince }: { passwordHash: string; tokensSince: number },
): Promise<void> => {
  await sql.query(
    'UPDATE user_account SET password_hash = $2, tokens_since = $3, updated_at = now() WHERE id = $1',
    [userId, passwordHash, tokensSince],
  );
};

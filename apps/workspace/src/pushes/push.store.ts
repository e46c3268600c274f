import { endpointKey, type PushSubscription } from '@parley/push';
import type { Store } from '../db';

/** The platform's keys; the private one is sealed. */
export interface SealedPushKeys {
  publicKey: string;
  sealedKey: string;
}

/** Browsers of a user that are kept. */
export const MAX_SUBSCRIPTIONS = 10;

/** The platform's keys, once they are made. */
export const findPushKeys = async ({ sql }: Pick<Store, 'sql'>): Promise<SealedPushKeys | undefined> => {
  const [row] = await sql.query<SealedPushKeys>(
    'SELECT public_key AS "publicKey", sealed_key AS "sealedKey" FROM push_key WHERE only_one',
  );
  return row;
};

/** Stores the platform's keys unless it has some. */
export const insertPushKeys = async (
  { sql }: Pick<Store, 'sql'>,
  { publicKey, sealedKey }: SealedPushKeys,
): Promise<void> => {
  await sql.query(
    'INSERT INTO push_key (only_one, public_key, sealed_key) VALUES (true, $1, $2) ON CONFLICT DO NOTHING',
    [publicKey, sealedKey],
  );
};

/** Stores the private key sealed again. */
export const replacePushKey = async ({ sql }: Pick<Store, 'sql'>, sealedKey: string): Promise<void> => {
  await sql.query('UPDATE push_key SET sealed_key = $1 WHERE only_one', [sealedKey]);
};

// One statement: the rows that it deletes are those before the insertion, so the new one counts as the latest.
const SAVE = `WITH saved AS (
    INSERT INTO push_subscription (endpoint_key, user_id, endpoint, p256dh, auth, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (endpoint_key) DO UPDATE SET user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = excluded.created_at)
  DELETE FROM push_subscription WHERE user_id = $2 AND endpoint_key <> $1 AND endpoint_key NOT IN (
    SELECT endpoint_key FROM push_subscription WHERE user_id = $2 AND endpoint_key <> $1
     ORDER BY created_at DESC, endpoint_key LIMIT ${MAX_SUBSCRIPTIONS - 1})`;

/** Stores a browser for the user who uses it now, and deletes the user's oldest ones above the limit. */
export const saveSubscription = async (
  { sql }: Pick<Store, 'sql'>,
  userId: string,
  { endpoint, p256dh, auth }: PushSubscription,
  now: Date,
): Promise<void> => {
  await sql.query(SAVE, [endpointKey(endpoint), userId, endpoint, p256dh, auth, now]);
};

/** Deletes a browser of a user. */
export const removeSubscription = async (
  { sql }: Pick<Store, 'sql'>,
  userId: string,
  endpoint: string,
): Promise<void> => {
  await sql.query('DELETE FROM push_subscription WHERE user_id = $1 AND endpoint_key = $2', [
    userId,
    endpointKey(endpoint),
  ]);
};
